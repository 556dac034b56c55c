"""Which cards to hand out (B10): exactly, by breaking a card at the bank, or with change from the receiver."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.buero_crazy.change import RECIPES, Handout, Till, advice, fill_cards, hand_out
from companion.games.buero_crazy.model import Fill, Payment
from companion.games.buero_crazy.purse import (
    EMPTY,
    VALUES,
    as_counts,
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
from tests.games.buero_crazy.duels import placed

PURSES = st.tuples(*[st.integers(0, 4)] * 5)
FULL_BANK = (30,) * 5


def brute_force(cards: tuple[int, ...], points: int) -> int | None:
    """The number of cards of the shortest sub-purse worth `points`, by trying all."""
    fitting = [some for some in product(*(range(count + 1) for count in cards)) if worth(some) == points]
    return min(map(sum, fitting), default=None)


@given(cards=st.tuples(*[st.integers(0, 3)] * 5), points=st.integers(0, 120))
def test_exactly_finds_the_fewest_cards_or_that_there_are_none(cards: tuple[int, ...], points: int) -> None:
    found = exactly(cards, points)
    assert (None if found is None else sum(found)) == brute_force(cards, points)
    if found is not None:
        assert holds(cards, found)
        assert worth(found) == points


@given(cards=PURSES, points=st.integers(0, 160))
def test_closest_comes_as_near_from_below_as_can_be(cards: tuple[int, ...], points: int) -> None:
    near = closest(cards, points)
    assert holds(cards, near)
    assert worth(near) <= points
    assert all(exactly(cards, more) is None for more in range(worth(near) + 1, points + 1))


@given(points=st.integers(0, 300))
def test_fewest_is_exact(points: int) -> None:
    assert worth(fewest(points)) == points


def test_the_largest_card_is_not_always_in_the_fewest() -> None:
    assert exactly(purse([5, 2, 2, 2]), 6) == purse([2, 2, 2])
    assert exactly(purse([20, 5, 5, 5, 5]), 40) == purse([20, 5, 5, 5, 5])


def test_b10_pays_exactly_with_the_fewest_cards() -> None:
    kitchen = RECIPES[80]
    handout, till = hand_out(Till(kitchen, FULL_BANK), 27)
    assert handout == Handout(purse([20, 5, 2]))
    assert till == Till(minus(kitchen, purse([20, 5, 2])), FULL_BANK)


def test_b10_breaks_the_smallest_card_above_what_lacks() -> None:
    handout, till = hand_out(Till(purse([20, 10]), FULL_BANK), 5)
    assert handout == Handout(purse([5]), broken=(10,))
    assert till.kitchen == purse([20, 5])
    assert till.bank == plus(minus(FULL_BANK, purse([5, 5])), purse([10]))


def test_b10_breaks_again_until_it_is_exact() -> None:
    handout, till = hand_out(Till(purse([20]), FULL_BANK), 3)
    assert handout.broken == (20, 10, 5)
    assert worth(handout.cards) == 3
    assert worth(till.kitchen) == 17


def test_b10_without_small_cards_in_the_bank_the_receiver_gives_change() -> None:
    handout, till = hand_out(Till(purse([20]), EMPTY), 13)
    assert handout == Handout(purse([20]), back=purse([5, 2]))
    assert till == Till(purse([5, 2]), EMPTY)


def test_a_payment_of_nothing_moves_nothing() -> None:
    till = Till(purse([20]), FULL_BANK)
    assert hand_out(till, 0) == (Handout(EMPTY), till)


@given(kitchen=PURSES, bank=PURSES, points=st.integers(0, 160))
def test_any_sum_can_be_paid_and_no_value_is_lost(kitchen: tuple[int, ...], bank: tuple[int, ...], points: int) -> None:
    points = min(points, worth(kitchen))
    handout, till = hand_out(Till(kitchen, bank), points)
    assert worth(handout.cards) - worth(handout.back) == points
    assert worth(till.kitchen) == worth(kitchen) - points
    assert worth(till.bank) == worth(bank)
    assert min(*till.kitchen, *till.bank) >= 0


@pytest.mark.parametrize("points", [80, 60, 40, 20])
def test_a_recipe_is_worth_its_fill(points: int) -> None:
    assert worth(RECIPES[points]) == points
    assert fill_cards(FULL_BANK, points) == RECIPES[points]


def test_all_recipes_leave_change_for_five_players() -> None:
    together = EMPTY
    for recipe in RECIPES.values():
        together = plus(together, recipe)
    assert together == (4, 6, 6, 10, 10)
    assert holds((10,) * 5, together)


def test_without_the_cards_of_a_recipe_the_fewest_are_taken() -> None:
    assert fill_cards(purse([20] * 5), 80) == purse([20] * 4)
    assert fill_cards(purse([5] * 3 + [2] * 3), 20) is None


def test_the_advice_follows_the_kitchen_from_the_start() -> None:
    state = replace(placed().state, ledger=(Fill(80), Payment(0, 7), Fill(60, emptied=True), Payment(1, 60)))
    first, paid, second, all_of_it = advice(state)
    assert (first.cards, paid.cards, second.cards) == (RECIPES[80], purse([5, 2]), RECIPES[60])
    assert all_of_it.cards == RECIPES[60]


@given(cards=PURSES)
def test_purses_counts_and_lists_are_the_same_cards(cards: tuple[int, ...]) -> None:
    assert purse(listed(cards)) == cards
    assert counted(as_counts(cards)) == cards
    assert as_counts(cards).worth == worth(cards)
    assert list(listed(cards)) == sorted(listed(cards), reverse=True)
    assert tuple(VALUES) == (20, 10, 5, 2, 1)
