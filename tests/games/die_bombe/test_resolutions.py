"""The readings D1 to D21 of docs/rules/die_bombe.md and the options of a table."""

from __future__ import annotations

import pytest

from companion.games.die_bombe import GAME
from companion.rulebook.course import Course
from companion.rulebook.errors import BadOptions
from tests.games.die_bombe.turns import REVEAL, after, bid, bomb, live, offer, rebid, show, table, take
from tests.kit import course as opened
from tests.kit import facts, phase, physical, refused


def first_sale(course: Course) -> Course:
    """Seat 0 holds red 7, seat 1 green 9; seat 0 paid 12."""
    return after(course, offer("red7 green9", (12, 8, 3)), take(0, 0))


def test_d1_a_tie_for_second_gives_the_second_card_to_nobody() -> None:
    course = after(table(), offer("red7 green9", (12, 8, 8)), take(0, 0))
    assert live(course) == [["red7"], [], []]
    assert course.state.aside == ("green9",)


def test_d1_the_third_does_not_move_up_after_a_tie_for_second() -> None:
    course = after(table(4), offer("red7 green9", (12, 8, 8, 7)), take(0, 0))
    assert live(course) == [["red7"], [], [], []]


def test_d2_the_winner_of_a_rebid_pays_the_rebid_and_the_first_bids_cost_nothing() -> None:
    course = after(table(), offer("red7 green9", (10, 10, 9)), rebid({0: 4, 1: 6}), take(1, 1))
    assert facts(course)["deficits"] == [0, 6, 0]
    assert live(course) == [[], ["green9"], []]


def test_d2_like_fresh_gives_the_other_card_to_the_unique_second_of_the_rebid() -> None:
    course = after(table(tie_high="like_fresh"), offer("red7 green9", (10, 10, 9)), rebid({0: 4, 1: 6}), take(1, 1))
    assert live(course) == [["red7"], ["green9"], []]
    assert facts(course)["deficits"] == [0, 6, 0]


def test_d2_like_fresh_gives_it_to_nobody_where_the_second_of_the_rebid_is_tied() -> None:
    tied = after(table(tie_high="like_fresh"), offer("red7 green9", (10, 10, 10)))
    assert live(after(tied, rebid({0: 4, 1: 6, 2: 4}), take(1, 0))) == [[], ["red7"], []]
    assert live(after(tied, rebid({0: 4, 1: 6, 2: 5}), take(1, 0))) == [[], ["red7"], ["green9"]]


@pytest.mark.parametrize("amount", [1, 40])
def test_d3_a_rebid_is_any_number_from_1_to_40(amount: int) -> None:
    course = after(table(), offer("red7 green9", (10, 10, 9)))
    assert refused(course, bid(0, 41)) == "bid_out_of_range"
    assert phase(after(course, bid(0, amount))) == "bidding"


def test_d4_a_second_tie_has_only_the_newly_tied_bid_again() -> None:
    course = after(table(4), offer("red7 green9", (10, 10, 10, 1)), rebid({0: 7, 1: 3, 2: 7}))
    assert refused(course, bid(1, 5)) == "not_a_bidder"
    assert facts(after(course, rebid({2: 1, 0: 2}), take(0, 0)))["deficits"] == [2, 0, 0, 0]


def test_d4_after_five_rebids_the_sixth_tie_removes_both_cards_and_nobody_pays() -> None:
    course = after(table(), offer("red7 green9", (10, 10, 9)))
    for _ in range(4):
        course = after(course, rebid({0: 5, 1: 5}))
    assert phase(course) == "bidding"
    course = after(course, rebid({0: 5, 1: 5}))
    assert phase(course) == "showing"
    assert sorted(course.state.aside) == ["green9", "red7"]
    assert facts(course)["deficits"] == [0, 0, 0]
    assert facts(course)["pile"] == 28


@pytest.mark.parametrize("rebids", [0, 1, 2])
def test_d4_max_rebids_counts_how_often_they_bid_again(rebids: int) -> None:
    course = after(table(max_rebids=rebids), offer("red7 green9", (10, 10, 9)))
    for _ in range(rebids):
        assert phase(course) == "bidding"
        course = after(course, rebid({0: 5, 1: 5}))
    assert phase(course) == "showing"


