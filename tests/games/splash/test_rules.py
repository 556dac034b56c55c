"""The rules R01 to R20 of docs/rules/splash.md."""

from __future__ import annotations

import pytest

from companion.games.splash.pieces import COLOURS, PIECES, SHAPES, fits
from companion.rulebook.errors import BadField, BadOptions
from tests.games.splash.turns import (
    FOUL,
    STANDS,
    base,
    collect,
    draft,
    falls,
    fresh,
    give,
    legal,
    on_turn,
    pieces,
    table,
)
from tests.kit import facts, phase, play, refused

THREE = ["LB TR PG", "SY LG", "OV PV"]
"""Reserves of a small table on which most things can happen."""


def test_r01_there_is_one_piece_of_each_shape_and_colour() -> None:
    assert (len(SHAPES), len(COLOURS), len(set(PIECES))) == (5, 6, 30)
    double = draft(10, 10, 10)
    double["reserves"][0][1] = double["reserves"][0][0]
    assert refused(fresh(), double) == "piece_twice"
    unknown = draft(10, 10, 10)
    unknown["reserves"][2][0] = "plate/pink"
    assert refused(fresh(), unknown) == "no_such_piece"


@pytest.mark.parametrize(("seats", "each", "box"), [(2, 15, 0), (3, 10, 0), (4, 7, 2), (5, 6, 0), (6, 5, 0)])
def test_r02_all_have_equally_many_and_the_rest_is_in_the_box(seats: int, each: int, box: int) -> None:
    before = fresh(seats)
    assert (facts(before)["reserves"], facts(before)["box"]) == ([0] * seats, 0)
    now = play(before, draft(*[each] * seats))
    assert (facts(now)["reserves"], facts(now)["box"]) == ([each] * seats, box)
    assert refused(before, draft(each - 1, *[each] * (seats - 1))) == "wrong_share"
    assert refused(before, draft(*[each] * (seats - 1))) == "one_reserve_each"
    assert refused(before, {**draft(*[each] * seats), "by": 0}) == "only_the_table"
    assert refused(now, draft(*[each] * seats)) == "not_now"


def test_r03_the_first_player_gives_any_piece_to_his_left() -> None:
    now = play(fresh(3, first=2), draft(10, 10, 10))
    assert (phase(now), on_turn(now)) == ("giving", 2)
    assert facts(now)["legal"] == sorted(now.state.reserves[2])
    assert refused(now, {"by": 2, "do": "give", "piece": "plate/yellow", "from": 1}) == "own_piece_fits"
    with pytest.raises(BadOptions):
        fresh(3, first=3)


def test_r04_the_neighbour_begins_the_tower_with_it() -> None:
    now = play(table(THREE), give(0, "LB"))
    assert (phase(now), facts(now)["tower"], now.state.given) == ("placing", [], "large_cube/blue")
    assert refused(now, give(1, "SY")) == "not_now"
    now = play(now, STANDS)
    assert (facts(now)["tower"], now.state.given) == (["large_cube/blue"], None)


def test_r05_who_placed_gives_next_to_his_own_left() -> None:
    now = play(table(THREE), give(0, "LB"), STANDS)
    assert on_turn(now) == 1
    assert refused(now, give(0, "LB")) == "not_your_turn"
    now = play(now, give(1, "LG"), STANDS)
    assert on_turn(now) == 2


def test_r06_a_piece_fits_by_shape_or_colour() -> None:
    for top in PIECES:
        assert sum(fits(piece, top) for piece in PIECES if piece != top) == 9
    assert facts(table(THREE, "LR"))["legal"] == legal("LB TR")


def test_r07_a_piece_that_touches_something_else_is_placed_again() -> None:
    now = play(table(THREE, "LR"), give(0, "TR"), FOUL)
    assert (phase(now), facts(now)["tower"], facts(now)["drops"]) == ("placing", ["large_cube/red"], [0, 0, 0])
    assert facts(play(now, STANDS))["tower"] == ["large_cube/red", "stick/red"]


