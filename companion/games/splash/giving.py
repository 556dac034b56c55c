"""What may be given now, and out of whose reserve (R08-R10, S3, S4)."""

from __future__ import annotations

from companion.games.splash import model as m
from companion.games.splash.model import Seat, State
from companion.games.splash.pieces import Piece, fitting


def givable(state: State, giver: Seat) -> tuple[tuple[Seat, tuple[Piece, ...]], ...]:
    """The pieces that `giver` may give, by owner; the giver alone where he has a fitting piece or nobody has one."""
    own = state.reserves[giver]
    if fits := fitting(own, state.tower):
        return ((giver, fits),)
    others = [(seat, pieces) for seat, pieces in enumerate(state.reserves) if seat != giver]
    if elsewhere := tuple((seat, fits) for seat, pieces in others if (fits := fitting(pieces, state.tower))):
        return elsewhere
    return ((giver, own),) if own else tuple((seat, pieces) for seat, pieces in others if pieces)


def legal(state: State) -> tuple[Piece, ...]:
    """The pieces that may be given now, in alphabetical order; none unless a give is due."""
    if not isinstance(state.phase, m.Giving):
        return ()
    return tuple(sorted(piece for _, pieces in givable(state, state.phase.seat) for piece in pieces))


def winner_of(state: State, giver: Seat, owner: Seat) -> Seat | None:
    """Who wins when `giver` gives a piece of `owner`: whose reserve that empties (R18, S2, S3), None if nobody."""
    if len(state.reserves[owner]) > 1:
        return None
    if owner == giver or state.house.robbed_empty_wins:
        return owner
    return None if sum(map(len, state.reserves)) > 1 else giver