def test_d4_the_last_tie_of_a_game_ends_it() -> None:
    *_, last = physical(GAME, 2, 5, {"max_rebids": 0})
    seq = max(i for i, entry in enumerate(last.entries) if type(entry).__name__ == "Show")
    course = opened(GAME, 2, {"max_rebids": 0})
    for entry in last.entries[: seq + 1]:
        course = course.after(entry)
    assert after(course, rebid({0: 9, 1: 9})).is_over


def test_d5_all_seats_tied_bid_again() -> None:
    course = after(table(), offer("red7 green9", (6, 6, 6)), bid(2, 1), bid(1, 2), bid(0, 3), REVEAL)
    assert facts(after(course, take(0, 1)))["deficits"] == [3, 0, 0]


@pytest.mark.parametrize(("place", "card"), [(0, "red7"), (1, "green9")])
def test_d6_the_winner_of_a_rebid_chooses_after_winning(place: int, card: str) -> None:
    course = after(table(), offer("red7 green9", (10, 10, 9)), rebid({0: 4, 1: 6}), take(1, place))
    assert live(course)[1] == [card]


def test_d7_in_a_three_player_game_both_others_may_tie_for_second() -> None:
    assert live(after(table(), offer("red7 green9", (12, 8, 8)), take(0, 1))) == [["green9"], [], []]


def three_red_cards() -> list[object]:
    return [
        offer("red7 green9", (12, 8, 3)),
        take(0, 0),
        offer("red25 green3", (12, 2, 3)),
        take(0, 0),
        offer("green25 bomb", (12, 20, 3)),
        take(1, 1),
    ]


def test_d8_any_live_card_of_the_victim_can_be_hit() -> None:
    course = after(table(), *three_red_cards())  # type: ignore[arg-type]
    assert live(course) == [["red7", "red25"], ["green9"], ["green3"]]
    assert live(after(course, bomb(1, 0, "red7")))[0] == ["red25", "green25"]
    assert live(after(course, bomb(1, 0, "red25")))[0] == ["red7", "green25"]


def test_d8_newest_of_colour_allows_only_the_card_won_last_in_that_colour() -> None:
    course = after(table(bomb_target="newest_of_colour"), *three_red_cards())  # type: ignore[arg-type]
    assert refused(course, bomb(1, 0, "red7")) == "not_the_newest"
    assert live(after(course, bomb(1, 0, "red25")))[0] == ["red7", "green25"]
    assert phase(after(course, bomb(1, 2, "green3"))) == "showing"


def test_d9_nobody_bombs_himself() -> None:
    course = after(first_sale(table()), offer("bomb red3", (20, 1, 2)), take(0, 0))
    assert refused(course, bomb(0, 0, "red7")) == "not_oneself"


def test_d10_without_a_target_the_bomb_leaves_play_and_never_hits_its_taker() -> None:
    alone = after(table(), offer("red7 green9", (12, 8, 8)), take(0, 0))
    course = after(alone, offer("bomb red3", (20, 1, 2)), take(0, 0))
    assert phase(course) == "showing"
    assert live(course) == [["red7"], [], ["red3"]]
    assert "bomb" in course.state.aside


def test_d11_the_highest_bomb_comes_before_the_second_gets_his_card() -> None:
    course = after(first_sale(table()), offer("bomb red25", (20, 5, 1)), take(0, 0))
    assert live(course)[1] == ["green9"]
    assert refused(course, bomb(0, 1, "red25")) == "not_his_card"
    assert live(after(course, bomb(0, 1, "green9")))[1] == ["red25"]


def test_d11_the_second_can_bomb_the_card_that_the_highest_just_took() -> None:
    course = after(first_sale(table()), offer("bomb red25", (20, 5, 1)), take(0, 1))
    assert phase(course) == "bombing"
    assert live(after(course, bomb(1, 0, "red25")))[0] == ["red7"]


