"""Which cards may be played from a hand and laid on the roof."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.buero_crazy.model import Roofing
from companion.games.buero_crazy.purse import purse
from companion.rulebook.course import Course
from tests import kit
from tests.games.buero_crazy.duels import UP_TO_THE_FINAL, A, B, at, choose, duel, placed, roof
from tests.kit import facts, phase, refused


@pytest.mark.parametrize("cards", [(20,) * 8, (10,) * 15 + (2, 1)])
def test_a_choice_worth_more_than_the_hand_is_refused(cards: tuple[int, ...]) -> None:
    assert refused(placed(), choose(A, *cards)) == "not_in_hand"


def test_a_choice_of_the_whole_hand_is_legal() -> None:
    assert phase(kit.play(placed(), choose(A, *[1, 2, 5, 10, 20] * 4), choose(B))) == "revealing"


def test_more_cards_of_a_value_than_exist_off_the_roof_are_refused() -> None:
    assert refused(placed(), choose(A, *[1] * 31)) == "not_in_hand"
    assert phase(kit.play(placed(), choose(A, *[1] * 30), choose(B))) == "revealing"
    course = duel(placed(), (1,) * 25, ())
    first, _ = facts(course)["pair"]
    assert refused(course, choose(first, *[1] * 6)) == "not_in_hand"
    assert phase(kit.play(course, choose(first, *[1] * 5))) == "selecting"


def test_cards_lost_in_a_tie_are_not_known_and_may_be_played_again() -> None:
    course = duel(placed(), (1,) * 30, (1,) * 30)
    assert phase(kit.play(course, choose(A, *[1] * 30))) == "selecting"


def roofing(cards: list[int], tie_points: int = 0, **options: Any) -> Course:
    state = placed(**options).state
    state = replace(state, results=(*UP_TO_THE_FINAL, 0), roof_cards=purse(cards), tie_points=tie_points)
    return at(replace(state, phase=Roofing()))


def test_the_roof_must_be_the_known_cards_but_for_at_most_eight() -> None:
    course = roofing([5] * 17)
    assert refused(course, roof(*[[]] * 9)) == "too_many_left"
    assert kit.play(course, roof(*[[5]] * 9)).is_over
    assert refused(roofing([5] * 18), roof(*[[5]] * 9)) == "too_many_left"
    assert kit.play(roofing([5] * 18), roof(*[[5, 5]] * 9)).is_over


def test_cards_beyond_the_known_ones_are_paid_for_by_tie_losses() -> None:
    course = roofing([5] * 8, tie_points=10)
    assert kit.play(course, roof(*[[5]] * 8, [10])).is_over
    assert kit.play(course, roof(*[[5]] * 8, [2])).is_over  # 8 points are left: 5, 2 and 1
    assert refused(course, roof(*[[5]] * 8, [20])) == "not_from_roof"
    assert refused(course, roof(*[[5, 5]] * 9)) == "not_from_roof"


def test_known_cards_left_out_and_the_fewest_cards_of_the_tie_rest_are_counted_together() -> None:
    # Nine 5s are dealt; 20 + 20 + 5 + 2 + 1 = 48 points of ties stay out as five cards, beside three known ones.
    piles = roof(*[[5]] * 9)
    assert kit.play(roofing([5] * 9 + [1] * 3, tie_points=48), piles).is_over
    assert refused(roofing([5] * 9 + [1] * 4, tie_points=48), piles) == "too_many_left"


def test_empty_piles_are_legal_where_few_cards_can_make_the_roof() -> None:
    assert kit.play(roofing([5] * 3, tie_points=100), roof(*[[]] * 9)).is_over
    assert refused(roofing([5] * 4, tie_points=100), roof(*[[]] * 9)) == "too_many_left"


def test_no_pile_holds_cards_that_do_not_exist() -> None:
    course = roofing([1] * 20, tie_points=400)
    assert refused(course, roof(*[[3]] * 9)) == "no_such_value"
    assert refused(course, roof(*[[20] * 4] * 9)) == "more_than_exist"


def test_the_split_bounds_the_roof() -> None:
    split = {"1": 300, "2": 12, "5": 12, "10": 12, "20": 20}
    course = roofing([], tie_points=18, card_split=split)
    assert refused(course, roof(*[[2, 2]] * 9)) == "more_than_exist"
    assert kit.play(course, roof(*[[2]] * 9)).is_over
