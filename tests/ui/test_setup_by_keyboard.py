"""Setting up, trying out and asking for help without a finger, in every language."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.settings import Settings
from companion.ui import outlet_page
from companion.ui.gallery import Evening, evening
from companion.ui.studio_camera import see_for_a_while
from tests.ui.player import Keyboard
from tests.ui.test_camera_pages import TABLE
from tests.ui.touch import Screen

Show = Callable[..., Screen]
LANGUAGES = ("fr", "en", "de")
pytestmark = pytest.mark.slow


def at_home(language: Any, folder: Path, show: Show) -> tuple[Evening, Screen, Keyboard]:
    night = evening(folder, Settings(language=language, sounds=False))
    screen = show(night.companion, draws=False)
    screen.frames()
    return night, screen, Keyboard(screen)


@pytest.mark.parametrize("language", LANGUAGES)
def test_seats_are_tried_and_help_is_written(
    language: str, tmp_path: Path, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.setattr(outlet_page, "folders", lambda: (tmp_path / "out",))
    night, screen, hand = at_home(language, tmp_path, show)
    for name in ("devices", "trial", "displays"):
        screen.frames()
        if name == "displays":
            screen.app.page.ids.displays.disabled = False
        hand.press(name)
    assert screen.app.page.step >= 0
    screen.key("escape")
    screen.frames()
    hand.press("support")
    screen.frames()
    hand.press("write")
    assert len(list((tmp_path / "out").iterdir())) == 1
    assert screen.touches == 0
    night.companion.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_corners_are_set_and_kept(language: str, tmp_path: Path, show: Show) -> None:
    night, screen, hand = at_home(language, tmp_path, show)
    for name in ("devices", "calibrate", "corners"):
        screen.frames()
        hand.press(name)
    see_for_a_while(night, TABLE)
    screen.app.pump()
    screen.frames()
    before = screen.app.page.board.quad
    hand.press("corner", 1)
    screen.key("up")
    hand.press("more", "deep")
    hand.press("keep")
    kept = night.companion.calibrator.bearings.pointed
    assert kept is not None
    assert kept.quad[1][1] < before[1][1]
    assert kept.size_mm[1] == 410.0
    assert screen.app.notice.text == screen.app.words("corners.kept")
    assert screen.touches == 0
    night.companion.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_kind_of_sound_is_switched_off(language: str, tmp_path: Path, show: Show) -> None:
    night, screen, hand = at_home(language, tmp_path, show)
    for name in ("settings", "sounds"):
        screen.frames()
        hand.press(name)
    screen.frames()
    hand.press("next", "sound_knock")
    assert night.companion.settings.sound_knock is False
    assert screen.touches == 0
    night.companion.close()
