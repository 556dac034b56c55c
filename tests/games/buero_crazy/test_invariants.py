"""What holds in every game of Büro Crazy, over random physical games of every size and house."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.games.buero_crazy import GAME
from companion.games.buero_crazy.change import advice
from companion.games.buero_crazy.model import House, Payment, Reveal, Roof
from companion.games.buero_crazy.purse import counted, plus, worth
from companion.games.buero_crazy.score import piles_of
from companion.games.buero_crazy.truth import Table
from companion.rulebook.codec import decode_options
from companion.rulebook.course import Course, open_course
from tests.games.buero_crazy.duels import SETTINGS
from tests.kit import facts, physical

SEEDS = st.integers(0, 2**32)
SEATS = st.sampled_from(GAME.seats)
HOUSES = st.sampled_from(SETTINGS)


def points(course: Course) -> int:
    now = facts(course)
    return int(sum(now["hand_points"]) + now["kitchen"] + now["roof"] + now["bank"])


@given(seed=SEEDS, seats=SEATS, options=HOUSES)
def test_points_are_constant_and_never_negative(seed: int, seats: int, options: dict[str, Any]) -> None:
    for step in physical(GAME, seats, seed, options):
        assert points(step) == worth(counted(step.state.house.card_split))
        now = facts(step)
        assert min(*now["hand_points"], now["kitchen"], now["roof"], now["bank"]) >= 0


@given(seed=SEEDS, seats=SEATS, options=HOUSES)
def test_real_cards_are_constant_and_worth_what_the_state_says(seed: int, seats: int, options: dict[str, Any]) -> None:
    house: House = decode_options(GAME.house, options)
    course, truth = open_course(GAME, house, seats), Table(house, seats, Random(seed))
    while not course.is_over:
        action = truth.act(course.state)
        money = truth.money
        cards = plus(plus(plus(money.kitchen, money.bank), money.roof), truth.waiting)
        for hand in money.hands:
            cards = plus(cards, hand)
            assert min(hand) >= 0
        assert cards == counted(house.card_split)
        if not isinstance(action, Reveal):
            state = course.state
            assert tuple(map(worth, money.hands)) == state.hands
            assert worth(money.kitchen) == state.kitchen
            assert worth(money.roof) == worth(state.roof_cards) + state.tie_points
            assert worth(money.bank) + worth(truth.waiting) == state.bank
        course = course.after(action)


@given(seed=SEEDS, seats=SEATS, options=HOUSES)
def test_a_duel_moves_the_winners_bid_to_the_roof_and_never_costs_the_loser(
    seed: int, seats: int, options: dict[str, Any]
) -> None:
    for before, after in pairwise(physical(GAME, seats, seed, options)):
        was, now = before.state, after.state
        if not isinstance(after.entries[-1], Reveal) or len(now.results) == len(was.results) or len(was.results) == 14:
            continue
        sums = sorted(worth(cards) for cards in now.revealed.cards)
        changed = [b - a for a, b in zip(was.hands, now.hands, strict=True)]
        gain = max(changed)
        assert min(changed) == -sums[1]
        assert gain == min(sums[1] - sums[0], was.kitchen)
        assert facts(after)["roof"] == facts(before)["roof"] + sums[1]
        assert sum(changed) == gain - sums[1]


@given(seed=SEEDS, seats=SEATS, options=HOUSES)
def test_fifteen_contests_halve_the_figures_floor_by_floor(seed: int, seats: int, options: dict[str, Any]) -> None:
    *_, last = physical(GAME, seats, seed, options)
    building = GAME.zones(last.state)[0].rows
    figures = Counter(label for row in building for label in row if label)
    each = {3: 5, 4: 4, 5: 3}[seats]
    assert figures == {f"seat{seat}": each for seat in range(seats)}
    assert [sum(map(bool, row)) for row in building] == [7 if seats != 4 else 8, 4, 2, 1, 1]
    assert len(last.state.results) == 15


@given(seed=SEEDS, seats=SEATS, options=HOUSES)
def test_seven_piles_are_awarded_and_two_are_not(seed: int, seats: int, options: dict[str, Any]) -> None:
    *_, before, last = physical(GAME, seats, seed, options)
    assert isinstance(last.entries[-1], Roof)
    given_out = sorted(number for piles in piles_of(last.state) for number in piles)
    assert given_out == [1, 2, 3, 4, 5, 6, 7]
    awarded = sum(sum(pile) for pile in last.state.piles[:7])
    assert sum(last.totals) == sum(before.totals) + awarded
    assert facts(last)["roof"] == facts(before)["roof"] - awarded


@given(seed=SEEDS, seats=SEATS, options=HOUSES)
def test_all_four_fills_are_200_and_the_advised_cards_are_worth_every_payment(
    seed: int, seats: int, options: dict[str, Any]
) -> None:
    *_, last = physical(GAME, seats, seed, options)
    fills = [entry.points for entry in last.state.ledger if not isinstance(entry, Payment)]
    assert fills == [80, 60, 40, 20]
    for entry, handout in zip(last.state.ledger, advice(last.state), strict=True):
        assert worth(handout.cards) - worth(handout.back) == entry.points


@given(seed=SEEDS, seats=SEATS, options=HOUSES)
def test_ties_end(seed: int, seats: int, options: dict[str, Any]) -> None:
    *_, last = physical(GAME, seats, seed, options)
    assert last.seq < 400
