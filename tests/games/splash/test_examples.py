"""The worked examples S-A to S-F: every figure below was derived by hand."""

from __future__ import annotations

from tests.games.splash.turns import STANDS, base, collect, falls, fresh, give, legal, on_turn, pieces, table
from tests.kit import facts, phase, play, refused

TEN = (
    "LR LO TR TO PR PO OR OO SR SO",
    "LY LG TY TG PY PG OY OG SY SG",
    "LB LV TB TV PB PV OB OV SB SV",
)


def test_sa_fitting_by_shape_and_by_colour() -> None:
    now = table(["LB TR PG", "SY OV"], "LR")
    assert facts(now)["legal"] == legal("LB TR")
    assert refused(now, give(0, "PG")) == "own_piece_fits"


def test_sb_the_only_fitting_piece_is_taken_from_the_third_player() -> None:
    now = table(["PG", "SV", "SY", "OR"], "LR")
    assert facts(now)["legal"] == legal("OR")
    assert refused(now, give(0, "PG")) == "take_elsewhere"
    assert phase(play(now, give(0, "OR", 3))) == "over"
    without = table(["PG", "SV", "SY", "OV"], "LR")
    assert facts(without)["legal"] == legal("PG")


def test_sc_a_fall_with_three_players() -> None:
    draft = {"by": "table", "do": "draft", "reserves": [list(pieces(hand)) for hand in TEN]}
    now = play(
        fresh(), draft, give(0, "LR"), STANDS, give(1, "LY"), STANDS, give(2, "LB"), STANDS, give(0, "LO"), STANDS
    )
    assert (facts(now)["reserves"], len(facts(now)["tower"])) == ([8, 9, 9], 4)
    now = play(now, give(1, "LG"), falls("LR LY LB", "LO", "LG"))
    assert (facts(now)["reserves"], facts(now)["drops"], facts(now)["box"]) == ([8, 8, 11], [0, 1, 0], 0)
    assert facts(now)["tower"] == list(pieces("LR LY LB"))
    assert sum(facts(now)["reserves"]) + 3 == 30
    assert (on_turn(now), facts(now)["legal"]) == (2, legal("LV TB PB OB SB LO LG"))


def test_sd_eight_pieces_in_two_pairs_and_four_singles() -> None:
    now = play(
        table(["TR PG", "SY SG"], "LR LO LY LG LB LV TV"),
        give(0, "TR"),
        falls("LR LO", "LY", "LG", "LB", "LV", "TV TR"),
    )
    assert refused(now, base(1, 1)) == "not_the_highest"
    boxed = facts(now)["box"]
    now = play(now, base(1, 5))
    assert (phase(now), facts(now)["tower"]) == ("collecting", list(pieces("TV TR")))
    now = play(now, collect(1, "LR LV LG"))
    assert (facts(now)["reserves"], facts(now)["box"] - boxed) == ([1, 5], 3)


def test_se_four_singles() -> None:
    now = play(table(["TR PG", "SY SG"], "LR LO TY"), give(0, "TR"), falls("LR", "LO", "TY", "TR"))
    boxed = facts(now)["box"]
    now = play(now, base(1, 1))
    assert (facts(now)["tower"], facts(now)["reserves"], facts(now)["box"] - boxed) == (
        ["large_cube/orange"],
        [1, 5],
        0,
    )


def test_sf_the_third_drop_comes_before_any_collection_and_the_last_piece_wins_at_once() -> None:
    now = play(table(["TR PG", "SY SG"], "LR LO", drops=(2, 0)), give(0, "PG"), falls("LR", "LO", "PG"))
    assert now.outcome is not None
    assert (now.outcome.winners, facts(now)["reserves"], facts(now)["drops"]) == ((0,), [1, 2], [3, 0])
    now = play(table(["LG", "SY SG"], "LR LO"), give(0, "LG"))
    assert now.outcome is not None
    assert (now.outcome.winners, facts(now)["drops"]) == ((0,), [0, 0])
