"""A command run by itself: folders of its own, and what it says of its fault."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from companion.__main__ import main
from tests.commands.calls import Told


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folders of one's own, an English speaker, no display."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("companion.settings.system_language", lambda: "en")
    return tmp_path / "data"


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Told:
    """What a command says of its fault, which ends it with exit code 1."""

    def run(line: str) -> str:
        monkeypatch.setattr(sys, "argv", ["companion", *line.split()])
        with pytest.raises(SystemExit) as ended:
            main()
        assert ended.value.code == 1
        return capsys.readouterr().err

    return run
