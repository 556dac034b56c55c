"""Splash: the common tower, the reserves, the phases of a turn and the actions.

The giver (*celui qui donne*) chooses a piece for his left neighbour, the receiver, who must put it on the tower
(*tour*). If it falls, the giver gets a drop (*goutte*).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.games.splash.pieces import Piece
from companion.rulebook.errors import BadOptions
from companion.rulebook.game import Actor, Over

Seat: TypeAlias = int
Stack: TypeAlias = tuple[Piece, ...]
"""Pieces from the bottom up."""

DROPS_TO_WIN = 3
COLLECTED = 3
"""The most fallen pieces that go to a reserve."""


@dataclass(frozen=True, slots=True)
class House:
    """The options of a table (rules section 7); `settle_s` is how long a tower must stand after hands off."""

    first: int = 0
    draft: Literal["equal", "exhaust"] = "equal"
    robbed_empty_wins: bool = True
    height: Literal["count", "physical"] = "count"
    settle_s: int = 3
    teams: bool = False

    def __post_init__(self) -> None:
        if self.settle_s < 0:
            raise BadOptions("bad_option", option="settle_s")


@dataclass(frozen=True, slots=True)
class Drafting:
    """The pieces are shared out."""


@dataclass(frozen=True, slots=True)
class Giving:
    """`seat` gives a piece to its left neighbour."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Placing:
    """The left neighbour of `giver` places the piece; `fouled` after a first foul with it."""

    giver: Seat
    fouled: bool = False


@dataclass(frozen=True, slots=True)
class ChoosingBase:
    """The tower fell and `seat`, who toppled it, chooses the stack to build on."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Collecting:
    """`seat` chooses three of the fallen pieces."""

    seat: Seat


Phase: TypeAlias = Drafting | Giving | Placing | ChoosingBase | Collecting | Over


@dataclass(frozen=True, slots=True)
class State:
    """The table.

    `given` is the piece between two hands, None between a placement and the next give; `fallen` are the stacks that
    lie beside the tower after a fall, in the order in which they were told. Both keep what lies there when the game
    ends.
    """

    house: House
    seats: int
    reserves: tuple[tuple[Piece, ...], ...]
    drops: tuple[int, ...]
    phase: Phase
    tower: Stack = ()
    given: Piece | None = None
    fallen: tuple[Stack, ...] = ()
    box: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """The table shared out the pieces: those of each seat; the others lie in the box."""

    by: Actor
    reserves: tuple[tuple[Piece, ...], ...]


@dataclass(frozen=True, slots=True)
class Give:
    """The giver hands `piece` to its left neighbour, out of the reserve of `from_` where it is not its own."""

    by: Actor
    piece: Piece
    from_: Seat | None = None


@dataclass(frozen=True, slots=True)
class Stands:
    """The piece is the new top of the tower."""

    by: Actor


@dataclass(frozen=True, slots=True)
class Falls:
    """The tower fell: every stack and every single piece on the table, each from the bottom up."""

    by: Actor
    stacks: tuple[tuple[Piece, ...], ...]


@dataclass(frozen=True, slots=True)
class Foul:
    """The piece touches the table or another piece than the top, and all stands."""

    by: Actor


@dataclass(frozen=True, slots=True)
class Base:
    """The receiver chooses the stack on which the new tower is built."""

    by: Actor
    stack: int


@dataclass(frozen=True, slots=True)
class Collect:
    """The receiver takes three of the fallen pieces; the others go to the box."""

    by: Actor
    pieces: tuple[Piece, ...]


ACTIONS: tuple[type, ...] = (Draft, Give, Stands, Falls, Foul, Base, Collect)
