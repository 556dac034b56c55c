"""The readings E1 to E16 of docs/rules/alles_im_eimer.md, the options of a table and what a scribe knows."""

from __future__ import annotations

import pytest

from companion.games.alles_im_eimer import GAME
from companion.games.alles_im_eimer.model import Leading
from companion.rulebook.course import Course
from companion.rulebook.errors import BadOptions
from tests import kit
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

ONE = drawn("R... ... .. .")


def test_e1_only_ones_own_earlier_cards_count() -> None:
    now = play(built(), attack(0, "violet", 5), defend(1, 3, 7))
    assert facts(now)["to_beat"] == 10


def test_e2_more_than_three_cards_may_lie_before_a_player() -> None:
    now = play(built(2), attack(0, "red", 1, 1, 2), defend(1, 5), defend(0, 2, 3, 3))
    assert (facts(now)["to_beat"], now.state.phase.round.laid[0]) == (12, (1, 1, 2, 2, 3, 3))


def test_e3_an_equal_total_is_illegal() -> None:
    now = play(built(), attack(0, "red", 5))
    assert refused(now, defend(1, 5)) == "total_too_low"


def test_e3_equal_reverses_turns_the_direction_for_the_rest_of_the_round() -> None:
    now = play(built(4, equal_reverses=True), attack(0, "red", 5), defend(1, 6), defend(2, 6))
    assert on_turn(now) == 1
    assert refused(now, defend(1, 8, 8, 8)) == "third_copy"
    now = play(now, defend(1, 1))
    assert (facts(now)["to_beat"], on_turn(now)) == (7, 0)
    assert on_turn(play(now, defend(0, 3))) == 3


def test_e3_equal_reverses_a_second_equal_total_turns_it_back() -> None:
    now = play(built(4, equal_reverses=True), attack(0, "red", 5), defend(1, 4, 1), defend(0, 1))
    assert on_turn(now) == 3
    assert on_turn(play(now, defend(3, 6))) == 0


def test_e3_equal_reverses_still_refuses_less() -> None:
    assert refused(play(built(equal_reverses=True), attack(0, "red", 5)), defend(1, 4)) == "total_too_low"


def test_e3_the_next_round_runs_clockwise_again() -> None:
    now = play(built(4, equal_reverses=True), attack(0, "red", 5), defend(1, 5), passes(0), lose(0, 1, 1))
    assert on_turn(play(now, attack(0, "red", 1))) == 1


def test_e4_the_leader_must_answer_an_attack_that_comes_back() -> None:
    now = play(built(2), attack(0, "red", 5), defend(1, 6))
    assert (phase(now), on_turn(now)) == ("defending", 0)
    assert on_turn(play(now, passes(0), lose(0, 0, 0))) == 0


@pytest.mark.parametrize("closing", [defend(1, 6), passes(1)], ids=["defence", "pass"])
def test_e5_a_draw_is_possible_once_until_the_next_play(closing: dict[str, object]) -> None:
    now = play(built(2, auto_draw=False), attack(0, "red", 5))
    assert now.state.hands == (7, 8)
    drawn_once = play(now, draw(0))
    assert (drawn_once.state.hands, drawn_once.state.deck) == ((8, 8), 63)
    assert refused(drawn_once, draw(0)) == "drawn_already"
    assert refused(now, draw(1)) == "not_your_turn"
    assert refused(play(now, closing), draw(0)) in {"not_your_turn", "not_now"}


def test_e5_with_auto_draw_no_draw_is_noted() -> None:
    assert refused(play(built(), attack(0, "red", 5)), draw(0)) == "draws_are_automatic"


def test_e5_nobody_draws_before_the_first_attack() -> None:
    assert refused(built(auto_draw=False), draw(0)) == "not_now"


def test_e6_an_empty_deck_is_made_of_the_discard_pile_but_not_of_the_table() -> None:
    seen = (("red", 5), ("red", 5), ("blue", 1), ("green", 8))
    now = play(changed(built(), deck=0, discard=seen, hidden=2), attack(0, "blue", 1))
    assert (now.state.deck, now.state.discard, now.state.hidden) == (5, (), 0)
    assert "reshuffled" in [event.key for event in now.now.events]
    assert phase(play(now, defend(1, 2))) == "defending"


