"""A game that was added by its folder alone finds its place on the screens and is played to its end by touch."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.settings import Settings
from companion.ui.gallery import evening
from tests.games.sixth import sixth_game
from tests.ui.inspection import covered, cut_words, outside, small
from tests.ui.player import Hand
from tests.ui.touch import Screen, opened, truth_of


def overflowing(tile: Any) -> list[str]:
    """What stands in a tile and reaches out of it."""
    return [
        f"{tile.value}: {type(part).__name__}"
        for part in tile.children
        if part.y < tile.y - 1 or part.top > tile.top + 1 or part.x < tile.x - 1 or part.right > tile.right + 1
    ]


@pytest.mark.parametrize("text_size", ["normal", "large"])
@pytest.mark.parametrize("language", ["fr", "en", "de"])
def test_six_games_fit_on_the_first_page(
    language: Any, text_size: Any, tmp_path: Path, show: Callable[..., Screen]
) -> None:
    with sixth_game():
        night = evening(tmp_path, Settings(language=language, text_size=text_size, sounds=False))
        screen = show(night.companion)
        targets = screen.targets()
        assert len(screen.targets("game")) == 6
        assert [fault for tile in screen.targets("game") for fault in overflowing(tile)] == []
        assert [
            *cut_words(screen.app.shell),
            *small(targets),
            *covered(targets),
            *outside(screen.app.shell, targets),
        ] == []
        night.companion.close()


def test_a_sixth_game_is_played_by_touch_and_its_places_are_pointed_at(
    tmp_path: Path, show: Callable[..., Screen]
) -> None:
    with sixth_game():
        night = evening(tmp_path, Settings(language="fr", sounds=False))
        session = opened(night.companion, "golf", ("Anaïs", "Jörg"))
        screen = show(night.companion, draws=False)
        hand = Hand(screen)
        truth = truth_of(session, 3)
        hand.enter(truth.act(session.course.state))
        assert len(screen.targets("cell")) == 6
        while not session.course.is_over:
            hand.enter(truth.act(session.course.state))
        screen.frames()
        assert screen.app.page.text.startswith(
            tuple(session.view().seats[seat] for seat in session.course.outcome.winners)
        )
        night.companion.close()
