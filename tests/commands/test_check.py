"""``companion check``: on a machine with nothing it is calm, and every finding has its words in three languages."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from typer.testing import CliRunner

from companion.checks import probe_all, probe_audio, probe_camera, probe_screen
from companion.commands import check as command
from companion.settings import Settings
from companion.texts import LANGUAGES, Texts
from hardware import checks as wired
from hardware.findings import Level, found
from tests.kit import ROOT

SOURCES = ["hardware/checks.py", "hardware/board_checks.py", "companion/checks.py", "companion/commands/check.py"]


@pytest.fixture(autouse=True)
def plain_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "read_settings", Settings)
    monkeypatch.setattr("hardware.checks.list_candidates", tuple)
    monkeypatch.setenv("COLUMNS", "200")


def sentences(language: str) -> dict[str, str]:
    with (ROOT / "companion" / "locale" / language / "check.po").open("rb") as file:
        return {str(message.id): str(message.string) for message in read_po(file) if message.id}


def asked_keys() -> set[str]:
    """Every key the sources can produce, with the fix that belongs to it."""
    keys: set[str] = set()
    for source in SOURCES:
        text = (ROOT / source).read_text()
        for key in re.findall(r'found\(\s*"([a-z_.]+)"', text) + re.findall(r'"(screen\.[a-z]+)" if', text):
            is_always_good = re.findall(rf'"{re.escape(key)}"(?: if [^,]*)?, (?:Level\.(\w+)|level)', text)
            keys.add(f"check.{key}")
            if set(is_always_good) != {"GOOD"}:
                keys.add(f"check.{key}.fix")
    return keys - {"check.screen.chosen.fix"}


def test_every_finding_and_every_fix_has_a_sentence() -> None:
    assert len(asked_keys()) > 50
    assert asked_keys() - set(sentences("fr")) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_languages_say_the_same_things_with_the_same_values(language: str) -> None:
    french, other = sentences("fr"), sentences(language)
    assert set(french) == set(other)
    for key, sentence in french.items():
        assert set(re.findall(r"{(\w+)}", sentence)) == set(re.findall(r"{(\w+)}", other[key])), key
        assert other[key].strip()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_laptop_with_nothing_is_a_page_of_notes_and_no_failure(language: str) -> None:
    done = CliRunner().invoke(command.app, ["-l", language])
    assert done.exit_code == 0, done.output
    assert sentences(language)["check.serial.none"] in done.output
    assert "check." not in done.output


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_broker_says_is_told_in_the_language_that_was_asked_for(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "read_settings", lambda: Settings(broker="mqtt://user:word@hall.example"))
    told = CliRunner().invoke(command.app, ["--language", language])
    assert Texts(language)("club.password_in_address") in told.output
    assert told.exit_code == 1


def test_a_port_that_was_asked_for_and_is_not_there_fails() -> None:
    done = CliRunner().invoke(command.app, ["-l", "en", "--port", "/dev/no-such-port"])
    assert done.exit_code == 1
    assert "/dev/no-such-port does not exist." in done.output


def test_the_simulated_board_answers_and_shows_its_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "_HOLD_S", 0.0)
    done = CliRunner().invoke(command.app, ["-l", "en", "--simulate", "--displays"])
    assert done.exit_code == 0, done.output
    assert "firmware 1.0, 6 seats" in done.output
    assert "111, 222, 333, 444, 555, 666" in done.output


def test_without_buttons_set_the_button_test_says_so() -> None:
    done = CliRunner().invoke(command.app, ["-l", "en", "--buttons", "1"])
    assert "No buttons are set." in done.output


def test_buttons_that_cannot_be_listened_to_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "read_settings", lambda: Settings(button_pins=(99,)))
    done = CliRunner().invoke(command.app, ["-l", "en", "--buttons", "1"])
    assert done.exit_code == 1
    assert "99" in done.output


def test_everything_that_is_wired_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wired, "probe_pins", lambda lines: found("pins.ready", Level.GOOD, lines=str(lines)))
    gone = "/dev/input/by-path/nowhere"
    settings = Settings(button_pins=(5,), knob_pins=((17, 27, 22),), up_down_ok_pins=((2, 3, 4),), keypads=(gone,))
    told = tuple(probe_all(settings))
    assert found("pins.ready", Level.GOOD, lines=str((5, 17, 27, 22, 2, 3, 4))) in told
    assert found("keypads.absent", Level.MISSING, path=gone) in told


def test_no_camera_no_sound_no_screen_are_notes(tmp_path: Path) -> None:
    assert probe_camera(root=tmp_path) == found("camera.none", Level.NOTE)
    assert probe_audio(root=tmp_path) == found("audio.none", Level.NOTE)
    assert probe_screen({}, root=tmp_path) == found("screen.none", Level.NOTE)


def test_cameras_are_named(tmp_path: Path) -> None:
    (tmp_path / "sys/class/video4linux/video0").mkdir(parents=True)
    (tmp_path / "sys/class/video4linux/video0/name").write_text("HD Webcam C920\n")
    assert probe_camera(root=tmp_path) == found("camera.found", Level.GOOD, names="HD Webcam C920 (video0)")
    chosen = found("camera.configured", Level.GOOD, camera="0", name="HD Webcam C920")
    assert probe_camera("0", root=tmp_path) == chosen
    assert probe_camera("/dev/video7", root=tmp_path) == found("camera.absent", Level.MISSING, camera="/dev/video7")


def test_sound_cards_are_named(tmp_path: Path) -> None:
    (tmp_path / "proc/asound").mkdir(parents=True)
    cards = " 0 [Headphones     ]: bcm2835 - bcm2835 Headphones\n                      bcm2835 Headphones\n"
    (tmp_path / "proc/asound/cards").write_text(cards)
    assert probe_audio(root=tmp_path) == found("audio.found", Level.GOOD, names="bcm2835 - bcm2835 Headphones")


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"SDL_VIDEODRIVER": "kmsdrm", "DISPLAY": ":0"}, found("screen.chosen", Level.GOOD, driver="kmsdrm")),
        ({"SDL_VIDEODRIVER": "dummy"}, found("screen.hidden", Level.WARNING, driver="dummy")),
        ({"WAYLAND_DISPLAY": "wayland-1", "DISPLAY": ":0"}, found("screen.desktop", Level.GOOD, driver="wayland")),
        ({"DISPLAY": ":0"}, found("screen.desktop", Level.GOOD, driver="x11")),
    ],
)
def test_the_screen_driver_follows_the_environment(variables: dict[str, str], expected: object, tmp_path: Path) -> None:
    assert probe_screen(variables, root=tmp_path) == expected


def test_a_console_screen_is_found(tmp_path: Path) -> None:
    (tmp_path / "dev/dri").mkdir(parents=True)
    (tmp_path / "dev/dri/card0").touch()
    assert probe_screen({}, root=tmp_path) == found("screen.console", Level.GOOD, driver="kmsdrm")
