"""Die Bombe: what lies on the table, the phases of a turn and the actions.

Each turn two cards lie face up. Everybody bids in secret; the highest pays his bid (a *deficit*, "inconvénient" in the
source text) and picks a card, the second gets the other one free. A bomb is played at once on a card of an opponent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from companion.rulebook.errors import BadOptions
from companion.rulebook.game import Actor, Over
from companion.rulebook.sealed import Sealed

Seat: TypeAlias = int
Card: TypeAlias = str
"""A colour and a value, ``"red7"``, or ``"bomb"``, as the log writes it."""

COLOURS: Final = ("red", "green")
VALUES: Final = tuple(range(3, 26, 2))
VALUE_CARDS: Final = tuple(f"{colour}{value}" for colour in COLOURS for value in VALUES)
BOMB: Final = "bomb"
BOMBS: Final = 6
CARDS: Final = len(VALUE_CARDS) + BOMBS
LEAST_BID: Final = 1
MOST_BID: Final = 40


def colour_of(card: Card) -> str:
    """The colour of a value card."""
    return card.rstrip("0123456789")


def value_of(card: Card) -> int:
    """The points of a value card."""
    return int(card[len(colour_of(card)) :])


@dataclass(frozen=True, slots=True)
class House:
    """The options of a table (rules section 7); `max_rebids` is how often tied bidders bid again (D4)."""

    tie_high: Literal["one_card", "like_fresh"] = "one_card"
    bomb_target: Literal["any", "newest_of_colour"] = "any"
    max_rebids: int = 5

    def __post_init__(self) -> None:
        if self.max_rebids < 0:
            raise BadOptions("bad_option", option="max_rebids")


@dataclass(frozen=True, slots=True)
class Showing:
    """The table turns up the next two cards."""


@dataclass(frozen=True, slots=True)
class Bidding:
    """Each of `bidders` gives a bid, in any order; `rebids` counts how often a tie had them bid again."""

    bidders: tuple[Seat, ...]
    bids: tuple[Sealed[int], ...] = ()
    rebids: int = 0


@dataclass(frozen=True, slots=True)
class Revealing:
    """All bids are in and still sealed; the table reveals them."""

    bids: tuple[Sealed[int], ...]
    rebids: int


@dataclass(frozen=True, slots=True)
class Taking:
    """`seat` bid highest and takes a card for `bid`; `second` gets the other one, nobody where it is None."""

    seat: Seat
    bid: int
    second: Seat | None


@dataclass(frozen=True, slots=True)
class Bombing:
    """`seat` took a bomb and plays it; the card that may still lie open is for `second`."""

    seat: Seat
    second: Seat | None


Phase: TypeAlias = Showing | Bidding | Revealing | Taking | Bombing | Over


@dataclass(frozen=True, slots=True)
class State:
    """The table. Every card seen so far is in one of three places.

    `shown` is the open pair, None where a card was taken; `live` the won value cards of each seat, oldest first;
    `aside` what left play. `deficits` are the paid bids of each seat. `bids` is the last reveal, one place a seat, None
    for a seat that did not bid; empty before the first reveal of a pair.
    """

    house: House
    seats: int
    phase: Phase
    shown: tuple[Card | None, Card | None]
    live: tuple[tuple[Card, ...], ...]
    deficits: tuple[tuple[int, ...], ...]
    aside: tuple[Card, ...] = ()
    bids: tuple[int | None, ...] = ()

    @property
    def seen(self) -> tuple[Card, ...]:
        """Every card that was face up so far."""
        won = tuple(card for cards in self.live for card in cards)
        return (*self.open.values(), *won, *self.aside)

    @property
    def open(self) -> Mapping[int, Card]:
        """The cards that lie open now, by their place: 0 left, 1 right."""
        return {place: card for place, card in enumerate(self.shown) if card is not None}

    @property
    def pile(self) -> int:
        """How many cards lie in the pile; the first pair comes from beside it (log format 1.6)."""
        return CARDS - max(2, len(self.seen))


@dataclass(frozen=True, slots=True)
class Show:
    """The table turned up two cards."""

    by: Actor
    cards: tuple[Card, Card]


@dataclass(frozen=True, slots=True)
class Bid:
    """A seat bids, sealed."""

    by: Actor
    amount: Sealed[int]


@dataclass(frozen=True, slots=True)
class Reveal:
    """The table reveals all bids at once."""

    by: Actor


@dataclass(frozen=True, slots=True)
class Take:
    """The highest bidder pays and takes the left (0) or the right (1) card."""

    by: Actor
    card: int


@dataclass(frozen=True, slots=True)
class Bomb:
    """Who took a bomb destroys a card of another seat with it."""

    by: Actor
    victim: Seat
    card: Card


ACTIONS: tuple[type, ...] = (Show, Bid, Reveal, Take, Bomb)
