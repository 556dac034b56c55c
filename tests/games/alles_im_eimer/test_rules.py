"""The rules R01 to R27 of docs/rules/alles_im_eimer.md."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.games.alles_im_eimer import GAME
from companion.games.alles_im_eimer.model import CARDS, COLOURS, VALUES
from companion.rulebook.errors import BadField, BadOptions
from tests.games.alles_im_eimer.turns import (
    STAR,
    attack,
    build,
    built,
    changed,
    defend,
    draw,
    drawn,
    keep,
    left,
    lose,
    on_turn,
    passes,
)
from tests.kit import course, facts, phase, play, refused


def test_r01_there_are_buckets_for_six_players_and_two_of_each_colour() -> None:
    assert [max(GAME.seats) * row.count(colour) for row in [sum(STAR, ())] for colour in COLOURS] == [12] * 5
    assert list(GAME.seats) == [2, 3, 4, 5, 6]


def test_r02_there_are_two_cards_of_each_value_in_each_colour() -> None:
    assert CARDS == 80
    assert 2 * sum(VALUES) * len(COLOURS) == 360
    with pytest.raises(BadField):
        play(built(), attack(0, "orange", 5))
    assert refused(built(), attack(0, "red", 9)) == "no_such_value"
    assert refused(built(), attack(0, "red", 0)) == "no_such_value"


def test_r03_the_table_says_who_begins() -> None:
    assert on_turn(built(3)) == 0
    assert on_turn(built(3, first=2)) == 2
    with pytest.raises(BadOptions):
        course(GAME, 3, {"first": 3})


@pytest.mark.parametrize(("seats", "deck"), [(2, 64), (3, 56), (4, 48), (5, 40), (6, 32)])
def test_r04_eight_cards_each_and_the_rest_is_the_deck(seats: int, deck: int) -> None:
    state = course(GAME, seats).state
    assert (state.hands, state.deck) == ((8,) * seats, deck)


def test_r05_ten_buckets_two_of_each_colour() -> None:
    assert course(GAME, 2).totals == (10, 10)
    three_reds = drawn("RBGR VRB GY V")
    assert refused(course(GAME, 2), build(0, three_reds)) == "two_of_each_colour"
    with pytest.raises(BadField):
        play(course(GAME, 2), build(0, drawn("RBG. VRB GY V")))


@pytest.mark.parametrize("picture", ["RBGY VRB GYV", "V GY VRB RBGY", "RBGYV RBGY V", "RBGYVRBGYV", "RBGY VRB GY V R"])
def test_r07_a_pyramid_has_rows_of_four_three_two_and_one(picture: str) -> None:
    assert refused(course(GAME, 2), build(0, drawn(picture))) == "wrong_shape"


@pytest.mark.parametrize(
    "picture",
    ["RRBG YVB GY V", "RBGY RVB GY V", "BRGY VRB GY V", "RBGY VRB VY G"],
    ids=["in the base", "on its left support", "on its right support", "higher up"],
)
def test_r08_two_buckets_of_one_colour_may_not_be_adjacent(picture: str) -> None:
    assert refused(course(GAME, 2), build(0, drawn(picture))) == "equal_neighbours"


def test_r09_the_first_round_begins_when_all_have_built_in_any_order() -> None:
    now = play(course(GAME, 3), build(2), build(0))
    assert phase(now) == "building"
    assert refused(now, attack(0, "red", 1)) == "not_now"
    assert refused(now, build(0)) == "built_already"
    assert refused(now, build("table")) == "each_seat_builds"
    now = play(now, build(1))
    assert phase(now) == "leading"
    assert refused(now, build(1)) == "not_now"


def test_r10_the_leader_lays_one_to_three_cards_of_a_colour_against_his_left_neighbour() -> None:
    now = play(built(), attack(0, "violet", 5, 3))
    assert (facts(now)["colour"], facts(now)["to_beat"]) == ("violet", 8)
    assert (phase(now), on_turn(now)) == ("defending", 1)
    assert refused(built(), attack(0, "violet")) == "one_to_three_cards"
    assert refused(built(), attack(0, "violet", 1, 2, 3, 4)) == "one_to_three_cards"
    assert refused(built(), attack(1, "violet", 1)) == "not_your_turn"
    assert refused(built(), defend(0, 5)) == "not_now"


def test_r11_the_leader_draws_exactly_one_card() -> None:
    now = play(built(), attack(0, "violet", 5, 3, 1))
    assert (now.state.hands, now.state.deck) == ((6, 8, 8), 55)


def test_r12_a_forgotten_draw_is_lost() -> None:
    now = play(built(auto_draw=False), attack(0, "violet", 5), defend(1, 6))
    assert refused(now, draw(0)) == "not_your_turn"
    assert play(now, draw(1)).state.hands == (7, 8, 8)


def test_r13_a_defence_must_be_higher_than_the_attack() -> None:
    now = play(built(), attack(0, "violet", 5, 3))
    assert refused(now, defend(1, 7)) == "total_too_low"
    assert refused(now, defend(1, 8)) == "total_too_low"
    assert facts(play(now, defend(1, 8, 1)))["to_beat"] == 9
    assert refused(now, defend(1)) == "one_to_three_cards"
    assert refused(now, defend(2, 8, 8)) == "not_your_turn"


def test_r14_a_defender_draws_and_the_attack_passes_to_the_left() -> None:
    now = play(built(), attack(0, "violet", 5), defend(1, 3, 7))
    assert (on_turn(now), now.state.hands, now.state.deck) == (2, (8, 7, 8), 54)


def test_r15_an_attack_may_go_round_the_table_several_times() -> None:
    lap = [attack(0, "red", 1), defend(1, 2), defend(2, 3), defend(0, 3), defend(1, 4), defend(2, 5), defend(0, 5)]
    now = play(built(), *lap)
    assert (on_turn(now), facts(now)["to_beat"]) == (1, 9)


def test_r16_new_cards_are_added_to_the_earlier_ones() -> None:
    now = play(built(2), attack(0, "red", 5), defend(1, 6))
    assert facts(play(now, defend(0, 2)))["to_beat"] == 7
    assert refused(now, defend(0, 1)) == "total_too_low"


def test_r17_who_does_not_defend_lays_and_draws_nothing() -> None:
    now = play(built(), attack(0, "red", 5), passes(1))
    assert (now.state.hands, now.state.deck, phase(now)) == ((8, 8, 8), 55, "losing")
    assert refused(built(), passes(0)) == "not_now"
    assert refused(play(built(), attack(0, "red", 5)), passes(2)) == "not_your_turn"


def test_r18_a_bucket_of_the_attacked_colour_goes() -> None:
    now = play(built(), attack(0, "red", 5), passes(1))
    assert refused(now, lose(1, 0, 1)) == "own_colour_first"
    assert refused(now, lose(0, 0, 0)) == "not_your_turn"
    assert (
        refused(now, lose(1, 4, 0)) == refused(now, lose(1, 1, 3)) == refused(now, lose(1, 0, -1)) == "no_bucket_there"
    )
    assert left(play(now, lose(1, 0, 0)), 1) == 6


def test_r19_what_no_longer_rests_on_two_buckets_goes_too() -> None:
    now = play(built(), attack(0, "red", 5), passes(1), lose(1, 1, 1))
    assert facts(now)["pyramids"][1] == [
        ["red", "blue", "green", "yellow"],
        ["violet", None, "blue"],
        [None, None],
        [None],
    ]


def test_r20_who_lost_leads_the_next_round() -> None:
    now = play(built(), attack(0, "red", 5), passes(1), lose(1, 1, 1))
    assert (phase(now), on_turn(now)) == ("leading", 1)
    assert (facts(now)["colour"], facts(now)["to_beat"]) == (None, None)


def test_r21_without_the_attacked_colour_any_bucket_goes() -> None:
    no_violet = drawn("RBGY ... .. .")
    now = changed(built(), pyramids=(STAR, no_violet, STAR))
    now = play(now, attack(0, "violet", 1), passes(1))
    assert left(play(now, lose(1, 0, 3)), 1) == 3
    assert refused(now, lose(1, 1, 0)) == "no_bucket_there"


@pytest.mark.parametrize(("part", "kept"), [("left", "R... ... .. ."), ("right", "..GY ..B .. .")])
def test_r22_of_two_parts_one_is_kept_by_choice(part: str, kept: str) -> None:
    now = play(built(), attack(0, "blue", 5), passes(1), lose(1, 0, 1))
    assert (phase(now), left(now, 1)) == ("keeping", 4)
    assert facts(now)["to_beat"] == 5
    assert refused(now, keep(0, part)) == "not_your_turn"
    now = play(now, keep(1, part))
    assert now.state.pyramids[1] == drawn(kept)
    assert on_turn(now) == 1


def one_left(seats: int) -> tuple[object, ...]:
    return (STAR, drawn("R... ... .. ."), *(STAR,) * (seats - 2))


def test_r23_with_one_bucket_a_player_is_still_in_and_without_he_is_out() -> None:
    now = changed(built(5), pyramids=one_left(5))
    now = play(now, attack(0, "blue", 1))
    assert on_turn(now) == 1
    now = play(now, passes(1), lose(1, 0, 0), attack(2, "blue", 1), defend(3, 2), defend(4, 3), defend(0, 4))
    assert on_turn(now) == 2


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r24_up_to_four_players_end_with_one_destroyed_pyramid(seats: int) -> None:
    now = changed(built(seats), pyramids=one_left(seats))
    now = play(now, attack(0, "blue", 1), passes(1), lose(1, 0, 0))
    assert now.is_over
    assert facts(now)["colour"] is None
    assert facts(now)["pyramids"][1] == [[None] * 4, [None] * 3, [None] * 2, [None]]


@pytest.mark.parametrize("seats", [5, 6])
def test_r25_five_and_six_players_end_with_two_destroyed_pyramids(seats: int) -> None:
    second = drawn("...G ... .. .")
    now = changed(built(seats), pyramids=(*one_left(seats)[:2], second, *(STAR,) * (seats - 3)))
    now = play(now, attack(0, "blue", 1), passes(1), lose(1, 0, 0))
    assert (now.is_over, on_turn(now)) == (False, 2)
    now = play(now, attack(2, "green", 1))
    for value, seat in enumerate((*range(3, seats), 0), 2):
        now = play(now, defend(seat, value))
    assert play(now, passes(2), lose(2, 0, 3)).is_over


def test_r26_the_most_buckets_win() -> None:
    now = changed(built(), pyramids=(STAR, drawn("R... ... .. ."), drawn("RBGY ... .. .")))
    now = play(now, attack(0, "blue", 1), passes(1), lose(1, 0, 0))
    assert now.outcome is not None
    assert (now.outcome.winners, now.outcome.reason, now.totals) == ((0,), "most_buckets", (10, 0, 4))


def test_r27_a_tie_has_several_winners() -> None:
    now = play(changed(built(), pyramids=one_left(3)), attack(0, "blue", 1), passes(1), lose(1, 0, 0))
    assert now.outcome is not None
    assert now.outcome.winners == (0, 2)


def test_the_reference_pyramid_holds_two_of_each_colour() -> None:
    assert Counter(sum(STAR, ())) == dict.fromkeys(COLOURS, 2)
