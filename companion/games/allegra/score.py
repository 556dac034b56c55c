"""Allegra: score lines and the public facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.allegra import model as m
from companion.games.allegra.grid import zone_sum
from companion.games.allegra.model import Seat, State
from companion.rulebook.game import Over
from companion.rulebook.score import ScoreLine
from companion.rulebook.text import say


def score(state: State) -> tuple[tuple[ScoreLine, ...], ...]:
    """One line for each finished round and, while a round runs, one for the zone as it lies."""
    running = not isinstance(state.phase, m.Dealing | Over)
    return tuple(
        tuple(_finished(number, scored, seat) for number, scored in enumerate(state.rounds, 1))
        + ((_running(state, seat),) if running else ())
        for seat in range(state.seats)
    )


def zones_now(state: State) -> tuple[int, ...]:
    """The sum of the face-up cards in each zone."""
    return tuple(zone_sum(state.cards, state.seats, seat) for seat in range(state.seats))


def totals(state: State) -> tuple[int, ...]:
    """The points of every seat after the finished rounds."""
    return tuple(sum(scored.points[seat] for scored in state.rounds) for seat in range(state.seats))


def facts(state: State) -> Mapping[str, Any]:
    """The facts of the log format (section 2)."""
    return {
        "zones": list(zones_now(state)),
        "totals": list(totals(state)),
        "removed": len(state.removed),
        "round": state.round,
        "closer": state.closer,
    }


def _finished(number: int, scored: m.RoundScore, seat: Seat) -> ScoreLine:
    if seat == scored.doubled:
        why = say("why_doubled", round=number, points=scored.sums[seat])
    else:
        why = say("why_round", round=number)
    return ScoreLine("round", scored.points[seat], why)


def _running(state: State, seat: Seat) -> ScoreLine:
    return ScoreLine("zone", zone_sum(state.cards, state.seats, seat), say("why_zone", round=state.round))
