"""The page from the command line: where it is, and how each seat is taken."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit import ROOT

pytestmark = pytest.mark.slow


def play(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "companion", "play", "--simulate", "--terminal", "--game", "die_bombe"]
    environment = {**os.environ, "COMPANION_DATA": str(folder / "data"), "HOME": str(folder), "COLUMNS": "160"}
    environment.pop("XDG_CONFIG_HOME", None)
    return subprocess.run(
        [*command, "--seats", "3", "--entries", "4", "--language", "en", *options],
        check=False, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8",
    )  # fmt: skip


def test_a_simulated_evening_tells_where_the_page_is_and_how_seats_are_taken(tmp_path: Path) -> None:
    told = play(tmp_path, "--listen", "127.0.0.1:0")
    assert told.returncode == 0, told.stderr
    assert re.search(r"Live score: http://127\.0\.0\.1:\d+", told.stdout)
    assert "this device only" in told.stdout
    assert len(re.findall(r"/join/[\w-]{32} \(once\) or the code [2-9A-Z]{4}-[2-9A-Z]{4} at http", told.stdout)) == 3
    assert "▄" in told.stdout


def test_an_address_that_is_none_is_told_calmly(tmp_path: Path) -> None:
    told = play(tmp_path, "--listen", "127.0.0.1:port")
    assert told.returncode == 1
    assert told.stderr.startswith("“127.0.0.1:port” is no address to listen at;")
