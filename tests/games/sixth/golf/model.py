"""Golf with six cards: two rows of three; low cards win, two equal cards in a column count nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from companion.rulebook.errors import BadOptions
from companion.rulebook.game import UNKNOWN, Actor, Over, Unknown

ROWS, COLUMNS = 2, 3
CARDS = ROWS * COLUMNS
VALUES = range(1, 14)
Card: TypeAlias = int | Unknown
Place: TypeAlias = tuple[int, int]
"""Row and column before the seat that acts: the screen lets people point at it."""


@dataclass(frozen=True, slots=True)
class House:
    """The options: who starts."""

    first: int = 0

    def __post_init__(self) -> None:
        if self.first < 0:
            raise BadOptions("bad_option", option="first")


@dataclass(frozen=True, slots=True)
class Drawing:
    """`seat` draws a card."""

    seat: int


@dataclass(frozen=True, slots=True)
class Holding:
    """`seat` holds `card` and lays it."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class State:
    """The table: six cards a seat, row by row."""

    seats: int
    cards: tuple[Card, ...]
    phase: Drawing | Holding | Over


def index(seat: int, place: Place) -> int:
    """Where the card of `seat` at `place` stands in the state."""
    row, column = place
    return seat * CARDS + row * COLUMNS + column


def hidden_places(state: State, seat: int) -> tuple[Place, ...]:
    """The places of `seat` whose cards lie face down."""
    every = tuple((row, column) for row in range(ROWS) for column in range(COLUMNS))
    return tuple(place for place in every if state.cards[index(seat, place)] is UNKNOWN)


@dataclass(frozen=True, slots=True)
class Draw:
    """A card from the deck."""

    by: Actor
    value: int


@dataclass(frozen=True, slots=True)
class Lay:
    """The drawn card replaces the face-down card at `place` of the own six."""

    by: Actor
    place: Place
