"""Tables of Allegra from drawings: rows from the top, `?` face down, `.` a gap."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.allegra import GAME
from companion.games.allegra import model as m
from companion.games.allegra.model import Card, House, State
from companion.games.allegra.rules import apply
from companion.rulebook.errors import IllegalAction
from companion.rulebook.game import UNKNOWN

Q = ("1 2 3 4 / 0 5 6 7 / -1 8 2 0", "3 3 1 10 / 2 4 0 11 / 5 6 7 -1", "9 1 2 8 / 4 4 5 6 / 0 1 1 2")
"""The base position of the worked examples (rules.md 3.6): all face up, no line."""

ALL_HIDDEN = "? ? ? ? / ? ? ? ? / ? ? ? ?"


def cards(*drawings: str) -> tuple[Card, ...]:
    """The cards of all grids, seat by seat."""
    signs: dict[str, Card] = {"?": UNKNOWN, ".": None}
    return tuple(
        signs[sign] if sign in signs else int(sign)
        for drawing in drawings
        for sign in drawing.replace("/", " ").split()
    )


def table(*drawings: str, phase: Any, **more: Any) -> State:
    """A table with these grids in this phase."""
    house = House(**more.pop("house", {}))
    return State(house, len(drawings), cards(*drawings), phase, **({"deck": 60, "discard": (5,)} | more))


def after(state: State, *actions: Any) -> State:
    """The table after some actions."""
    for action in actions:
        state = GAME.apply(state, action).state
    return state


def scored(state: State) -> m.RoundScore:
    """What the round brought when everything lies open."""
    return after(state, m.Final("table", ())).rounds[-1]


def refused(state: State, action: Any) -> str:
    """The reason why `action` is illegal now."""
    with pytest.raises(IllegalAction) as caught:
        apply(state, action)
    return caught.value.reason