def test_e6_cards_shuffled_in_count_as_unseen() -> None:
    seen = (("red", 5), ("red", 5))
    before = changed(built(), deck=0, discard=seen)
    assert refused(before, attack(0, "red", 5)) == "third_copy"
    now = play(before, attack(0, "red", 1), defend(1, 5, 5))
    assert facts(now)["to_beat"] == 10


def test_e6_the_deck_is_shuffled_only_when_a_card_is_due() -> None:
    now = play(changed(built(), deck=1, discard=(("red", 5),)), attack(0, "blue", 1))
    assert (now.state.deck, now.state.discard) == (0, (("red", 5),))


def test_e7_a_leader_without_a_card_draws_one_by_force() -> None:
    now = changed(built(2, auto_draw=False), hands=(1, 1), deck=7)
    now = play(now, attack(0, "red", 5), passes(1), lose(1, 0, 0), attack(1, "red", 4), passes(0))
    assert now.state.hands == (0, 0)
    now = play(now, lose(0, 0, 0))
    assert (on_turn(now), now.state.hands, now.state.deck) == (0, (1, 0), 6)
    assert "drew_to_lead" in [event.key for event in now.now.events]
    assert refused(now, attack(0, "red", 1, 2)) == "not_so_many_in_hand"


def test_e7_the_forced_card_may_come_from_the_round_just_put_away() -> None:
    now = changed(built(2, auto_draw=False), hands=(1, 0), deck=0)
    now = play(now, attack(0, "red", 5), passes(1), lose(1, 0, 0))
    assert (now.state.hands, now.state.deck, now.state.discard) == ((0, 1), 0, ())


def test_e7_a_defender_without_a_card_can_only_pass() -> None:
    now = play(changed(built(2, auto_draw=False), hands=(1, 0)), attack(0, "red", 1))
    assert refused(now, defend(1, 8)) == "not_so_many_in_hand"
    assert {option.action.__name__ for option in GAME.options(now.state)} == {"Pass", "Draw"}


def test_e8_who_could_defend_may_pass() -> None:
    assert phase(play(built(), attack(0, "red", 1), passes(1))) == "losing"


def test_e9_either_bucket_of_the_attacked_colour_may_go_but_no_other() -> None:
    now = play(built(), attack(0, "violet", 1), passes(1))
    for cell, kept in [((1, 0), 7), ((3, 0), 9)]:
        assert left(play(now, lose(1, *cell)), 1) == kept
    assert refused(now, lose(1, 2, 1)) == "own_colour_first"


def test_e10_fallen_buckets_of_other_colours_are_lost_too() -> None:
    now = play(built(), attack(0, "red", 1), passes(1), lose(1, 0, 0))
    assert now.state.pyramids[1] == drawn(".BGY .RB .Y .")


def test_e11_two_equal_parts_are_still_a_choice() -> None:
    equal = drawn("RBG. ... .. .")
    now = play(changed(built(), pyramids=(STAR, equal, STAR)), attack(0, "blue", 1), passes(1), lose(1, 0, 1))
    assert (phase(now), left(now, 1)) == ("keeping", 2)
    assert play(now, keep(1, "right")).state.pyramids[1] == drawn("..G. ... .. .")


def test_e12_losing_the_only_base_bucket_destroys_the_pyramid() -> None:
    now = play(changed(built(), pyramids=(STAR, ONE, STAR)), attack(0, "red", 1), passes(1), lose(1, 0, 0))
    assert (now.is_over, now.totals) == (True, (10, 0, 10))


def test_e13_after_an_elimination_the_next_to_the_left_leads_and_the_hand_is_discarded() -> None:
    now = changed(built(5), pyramids=(STAR, ONE, STAR, STAR, STAR))
    now = play(now, attack(0, "red", 1, 2), passes(1), lose(1, 0, 0))
    assert (phase(now), on_turn(now)) == ("leading", 2)
    assert (now.state.hands, now.state.hidden) == ((7, 0, 8, 8, 8), 8)
    assert now.state.discard == (("red", 1), ("red", 2))
    assert on_turn(play(now, attack(2, "red", 1), defend(3, 2), defend(4, 3), defend(0, 4))) == 2