def test_d12_two_bombs_the_highest_pays_and_plays_one_then_the_second_plays_the_other_free() -> None:
    course = after(first_sale(table()), offer("bomb bomb", (2, 5, 20)), take(2, 0), bomb(2, 0, "red7"))
    assert phase(course) == "showing"  # the only card left is the second's own: his bomb finds no target
    assert live(course) == [[], ["green9"], []]
    assert facts(course)["deficits"] == [12, 0, 20]
    other = after(first_sale(table()), offer("bomb bomb", (2, 5, 20)), take(2, 0), bomb(2, 1, "green9"))
    assert phase(other) == "bombing"
    assert live(after(other, bomb(1, 0, "red7"))) == [[], [], []]


def test_d13_a_bombed_card_counts_neither_as_points_nor_for_the_majority() -> None:
    course = after(table(), *three_red_cards(), bomb(1, 0, "red25"))  # type: ignore[arg-type]
    assert [line.points for line in course.lines[0]] == [14, 50, -24]


def test_d14_a_majority_is_the_number_of_cards_not_their_sum() -> None:
    course = after(
        table(), offer("red25 red3", (2, 1, 1)), take(0, 0), offer("red5 red7", (1, 3, 3)), rebid({1: 4, 2: 3})
    )
    course = after(course, take(1, 0), offer("red9 green3", (1, 3, 2)), take(1, 0))
    assert live(course) == [["red25"], ["red5", "red9"], ["green3"]]
    assert [seat[0].points for seat in course.lines] == [25, 28, 0]


def test_d15_all_tied_for_most_cards_double() -> None:
    course = after(table(), offer("red7 red9", (3, 2, 1)), take(0, 0))
    assert [seat[0].points for seat in course.lines] == [14, 18, 0]


def test_d16_green_doubles_too() -> None:
    course = after(table(), offer("green7 red9", (3, 2, 1)), take(0, 0))
    assert [seat[1].points for seat in course.lines] == [14, 0, 0]


def test_d17_where_nobody_has_a_colour_nothing_doubles() -> None:
    course = after(table(), offer("green7 green9", (3, 2, 1)), take(0, 0))
    assert [(seat[0].points, seat[0].why.key) for seat in course.lines] == [(0, "why_cards")] * 3


def test_d18_an_invalid_bid_is_not_taken_and_the_reveal_waits() -> None:
    course = after(table(), show("red7", "green9"), bid(0, 3), bid(1, 3))
    assert refused(course, bid(2, 0)) == "bid_out_of_range"
    assert refused(course, REVEAL) == "bids_are_missing"


def test_d19_equal_totals_share_the_victory() -> None:
    *_, last = physical(GAME, 3, 11)
    second = sorted(range(3), key=lambda seat: last.totals[seat])[1]
    lead = max(last.totals) - last.totals[second]
    again = opened(GAME, 3)
    for entry in last.entries[:-1]:
        again = again.after(entry)
    ruling = {"by": "table", "do": "adjust", "seat": second, "points": lead, "why": "house"}
    tied = after(again, ruling).after(last.entries[-1])
    assert tied.outcome is not None
    assert len(tied.outcome.winners) == 2


def test_d20_two_players_both_get_a_card_each_turn() -> None:
    course = after(table(2), offer("red7 green9", (3, 2)), take(0, 0))
    assert live(course) == [["red7"], ["green9"]]


def test_d21_the_deficit_is_written_with_the_take() -> None:
    course = after(table(), offer("red7 green9", (12, 8, 3)))
    assert facts(course)["deficits"] == [0, 0, 0]
    assert course.totals == (0, 0, 0)
    assert facts(after(course, take(0, 0)))["deficits"] == [12, 0, 0]


@pytest.mark.parametrize(
    "options",
    [
        {"max_rebids": -1},
        {"max_rebids": "5"},
        {"max_rebids": True},
        {"max_rebids": None},
        {"tie_high": "two_cards"},
        {"bomb_target": 1},
        {"bombs": 6},
    ],
)
def test_a_bad_option_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(BadOptions):
        opened(GAME, 3, options)


def test_the_starting_seat_is_ignored_since_nobody_starts() -> None:
    assert opened(GAME, 3, {"first": 2}).state == opened(GAME, 3).state
