"""Alles im Eimer: the table, the phases of a round and the actions.

Buckets (*seaux*) stand in a pyramid before each player; a round (*manche*) is an attack on one colour. Hands and deck
(*pioche*) are counted, never known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from companion.rulebook.game import Actor, Over

Seat: TypeAlias = int
Colour: TypeAlias = Literal["yellow", "red", "violet", "blue", "green"]
Card: TypeAlias = tuple[Colour, int]
Cell: TypeAlias = tuple[int, int]
"""Row and column; row 0 is the base, columns run from left to right as the owner sees them."""
Pyramid: TypeAlias = tuple[tuple[Colour | None, ...], ...]
"""Rows from the base up; None is a gap."""

COLOURS: tuple[Colour, ...] = get_args(Colour)
VALUES: tuple[int, ...] = tuple(range(1, 9))
COPIES = 2
CARDS = len(COLOURS) * len(VALUES) * COPIES
HAND = 8
BUCKETS = 10
MOST_CARDS = 3
"""The most cards that may be laid at once."""


@dataclass(frozen=True, slots=True)
class House:
    """The options of a table (rules section 7)."""

    first: int = 0
    equal_reverses: bool = False
    adjacency: Literal["contact", "horizontal", "off"] = "contact"
    auto_draw: bool = True


@dataclass(frozen=True, slots=True)
class Round:
    """A running attack: `laid` are the values before each seat, `total` the last sum, `step` +1 for clockwise."""

    colour: Colour
    laid: tuple[tuple[int, ...], ...]
    total: int
    step: int = 1


@dataclass(frozen=True, slots=True)
class Building:
    """The seats build their pyramids, in any order."""


@dataclass(frozen=True, slots=True)
class Leading:
    """`seat` opens a round."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Defending:
    """`seat` is under attack; `owed` is who may still draw for the cards just laid, None if nobody."""

    seat: Seat
    round: Round
    owed: Seat | None = None


@dataclass(frozen=True, slots=True)
class Losing:
    """`seat` did not defend and takes out a bucket."""

    seat: Seat
    round: Round


@dataclass(frozen=True, slots=True)
class Keeping:
    """The pyramid of `seat` fell in two and one part stays."""

    seat: Seat
    round: Round


Phase: TypeAlias = Building | Leading | Defending | Losing | Keeping | Over


@dataclass(frozen=True, slots=True)
class State:
    """The table. `pyramids` holds None for a seat that has not built; `hands` and `deck` are numbers of cards.

    `discard` are the cards seen in the discard pile, `hidden` how many more lie in it unseen (hands of seats that are
    out).
    """

    house: House
    seats: int
    pyramids: tuple[Pyramid | None, ...]
    hands: tuple[int, ...]
    deck: int
    phase: Phase
    discard: tuple[Card, ...] = ()
    hidden: int = 0


@dataclass(frozen=True, slots=True)
class Build:
    """A seat shows its pyramid, rows from the base up."""

    by: Actor
    pyramid: tuple[tuple[Colour, ...], ...]


@dataclass(frozen=True, slots=True)
class Attack:
    """The leader names a colour and lays one to three of its cards."""

    by: Actor
    colour: Colour
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Defend:
    """The seat under attack adds one to three cards of the round's colour."""

    by: Actor
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """The seat under attack cannot or will not defend."""

    by: Actor


@dataclass(frozen=True, slots=True)
class Lose:
    """The seat takes the bucket at `cell` out of its pyramid."""

    by: Actor
    cell: Cell


@dataclass(frozen=True, slots=True)
class Keep:
    """The seat keeps one of the two parts; the left one has the lower base columns."""

    by: Actor
    part: Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class Draw:
    """Who laid last draws, where draws are noted one by one."""

    by: Actor


ACTIONS: tuple[type, ...] = (Build, Attack, Defend, Pass, Lose, Keep, Draw)
