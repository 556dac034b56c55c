"""With a game open undo stands on the pages of camera and devices too: nothing is cut, small or covered by that."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.settings import Settings
from companion.ui.gallery import evening
from tests.ui.inspection import covered, cut_words, outside, small
from tests.ui.touch import Screen

PAGES: dict[str, dict[str, Any]] = {
    "calibrate": {},
    "corners": {},
    "lens": {},
    "paper": {},
    "decks": {},
    "deck": {"game": "alles_im_eimer"},
    "devices": {},
    "trial": {},
    "support": {},
    "settings": {},
    "sounds": {},
    "fall": {},
    "tower": {},
}


@pytest.mark.slow
@pytest.mark.parametrize("text_size", ["normal", "large"])
@pytest.mark.parametrize("language", ["fr", "en", "de"])
def test_pages_fit_while_a_game_is_open(
    language: Any, text_size: Any, tmp_path: Path, show: Callable[..., Screen]
) -> None:
    night = evening(tmp_path, Settings(language=language, text_size=text_size, sounds=False))
    night.begin("alles_im_eimer", ("Jean-Christophe", "Wilhelmine", "Günter"), 4, until=lambda course: course.seq > 3)
    screen = show(night.companion)
    faults = []
    for name, about in PAGES.items():
        screen.app.go(name, **about)
        screen.frames(4)
        assert screen.has("undo")
        targets = screen.targets()
        found = [*cut_words(screen.app.shell), *small(targets), *covered(targets), *outside(screen.app.shell, targets)]
        faults += [f"{name}: {fault}" for fault in found]
        screen.app.back()
    assert faults == []
    night.companion.close()
