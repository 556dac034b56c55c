"""The rules of Büro Crazy as printed, R01 to R24 of docs/rules/buero_crazy.md."""

from __future__ import annotations

import pytest

from companion.games.buero_crazy import GAME
from companion.games.buero_crazy.purse import counted, purse, worth
from companion.rulebook.errors import BadField
from companion.rulebook.zone import GAP
from tests import kit
from tests.games.buero_crazy.duels import (
    REVEAL,
    STAIRS,
    A,
    B,
    C,
    choose,
    duel,
    final,
    place,
    placed,
    roof,
    sides,
    table,
)
from tests.kit import facts, phase, refused


@pytest.mark.parametrize(("seats", "each"), [(3, 5), (4, 4), (5, 3)])
def test_r01_r02_every_player_has_five_four_or_three_figures_on_sixteen_steps(seats: int, each: int) -> None:
    figures = list(STAIRS[seats])
    assert phase(placed(seats)) == "selecting"
    assert [figures.count(seat) for seat in range(seats)] == [each] * seats
    assert refused(table(seats), place(figures[:15])) == "sixteen_steps"
    assert refused(table(seats), place([*figures, None])) == "sixteen_steps"
    swapped = [figures[1] if figure == figures[0] and index == 0 else figure for index, figure in enumerate(figures)]
    assert refused(table(seats), place(swapped)) == "figures_each"


def test_r02_the_figures_are_placed_by_the_table_before_anything_else() -> None:
    assert refused(table(), {**place(list(STAIRS[3])), "by": 0}) == "only_the_table"
    assert refused(table(), choose(A, 1)) == "not_now"
    assert refused(placed(), place(list(STAIRS[3]))) == "not_now"


@pytest.mark.parametrize("seats", [3, 5])
def test_r03_with_fifteen_figures_only_the_last_step_is_empty(seats: int) -> None:
    figures = list(STAIRS[seats])
    moved = [figures[-1], *figures[:-1]]
    assert refused(table(seats), place(moved)) == "last_step_empty"
    assert refused(table(seats), place([*figures[:15], 7])) == "last_step_empty"


def test_r03_with_sixteen_figures_no_step_is_empty() -> None:
    assert refused(table(4), place([*STAIRS[4][:15], None])) == "figures_each"


def test_r04_no_double_step_holds_two_figures_of_one_player() -> None:
    figures = list(STAIRS[4])
    figures[1], figures[4] = figures[4], figures[1]
    assert refused(table(4), place(figures)) == "same_on_step"


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_r05_every_hand_is_four_cards_of_each_value_and_152_points(seats: int) -> None:
    assert worth(purse([1, 2, 5, 10, 20] * 4)) == 152
    assert facts(table(seats))["hand_points"] == [152] * seats


@pytest.mark.parametrize(("seats", "bank"), [(3, 604), (4, 452), (5, 300)])
def test_r06_the_kitchen_gets_80_and_the_rest_is_the_bank(seats: int, bank: int) -> None:
    assert facts(table(seats))["kitchen"] == 80
    assert facts(table(seats))["bank"] == bank


def test_r07_duels_run_from_left_to_right() -> None:
    course = placed(4)
    pairs = []
    for _ in range(8):
        pairs.append(facts(course)["pair"])
        course = sides(course, 0)
    assert pairs == [[0, 1], [2, 3]] * 4


def test_r08_both_choose_any_cards_in_secret_also_none() -> None:
    course = kit.play(placed(), choose(B, 20, 20, 1), choose(A))
    assert phase(course) == "revealing"
    assert refused(placed(), choose(C, 1)) == "not_in_this_duel"
    assert refused(placed(), {**choose(A, 1), "by": "table"}) == "not_in_this_duel"
    assert refused(kit.play(placed(), choose(A, 1)), choose(A, 2)) == "chosen_already"
    assert refused(course, choose(A, 2)) == "both_have_chosen"


@pytest.mark.parametrize("cards", [{"3": 1}, {"0": 1}, {"-1": 1}, {"40": 0}])
def test_r08_only_the_five_values_exist(cards: dict[str, int]) -> None:
    assert refused(placed(), {"by": A, "do": "play", "cards": cards}) == "no_such_value"


@pytest.mark.parametrize("cards", [{"10": -1}, {"10": 1.0}, {"10": True}, {"010": 1}, [10], 10, None, {"ten": 1}])
def test_r08_cards_are_whole_counts_of_values(cards: object) -> None:
    with pytest.raises(BadField):
        kit.play(placed(), {"by": A, "do": "play", "cards": cards})


def test_r09_the_table_reveals_when_both_have_chosen() -> None:
    course = kit.play(placed(), choose(A, 20))
    assert refused(course, REVEAL) == "choices_are_missing"
    both = kit.play(course, choose(B, 10))
    assert refused(both, {"by": A, "do": "reveal"}) == "only_the_table"
    assert phase(kit.play(both, REVEAL)) == "selecting"