def test_e13_who_leads_does_not_depend_on_the_direction_of_the_round() -> None:
    now = changed(built(5, equal_reverses=True), pyramids=(ONE, STAR, STAR, STAR, STAR))
    now = play(now, attack(0, "red", 5), defend(1, 5), passes(0), lose(0, 0, 0))
    assert on_turn(now) == 1


def test_e13_a_seat_that_is_out_is_skipped_backwards_too() -> None:
    out = drawn(".... ... .. .")
    now = changed(built(5, equal_reverses=True), pyramids=(STAR, STAR, STAR, out, STAR), phase=Leading(2))
    now = play(now, attack(2, "red", 5), defend(4, 5))
    assert on_turn(now) == 2


def test_e14_two_players_attack_each_other() -> None:
    assert on_turn(play(built(2), attack(0, "red", 1))) == 1
    assert on_turn(play(built(2), attack(0, "red", 1), defend(1, 2))) == 0


def ended() -> Course:
    """A table of three one bucket before the end: 10, 1 and 4 left."""
    return changed(built(), pyramids=(STAR, ONE, drawn("RBGY ... .. .")))


def test_e15_all_are_compared_and_house_rulings_count() -> None:
    ruling = {"by": "table", "do": "adjust", "seat": 1, "points": 11, "why": "knocked over by the cat"}
    now = play(ended(), ruling, attack(0, "red", 1), passes(1), lose(1, 0, 0))
    assert now.outcome is not None
    assert (now.outcome.winners, now.totals, facts(now)["buckets_left"]) == ((1,), (10, 11, 4), [10, 0, 4])


def test_e16_all_cards_of_a_round_are_put_away_together() -> None:
    now = play(built(2), attack(0, "red", 1), defend(1, 2), defend(0, 2), passes(1))
    assert now.state.discard == ()
    now = play(now, lose(1, 0, 0))
    assert sorted(now.state.discard) == [("red", 1), ("red", 2), ("red", 2)]


def test_a_third_copy_on_the_table_or_in_the_discard_pile_is_impossible() -> None:
    assert refused(built(), attack(0, "red", 7, 7, 7)) == "third_copy"
    now = play(built(), attack(0, "red", 7))
    assert refused(now, defend(1, 7, 7)) == "third_copy"
    now = play(now, defend(1, 7, 1), passes(2), lose(2, 0, 0))
    assert refused(now, attack(2, "red", 7)) == "third_copy"
    assert phase(play(now, attack(2, "blue", 7))) == "defending"


def test_a_hand_is_never_overdrawn() -> None:
    now = play(changed(built(2), hands=(2, 8)), attack(0, "red", 1, 2), defend(1, 4))
    assert now.state.hands == (1, 8)
    assert refused(now, defend(0, 5, 6)) == "not_so_many_in_hand"


@pytest.mark.parametrize(
    ("picture", "contact", "horizontal"),
    [("RBGY VRB GY V", True, True), ("RBGY RVB GY V", False, True), ("RRBG YVB GY V", False, False)],
)
def test_option_adjacency_says_which_buckets_may_touch(picture: str, contact: bool, horizontal: bool) -> None:
    for adjacency, allowed in [("contact", contact), ("horizontal", horizontal), ("off", True)]:
        table = course(GAME, 2, {"adjacency": adjacency})
        if allowed:
            assert left(play(table, build(0, drawn(picture))), 0) == 10
        else:
            assert refused(table, build(0, drawn(picture))) == "equal_neighbours"


@pytest.mark.parametrize("options", [{"adjacency": "none"}, {"auto_draw": 1}, {"first": -1}, {"teams": True}])
def test_a_bad_option_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(BadOptions):
        kit.course(GAME, 3, options)


def test_a_hand_that_is_out_is_shuffled_in_unseen() -> None:
    now = changed(built(5), pyramids=(STAR, ONE, STAR, STAR, STAR), deck=1)
    now = play(now, attack(0, "red", 1), passes(1), lose(1, 0, 0), attack(2, "red", 2))
    assert (now.state.deck, now.state.hidden, now.state.discard) == (8, 0, ())
