"""What Kivy finds when it starts, and what is told where it is too late."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from companion.ui.environment import panel_size, prepare
from tests.kit import ROOT


def connector(folder: Path, name: str, status: str, modes: str) -> None:
    (folder / name).mkdir(parents=True)
    (folder / name / "status").write_text(f"{status}\n", encoding="ascii")
    (folder / name / "modes").write_text(modes, encoding="ascii")


def test_without_a_screen_no_size_is_known(tmp_path: Path) -> None:
    assert panel_size(tmp_path / "nothing") is None
    connector(tmp_path, "card0-HDMI-A-1", "disconnected", "")
    assert panel_size(tmp_path) is None


def test_the_first_connected_screen_gives_the_size(tmp_path: Path) -> None:
    connector(tmp_path, "card0-HDMI-A-1", "disconnected", "1920x1080\n")
    connector(tmp_path, "card1-DSI-1", "connected", "800x480\n640x480\n")
    assert panel_size(tmp_path) == (800, 480)


def test_an_upright_panel_is_used_lying(tmp_path: Path) -> None:
    connector(tmp_path, "card1-DSI-1", "connected", "720x1280\n")
    assert panel_size(tmp_path) == (1280, 720)


def test_it_is_too_late_once_kivy_is_there() -> None:
    import kivy

    assert kivy.__version__
    with pytest.raises(RuntimeError, match="before kivy is imported"):
        prepare((800, 480), seen=False)


def test_importing_the_door_and_the_photographer_does_not_import_kivy() -> None:
    code = "import sys, companion.ui.app, companion.ui.shots, companion.ui.form; print('kivy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
