"""The worked examples B-A to B-G of docs/rules/buero_crazy.md."""

from __future__ import annotations

from dataclasses import replace

from companion.games.buero_crazy import GAME
from companion.games.buero_crazy.model import Roofing
from companion.games.buero_crazy.purse import purse
from companion.rulebook.course import Course
from tests import kit
from tests.games.buero_crazy.duels import A, B, C, at, duel, final, place, roof, sides, table
from tests.kit import facts

STEPS = [A, B, A, B, A, C, B, C, B, C, A, C, A, C, B, None]


def b_a() -> Course:
    return duel(kit.play(table(), place(list(STEPS))), (10, 5), (20,))


def b_b() -> Course:
    return duel(b_a(), (), (20, 20, 20, 10))


def test_b_a_the_loser_gets_the_difference() -> None:
    now = facts(b_a())
    assert now["hand_points"][:2] == [157, 132]
    assert (now["roof"], now["kitchen"]) == (20, 75)
    assert 157 + 132 + 20 + 75 == 384


def test_b_b_a_big_difference_nearly_empties_the_kitchen() -> None:
    now = facts(b_b())
    assert now["hand_points"][:2] == [227, 62]
    assert (now["roof"], now["kitchen"]) == (90, 5)


def test_b_c_a_small_kitchen_pays_what_it_has() -> None:
    course = b_b()
    assert facts(course)["pair"] == [A, C]
    now = facts(duel(course, (10, 2), (2,)))
    assert now["hand_points"] == [215, 62, 157]
    assert (now["roof"], now["kitchen"]) == (102, 0)
    assert sum(now["hand_points"]) + now["roof"] == 536


def test_b_d_a_tie_costs_both_half_and_is_fought_again() -> None:
    course = duel(kit.play(table(), place(list(STEPS))), (10, 5, 2), (10, 5, 1, 1))
    now = facts(course)
    assert now["hand_points"][:2] == [143, 143]
    assert (now["roof"], now["kitchen"]) == (18, 80)
    now = facts(duel(course, (1,), (2,)))
    assert now["hand_points"][:2] == [144, 141]
    assert (now["roof"], now["kitchen"]) == (20, 79)


def test_b_e_in_the_final_both_lose_what_they_played() -> None:
    course = duel(final(hands=(100, 90, 0), kitchen=20), (20, 10), (20, 2))
    now = facts(course)
    assert now["hand_points"][:2] == [70, 76]
    assert (now["roof"], now["kitchen"]) == (52, 12)
    assert GAME.zones(course.state)[0].rows[4] == ("seat0",)


def test_b_f_the_roof_decides() -> None:
    piles = [
        [20, 5, 5, 1],
        [5, 5, 1, 1],
        [20, 20, 2, 2],
        [20, 2, 2, 1],
        [5, 2, 1, 1],
        [10, 5, 2, 1],
        [20, 10, 5, 5],
        [10, 10, 1, 1],
        [10, 5, 1, 1],
    ]
    assert [sum(pile) for pile in piles] == [31, 12, 44, 25, 9, 18, 40, 22, 17]
    roofed = purse([card for pile in piles for card in pile] + [2, 2, 10, 20])
    state = final(hands=(90, 160, 140), kitchen=0).state
    state = replace(state, results=(*state.results, 0), roof_cards=roofed, phase=Roofing())
    course = kit.play(at(state), roof(*piles))
    assert [[line.points for line in seat] for seat in course.lines] == [[90, 127], [160, 34], [140, 18]]
    assert course.totals == (217, 194, 158)
    assert course.outcome is not None
    assert course.outcome.winners == (A,)
    assert facts(course)["roof"] == 39 + 34


def test_b_g_a_ground_pair_of_one_owner_moves_no_cards_and_one_figure() -> None:
    red_at_the_end = [A, B, A, B, A, B, A, C, A, C, B, C, B, C, C, None]
    course = sides(kit.play(table(), place(red_at_the_end)), 0, 0, 0, 0, 0, 0, 1)
    # Up came A A A A A B C and by the bye C; the ground pairs 0 and 1 are A's own.
    assert facts(course)["pair"] == [A, B]
    assert GAME.zones(course.state)[0].rows[1] == ("", "seat0", "", "seat0", "seat0", "seat1", "seat2", "seat2")
    before = facts(course)
    course = sides(course, 0)
    building = GAME.zones(course.state)[0].rows
    assert building[2][3] == "seat2"
    assert building[1] == ("", "seat0", "", "seat0", "", "seat1", "", "seat2")
    after = facts(course)
    assert after["hand_points"] == [
        before["hand_points"][A] - 1,
        before["hand_points"][B] + 1,
        before["hand_points"][C],
    ]
    assert after["roof"] == before["roof"] + 1
    assert after["kitchen"] == before["kitchen"] - 1 + 40
    assert after["floor"] == 2