def test_r08_a_fitting_piece_of_ones_own_must_be_given() -> None:
    now = table(THREE, "LR")
    assert refused(now, give(0, "PG")) == "own_piece_fits"
    assert refused(now, give(0, "SY", 1)) == "own_piece_fits"
    assert refused(now, give(0, "SY")) == "not_in_reserve"
    assert phase(play(now, give(0, "LB"))) == "placing"


def test_r09_without_one_it_must_be_taken_from_another_reserve() -> None:
    now = table(["PG", "SY LB", "OR PV"], "LR")
    assert facts(now)["legal"] == legal("LB OR")
    assert refused(now, give(0, "PG")) == "take_elsewhere"
    assert refused(now, give(0, "PV", 2)) == "does_not_fit"
    assert refused(now, give(0, "LB", 2)) == "not_in_reserve"
    assert refused(now, give(0, "PG", 0)) == "own_needs_no_from"
    assert refused(now, give(0, "LB", 3)) == refused(now, give(0, "LB", -1)) == "no_such_seat"
    now = play(now, give(0, "OR", 2))
    assert facts(now)["reserves"] == [1, 2, 1]


def test_r10_if_nobody_has_one_any_own_piece_is_given() -> None:
    now = table(["PG OG", "SY", "OV PV"], "LR")
    assert facts(now)["legal"] == legal("PG OG")
    assert refused(now, give(0, "SY", 1)) == "nobody_fits"
    assert phase(play(now, give(0, "PG"))) == "placing"


def test_r11_a_tower_that_stands_is_one_piece_higher() -> None:
    now = play(table(THREE, "LR"), give(0, "LB"))
    assert facts(now)["legal"] == []
    assert refused(now, {**STANDS, "by": 1}) == "only_the_table"
    now = play(now, STANDS)
    assert (facts(now)["tower"], on_turn(now)) == (["large_cube/red", "large_cube/blue"], 1)
    assert refused(now, STANDS) == "not_now"


def test_r12_a_fall_brings_the_giver_a_drop() -> None:
    now = play(table(THREE, "PR OR"), give(0, "TR"), falls("PR OR", "TR"))
    assert (facts(now)["drops"], now.totals) == ([1, 0, 0], (1, 0, 0))


@pytest.mark.parametrize(
    ("stacks", "reason"),
    [
        (("PR OR TR",), "at_least_two_stacks"),
        ((), "at_least_two_stacks"),
        (("PR OR", "TR", ""), "empty_stack"),
        (("PR", "OR"), "other_pieces_lie_there"),
        (("PR OR", "TR", "TR"), "other_pieces_lie_there"),
        (("PR OR", "LB"), "other_pieces_lie_there"),
    ],
)
def test_r12_after_a_fall_exactly_the_tower_and_the_new_piece_lie_there(stacks: tuple[str, ...], reason: str) -> None:
    assert refused(play(table(THREE, "PR OR"), give(0, "TR")), falls(*stacks)) == reason


def test_r12_only_the_table_tells_of_a_fall_and_only_of_a_placed_piece() -> None:
    now = table(THREE, "PR OR")
    assert refused(now, falls("PR", "OR")) == "not_now"
    assert refused(play(now, give(0, "TR")), {**falls("PR OR", "TR"), "by": 1}) == "only_the_table"


def test_r13_the_highest_stack_is_the_new_base() -> None:
    now = play(table(THREE, "PR OR LR"), give(0, "TR"), falls("TR", "PR OR", "LR"))
    assert (facts(now)["tower"], phase(now)) == (list(pieces("PR OR")), "giving")


def test_r14_who_made_it_fall_chooses_among_the_highest() -> None:
    now = play(table(THREE, "PR OR LR"), give(0, "TR"), falls("TR", "PR", "OR", "LR"))
    assert (phase(now), on_turn(now), facts(now)["tower"], facts(now)["legal"]) == ("choosing_base", 1, [], [])
    assert refused(now, base(0, 1)) == "not_your_turn"
    assert refused(now, base(1, 4)) == refused(now, base(1, -1)) == "no_such_stack"
    now = play(now, base(1, 3))
    assert facts(now)["tower"] == ["large_cube/red"]
    assert refused(now, base(1, 0)) == "not_now"


