"""Splash: who may do what now."""

from __future__ import annotations

from functools import partial

from companion.games.splash import model as m
from companion.games.splash.giving import givable
from companion.games.splash.model import Seat, State
from companion.games.splash.rules import bases, check_collected, check_draft, check_stacks
from companion.rulebook.domain import OneOf, Open
from companion.rulebook.game import TABLE, Option, option
from companion.rulebook.guards import accepting


def options(state: State) -> tuple[Option, ...]:
    """All that is legal now; empty when the game is over."""
    match state.phase:
        case m.Drafting():
            return (option(TABLE, m.Draft, reserves=Open("reserves", accepting(partial(check_draft, state)))),)
        case m.Giving(seat):
            return _gives(state, seat)
        case m.Placing():
            return _verdicts(state)
        case m.ChoosingBase(seat):
            return (option(seat, m.Base, stack=OneOf(bases(state))),)
        case m.Collecting(seat):
            return (option(seat, m.Collect, pieces=Open("pieces", accepting(partial(check_collected, state)))),)
        case _:
            return ()


def _gives(state: State, giver: Seat) -> tuple[Option, ...]:
    return tuple(
        option(giver, m.Give, piece=OneOf(pieces), from_=None if owner == giver else owner)
        for owner, pieces in givable(state, giver)
    )


def _verdicts(state: State) -> tuple[Option, ...]:
    """The table tells how it went; a first piece can neither fall nor be a foul (S7)."""
    stands = option(TABLE, m.Stands)
    if not state.tower:
        return (stands,)
    return (
        stands,
        option(TABLE, m.Falls, stacks=Open("stacks", accepting(partial(check_stacks, state)))),
        option(TABLE, m.Foul),
    )