@pytest.mark.parametrize("side", [0, 1])
def test_r10_the_higher_sum_wins_and_that_figure_goes_up(side: int) -> None:
    course = sides(placed(), side)
    building = GAME.zones(course.state)[0].rows
    assert building[1][0] == f"seat{(A, B)[side]}"
    assert building[0][side] == GAP
    assert building[0][1 - side] == f"seat{(A, B)[1 - side]}"


def test_r11_the_winners_cards_go_to_the_roof() -> None:
    course = duel(placed(), (20, 10), (5,))
    assert facts(course)["hand_points"][A] == 152 - 30
    assert facts(course)["roof"] == 30


def test_r12_the_loser_takes_his_cards_back_and_gets_the_difference_from_the_kitchen() -> None:
    course = duel(placed(), (20, 10), (5,))
    assert facts(course)["hand_points"][B] == 152 + 25
    assert facts(course)["kitchen"] == 80 - 25


def test_r13_after_a_tie_both_lose_half_and_the_duel_is_fought_again() -> None:
    course = duel(placed(), (20,), (10, 10))
    assert facts(course)["hand_points"] == [142, 142, 152]
    assert facts(course)["pair"] == [A, B]
    assert facts(course)["kitchen"] == 80


def test_r14_r15_r16_floors_have_eight_four_two_duels_and_60_40_20_are_put_in_before_them() -> None:
    course = placed(4)
    seen = []
    for duels in (8, 4, 2):
        course = sides(course, *[0, 1] * (duels // 2))
        seen.append((facts(course)["floor"], facts(course)["bank"]))
    assert seen == [(1, 452 - 60), (2, 452 - 100), (3, 452 - 120)]


def test_r17_the_last_two_fight_for_the_boss_suite() -> None:
    course = sides(placed(4), *[0, 1] * 7)
    assert facts(course)["floor"] == 3
    course = sides(course, 0)
    assert phase(course) == "roofing"
    assert GAME.zones(course.state)[0].rows[4][0] != GAP


def test_r18_in_the_final_the_loser_also_loses_his_cards_and_still_gets_the_difference() -> None:
    course = final(hands=(100, 90, 50), kitchen=20)
    after = duel(course, (20, 10), (20, 2))
    left, right = facts(course)["pair"]
    assert facts(after)["hand_points"][left] == facts(course)["hand_points"][left] - 30
    assert facts(after)["hand_points"][right] == facts(course)["hand_points"][right] - 22 + 8
    assert facts(after)["roof"] == 52


def test_r19_the_game_does_not_end_with_the_last_duel() -> None:
    course = duel(final(hands=(100, 90, 50), kitchen=20), (20,), (10,))
    assert course.outcome is None
    assert phase(course) == "roofing"
    assert facts(course)["pair"] is None


def roofed() -> kit.Course:
    """Nine cards of 10 lie on the roof after the final."""
    return duel(final(hands=(100, 90, 50), kitchen=20), (10,) * 5, (10,) * 4)


def test_r20_the_roof_is_dealt_into_nine_equal_piles_and_a_remainder_is_not_used() -> None:
    course = roofed()
    assert refused(course, {**roof(*[[10]] * 9), "by": 0}) == "only_the_table"
    assert refused(course, roof(*[[10]] * 8)) == "nine_equal_piles"
    assert refused(course, roof(*[[10]] * 10)) == "nine_equal_piles"
    assert refused(course, roof(*[[10]] * 8, [])) == "nine_equal_piles"
    assert phase(kit.play(course, roof(*[[10]] * 9))) == "over"


def test_r21_r22_r23_r24_three_piles_two_piles_one_and_one_and_two_unused() -> None:
    course = duel(final(hands=(100, 90, 50), kitchen=20), (1, 1, 2, 2, 5, 5, 10), (10, 1, 1))
    building = GAME.zones(course.state)[0].rows
    assert building[4:] == (("seat0",),)
    assert building[3] == (GAP, "seat1")
    assert building[2] == (GAP, "seat2", GAP, "seat0")
    piles = [[10], [10], [5], [5], [2], [2], [1], [1], [1]]
    done = kit.play(course, roof(*piles))
    before = facts(course)["hand_points"]
    assert facts(done)["hand_points"] == [before[A] + 25 + 1, before[B] + 7, before[C] + 2]
    assert facts(done)["roof"] == facts(course)["roof"] - 35
    assert done.outcome is not None
    assert done.outcome.winners == (A,)
    assert done.outcome.reason == "highest_score"


def test_r24_the_most_influence_wins_even_without_a_pile() -> None:
    course = kit.play(duel(final(hands=(60, 60, 500), kitchen=0), (10,) * 5, (10,) * 4), roof(*[[10]] * 9))
    assert course.outcome is not None
    assert course.outcome.winners == (C,)


def test_the_split_of_the_house_is_what_the_counts_say() -> None:
    assert counted(table().state.house.card_split) == (30,) * 5
