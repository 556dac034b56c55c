"""Golf with six cards: two rows of three; low cards win, two equal cards in a column count nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from companion.rulebook.errors import BadOptions
from companion.rulebook.game import Actor, Over, Unknown

CARDS = 6
VALUES = range(1, 14)
Card: TypeAlias = int | Unknown


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


@dataclass(frozen=True, slots=True)
class Draw:
    """A card from the deck."""

    by: Actor
    value: int


@dataclass(frozen=True, slots=True)
class Lay:
    """The drawn card replaces the face-down card at `place` of the own six."""

    by: Actor
    place: int
