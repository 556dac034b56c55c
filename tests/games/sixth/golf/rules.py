"""Golf: what each action does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.golf import model as m

from companion.rulebook.domain import OneOf
from companion.rulebook.errors import BadOptions
from companion.rulebook.game import UNKNOWN, Option, Over, Step, option
from companion.rulebook.guards import in_phase, must, must_be
from companion.rulebook.text import say


def start(house: m.House, seats: int) -> m.State:
    """Six face-down cards each."""
    if house.first >= seats:
        raise BadOptions("bad_option", option="first")
    return m.State(seats, (UNKNOWN,) * (m.CARDS * seats), m.Drawing(house.first))


def options(state: m.State) -> tuple[Option, ...]:
    """Draw, or lay what was drawn."""
    match state.phase:
        case m.Drawing(seat):
            return (option(seat, m.Draw, value=OneOf(tuple(m.VALUES), shown=True)),)
        case m.Holding(seat):
            return (option(seat, m.Lay, place=OneOf(m.hidden_places(state, seat))),)
        case _:
            return ()


def apply(state: m.State, action: Any) -> Step[m.State]:
    """The table after `action`."""
    return _draw(state, action) if isinstance(action, m.Draw) else _lay(state, action)


def _draw(state: m.State, action: m.Draw) -> Step[m.State]:
    phase = in_phase(state, m.Drawing)
    must_be(action.by, phase.seat)
    must(action.value in m.VALUES, "no_such_card", value=action.value)
    return Step(replace(state, phase=m.Holding(phase.seat, action.value)))


def _lay(state: m.State, action: m.Lay) -> Step[m.State]:
    phase = in_phase(state, m.Holding)
    must_be(action.by, phase.seat)
    must(action.place in m.hidden_places(state, phase.seat), "not_face_down")
    at = m.index(phase.seat, action.place)
    cards = (*state.cards[:at], phase.card, *state.cards[at + 1 :])
    if UNKNOWN in cards:
        return Step(replace(state, cards=cards, phase=m.Drawing((phase.seat + 1) % state.seats)))
    return Step(replace(state, cards=cards, phase=Over("lowest_sum")), (say("all_open"),))
