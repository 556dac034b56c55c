"""Short ways to write a game of Die Bombe down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.die_bombe import GAME
from companion.rulebook.course import Course
from tests import kit

SETTINGS = (
    {},
    {"tie_high": "like_fresh"},
    {"bomb_target": "newest_of_colour"},
    {"max_rebids": 0},
    {"tie_high": "like_fresh", "bomb_target": "newest_of_colour", "max_rebids": 1},
)


def table(seats: int = 3, **options: Any) -> Course:
    """A table before the first pair."""
    return kit.course(GAME, seats, options)


def show(left: str, right: str) -> Mapping[str, Any]:
    return {"by": "table", "do": "show", "cards": [left, right]}


def bid(seat: int, amount: Any) -> Mapping[str, Any]:
    return {"by": seat, "do": "bid", "amount": amount}


REVEAL: Mapping[str, Any] = {"by": "table", "do": "reveal"}


def take(seat: int, card: int) -> Mapping[str, Any]:
    return {"by": seat, "do": "take", "card": card}


def bomb(seat: int, victim: int, card: str) -> Mapping[str, Any]:
    return {"by": seat, "do": "bomb", "victim": victim, "card": card}


def offer(pair: str, bids: Sequence[int]) -> list[Mapping[str, Any]]:
    """A pair, written ``"red7 green9"``, and a revealed bid of every seat."""
    left, right = pair.split()
    return [show(left, right), *rebid(dict(enumerate(bids)))]


def rebid(bids: Mapping[int, int]) -> list[Mapping[str, Any]]:
    """The revealed bids of some seats."""
    return [*(bid(seat, amount) for seat, amount in bids.items()), REVEAL]


def after(course: Course, *bodies: Mapping[str, Any] | list[Mapping[str, Any]]) -> Course:
    """`course` after entries and lists of entries."""
    for body in bodies:
        course = kit.play(course, *(body if isinstance(body, list) else [body]))
    return course


def live(course: Course) -> list[list[str]]:
    result: list[list[str]] = kit.facts(course)["live"]
    return result
