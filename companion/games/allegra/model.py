"""Allegra: what lies on the table, the phases of a round and the actions.

Each player has a grid of three rows and four columns; his zone is his grid and the right column of his left neighbour
(*zone* in the source text too). Cards lie face down (`UNKNOWN`), face up (an int) or have left (None, a gap).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.rulebook.codec import Counts
from companion.rulebook.errors import BadOptions
from companion.rulebook.game import Actor, Over, Unknown

Seat: TypeAlias = int
Cell: TypeAlias = tuple[int, int, int]
"""Owner, row, column; row 0 lies towards the middle of the table, column 3 is the rightmost seen by the owner."""
Card: TypeAlias = int | Unknown | None

VALUES: tuple[int, ...] = tuple(range(-1, 12))
CARDS = 120
ROUNDS = 3


@dataclass(frozen=True, slots=True)
class House:
    """The options of a table (rules section 7); `distribution` counts the cards of each value, None if not counted."""

    first: int = 0
    distribution: Counts | None = None
    knock_window_s: int = 5
    final_reveal_lines: bool = True
    close_by_neighbour: Literal["immediate", "own_turn"] = "immediate"
    y_may_be_drawn_card: bool = True

    def __post_init__(self) -> None:
        if self.knock_window_s < 0:
            raise BadOptions("bad_option", option="knock_window_s")
        if self.distribution is None:
            return
        if self.distribution.total != CARDS or any(value not in VALUES for value, _ in self.distribution.pairs):
            raise BadOptions("bad_distribution", expected=CARDS, got=self.distribution.total)


@dataclass(frozen=True, slots=True)
class Dealing:
    """The table deals; before round 1 and between rounds."""


@dataclass(frozen=True, slots=True)
class TurningUp:
    """`seat` turns up `left` more cards before the first turn."""

    seat: Seat
    left: int


@dataclass(frozen=True, slots=True)
class Choosing:
    """`seat` takes the open card or draws."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Taken:
    """`seat` holds the open card `card` and must swap it in."""

    seat: Seat
    card: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """`seat` shows `card` from the deck; `knockers` want it, in the order of their knocks."""

    seat: Seat
    card: int
    knockers: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Placing:
    """`seat` gave `card` to `knocker`, who places it."""

    seat: Seat
    knocker: Seat
    card: int


@dataclass(frozen=True, slots=True)
class Grabbing:
    """`seat` takes a card from the zone of `knocker`, who holds `old`; the given card was placed at `placed`."""

    seat: Seat
    knocker: Seat
    old: int
    placed: Cell


@dataclass(frozen=True, slots=True)
class Putting:
    """`seat` puts `card` into his zone; `knocker`'s `old` card will fill the `hole`."""

    seat: Seat
    knocker: Seat
    old: int
    hole: Cell
    card: int


@dataclass(frozen=True, slots=True)
class Finishing:
    """The round is over; the table turns up what still lies face down."""


Phase: TypeAlias = Dealing | TurningUp | Choosing | Taken | Drawn | Placing | Grabbing | Putting | Finishing | Over


@dataclass(frozen=True, slots=True)
class RoundScore:
    """What a finished round brought: the zone sums and the seat whose sum was doubled."""

    sums: tuple[int, ...]
    doubled: Seat | None

    @property
    def points(self) -> tuple[int, ...]:
        """The points of every seat, the doubling included."""
        return tuple(s * 2 if seat == self.doubled else s for seat, s in enumerate(self.sums))


@dataclass(frozen=True, slots=True)
class State:
    """The table. `cards` holds twelve cards a seat, row by row; `discard` the open pile, its top last.

    `removed` are the cards that left in lines this round; `extra` the seats that still have their last turn once
    `closer` has closed the round.
    """

    house: House
    seats: int
    cards: tuple[Card, ...]
    phase: Phase
    deck: int = 0
    discard: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()
    round: int = 1
    starter: Seat = 0
    closer: Seat | None = None
    extra: tuple[Seat, ...] = ()
    rounds: tuple[RoundScore, ...] = ()


@dataclass(frozen=True, slots=True)
class Deal:
    """The table dealt twelve cards each and opened one."""

    by: Actor
    discard: int


@dataclass(frozen=True, slots=True)
class TurnUp:
    """A seat turns up one of its two first cards."""

    by: Actor
    cell: Cell
    value: int


@dataclass(frozen=True, slots=True)
class Take:
    """The active seat takes the open card."""

    by: Actor


@dataclass(frozen=True, slots=True)
class Draw:
    """The active seat draws from the deck and shows the card."""

    by: Actor
    value: int


@dataclass(frozen=True, slots=True)
class Swap:
    """The card in hand replaces the one at `cell`, which showed `was` and goes to the discard pile."""

    by: Actor
    cell: Cell
    was: int | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """The drawn card is discarded and the card at `flip` turned up, showing `value`."""

    by: Actor
    flip: Cell | None = None
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Knock:
    """A seat wants the drawn card."""

    by: Actor


@dataclass(frozen=True, slots=True)
class Give:
    """The active seat gives the drawn card to a seat that knocked."""

    by: Actor
    to: Seat


@dataclass(frozen=True, slots=True)
class Place:
    """The knocker lays the given card at `cell` and takes what lay there in hand."""

    by: Actor
    cell: Cell
    was: int | None = None


@dataclass(frozen=True, slots=True)
class Grab:
    """The active seat takes the card at `cell` of the knocker's zone."""

    by: Actor
    cell: Cell
    was: int | None = None


@dataclass(frozen=True, slots=True)
class Put:
    """The active seat lays the grabbed card at `cell`; what lay there goes to the discard pile."""

    by: Actor
    cell: Cell
    was: int | None = None


@dataclass(frozen=True, slots=True)
class Final:
    """The table turned up all cards that still lay face down: owner, row, column, value each."""

    by: Actor
    cells: tuple[tuple[int, int, int, int], ...]


ACTIONS: tuple[type, ...] = (Deal, TurnUp, Take, Draw, Swap, Discard, Knock, Give, Place, Grab, Put, Final)
