"""With pictures in place of words, for those who do not read yet."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.allegra.model import Draw, Take
from companion.rulebook.game import word
from companion.settings import Settings
from companion.ui.gallery import evening, in_phase
from tests.ui.scenes import GROUP, Show, proposed


@pytest.mark.parametrize("wanted", [True, False])
def test_keys_show_pictures_where_the_settings_want_them(wanted: bool, tmp_path: Path, show: Show) -> None:
    night = evening(tmp_path, Settings(language="fr", sounds=False, pictograms=wanted))
    night.begin("allegra", GROUP, 3, until=in_phase("choosing"))
    screen = show(night.companion)
    keys = {key.value: (key.glyph, key.pictured) for key in screen.targets("do")}
    named = {kind: f"allegra.{word(kind)}" if wanted else "" for kind in (Take, Draw)}
    assert keys == {kind: (name, wanted) for kind, name in named.items()}
    night.companion.close()


def test_a_question_shows_what_is_being_done_and_answers_are_pictures_too(tmp_path: Path, show: Show) -> None:
    night = evening(tmp_path, Settings(language="fr", sounds=False, pictograms=True))
    night.begin("allegra", GROUP, 3, until=in_phase("choosing"))
    screen = show(night.companion)
    screen.tap("do", Draw)
    assert screen.app.page.ids.top.glyph == "allegra.draw"
    screen.tap("cancel")
    assert screen.app.page.ids.top.glyph == ""
    proposed(night, screen)
    assert {key.name: key.pictured for key in screen.targets() if key.name in {"yes", "refuse", "other"}} == {
        "yes": True,
        "refuse": True,
        "other": True,
    }
    night.companion.close()


def test_pictures_can_be_switched_on_in_the_middle_of_a_game(tmp_path: Path, show: Show) -> None:
    night = evening(tmp_path, Settings(language="fr", sounds=False))
    night.begin("allegra", GROUP, 3, until=in_phase("choosing"))
    screen = show(night.companion)
    screen.app.go("settings")
    screen.frames()
    while not screen.has("next", "pictograms"):
        screen.tap("page_down")
    screen.tap("next", "pictograms")
    screen.app.back()
    screen.frames()
    assert {key.glyph for key in screen.targets("do")} == {"allegra.take", "allegra.draw"}
    night.companion.close()
