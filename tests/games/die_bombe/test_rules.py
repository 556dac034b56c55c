"""The rules of Die Bombe as printed, R01 to R20 of docs/rules/die_bombe.md."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.games.die_bombe import GAME
from companion.games.die_bombe.model import BOMB, CARDS, VALUE_CARDS
from companion.rulebook.errors import BadField
from tests.games.die_bombe.turns import REVEAL, after, bid, bomb, live, offer, rebid, show, table, take
from tests.kit import facts, phase, physical, refused


def test_r01_the_deck_is_six_bombs_and_the_odd_values_3_to_25_in_two_colours() -> None:
    shown: Counter[str] = Counter()
    for step in physical(GAME, 3, 1):
        if step.entries and type(step.entries[-1]).__name__ == "Show":
            shown.update(step.entries[-1].cards)
    assert shown.pop(BOMB) == 6
    assert set(shown) == {f"{colour}{value}" for colour in ("red", "green") for value in range(3, 26, 2)}
    assert set(shown.values()) == {1}
    assert CARDS == 30
    assert len(VALUE_CARDS) == 24


@pytest.mark.parametrize("card", ["red4", "red27", "red1", "blue7", "bombs", "", "red", "7", "red07"])
def test_r01_no_other_card_exists(card: str) -> None:
    assert refused(table(), show("red7", card)) == "no_such_card"


def test_r02_two_value_cards_lie_open_at_the_start_and_28_cards_are_in_the_pile() -> None:
    assert refused(table(), show("red7", "bomb")) == "no_bomb_first"
    assert refused(table(), show("bomb", "red7")) == "no_bomb_first"
    opened = after(table(), show("red7", "green9"))
    assert facts(opened)["pile"] == 28


def test_r02_a_card_is_turned_up_only_once() -> None:
    assert refused(table(), show("red7", "red7")) == "card_is_out"
    sold = after(table(), offer("red7 green9", (3, 2, 1)), take(0, 0))
    assert refused(sold, show("red7", "red9")) == "card_is_out"
    assert refused(sold, show("bomb", "green9")) == "card_is_out"
    assert phase(after(sold, show("bomb", "bomb"))) == "bidding"


def test_r02_a_seventh_bomb_is_impossible() -> None:
    course = after(table(), offer("red7 green9", (3, 2, 2)), take(0, 0))
    for _ in range(3):
        course = after(course, offer("bomb bomb", (3, 2, 2)), take(0, 0))
    assert refused(course, show("bomb", "red3")) == "card_is_out"
    assert phase(after(course, show("red3", "red5"))) == "bidding"


def test_r03_everybody_bids_once_in_any_order() -> None:
    course = after(table(), show("red7", "green9"), bid(2, 5), bid(0, 7))
    assert refused(course, bid(2, 6)) == "bid_already"
    assert refused(course, {"by": "table", "do": "bid", "amount": 3}) == "not_a_bidder"
    full = after(course, bid(1, 1))
    assert phase(full) == "revealing"
    assert refused(full, bid(1, 2)) == "all_bids_are_in"


@pytest.mark.parametrize("amount", [0, -1, 41, 400])
def test_r04_a_bid_outside_1_to_40_is_refused(amount: int) -> None:
    assert refused(after(table(), show("red7", "green9")), bid(0, amount)) == "bid_out_of_range"


@pytest.mark.parametrize("amount", ["12", 12.0, True, None, [12]])
def test_r04_a_bid_is_a_whole_number(amount: object) -> None:
    with pytest.raises(BadField):
        after(table(), show("red7", "green9"), bid(0, amount))


@pytest.mark.parametrize("amount", [1, 40])
def test_r04_the_ends_of_the_range_are_legal(amount: int) -> None:
    assert phase(after(table(), show("red7", "green9"), bid(0, amount))) == "bidding"


def test_r05_bids_are_revealed_together_by_the_table_when_all_are_in() -> None:
    course = after(table(), show("red7", "green9"), bid(0, 5), bid(1, 7))
    assert refused(course, REVEAL) == "bids_are_missing"
    full = after(course, bid(2, 1))
    assert refused(full, {"by": 0, "do": "reveal"}) == "only_the_table"
    assert phase(after(full, REVEAL)) == "taking"


def test_r06_the_highest_bid_becomes_a_deficit() -> None:
    course = after(table(), offer("red7 green9", (12, 8, 3)), take(0, 1))
    assert facts(course)["deficits"] == [12, 0, 0]


@pytest.mark.parametrize(("place", "own"), [(0, "red7"), (1, "green9")])
def test_r07_the_highest_bidder_takes_either_card(place: int, own: str) -> None:
    course = after(table(), offer("red7 green9", (12, 8, 3)))
    assert refused(course, take(1, place)) == "not_your_turn"
    assert refused(course, take(0, 2)) == "left_or_right"
    assert refused(course, take(0, -1)) == "left_or_right"
    assert live(after(course, take(0, place)))[0] == [own]


def test_r08_the_second_gets_the_other_card_and_pays_nothing() -> None:
    course = after(table(), offer("red7 green9", (12, 8, 3)), take(0, 0))
    assert live(course) == [["red7"], ["green9"], []]
    assert facts(course)["deficits"][1] == 0


def test_r09_turns_go_on_until_the_pile_is_used_up_after_fifteen_pairs() -> None:
    steps = list(physical(GAME, 4, 7))
    pairs = [step for step in steps if step.entries and type(step.entries[-1]).__name__ == "Show"]
    assert [facts(step)["pile"] for step in pairs] == [28 - 2 * turn for turn in range(15)]
    assert steps[-1].is_over


def test_r10_a_taken_bomb_is_played_before_anything_else() -> None:
    course = after(table(), offer("red7 green9", (12, 8, 3)), take(0, 0), offer("bomb red3", (1, 9, 2)), take(1, 0))
    assert phase(course) == "bombing"
    assert refused(course, show("red5", "red9")) == "not_now"
    assert refused(course, bomb(2, 0, "red7")) == "not_your_turn"


def test_r11_the_bomb_hits_a_card_that_its_owner_has() -> None:
    course = after(table(), offer("red7 green9", (12, 8, 3)), take(0, 0), offer("bomb red3", (1, 9, 2)), take(1, 0))
    assert refused(course, bomb(1, 0, "green9")) == "not_his_card"
    assert refused(course, bomb(1, 0, "bomb")) == "not_his_card"
    assert refused(course, bomb(1, 2, "red7")) == "not_his_card"
    assert refused(course, bomb(1, 3, "red7")) == "no_such_seat"
    assert refused(course, bomb(1, -1, "red7")) == "no_such_seat"


def test_r12_bomb_and_card_leave_play() -> None:
    course = after(table(), offer("red7 green9", (12, 8, 3)), take(0, 0), offer("bomb red3", (1, 9, 2)), take(1, 0))
    hit = after(course, bomb(1, 0, "red7"))
    assert live(hit) == [[], ["green9"], ["red3"]]
    assert sorted(hit.state.aside) == ["bomb", "red7"]


def test_r13_only_those_tied_for_the_highest_bid_again() -> None:
    course = after(table(), offer("red7 green9", (10, 10, 9)))
    assert phase(course) == "bidding"
    assert refused(course, bid(2, 12)) == "not_a_bidder"
    assert phase(after(course, rebid({0: 4, 1: 6}))) == "taking"


def test_r14_after_such_a_tie_one_card_is_for_sale_and_the_other_is_set_aside() -> None:
    course = after(table(), offer("red7 green9", (10, 10, 9)), rebid({0: 4, 1: 6}), take(1, 0))
    assert live(course) == [[], ["red7"], []]
    assert course.state.aside == ("green9",)


def test_r15_r16_r17_r18_r19_a_score_is_red_plus_green_with_majorities_doubled_less_the_deficits() -> None:
    course = after(table(), offer("red7 green9", (12, 8, 3)), take(0, 0), offer("red5 green11", (2, 9, 1)), take(1, 0))
    # Seat 0 red 7, green 11, paid 12; seat 1 green 9, red 5, paid 9: one card each of both colours, all doubled.
    assert [[line.points for line in seat] for seat in course.lines] == [[14, 22, -12], [10, 18, -9], [0, 0, 0]]
    assert course.totals == (24, 19, 0)
    more = after(course, offer("red3 green3", (1, 2, 5)), take(2, 0))
    # Seat 2 red 3 paid 5; seat 1 gets green 3 and has most green now.
    assert [[line.points for line in seat] for seat in more.lines] == [[14, 11, -12], [10, 24, -9], [6, 0, -5]]


def test_r20_the_highest_score_wins() -> None:
    *_, last = physical(GAME, 5, 3)
    assert last.outcome is not None
    assert last.outcome.reason == "highest_score"
    assert last.outcome.winners == tuple(s for s, total in enumerate(last.totals) if total == max(last.totals))
