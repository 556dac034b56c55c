"""The composition root: what the settings name is there, or is told as missing, and the game goes on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.compose import companion
from companion.exchange.private_file import NotWritten
from companion.settings import Settings, read_settings, settings_file, write_settings

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


def test_what_one_start_was_asked_for_is_not_kept_by_a_change_of_something_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    write_settings(Settings(theme="light"))
    asked = replace(read_settings(), board=True, language="de", web_port=0)
    with companion(asked, tmp_path) as whole:
        whole.change_settings(replace(whole.settings, sounds=False))
        assert whole.settings == replace(asked, sounds=False)
        assert read_settings() == Settings(theme="light", sounds=False)
        whole.change_settings(replace(whole.settings, board=False))
        whole.change_settings(replace(whole.settings, board=True))
    assert read_settings() == Settings(theme="light", sounds=False, board=True)


def test_settings_that_cannot_be_kept_are_told_and_nothing_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    with companion(Settings(), tmp_path) as whole:
        settings_file().parent.parent.mkdir(parents=True, exist_ok=True)
        settings_file().parent.write_text("a file where the folder should be")
        with pytest.raises(NotWritten):
            whole.change_settings(replace(whole.settings, sounds=False))
        assert whole.settings == Settings()


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


@pytest.mark.parametrize(
    ("database", "hall_database", "own", "hall"),
    [
        ("", "", "", ""),
        ("sqlite:////games.sqlite3", "", "sqlite:////games.sqlite3", ""),
        ("postgresql://hall/games", "", "", "postgresql://hall/games"),
        ("postgresql://hall/games", "postgresql://other/games", "", "postgresql://other/games"),
        ("sqlite:////games.sqlite3", "postgresql://hall/games", "sqlite:////games.sqlite3", "postgresql://hall/games"),
    ],
)
def test_a_table_never_plays_on_a_server(database: str, hall_database: str, own: str, hall: str) -> None:
    settings = Settings(database=database, hall_database=hall_database)
    assert (settings.own_database, settings.hall_url) == (own, hall)
