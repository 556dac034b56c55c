"""The readings S1 to S16 of docs/rules/splash.md and the options of a table."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.games.splash import GAME
from companion.rulebook.course import Undo
from companion.rulebook.errors import BadOptions
from tests import kit
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
from tests.kit import facts, phase, physical, play, refused

THREE = ["LB TR PG", "SY LG", "OV PV"]


def test_s1_the_top_must_be_matched_and_after_a_fall_the_top_of_the_base() -> None:
    now = table(THREE, "LR PB")
    assert facts(now)["legal"] == legal("LB PG")
    now = play(now, give(0, "LB"), falls("LR", "PB LB"))
    assert facts(now)["legal"] == legal("LG LR")


def test_s2_the_last_piece_wins_when_it_is_given() -> None:
    now = play(table(["LB", "SY LG", "OV"], "LR"), give(0, "LB"))
    assert now.is_over
    assert now.state.given == "large_cube/blue"
    assert refused(now, falls("LR", "LB")) == "game_over"


def test_s3_a_player_robbed_of_his_last_piece_wins() -> None:
    now = play(table(["PG", "SY OV", "OR"], "LR"), give(0, "OR", 2))
    assert now.outcome is not None
    assert (now.outcome.winners, now.outcome.reason) == ((2,), "last_piece_taken")


def test_s3_the_team_of_a_robbed_player_wins() -> None:
    now = play(table(["PG", "SY OV", "OR", "SG"], "LR", teams=True), give(0, "OR", 2))
    assert now.outcome is not None
    assert now.outcome.winners == (0, 2)


def test_s3_robbed_empty_wins_off_lets_the_robbed_player_go_on_without_a_piece() -> None:
    now = play(table(["PG SG", "SY OV", "OR"], "LR", robbed_empty_wins=False), give(0, "OR", 2))
    assert phase(now) == "placing"
    now = play(now, STANDS, give(1, "OV"), STANDS)
    assert (on_turn(now), facts(now)["reserves"]) == (2, [2, 1, 0])


def test_s3_robbed_empty_wins_off_without_a_piece_a_fitting_one_is_taken() -> None:
    now = table(["PG SG", "SY OV", ""], "LV", giver=2, robbed_empty_wins=False)
    assert facts(now)["legal"] == legal("OV")
    assert refused(now, give(2, "PG", 0)) == "does_not_fit"
    assert phase(play(now, give(2, "OV", 1))) == "placing"


def test_s3_robbed_empty_wins_off_without_a_fitting_one_any_piece_of_another_is_taken() -> None:
    now = table(["PG SG", "SY OG", ""], "LV", giver=2, robbed_empty_wins=False)
    assert facts(now)["legal"] == legal("PG SG SY OG")
    assert refused(now, give(2, "PG")) == "not_in_reserve"
    now = play(now, give(2, "PG", 0))
    assert (phase(now), facts(now)["reserves"]) == ("placing", [1, 2, 0])


def test_s3_robbed_empty_wins_off_the_giver_of_the_last_piece_of_all_wins() -> None:
    now = play(table(["", "SY", ""], "LV", giver=2, robbed_empty_wins=False), give(2, "SY", 1))
    assert now.outcome is not None
    assert (now.outcome.winners, now.outcome.reason) == ((2,), "last_piece_given")


def test_s3_robbed_empty_wins_off_ones_own_last_piece_still_wins() -> None:
    now = play(table(["LB", "SY", ""], "LV", robbed_empty_wins=False), give(0, "LB"))
    assert now.outcome is not None
    assert now.outcome.winners == (0,)


def test_s4_a_piece_may_be_taken_from_the_receiver() -> None:
    now = play(table(["PG", "LB SY", "OV"], "LR"), give(0, "LB", 1), STANDS)
    assert (facts(now)["tower"], on_turn(now)) == (["large_cube/red", "large_cube/blue"], 1)


def test_s5_the_drop_for_a_taken_piece_goes_to_the_giver() -> None:
    now = play(table(["PG", "SY", "LB OV"], "SR LR"), give(0, "LB", 2), falls("SR LR", "LB"))
    assert facts(now)["drops"] == [1, 0, 0]


def test_s6_the_new_piece_alone_on_the_table_is_a_fall() -> None:
    now = play(table(THREE, "LR SR"), give(0, "TR"), falls("LR SR", "TR"))
    assert facts(now)["drops"] == [1, 0, 0]


@pytest.mark.parametrize("seconds", [0, 3, 10])
def test_s6_settle_s_changes_no_replay(seconds: int) -> None:
    one, other = kit.finished(GAME, 3, 7, {"settle_s": seconds}), kit.finished(GAME, 3, 7)
    assert (one.entries, one.totals) == (other.entries, other.totals)


def test_s7_the_second_foul_with_one_piece_is_a_fall_of_that_piece() -> None:
    now = play(table(THREE, "LR SR"), give(0, "TR"), FOUL, FOUL)
    assert (facts(now)["drops"], facts(now)["tower"]) == ([1, 0, 0], list(pieces("LR SR")))
    assert (now.state.reserves[1], on_turn(now)) == (pieces("SY LG TR"), 1)


def test_s7_a_tower_of_one_and_the_piece_tie_for_the_base() -> None:
    now = play(table(THREE, "LR"), give(0, "TR"), FOUL, FOUL)
    assert (phase(now), on_turn(now)) == ("choosing_base", 1)
    assert facts(play(now, base(1, 1)))["tower"] == ["stick/red"]
    assert facts(play(now, base(1, 0)))["tower"] == ["large_cube/red"]


def test_s7_fouls_are_counted_for_each_piece_anew() -> None:
    now = play(table(THREE, "LR SR"), give(0, "TR"), FOUL, STANDS, give(1, "SY"))
    assert phase(play(now, FOUL)) == "placing"


def test_s7_the_first_piece_of_a_tower_can_be_no_foul_and_cannot_fall() -> None:
    now = play(table(THREE), give(0, "LB"))
    assert refused(now, FOUL) == "no_foul_on_first"
    assert refused(now, falls("LB")) == "at_least_two_stacks"
    assert {option.action.__name__ for option in GAME.options(now.state)} == {"Stands"}
    assert refused(table(THREE), FOUL) == "not_now"
    assert refused(play(table(THREE, "LR"), give(0, "LB")), {**FOUL, "by": 1}) == "only_the_table"


def test_s7_on_the_base_left_by_a_fall_a_foul_is_possible() -> None:
    now = play(table(THREE, "LR SR"), give(0, "TR"), falls("LR", "SR", "TR"), base(1, 0), give(1, "TR"))
    assert phase(play(now, FOUL)) == "placing"


def test_s8_the_highest_stack_has_the_most_pieces() -> None:
    now = play(table(THREE, "PR OR LR"), give(0, "TR"), falls("TR", "PR OR", "LR"))
    assert facts(now)["tower"] == list(pieces("PR OR"))


def test_s8_physical_height_always_asks_and_takes_any_stack() -> None:
    now = play(table(THREE, "PR OR LR", height="physical"), give(0, "TR"), falls("TR", "PR OR", "LR"))
    assert (phase(now), on_turn(now)) == ("choosing_base", 1)
    assert facts(play(now, base(1, 0)))["tower"] == ["stick/red"]
    fouled = play(table(THREE, "PR OR", height="physical"), give(0, "TR"), FOUL, FOUL)
    assert facts(play(fouled, base(1, 1)))["tower"] == ["stick/red"]


def test_s9_the_receiver_breaks_a_tie_among_the_highest_only() -> None:
    now = play(table(THREE, "PR OR LR SR"), give(0, "TR"), falls("PR OR", "TR", "LR SR"))
    assert refused(now, base(1, 1)) == "not_the_highest"
    assert refused(now, base(2, 0)) == "not_your_turn"
    assert facts(play(now, base(1, 2)))["tower"] == list(pieces("LR SR"))


@pytest.mark.parametrize(("stacks", "taken"), [(("PR OR LR", "TR"), 1), (("PR OR", "LR", "TR"), 2)])
def test_s10_up_to_three_fallen_pieces_are_all_taken(stacks: tuple[str, ...], taken: int) -> None:
    now = play(table(THREE, "PR OR LR"), give(0, "TR"), falls(*stacks))
    assert (phase(now), facts(now)["reserves"]) == ("giving", [2, 2 + taken, 2])


def test_s10_exactly_three_are_taken_without_a_choice_and_four_with_one() -> None:
    three = play(table(THREE, "PR OR LR"), give(0, "TR"), falls("PR", "OR", "LR", "TR"), base(1, 0))
    assert (phase(three), facts(three)["reserves"]) == ("giving", [2, 5, 2])
    four = play(table(THREE, "PR OR LR SR"), give(0, "TR"), falls("PR", "OR", "LR", "SR", "TR"), base(1, 0))
    assert phase(four) == "collecting"


def test_s11_with_the_third_drop_nothing_else_happens() -> None:
    before = table(THREE, "LR SR", drops=(2, 0, 0))
    now = play(before, give(0, "TR"), falls("LR SR", "TR"))
    assert (facts(now)["reserves"], facts(now)["box"]) == ([2, 2, 2], facts(before)["box"])
    assert facts(now)["tower"] == facts(now)["legal"] == []
    assert refused(now, base(1, 0)) == "game_over"


def test_s12_the_receiver_gives_next_fall_or_not() -> None:
    given = play(table(THREE, "LR SR"), give(0, "TR"))
    assert on_turn(play(given, STANDS)) == on_turn(play(given, falls("LR SR", "TR"))) == 1


def test_s13_pieces_of_the_base_are_never_collected() -> None:
    now = play(table(THREE, "PR OR LR SR SB"), give(0, "LB"), falls("PR", "OR", "LR", "SR", "SB", "LB"), base(1, 2))
    assert refused(now, collect(1, "LR PR OR")) == "not_fallen"


def test_s14_a_refusal_may_be_noted_as_a_fall() -> None:
    now = play(table(THREE, "LR SR"), give(0, "TR"), falls("LR SR", "TR"))
    assert now.state.reserves[1][-1] == "stick/red"


@pytest.mark.parametrize("seats", list(GAME.seats))
def test_s15_the_drops_never_run_out(seats: int) -> None:
    assert max(sum(facts(kit.finished(GAME, seats, seed))["drops"]) for seed in range(40)) <= 2 * seats + 1 <= 14


def test_s16_who_placed_gets_no_drop() -> None:
    for before, after in pairwise(physical(GAME, 4, 3)):
        if type(after.entries[-1]).__name__ == "Falls":
            gained = [new - old for old, new in zip(facts(before)["drops"], facts(after)["drops"], strict=True)]
            assert gained.index(1) == before.state.phase.giver
            assert sum(gained) == 1


@pytest.mark.parametrize(
    ("seats", "first", "shares"),
    [(4, 0, [8, 8, 7, 7]), (4, 3, [8, 7, 7, 8]), (3, 1, [10, 10, 10])],
)
def test_option_draft_exhaust_shares_out_all_pieces(seats: int, first: int, shares: list[int]) -> None:
    before = fresh(seats, draft="exhaust", first=first)
    now = play(before, draft(*shares))
    assert (facts(now)["reserves"], facts(now)["box"], on_turn(now)) == (shares, 0, first)
    if len(set(shares)) > 1:
        assert refused(before, draft(*shares[1:], shares[0])) == "wrong_share"
        assert refused(before, draft(*[7] * seats)) == "wrong_share"


@pytest.mark.parametrize(
    "options", [{"settle_s": -1}, {"height": "mm"}, {"draft": "all"}, {"teams": 0}, {"first": 3}, {"auto_draw": True}]
)
def test_a_bad_option_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(BadOptions):
        kit.course(GAME, 3, options)


def test_an_undo_reopens_a_finished_game() -> None:
    now = play(table(["LB", "SY", "OV"], "LR"), give(0, "LB"))
    assert phase(now.after(Undo(2, 0))) == "giving"
