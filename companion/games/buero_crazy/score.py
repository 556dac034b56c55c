"""Büro Crazy: score lines, who gets which piles, and the public facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.buero_crazy import model as m
from companion.games.buero_crazy.bracket import ALL_CONTESTS, FINAL, SEMIFINALS, arrivals, beaten, floor_of
from companion.games.buero_crazy.model import Seat, State
from companion.games.buero_crazy.purse import worth
from companion.rulebook.score import ScoreLine
from companion.rulebook.text import say


def score(state: State) -> tuple[tuple[ScoreLine, ...], ...]:
    """One line for the influence in hand and, once the roof is dealt, one for the piles of each seat."""
    return tuple((_hand_line(state, seat), *_pile_lines(state, seat)) for seat in range(state.seats))


def piles_of(state: State) -> tuple[tuple[int, ...], ...]:
    """For each seat the piles it gets, numbered from 1 (B13, B14); none before the boss is found."""
    if len(state.results) < ALL_CONTESTS:
        return ((),) * state.seats
    steps, results = state.steps, state.results
    boss = arrivals(steps, results)[-1][0]
    left, right = (beaten(steps, results, contest) for contest in SEMIFINALS)
    owners = (boss, boss, boss, *(beaten(steps, results, FINAL),) * 2, left, right)
    return tuple(tuple(n for n, owner in enumerate(owners, 1) if owner == seat) for seat in range(state.seats))


def pile_points(state: State, seat: Seat) -> int:
    """What the piles of a seat are worth; 0 before they are dealt."""
    return sum(sum(state.piles[number - 1]) for number in piles_of(state)[seat]) if state.piles else 0


def hand_points(state: State) -> tuple[int, ...]:
    """The influence of every seat: its hand, sealed choices included, and after the roof its piles."""
    return tuple(state.hands[seat] + pile_points(state, seat) for seat in range(state.seats))


def roof_points(state: State) -> int:
    """What lies on the roof; after the piles are given out, what is left of it."""
    given = sum(pile_points(state, seat) for seat in range(state.seats))
    return worth(state.roof_cards) + state.tie_points - given


def facts(state: State) -> Mapping[str, Any]:
    """The facts of the log format (section 2)."""
    duel = state.phase if isinstance(state.phase, m.Selecting | m.Revealing | m.CastingLots) else None
    return {
        "hand_points": list(hand_points(state)),
        "kitchen": state.kitchen,
        "roof": roof_points(state),
        "bank": state.bank,
        "floor": floor_of(len(state.results)),
        "pair": None if duel is None else [duel.left, duel.right],
    }


def _hand_line(state: State, seat: Seat) -> ScoreLine:
    return ScoreLine("hand", state.hands[seat], say("why_hand"))


def _pile_lines(state: State, seat: Seat) -> tuple[ScoreLine, ...]:
    if not state.piles:
        return ()
    return (ScoreLine("piles", pile_points(state, seat), say("why_piles", n=len(piles_of(state)[seat]))),)
