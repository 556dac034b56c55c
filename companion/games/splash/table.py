"""Splash: how the table should look, what displays show and what helps at the table."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from companion.games.splash import model as m
from companion.games.splash.giving import givable, winner_of
from companion.games.splash.model import Seat, Stack, State
from companion.games.splash.pieces import PIECES, Piece, fitting
from companion.games.splash.rules import bases, named
from companion.rulebook.game import TABLE, word
from companion.rulebook.text import Player, Said, Value, say
from companion.rulebook.zone import GAP, Zone

_LABELS = (*PIECES, GAP)


def zones(state: State) -> tuple[Zone, ...]:
    """The tower with the place for its next piece, and after a fall each stack beside it; a row for each piece."""
    beside = (Zone(f"stack{i}", "tower", _rows(stack), _LABELS) for i, stack in enumerate(state.fallen))
    return (Zone("tower", "tower", (*_rows(state.tower), (GAP,)), _LABELS), *beside)


def _rows(stack: Stack) -> tuple[tuple[Piece], ...]:
    return tuple((piece,) for piece in stack)


def seat_texts(state: State) -> tuple[str, ...]:
    """The pieces in reserve and the drops of every seat, ``"10-2"``."""
    return tuple(f"{len(reserve)}-{drops}" for reserve, drops in zip(state.reserves, state.drops, strict=True))


def hints(state: State) -> tuple[Said, ...]:
    """The legal pieces and whom to take them from; what a fall or a foul would mean."""
    match state.phase:
        case m.Giving(seat):
            return (*_may_give(state, seat), *_close_to_winning(state, seat))
        case m.Placing(giver, fouled):
            third = state.drops[giver] == m.DROPS_TO_WIN - 1
            return (
                *((say("hint_fouled"),) if fouled else ()),
                *((say("hint_third_drop", seat=Player(giver)),) if third else ()),
            )
        case m.ChoosingBase():
            return tuple(say("hint_base", stack=i + 1, n=len(state.fallen[i])) for i in bases(state))
        case _:
            return ()


def _may_give(state: State, giver: Seat) -> tuple[Said, ...]:
    if not state.tower:
        return (say("hint_begin"),)
    fits = bool(fitting(state.reserves[giver], state.tower))
    told = []
    for owner, pieces in givable(state, giver):
        names = tuple(map(named, pieces))
        if owner != giver:
            told.append(say("hint_take_from", seat=Player(owner), pieces=names))
        else:
            told.append(say("hint_own", pieces=names) if fits else say("hint_any_own"))
    return tuple(told)


def _close_to_winning(state: State, giver: Seat) -> tuple[Said, ...]:
    """Who wins with this give: the giver with his last piece, or the owner of a last piece that must be taken."""
    winners = dict.fromkeys(winner_of(state, giver, owner) for owner, _ in givable(state, giver))
    return tuple(say("hint_last_piece", seat=Player(seat)) for seat in winners if seat is not None)


def tell(action: Any) -> Said:
    """What the history says of an action."""
    values: dict[str, Value] = {"by": say("the_table") if action.by == TABLE else Player(action.by)}
    for name in (field.name for field in fields(action)):
        value = getattr(action, name)
        if name == "piece":
            values["piece"] = named(value)
        elif name == "pieces":
            values["pieces"] = tuple(map(named, value))
        elif name == "from_" and value is not None:
            values["owner"] = Player(value)
        elif name == "stacks":
            values["n"] = len(value)
        elif name == "stack":
            values["stack"] = value + 1
    taken = isinstance(action, m.Give) and action.from_ is not None
    return Said("told.give_taken" if taken else f"told.{word(type(action))}", tuple(values.items()))
