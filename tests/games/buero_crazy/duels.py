"""Short ways to write a game of Büro Crazy down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.games.buero_crazy import GAME
from companion.games.buero_crazy.bracket import pair
from companion.games.buero_crazy.model import Selecting, State
from companion.rulebook.course import Course, Moment
from tests import kit

A, B, C, D, E = range(5)

STAIRS: Mapping[int, list[int | None]] = {
    3: [A, B, A, B, A, C, B, C, B, C, A, C, A, C, B, None],
    4: [A, B, C, D] * 4,
    5: [*[A, B, C, D, E] * 3, None],
}

SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"refill": "reset"},
    {"tie_loss_to": "bank"},
    {"tie_round": "down"},
    {"refill": "reset", "tie_loss_to": "bank", "tie_round": "down"},
    {"card_split": {"1": 45, "2": 25, "5": 22, "10": 26, "20": 28}},
)

UP_TO_THE_FINAL = (0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
"""Fourteen contests of three players: C stays left of the kitchen, A right of it, A and B are in the final."""

REVEAL: Mapping[str, Any] = {"by": "table", "do": "reveal"}


def table(seats: int = 3, **options: Any) -> Course:
    """A table before the figures are placed."""
    return kit.course(GAME, seats, options)


def place(figures: list[int | None]) -> Mapping[str, Any]:
    return {"by": "table", "do": "place", "figures": figures}


def placed(seats: int = 3, **options: Any) -> Course:
    """A table with the figures of `STAIRS`."""
    return kit.play(table(seats, **options), place(list(STAIRS[seats])))


def hand(*cards: int) -> dict[str, int]:
    """Cards as a log counts them."""
    return {str(card): cards.count(card) for card in cards}


def choose(seat: int, *cards: int) -> Mapping[str, Any]:
    return {"by": seat, "do": "play", "cards": hand(*cards)}


def lots(winner: int) -> Mapping[str, Any]:
    return {"by": "table", "do": "lots", "winner": winner}


def roof(*piles: list[int]) -> Mapping[str, Any]:
    return {"by": "table", "do": "roof", "piles": list(piles)}


def duel(course: Course, left: tuple[int, ...], right: tuple[int, ...]) -> Course:
    """The duel that is due, both choices and the reveal."""
    first, second = kit.facts(course)["pair"]
    return kit.play(course, choose(first, *left), choose(second, *right), REVEAL)


def sides(course: Course, *winners: int) -> Course:
    """The next duels, won by the side 0 or 1 with a single 1 against nothing."""
    for side in winners:
        course = duel(course, (1,) if side == 0 else (), (1,) if side == 1 else ())
    return course


def at(state: State) -> Course:
    """A course that stands at `state`."""
    return Course(GAME, state.house, state.seats, (), (Moment(0, 0, state),))


def final(*, hands: tuple[int, ...], kitchen: int, results: tuple[int, ...] = UP_TO_THE_FINAL) -> Course:
    """The final of a three-player game with these hands, everything else in the bank."""
    state = placed().state
    total = sum(state.hands) + state.kitchen + state.bank
    state = replace(state, results=results, hands=hands, kitchen=kitchen, bank=total - sum(hands) - kitchen)
    left, right = pair(state.steps, results, len(results))
    assert left is not None
    assert right is not None
    return at(replace(state, phase=Selecting(left, right)))
