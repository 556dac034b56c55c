"""Allegra, rule by rule: each test names the rule (docs/rules/allegra.md) or the resolution it stands for."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.allegra import GAME
from companion.games.allegra import model as m
from companion.games.allegra.grid import zone
from companion.games.allegra.score import facts, zones_now
from tests.games.allegra.table import ALL_HIDDEN, Q, after, refused, scored, table
from tests.kit import course

SHOWN = "1 2 3 4 / 5 6 7 8 / 9 10 11 0"


def test_r01_twelve_cards_each_and_one_open_card_leave_the_deck() -> None:
    dealt = after(table(ALL_HIDDEN, ALL_HIDDEN, phase=m.Dealing()), m.Deal("table", 4))
    assert (dealt.deck, dealt.discard, dealt.phase) == (95, (4,), m.TurningUp(0, 2))


def test_r02_each_seat_turns_up_two_cards_of_its_zone_in_turn_order() -> None:
    state = after(table(ALL_HIDDEN, ALL_HIDDEN, ALL_HIDDEN, phase=m.Dealing(), house={"first": 1}), m.Deal("table", 4))
    assert refused(state, m.TurnUp(0, (0, 0, 0), 3)) == "not_your_turn"
    state = after(state, m.TurnUp(1, (2, 0, 3), 3), m.TurnUp(1, (1, 0, 0), 4))
    assert state.phase == m.TurningUp(2, 2)
    assert refused(state, m.TurnUp(2, (1, 0, 0), 3)) == "not_in_zone"
    state = after(state, m.TurnUp(2, (2, 0, 0), 1), m.TurnUp(2, (0, 0, 3), 1))
    state = after(state, m.TurnUp(0, (0, 0, 0), 1), m.TurnUp(0, (0, 0, 1), 2))
    assert state.phase == m.Choosing(1)


def test_r03_the_open_card_must_be_swapped_in_and_the_old_card_becomes_the_open_one() -> None:
    state = after(table(*Q, phase=m.Choosing(0), discard=(7, 9)), m.Take(0))
    assert state.phase == m.Taken(0, 9)
    assert refused(state, m.Discard(0)) == "not_now"
    swapped = after(state, m.Swap(0, (0, 0, 0)))
    assert (swapped.discard, swapped.cards[0]) == ((7, 1), 9)


def test_r04_a_drawn_card_is_swapped_or_discarded_with_a_flip() -> None:
    state = after(table("? 2 3 4 / 0 5 6 7 / -1 8 2 0", Q[1], phase=m.Choosing(0)), m.Draw(0, 6))
    assert refused(state, m.Discard(0)) == "flip_missing"
    assert refused(state, m.Discard(0, (0, 0, 0))) == "flip_missing"
    assert refused(state, m.Discard(0, (0, 0, 1), 2)) == "not_face_down"
    flipped = after(state, m.Discard(0, (0, 0, 0), 9))
    assert (flipped.discard, flipped.cards[0]) == ((5, 6), 9)


def test_r05_a_face_down_card_that_comes_out_is_told_and_a_face_up_one_must_agree() -> None:
    state = table("? 2 3 4 / 0 5 6 7 / -1 8 2 0", Q[1], phase=m.Taken(0, 6))
    assert refused(state, m.Swap(0, (0, 0, 0))) == "value_missing"
    assert refused(state, m.Swap(0, (0, 0, 1), 3)) == "card_was_different"
    assert after(state, m.Swap(0, (0, 0, 1), 2)) == after(state, m.Swap(0, (0, 0, 1)))


@pytest.mark.parametrize("value", [-2, 12])
def test_r06_values_run_from_minus_one_to_eleven(value: int) -> None:
    assert refused(table(*Q, phase=m.Choosing(0)), m.Draw(0, value)) == "no_such_card"


def test_g1_the_zone_of_fifteen_closes_not_the_own_twelve() -> None:
    state = table(SHOWN, "1 2 3 ? / 5 6 7 8 / 9 10 11 0", "? 2 3 4 / 5 6 7 8 / 9 10 11 0", phase=m.Taken(0, 3))
    assert after(state, m.Swap(0, (0, 0, 0))).closer is None


def test_g2_an_empty_zone_is_complete() -> None:
    empty = ". . . . / . . . . / 5 5 . ."
    state = table(empty, "? . . . / . . . . / . . . .", "1 1 2 2 / 3 3 4 4 / 0 0 7 ?", phase=m.Choosing(0))
    cleared = after(state, m.Draw(0, 7), m.Discard(0))
    assert cleared.closer == 0


@pytest.mark.parametrize(("row", "left"), [("7 7 . 7", 0), ("7 7 7 1", 3), ("1 7 7 7", 3)])
def test_g3_g4_only_neighbours_make_a_line_and_a_gap_parts_them(row: str, left: int) -> None:
    state = table(f"{row} / 1 2 3 4 / 5 6 8 9", "1 2 3 4 / 2 3 4 5 / 3 4 5 6", phase=m.Taken(1, 0))
    assert len(after(state, m.Swap(1, (1, 2, 0))).removed) == left


def test_g4_an_empty_place_is_never_filled_again() -> None:
    state = table(". 2 3 4 / 0 5 6 7 / -1 8 2 0", Q[1], phase=m.Taken(0, 6))
    assert refused(state, m.Swap(0, (0, 0, 0))) == "no_card_there"


def test_g5_lines_of_other_zones_leave_too_also_while_turning_up() -> None:
    state = table("? ? ? 4 / ? ? ? 4 / ? ? ? ?", ALL_HIDDEN, ALL_HIDDEN, phase=m.TurningUp(0, 1))
    turned = after(state, m.TurnUp(0, (0, 2, 3), 4))
    assert turned.removed == (4, 4, 4)
    assert [turned.cards[i] for i in (3, 7, 11)] == [None, None, None]


def test_g6_g7_a_line_across_the_shared_column_leaves_both_owners() -> None:
    state = table(
        "1 2 3 4 / 5 6 7 8 / 10 0 1 3",
        "9 9 1 0 / 2 3 4 5 / 6 7 8 -1",
        "1 2 3 9 / 0 0 1 1 / 2 2 3 3",
        phase=m.Taken(1, 3),
    )
    cleared = after(state, m.Swap(1, (1, 2, 0)))
    assert cleared.removed == (9, 9, 9)
    assert cleared.cards[2 * 12 + 3] is None


def test_g16_of_two_complete_zones_the_active_seat_closes() -> None:
    state = table(SHOWN, "1 2 3 ? / 5 6 7 8 / 9 10 11 0", phase=m.Taken(0, 3))
    assert after(state, m.Swap(0, (1, 0, 3), 4)).closer == 0


def test_g17_own_turn_lets_only_the_active_seat_close() -> None:
    grids = ("? 2 3 4 / 5 6 7 8 / 9 10 11 0", "1 2 3 ? / 5 6 7 8 / 9 10 11 0", "1 2 3 4 / 5 6 7 8 / 9 10 11 -1")
    assert after(table(*grids, phase=m.Taken(0, 3)), m.Swap(0, (1, 0, 3), 4)).closer == 1
    state = table(*grids, phase=m.Taken(0, 3), house={"close_by_neighbour": "own_turn"})
    assert after(state, m.Swap(0, (1, 0, 3), 4)).closer is None


def test_g18_extra_turns_are_normal_turns_and_nobody_closes_again() -> None:
    state = table(SHOWN, SHOWN, "? ? 3 4 / 5 6 7 8 / 9 10 11 -1", phase=m.Choosing(1), closer=0, extra=(1, 2))
    state = after(state, m.Draw(1, 3), m.Knock(0), m.Swap(1, (1, 0, 0)))
    assert (state.closer, state.phase) == (0, m.Choosing(2))
    assert after(state, m.Draw(2, 0), m.Discard(2, (2, 0, 0), 9)).phase == m.Finishing()


def test_g18_a_seat_with_an_empty_zone_may_only_draw() -> None:
    empty = ". . . . / . . . . / . . . ."
    state = table(empty, empty, SHOWN, phase=m.Choosing(0), closer=2, extra=(0, 1))
    assert refused(state, m.Take(0)) == "empty_zone"
    drawn = after(state, m.Draw(0, 3), m.Knock(1), m.Knock(2))
    assert refused(drawn, m.Swap(0, (0, 0, 0))) == "no_card_there"
    assert after(drawn, m.Discard(0)).discard == (5, 3)
    assert after(drawn, m.Give(0, 1)).phase == m.Placing(0, 1, 3)
    nothing = table(empty, ". . . . / . . . . / . . . .", empty, phase=m.Drawn(0, 3, (1,)), closer=2, extra=(0, 1))
    assert refused(nothing, m.Give(0, 1)) == "empty_zone"


def test_g19_with_nothing_face_down_the_drawn_card_is_discarded_without_a_flip() -> None:
    state = after(table(SHOWN, SHOWN, phase=m.Choosing(0), closer=1, extra=(0,)), m.Draw(0, 3))
    assert refused(state, m.Discard(0, (0, 0, 0), 1)) == "nothing_to_flip"
    assert after(state, m.Discard(0)).phase == m.Finishing()


@pytest.mark.parametrize(("clears", "removed"), [(True, 3), (False, 0)])
def test_g20_hidden_cards_are_turned_up_then_lines_leave_once_more(clears: bool, removed: int) -> None:
    state = table(
        "? 8 1 2 / 8 3 4 5 / 8 6 7 9", Q[1], phase=m.Finishing(), house={"final_reveal_lines": clears}, closer=1
    )
    done = after(state, m.Final("table", ((0, 0, 0, 8),)))
    assert len(done.removed) == removed
    assert done.rounds[0].sums[0] == zones_now(done)[0]


def test_g20_exactly_the_hidden_cards_are_turned_up() -> None:
    state = table("? 8 1 2 / 8 3 4 5 / 8 6 7 9", Q[1], phase=m.Finishing(), closer=1)
    for cells in ((), ((0, 0, 1, 8),), ((0, 0, 0, 8), (0, 0, 0, 8)), ((0, 0, 0, 8), (0, 0, 1, 8))):
        assert refused(state, m.Final("table", cells)) == "wrong_cells"
    assert refused(state, m.Final(0, ((0, 0, 0, 8),))) == "only_the_table"


def test_g21_a_closer_who_ties_for_the_lowest_sum_is_not_doubled() -> None:
    assert scored(table(Q[0], Q[0], phase=m.Finishing(), closer=0)).doubled is None


def test_g22_an_empty_deck_is_made_of_the_discard_pile_but_its_top() -> None:
    state = table(*Q, phase=m.Choosing(0), deck=0, discard=(1, 2, 3, 4))
    drawn = after(state, m.Draw(0, 2))
    assert (drawn.deck, drawn.discard) == (2, (4,))


def test_g23_the_starter_moves_left_each_round() -> None:
    state = table(Q[0], Q[1], phase=m.Finishing(), closer=0, house={"first": 1})
    assert after(state, m.Final("table", ()), m.Deal("table", 3)).phase == m.TurningUp(0, 2)


def test_g24_a_tie_at_the_end_is_a_shared_victory() -> None:
    ended = finished_with(((1, 1), (2, 2), (3, 3)))
    assert ended.outcome is not None
    assert ended.outcome.winners == (0, 1)


def finished_with(sums: tuple[tuple[int, int], ...]) -> Any:
    from companion.rulebook.course import Course, Moment
    from companion.rulebook.game import Over

    rounds = tuple(m.RoundScore(s, None) for s in sums)
    state = table(Q[0], Q[1], phase=Over("lowest_total"), rounds=rounds)
    return Course(GAME, state.house, 2, (), (Moment(0, 0, state),))


def test_g25_a_shared_card_is_turned_up_once() -> None:
    state = after(table(ALL_HIDDEN, ALL_HIDDEN, phase=m.Dealing()), m.Deal("table", 4))
    state = after(state, m.TurnUp(0, (1, 0, 3), 3), m.TurnUp(0, (0, 0, 0), 4))
    assert refused(state, m.TurnUp(1, (1, 0, 3), 3)) == "not_face_down"


def test_g8_a_zone_never_keeps_an_open_line() -> None:
    state = table("? 2 2 4 / 0 5 6 7 / -1 8 1 0", Q[1], phase=m.Drawn(0, 6))
    assert len(after(state, m.Discard(0, (0, 0, 0), 2)).removed) == 3


def test_facts_follow_the_log_format() -> None:
    fresh = course(GAME, 3)
    assert facts(fresh.state) == {"zones": [0, 0, 0], "totals": [0, 0, 0], "removed": 0, "round": 1, "closer": None}


def test_the_geometry_shares_the_right_column_with_the_seat_before() -> None:
    assert zone(3, 0)[::5] == ((1, 0, 3), (1, 1, 3), (1, 2, 3))
    assert len(set(zone(2, 0)) & set(zone(2, 1))) == 6
