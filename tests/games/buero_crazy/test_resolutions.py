"""The readings B1 to B17 of docs/rules/buero_crazy.md and the options of a table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.buero_crazy import GAME
from companion.games.buero_crazy.bracket import pair
from companion.games.buero_crazy.model import Selecting
from companion.games.buero_crazy.score import piles_of
from companion.rulebook.course import Course
from companion.rulebook.errors import BadOptions
from companion.rulebook.zone import GAP
from tests import kit
from tests.games.buero_crazy.duels import (
    REVEAL,
    STAIRS,
    UP_TO_THE_FINAL,
    A,
    B,
    C,
    at,
    choose,
    duel,
    final,
    lots,
    place,
    placed,
    roof,
    sides,
    table,
)
from tests.kit import facts, phase, refused


def all_points(course: Course) -> int:
    now = facts(course)
    return int(sum(now["hand_points"]) + now["kitchen"] + now["roof"] + now["bank"])


def test_b1_the_kitchen_pays_the_difference_in_every_duel() -> None:
    course = duel(placed(), (10, 5), (20,))
    assert facts(course)["hand_points"][:2] == [157, 132]
    assert facts(course)["kitchen"] == 75


def test_b2_an_empty_kitchen_pays_what_is_left_and_owes_nothing() -> None:
    course = duel(placed(), (20, 20, 20, 20), (10,))
    assert facts(course)["kitchen"] == 10
    course = duel(course, (20,), ())
    assert facts(course)["kitchen"] == 0
    assert facts(course)["hand_points"][:2] == [52, 152 + 70 + 10]


def test_b2_a_kitchen_of_nothing_pays_nothing() -> None:
    course = duel(placed(), (20, 20, 20, 20), ())
    assert facts(course)["kitchen"] == 0
    course = duel(course, (5,), (1,))
    assert facts(course)["hand_points"][B] == 152 + 80
    assert facts(course)["kitchen"] == 0


def first_floor(**options: Any) -> Course:
    return sides(placed(4, **options), *[0, 1] * 4)


def test_b3_a_refill_is_added_to_what_is_left() -> None:
    assert facts(first_floor())["kitchen"] == 72 + 60
    assert facts(first_floor())["bank"] == 452 - 60


def test_b3_with_reset_the_rest_goes_to_the_bank_first() -> None:
    course = first_floor(refill="reset")
    assert facts(course)["kitchen"] == 60
    assert facts(course)["bank"] == 452 + 72 - 60
    assert all_points(course) == 1140


def test_b4_tie_losses_go_to_the_roof_and_so_do_the_final_losers_cards() -> None:
    assert facts(duel(placed(), (20,), (20,)))["roof"] == 20
    assert facts(duel(final(hands=(100, 90, 50), kitchen=20), (20,), (5, 2)))["roof"] == 27


def test_b4_tie_loss_to_bank_moves_tie_losses_only() -> None:
    course = duel(placed(tie_loss_to="bank"), (20,), (20,))
    assert (facts(course)["roof"], facts(course)["bank"]) == (0, 604 + 20)
    assert facts(duel(course, (20,), ()))["roof"] == 20


@pytest.mark.parametrize(("rounding", "loss"), [("up", 9), ("down", 8)])
def test_b5_an_odd_tie_costs_half_rounded_up_or_down(rounding: str, loss: int) -> None:
    course = duel(placed(tie_round=rounding), (10, 5, 2), (10, 5, 1, 1))
    assert facts(course)["hand_points"] == [152 - loss, 152 - loss, 152]
    assert facts(course)["roof"] == 2 * loss


def test_b5_half_is_of_this_reveal_alone() -> None:
    course = duel(duel(placed(), (20,), (20,)), (10,), (10,))
    assert facts(course)["hand_points"][:2] == [152 - 10 - 5] * 2


def test_b6_after_three_0_0_reveals_in_a_row_lots_are_due_and_nothing_else() -> None:
    course = duel(duel(placed(), (), ()), (), ())
    assert refused(course, lots(A)) == "not_now"
    course = duel(course, (), ())
    assert phase(course) == "casting_lots"
    assert facts(course)["pair"] == [A, B]
    assert refused(course, choose(A, 1)) == "not_now"
    assert refused(course, REVEAL) == "not_now"
    assert refused(course, {**lots(A), "by": 0}) == "only_the_table"
    assert refused(course, lots(C)) == "not_in_this_duel"
    assert refused(course, lots(-1)) == "not_in_this_duel"


@pytest.mark.parametrize("winner", [A, B])
def test_b6_lots_move_a_figure_and_no_points(winner: int) -> None:
    course = duel(duel(duel(placed(), (), ()), (), ()), (), ())
    drawn = kit.play(course, lots(winner))
    assert GAME.zones(drawn.state)[0].rows[1][0] == f"seat{winner}"
    assert {k: v for k, v in facts(drawn).items() if k != "pair"} == {
        k: v for k, v in facts(course).items() if k != "pair"
    }


def test_b6_another_tie_in_between_starts_the_count_again() -> None:
    course = duel(duel(duel(placed(), (), ()), (), ()), (2,), (1, 1))
    course = duel(duel(course, (), ()), (), ())
    assert phase(course) == "selecting"
    assert phase(duel(course, (), ())) == "casting_lots"


def test_b6_the_next_duel_starts_the_count_anew() -> None:
    course = kit.play(duel(duel(duel(placed(), (), ()), (), ()), (), ()), lots(A))
    course = duel(duel(course, (), ()), (), ())
    assert phase(course) == "selecting"


def test_b7_two_figures_of_one_owner_settle_without_cards() -> None:
    course = placed()
    before = facts(course)
    course = sides(course, *[0] * 7)
    # Left winners are A, A, A, B, B, A, A and the bye B: the first pair of the ground floor is A against A.
    assert facts(course)["floor"] == 1
    assert facts(course)["pair"] == [A, B]
    building = GAME.zones(course.state)[0].rows
    assert building[2][0] == "seat0"
    assert building[1][:2] == (GAP, "seat0")
    # Seven duels were won with a 1 each, and each loser got it from the kitchen; the own pair moved nothing.
    assert sum(before["hand_points"]) - sum(facts(course)["hand_points"]) == 0
    assert facts(course)["roof"] == 7


def test_b7_a_final_of_one_owner_settles_itself_and_brings_him_five_piles() -> None:
    # All left figures win: A, A, A and B come to the first floor, so A beats B there and meets A in the final.
    steps = (*(A, B, A, C) * 3, B, A, B, C)
    state = replace(final(hands=(10, 20, 30), kitchen=20, results=(0,) * 13).state, steps=steps)
    course = at(replace(state, phase=Selecting(A, B)))
    before = facts(course)
    course = duel(course, (1,), ())
    assert phase(course) == "roofing"
    assert facts(course)["pair"] is None
    assert facts(course)["kitchen"] == before["kitchen"] - 1 + 20
    assert piles_of(course.state) == ((1, 2, 3, 4, 5, 6), (7,), ())


def test_b8_the_fifteenth_figure_goes_up_without_a_duel() -> None:
    course = sides(placed(5), *[0] * 7)
    assert facts(course)["floor"] == 1
    building = GAME.zones(course.state)[0].rows
    assert building[1][7] == "seat4"
    assert building[0][14:] == (GAP, GAP)


def test_b9_change_moves_no_points_so_any_cards_of_the_worth_may_be_played() -> None:
    # 152 points in thirty 5s and a 2 cannot have been dealt, but can have been changed for.
    assert phase(kit.play(placed(), choose(A, *[5] * 30, 2), choose(B))) == "revealing"


def test_b10_is_advice_alone_and_the_log_keeps_points() -> None:
    course = duel(placed(), (20,), (10, 5, 2))
    assert facts(course)["kitchen"] == 77
    assert course.state.ledger[-1].points == 3


def test_b11_a_player_without_cards_plays_0_and_still_duels() -> None:
    course = at(replace(placed().state, hands=(0, 152, 152)))
    assert refused(course, choose(A, 1)) == "not_in_hand"
    course = duel(course, (), (1,))
    assert facts(course)["hand_points"][A] == 1


def test_b12_fewer_than_nine_cards_make_empty_piles() -> None:
    course = duel(final(hands=(100, 90, 50), kitchen=20), (20, 20), (20, 10))
    assert refused(course, roof(*[[20]] * 9)) == "not_from_roof"
    done = kit.play(course, roof(*[[]] * 9))
    assert facts(done)["hand_points"] == facts(course)["hand_points"]
    assert facts(done)["roof"] == 70
    assert done.is_over


def test_b13_piles_are_in_the_order_boss_finalist_left_right_out() -> None:
    state = final(hands=(100, 90, 50), kitchen=20).state
    assert piles_of(state) == ((), (), ())
    assert piles_of(replace(state, results=(*UP_TO_THE_FINAL, 0))) == ((1, 2, 3, 7), (4, 5), (6,))
    assert piles_of(replace(state, results=(*UP_TO_THE_FINAL, 1))) == ((4, 5, 7), (1, 2, 3), (6,))


def test_b14_one_owner_may_get_up_to_seven_piles() -> None:
    steps = (A, B, A, C) * 4
    state = replace(final(hands=(1, 1, 1), kitchen=0).state, steps=steps, results=(0,) * 15)
    assert piles_of(state) == ((1, 2, 3, 4, 5, 6, 7), (), ())


def test_b15_what_is_left_in_the_kitchen_counts_for_nobody() -> None:
    course = kit.play(duel(final(hands=(100, 90, 50), kitchen=20), (1,), ()), roof(*[[]] * 9))
    assert facts(course)["kitchen"] == 19
    assert sum(course.totals) == 100 + 90 + 50 - 1 + 1


def test_b16_equal_influence_shares_the_victory() -> None:
    course = kit.play(duel(final(hands=(92, 90, 91), kitchen=20), (1,), ()), roof(*[[]] * 9))
    assert course.totals == (91, 91, 91)
    assert course.outcome is not None
    assert course.outcome.winners == (A, B, C)


def test_b17_figures_belong_to_their_colour_wherever_they_are_placed() -> None:
    course = kit.play(table(4), place([3, 2, 1, 0] * 4))
    assert facts(course)["pair"] == [3, 2]


def test_b17_a_seat_that_does_not_exist_has_no_figures() -> None:
    figures: list[int | None] = [5 if figure == 4 else figure for figure in STAIRS[5]]
    assert refused(table(5), place(figures)) == "figures_each"


@pytest.mark.parametrize(
    "options",
    [
        {"refill": "empty"},
        {"tie_loss_to": "kitchen"},
        {"tie_round": 1},
        {"card_split": {}},
        {"card_split": {"1": 30, "2": 30, "5": 30, "10": 30}},
        {"card_split": {"1": 30, "2": 30, "5": 30, "10": 30, "20": 11}},
        {"card_split": {"1": 30, "2": 30, "5": 30, "10": 30, "20": 30, "50": 1}},
        {"card_split": {"1": 30, "2": 30, "5": 30, "10": 30, "20": "30"}},
        {"card_split": {"1": 12, "2": 12, "5": 12, "10": 12, "20": 21}},
        {"card_split": [30, 30, 30, 30, 30]},
        {"pizza": True},
    ],
)
def test_a_bad_option_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadOptions):
        kit.course(GAME, 3, options)


def test_the_bank_must_hold_the_later_fills_after_the_set_up() -> None:
    split = {"1": 12, "2": 12, "5": 12, "10": 12, "20": 22}
    assert facts(kit.course(GAME, 3, {"card_split": split}))["bank"] == 120


def test_the_starting_seat_is_ignored_since_nobody_starts() -> None:
    assert kit.course(GAME, 3, {"first": 2}).state == kit.course(GAME, 3).state


def test_a_floor_of_contests_pairs_neighbouring_places() -> None:
    assert pair((A, B, C, A), (), 1) == (C, A)