def test_r15_the_fallen_pieces_go_to_who_made_it_fall() -> None:
    now = play(table(THREE, "PR OR LR"), give(0, "TR"), falls("TR", "PR OR", "LR"))
    assert now.state.reserves[1] == pieces("SY LG TR LR")
    assert facts(now)["reserves"] == [2, 4, 2]


def test_r16_of_more_than_three_he_takes_three_and_the_others_leave() -> None:
    now = play(table(THREE, "PR OR LR SR"), give(0, "TR"), falls("PR", "OR", "LR", "SR", "TR"), base(1, 0))
    boxed = facts(now)["box"]
    assert (phase(now), on_turn(now), facts(now)["reserves"]) == ("collecting", 1, [2, 2, 2])
    assert facts(now)["tower"] == ["plate/red"]
    assert refused(now, collect(1, "OR LR")) == refused(now, collect(1, "OR LR LR")) == "collect_three"
    assert refused(now, collect(1, "OR LR SR TR")) == "collect_three"
    assert refused(now, collect(1, "OR LR PR")) == "not_fallen"
    assert refused(now, collect(0, "OR LR SR")) == "not_your_turn"
    assert refused(now, give(1, "SY")) == "not_now"
    now = play(now, collect(1, "TR OR LR"))
    assert (now.state.reserves[1], facts(now)["box"]) == (pieces("SY LG TR OR LR"), boxed + 1)
    assert now.state.box[-1] == "small_cube/red"


def test_r17_then_he_gives_to_his_left() -> None:
    now = play(table(THREE, "PR OR LR"), give(0, "TR"), falls("TR", "PR OR", "LR"))
    assert on_turn(now) == 1
    assert refused(now, collect(1, "TR LR OR")) == "not_now"
    assert facts(now)["legal"] == legal("TR LR")


def test_r18_who_gives_his_last_piece_wins() -> None:
    now = play(table(["LB", "SY", "OV"], "LR"), give(0, "LB"))
    assert now.outcome is not None
    assert (now.outcome.winners, now.outcome.reason) == ((0,), "last_piece_given")
    assert (facts(now)["tower"], facts(now)["reserves"]) == (["large_cube/red"], [0, 1, 1])
    assert refused(now, STANDS) == "game_over"


def test_r19_the_third_drop_wins() -> None:
    now = play(table(THREE, "PR OR", drops=(1, 2, 0)), give(0, "TR"), falls("PR OR", "TR"))
    assert (now.is_over, facts(now)["drops"]) == (False, [2, 2, 0])
    now = play(now, give(1, "TR"), falls("PR", "OR", "TR"))
    assert now.outcome is not None
    assert (now.outcome.winners, now.outcome.reason, now.totals) == ((1,), "three_drops", (2, 3, 0))


def test_r20_in_teams_both_partners_win() -> None:
    now = play(table(["LB", "SY", "OV", "PV"], "LR", teams=True), give(0, "LB"))
    assert now.outcome is not None
    assert now.outcome.winners == (0, 2)
    six = play(table(["PV", "SY", "OV", "PG", "OG", "LB"], "LR", giver=5, teams=True), give(5, "LB"))
    assert six.outcome is not None
    assert six.outcome.winners == (2, 5)
    for seats in (2, 3, 5):
        with pytest.raises(BadOptions):
            fresh(seats, teams=True)


def test_a_piece_is_a_word_and_from_is_left_out_rather_than_null() -> None:
    with pytest.raises(BadField):
        play(table(THREE), {"by": 0, "do": "give", "piece": 4})
    with pytest.raises(BadField):
        play(table(THREE), {"by": 0, "do": "give", "piece": "stick/red", "from": None})
