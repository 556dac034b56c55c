"""The composition root: what the settings name is there, or is told as missing, and the game goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.compose import companion
from companion.settings import Settings, read_settings, write_settings

WIRED = Settings(
    button_pins=(4, 5),
    knob_pins=((6, 7, 8),),
    up_down_ok_pins=((9, 10, 11), (12, 13, 14)),
    keypads=("/dev/input/by-id/not-there",),
    camera="nowhere.mp4",
)


def test_settings_come_back_as_they_were_written(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    write_settings(WIRED, file)
    assert read_settings(file) == WIRED
    assert file.stat().st_mode & 0o777 == 0o600


def test_edges_that_are_not_there_are_told_and_the_game_can_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    with companion(WIRED, tmp_path) as whole:
        told = {(health.part, health.level) for health in whole.health()}
        assert told == {(part, "missing") for part in ("camera", "buttons", "controllers", "keypads")}
        assert whole.unfinished() is None


def test_without_settings_there_is_nothing_to_tell(tmp_path: Path) -> None:
    with companion(Settings(), tmp_path) as whole:
        assert whole.health() == ()
