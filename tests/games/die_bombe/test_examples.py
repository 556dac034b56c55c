"""The worked examples D-A to D-G of docs/rules/die_bombe.md."""

from __future__ import annotations

from dataclasses import replace

from companion.games.die_bombe import GAME
from companion.games.die_bombe.model import State
from companion.games.die_bombe.score import totals
from companion.rulebook.course import Course
from companion.rulebook.score import leaders
from tests.games.die_bombe.turns import after, bomb, live, offer, rebid, table, take
from tests.kit import facts, phase


def test_d_a_the_highest_picks_and_the_second_gets_the_other_card_free() -> None:
    course = after(table(), offer("red7 green9", (12, 8, 3)), take(0, 1))
    assert live(course) == [["green9"], ["red7"], []]
    assert facts(course)["deficits"] == [12, 0, 0]


def test_d_b_a_tie_for_second_removes_the_other_card() -> None:
    course = after(table(), offer("red7 green9", (12, 8, 8)), take(0, 1))
    assert live(course) == [["green9"], [], []]
    assert course.state.aside == ("red7",)
    assert facts(course)["deficits"] == [12, 0, 0]


def test_d_c_a_tie_for_the_highest_is_bid_again_by_the_two() -> None:
    tied = [offer("red7 green9", (10, 10, 9)), rebid({0: 4, 1: 6}), take(1, 0)]
    course = after(table(), *tied)
    assert live(course) == [[], ["red7"], []]
    assert course.state.aside == ("green9",)
    assert facts(course)["deficits"] == [0, 6, 0]
    fresh = after(table(tie_high="like_fresh"), *tied)
    assert live(fresh) == [["green9"], ["red7"], []]
    assert facts(fresh)["deficits"] == [0, 6, 0]


def only_b_has_green_9() -> Course:
    """Turn 1: B takes green 9 and nobody gets red 7."""
    return after(table(), offer("red7 green9", (8, 12, 8)), take(1, 1))


def test_d_d_i_the_highest_takes_the_card_and_the_second_bombs_it() -> None:
    course = after(only_b_has_green_9(), offer("bomb red25", (20, 5, 1)), take(0, 1))
    assert phase(course) == "bombing"
    course = after(course, bomb(1, 0, "red25"))
    assert live(course) == [[], ["green9"], []]
    assert facts(course)["deficits"] == [20, 12, 0]


def test_d_d_ii_the_highest_takes_the_bomb_and_the_second_gets_the_card() -> None:
    course = after(only_b_has_green_9(), offer("bomb red25", (20, 5, 1)), take(0, 0), bomb(0, 1, "green9"))
    assert live(course) == [[], ["red25"], []]
    assert facts(course)["deficits"] == [20, 12, 0]


def final_position() -> State:
    start = GAME.start(GAME.house(), 3)
    live = (
        ("red25", "red3", "red5", "green9", "green11"),
        ("red7", "red9", "red11", "green25"),
        ("red13", "green3", "green5", "green7", "green13"),
    )
    return replace(start, live=live, deficits=((12, 30), (10,), ()))


def test_d_e_two_tie_for_red_one_leads_green_and_the_victory_is_shared() -> None:
    state = final_position()
    lines = [[line.points for line in seat] for seat in GAME.score(state)]
    assert lines == [[66, 20, -42], [54, 25, -10], [13, 56, 0]]
    assert totals(state) == (44, 69, 69)
    assert leaders(totals(state), GAME.best) == (1, 2)


def test_d_f_a_bombed_red_5_costs_the_majority() -> None:
    state = final_position()
    bombed = replace(state, live=(("red25", "red3", "green9", "green11"), *state.live[1:]))
    assert totals(bombed) == (6, 69, 69)


def test_d_g_a_bomb_without_a_target_fizzles_and_the_takers_card_stays() -> None:
    course = after(table(), offer("red7 green9", (12, 8, 8)), take(0, 0), offer("bomb red3", (9, 8, 8)), take(0, 0))
    assert live(course) == [["red7"], [], []]
    assert sorted(course.state.aside) == ["bomb", "green9", "red3"]
