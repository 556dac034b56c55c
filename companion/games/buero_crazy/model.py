"""Büro Crazy: the building, what everybody holds, the phases of a duel and the actions.

The figures of all players climb from the stairs ("escalier") to the boss's suite ("bureau du patron") in duels of
sealed influence cards. The loser of a duel is paid from the *kitchen* ("cuisine"); what is lost lies on the *roof*
("toit") and is dealt out in nine piles at the end. The rest of the cards is the *bank*.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from companion.games.buero_crazy.bracket import Figure, Results
from companion.games.buero_crazy.purse import EMPTY, VALUES, Purse
from companion.rulebook.codec import Counts
from companion.rulebook.errors import BadOptions
from companion.rulebook.game import Actor, Over
from companion.rulebook.sealed import Sealed

Seat: TypeAlias = int

STEPS: Final = 16
EACH_IN_HAND: Final = 4
HAND_POINTS: Final = EACH_IN_HAND * sum(VALUES)
FIGURES: Final = {3: 5, 4: 4, 5: 3}
FILLS: Final = (80, 60, 40, 20)
"""What is put into the kitchen before each floor."""
LATER_FILLS: Final = sum(FILLS[1:])
ZERO_TIES: Final = 3
PILES: Final = 9


THIRTY_EACH: Final = Counts(((1, 30), (2, 30), (5, 30), (10, 30), (20, 30)))
"""The cards of a box, as far as is known: 150 in five values (rules.md 1.1)."""


@dataclass(frozen=True, slots=True)
class House:
    """The options of a table (rules section 7); `card_split` counts the cards of each value."""

    refill: Literal["add", "reset"] = "add"
    tie_loss_to: Literal["roof", "bank"] = "roof"
    tie_round: Literal["up", "down"] = "up"
    card_split: Counts = THIRTY_EACH

    def __post_init__(self) -> None:
        if any(value not in VALUES for value, _ in self.card_split.pairs):
            raise BadOptions("bad_option", option="card_split")


@dataclass(frozen=True, slots=True)
class Fill:
    """`points` put into the kitchen; where `emptied`, what was left there went to the bank first."""

    points: int
    emptied: bool = False


@dataclass(frozen=True, slots=True)
class Payment:
    """`points` given to `seat` out of the kitchen."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class Revealed:
    """The cards of the last revealed duel: those of the left seat and those of the right seat."""

    left: Seat
    right: Seat
    cards: tuple[Purse, Purse]


@dataclass(frozen=True, slots=True)
class Placing:
    """The table places the figures on the stairs."""


@dataclass(frozen=True, slots=True)
class Selecting:
    """`left` and `right` choose cards in secret; `zeros` counts the 0-0 reveals just before."""

    left: Seat
    right: Seat
    bids: tuple[Sealed[Counts], ...] = ()
    zeros: int = 0


@dataclass(frozen=True, slots=True)
class Revealing:
    """Both have chosen; `bids` are still sealed, that of `left` first."""

    left: Seat
    right: Seat
    bids: tuple[Sealed[Counts], ...]
    zeros: int


@dataclass(frozen=True, slots=True)
class CastingLots:
    """Three 0-0 reveals in a row: lots decide between `left` and `right`."""

    left: Seat
    right: Seat


@dataclass(frozen=True, slots=True)
class Roofing:
    """The boss is found; the table deals the roof into nine piles."""


Phase: TypeAlias = Placing | Selecting | Revealing | CastingLots | Roofing | Over


@dataclass(frozen=True, slots=True)
class State:
    """The table. `hands`, `kitchen` and `bank` are points, for everybody may change at the bank (B9).

    `steps` are the figures as placed and `results` the decided contests (see `bracket`). The roof is known as the cards
    that winners played, `roof_cards`, and the points lost in ties, `tie_points`. `ledger` is all that went into and out
    of the kitchen, of which the first `settled` entries are dealt with. `piles` are the roof as dealt at the end.
    """

    house: House
    seats: int
    phase: Phase
    hands: tuple[int, ...]
    kitchen: int
    bank: int
    steps: tuple[Figure, ...] = (None,) * STEPS
    results: Results = ()
    roof_cards: Purse = EMPTY
    tie_points: int = 0
    ledger: tuple[Fill | Payment, ...] = (Fill(FILLS[0]),)
    settled: int = 0
    revealed: Revealed | None = None
    piles: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """The table placed the figures on the stairs: sixteen seats from the left, None for the empty last step."""

    by: Actor
    figures: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Play:
    """A seat of the duel chooses cards, sealed; no card at all is a bid of 0."""

    by: Actor
    cards: Sealed[Counts]


@dataclass(frozen=True, slots=True)
class Reveal:
    """The table reveals both choices."""

    by: Actor


@dataclass(frozen=True, slots=True)
class Lots:
    """The table cast lots and `winner` goes up."""

    by: Actor
    winner: Seat


@dataclass(frozen=True, slots=True)
class Roof:
    """The table dealt the roof into nine piles of card values, in the order in which they are given out (B13)."""

    by: Actor
    piles: tuple[tuple[int, ...], ...]


ACTIONS: tuple[type, ...] = (Place, Play, Reveal, Lots, Roof)
