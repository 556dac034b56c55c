"""A tower that fell before the side camera: how many stacks and single pieces remain is said, never entered."""

from __future__ import annotations

import dataclasses

import pytest

from companion.exchange.piece_sets import SPLASH
from companion.feeds.look import Glance, watches_of
from companion.feeds.table_reader import TableReader
from companion.feeds.tower import TowerReader
from companion.games import game_named
from companion.rulebook.course import Course
from companion.rulebook.text import say
from companion.rulebook.zone import Zone
from tests.kit import course
from vision.frames import Frame
from vision.simulated_side import SimulatedSide

TOWER = ("large_cube/red", "plate/blue", "octagon/green")


def placing(tower: tuple[str, ...]) -> Course:
    """A game in which a piece is given and `tower` stood before."""
    begun = course(game_named("splash"), 2)
    state = dataclasses.replace(begun.state, tower=tower, given="large_cube/violet")
    moments = (*begun.moments[:-1], dataclasses.replace(begun.now, state=state))
    return dataclasses.replace(begun, moments=moments)


def glance_at(stacks: tuple[tuple[str, ...], ...], game: Course) -> Glance:
    """What is said of stacks that have stood still for half a second."""
    side = SimulatedSide(3, poses=SPLASH)
    side.show([Zone(f"stack{i}", "tower", tuple((piece,) for piece in stack), ()) for i, stack in enumerate(stacks)])
    picture = side.read().picture
    reader = TowerReader(TableReader())
    reader.attend(game)
    glance = Glance(())
    for at_s in (0.0, 0.2, 0.4, 0.6):
        glance = reader.look(Frame(picture, at_s), watches_of(game.game.zones(game.state)))
    return glance


def test_what_remains_of_a_fallen_tower_is_counted_s6() -> None:
    glance = glance_at((TOWER[:2], TOWER[2:], ("large_cube/violet",)), placing(TOWER))
    assert glance.note == say("camera.fallen", n=3, high=2)


@pytest.mark.parametrize("beside", [(), (("small_cube/yellow",),)], ids=["alone", "a reserve beside it"])
def test_a_tower_that_stands_has_not_fallen(beside: tuple[tuple[str, ...], ...]) -> None:
    glance = glance_at((TOWER, *beside), placing(TOWER))
    assert glance.note is None
    assert [row[0].label for row in glance.seen[0].cells][:3] == list(TOWER)


def test_between_two_pieces_nothing_can_fall_that_the_table_has_not_entered() -> None:
    game = placing(TOWER)
    moments = (*game.moments[:-1], dataclasses.replace(game.now, state=dataclasses.replace(game.state, given=None)))
    glance = glance_at((TOWER[:2], TOWER[2:]), dataclasses.replace(game, moments=moments))
    assert glance.note is None
