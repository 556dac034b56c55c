"""Short ways to write a game of Alles im Eimer down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, get_args

from companion.games.alles_im_eimer import GAME
from companion.games.alles_im_eimer.model import COLOURS, Colour, Pyramid, State
from companion.games.alles_im_eimer.pyramid import standing
from companion.rulebook.course import Course, Moment
from tests import kit

HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {"equal_reverses": True},
    {"adjacency": "horizontal", "auto_draw": False},
    {"adjacency": "off", "equal_reverses": True, "auto_draw": False, "first": 1},
)
_LETTERS: dict[str, Colour] = {"Y": "yellow", "R": "red", "V": "violet", "B": "blue", "G": "green"}
assert tuple(_LETTERS.values()) == COLOURS == get_args(Colour)


def drawn(picture: str) -> Pyramid:
    """A pyramid from rows of letters, the base first, ``.`` for a gap: ``"RBGY VRB GY V"``."""
    return tuple(tuple(_LETTERS.get(letter) for letter in row) for row in picture.split())


STAR = drawn("RBGY VRB GY V")
"""The reference pyramid of the rules."""


def build(seat: Any, pyramid: Pyramid = STAR) -> Mapping[str, Any]:
    return {"by": seat, "do": "build", "pyramid": [list(row) for row in pyramid]}


def attack(seat: int, colour: str, *cards: int) -> Mapping[str, Any]:
    return {"by": seat, "do": "attack", "colour": colour, "cards": list(cards)}


def defend(seat: int, *cards: int) -> Mapping[str, Any]:
    return {"by": seat, "do": "defend", "cards": list(cards)}


def passes(seat: int) -> Mapping[str, Any]:
    return {"by": seat, "do": "pass"}


def lose(seat: int, row: int, column: int) -> Mapping[str, Any]:
    return {"by": seat, "do": "lose", "cell": [row, column]}


def keep(seat: int, part: str) -> Mapping[str, Any]:
    return {"by": seat, "do": "keep", "part": part}


def draw(seat: int) -> Mapping[str, Any]:
    return {"by": seat, "do": "draw"}


def built(seats: int = 3, **options: Any) -> Course:
    """A table where everybody has built the reference pyramid."""
    return kit.play(kit.course(GAME, seats, options), *(build(seat) for seat in range(seats)))


def changed(course: Course, **values: Any) -> Course:
    """A course that starts at the state of `course` with `values` changed."""
    state: State = replace(course.state, **values)
    return Course(GAME, course.options, course.seats, (), (Moment(0, 0, state),))


def left(course: Course, seat: int) -> int:
    count: int = kit.facts(course)["buckets_left"][seat]
    return count


def on_turn(course: Course) -> int:
    seat: int = course.state.phase.seat
    return seat


def size(pyramid: Pyramid) -> int:
    return len(standing(pyramid))
