"""Which cards to hand out, in words for people: the log keeps the kitchen in points (resolution B10).

The advice follows the kitchen card by card from the start, as if everybody had always done as advised. Somebody who
changed otherwise finds other cards there and is told nothing wrong: every sum stays the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.games.buero_crazy.model import EACH_IN_HAND, FILLS, Fill, State
from companion.games.buero_crazy.purse import (
    EMPTY,
    Purse,
    closest,
    counted,
    exactly,
    fewest,
    holds,
    listed,
    minus,
    plus,
    purse,
    worth,
)

RECIPES: Final[Mapping[int, Purse]] = {
    80: (2, 2, 2, 3, 4),
    60: (1, 2, 2, 3, 4),
    40: (1, 1, 1, 2, 1),
    20: (0, 1, 1, 2, 1),
}
"""Fills that leave small change: 20s, 10s, 5s, 2s and 1s (rules.md 1.2)."""
PIECES: Final[Mapping[int, Purse]] = {
    20: purse((10, 10)),
    10: purse((5, 5)),
    5: purse((2, 2, 1)),
    2: purse((1, 1)),
}


@dataclass(frozen=True, slots=True)
class Handout:
    """How a sum changes hands: `broken` goes to the bank for smaller cards, `cards` are handed over, `back` returns."""

    cards: Purse
    broken: tuple[int, ...] = ()
    back: Purse = EMPTY


@dataclass(frozen=True, slots=True)
class Till:
    """Kitchen and bank, card by card."""

    kitchen: Purse
    bank: Purse


def fill_cards(bank: Purse, points: int) -> Purse | None:
    """The cards to put into the kitchen: the recipe, else the fewest that the bank has; None where it has none."""
    recipe = RECIPES[points]
    return recipe if holds(bank, recipe) else exactly(bank, points)


def hand_out(till: Till, points: int) -> tuple[Handout, Till]:
    """Pay `points` out of the kitchen, at most what it is worth: exactly, else by breaking its smallest card that is
    larger than what lacks, else with change from the receiver (B10).
    """
    broken: tuple[int, ...] = ()
    while (cards := exactly(till.kitchen, points)) is None:
        near = closest(till.kitchen, points)
        card = listed(minus(till.kitchen, near))[-1]
        if not holds(till.bank, PIECES[card]):
            return _with_change(till, near, card, points, broken)
        one, pieces = purse((card,)), PIECES[card]
        till = Till(plus(minus(till.kitchen, one), pieces), plus(minus(till.bank, pieces), one))
        broken = (*broken, card)
    return Handout(cards, broken), Till(minus(till.kitchen, cards), till.bank)


def _with_change(till: Till, near: Purse, card: int, points: int, broken: tuple[int, ...]) -> tuple[Handout, Till]:
    cards = plus(near, purse((card,)))
    back = fewest(worth(cards) - points)
    return Handout(cards, broken, back), Till(plus(minus(till.kitchen, cards), back), till.bank)


def advice(state: State) -> tuple[Handout, ...]:
    """For each entry of the ledger the cards that go into or come out of the kitchen."""
    bank = counted(state.house.card_split)
    bank = minus(bank, (EACH_IN_HAND * state.seats,) * len(bank))
    fills = {}
    for points in FILLS:
        cards = fill_cards(bank, points)
        fills[points] = fewest(points) if cards is None else cards
        bank = bank if cards is None else minus(bank, cards)
    till = Till(EMPTY, bank)
    advised = []
    for entry in state.ledger:
        if isinstance(entry, Fill):
            till = _filled(till, fills[entry.points], entry)
            advised.append(Handout(fills[entry.points]))
        else:
            handout, till = hand_out(till, entry.points)
            advised.append(handout)
    return tuple(advised)


def _filled(till: Till, cards: Purse, fill: Fill) -> Till:
    if fill.emptied:
        till = Till(EMPTY, plus(till.bank, till.kitchen))
    return Till(plus(till.kitchen, cards), till.bank)
