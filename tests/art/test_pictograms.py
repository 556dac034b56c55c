"""A picture for whatever can be done in any game, and never the same one twice on a table."""

from __future__ import annotations

from typing import Any

import pytest

from companion.art.glyphs import GLYPHS
from companion.art.pictograms import PICTOGRAMS, drawing_of
from companion.art.shapes import Arc, Oval, Poly, Stroke
from companion.games import all_games
from companion.rulebook.game import Game, word
from tests.kit import physical

GAMES = [
    pytest.param(game, id=game.key)
    for game in all_games()
    if any(name.startswith(f"{game.key}.") for name in PICTOGRAMS)
]
"""A game has pictures for all its actions or, as one that has just been added, for none."""


@pytest.mark.parametrize("game", GAMES)
def test_whatever_can_be_done_has_a_picture_and_no_two_of_a_moment_are_alike(game: Game[Any, Any]) -> None:
    seen = set()
    for seed in range(4):
        for now in physical(game, max(3, game.seats.start), seed):
            offered = {f"{game.key}.{word(option.action)}" for option in game.options(now.state)}
            assert offered <= PICTOGRAMS.keys()
            assert len({PICTOGRAMS[name] for name in offered}) == len(offered)
            seen |= offered
    assert {name for name in PICTOGRAMS if name.startswith(f"{game.key}.")} <= seen | {"alles_im_eimer.keep"}


def test_pictures_stay_in_their_square() -> None:
    for drawing in PICTOGRAMS.values():
        for shape in drawing:
            match shape:
                case Oval(x, y, rx, ry):
                    reach = [x - rx, x + rx, y - ry, y + ry]
                case Poly(points) | Stroke(points):
                    reach = [part for point in points for part in point]
                case Arc(x, y, r):
                    reach = [x, y, r]
            assert min(reach) >= -0.01
            assert max(reach) <= 1.01


def test_a_game_without_pictures_is_drawn_by_the_sign_of_any_game() -> None:
    assert drawing_of("a_sixth_game.jump") == GLYPHS["game"]
    assert drawing_of("undo") == GLYPHS["undo"]
