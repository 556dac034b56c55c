"""What print and taught deck say together: surer where they agree, doubtful where they contradict each other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vision.cards.kinds import Kind
from vision.cards.learning import said_by_both
from vision.cards.reader import ValueRead
from vision.cards.taught import Likeness
from vision.readings import BACK


def like(value: int, sure: float, near: float = 0.97) -> Likeness:
    return Likeness(value, None, sure, turned=False, near=near)


def test_print_and_deck_that_agree_are_surer_than_either() -> None:
    both = said_by_both(ValueRead(7, 0.8), like(7, 0.8), whole=True)
    assert both.value == 7
    assert both.confidence > 0.9


def test_a_face_never_shown_is_left_to_the_print() -> None:
    read = ValueRead(7, 0.97)
    assert said_by_both(read, like(1, 0.9, near=0.7), whole=False) == read


def test_where_deck_and_print_contradict_each_other_neither_is_sure() -> None:
    assert said_by_both(ValueRead(7, 0.97), like(1, 0.7), whole=True).confidence < 0.5


def test_where_neither_is_sure_the_surer_of_both_is_asked_about() -> None:
    told = [said_by_both(ValueRead(9, sure), like(1, 0.2, near=0.5), whole=True) for sure in (0.1, 0.3, 0.8)]
    assert [(read.value, read.confidence < 0.5) for read in told] == [(1, True), (9, True), (9, True)]


def test_a_number_that_only_passes_for_a_sure_one_is_asked_about_where_the_deck_is_sure_of_another() -> None:
    assert said_by_both(ValueRead(9, 0.98), like(19, 0.95, near=0.5), whole=True).confidence < 0.5
    assert said_by_both(ValueRead(9, 0.98), like(19, 0.7, near=0.5), whole=True).confidence == 0.98


@pytest.mark.parametrize(("behind", "stands"), [(0.01, True), (0.2, False)])
def test_a_number_is_contradicted_only_where_the_deck_is_clearly_less_like_it(behind: float, *, stands: bool) -> None:
    print_says = ValueRead(9, 0.85, indexed=True)
    shown = replace(like(8, 0.05, near=0.76), behind={8: 0.0, 9: behind})
    assert (said_by_both(print_says, shown, whole=True) == print_says) is stands
    assert said_by_both(replace(print_says, indexed=False), shown, whole=True).confidence < 0.5


def test_what_is_rather_no_card_is_one_only_where_it_is_much_like_a_face_shown() -> None:
    table = ValueRead(None, 0.0, kind=Kind(0.9, 0.05, 0.05, 0.0))
    shown = replace(like(7, 0.95, near=0.6), together=0.8)
    assert said_by_both(table, shown, whole=True).confidence < 0.5
    assert said_by_both(table, replace(shown, near=0.8), whole=True).confidence >= 0.5
    assert said_by_both(table, replace(shown, near=0.8, together=0.5), whole=True).confidence < 0.5


def test_a_face_that_only_the_deck_sees_is_hardly_unlike_the_one_shown() -> None:
    card = ValueRead(None, 0.0, kind=Kind(0.1, 0.8, 0.1, 0.0))
    assert said_by_both(card, like(7, 0.95, near=0.35), whole=True).confidence < 0.5
    assert said_by_both(card, like(7, 0.95, near=0.6), whole=True).confidence >= 0.5


@pytest.mark.parametrize(("together", "sure"), [(0.5, False), (0.7, True)])
def test_a_back_that_only_the_deck_sees_is_like_the_one_shown_all_over(together: float, *, sure: bool) -> None:
    marker = ValueRead(None, 0.0, kind=Kind(0.27, 0.73, 0.0, 0.0))
    shown = Likeness(BACK, None, 0.95, turned=False, near=0.6, together=together)
    assert (said_by_both(marker, shown, whole=True).confidence >= 0.5) is sure


def test_two_doubts_make_no_back() -> None:
    grey = ValueRead(BACK, 0.45, kind=Kind(0.03, 0.02, 0.95, 0.0))
    for sure, known in ((0.2, False), (0.9, True)):
        taught = Likeness(BACK, None, sure, turned=False, near=0.5)
        assert (said_by_both(grey, taught, whole=True).confidence >= 0.5) is known


@pytest.mark.parametrize(("print_sure", "near", "sure"), [(0.04, 0.5, False), (0.3, 0.5, True), (0.04, 0.8, True)])
def test_what_print_hardly_calls_a_back_must_be_much_like_the_one_shown(
    print_sure: float, near: float, *, sure: bool
) -> None:
    hand = ValueRead(BACK, print_sure, kind=Kind(0.28, 0.1, 0.61, 0.01))
    taught = Likeness(BACK, None, 0.95, turned=False, near=near)
    assert (said_by_both(hand, taught, whole=True).confidence >= 0.5) is sure


def test_a_back_that_was_shown_is_one_only_where_it_is_not_far_less_like_it_than_like_a_face() -> None:
    back = ValueRead(BACK, 0.93, kind=Kind(0.0, 0.16, 0.84, 0.0))
    shown = replace(like(7, 0.99, near=0.79), behind={7: 0.0, BACK: 0.3})
    read = said_by_both(back, shown, whole=True)
    assert (read.value, read.confidence >= 0.5) == (7, True)
    doubtful = said_by_both(replace(back, confidence=0.83), replace(shown, confidence=0.2), whole=True)
    assert (doubtful.value, doubtful.confidence < 0.5) == (7, True)


def test_a_six_that_deck_and_print_only_guess_to_be_no_nine_is_asked_about() -> None:
    assert said_by_both(ValueRead(6, 0.7), like(6, 0.45, near=0.6), whole=True).confidence < 0.5
    assert said_by_both(ValueRead(6, 0.95), like(6, 0.45, near=0.6), whole=True).confidence >= 0.95
    assert said_by_both(ValueRead(6, 0.7), like(6, 0.1, near=0.6), whole=False).confidence >= 0.7


def test_a_face_shown_before_is_believed_against_the_print() -> None:
    read = said_by_both(ValueRead(1, 0.97), like(7, 0.99, near=0.99), whole=False)
    assert (read.value, read.runner_up) == (7, 1)
    assert read.confidence >= 0.9


def test_a_back_stays_one_where_no_face_shown_is_like_it() -> None:
    back = ValueRead(BACK, 0.74)
    assert said_by_both(back, like(7, 0.13, near=0.45), whole=True) == back
    assert said_by_both(back, like(7, 0.6, near=0.6), whole=True).value == 7


def test_what_looks_like_a_back_all_over_must_look_much_like_a_face_that_was_shown() -> None:
    back = ValueRead(BACK, 0.74, kind=Kind(0.02, 0.01, 0.96, 0.01))
    assert said_by_both(back, like(7, 0.99, near=0.67), whole=True).confidence < 0.5
    assert said_by_both(back, like(7, 0.99, near=0.85), whole=True).confidence >= 0.5
    assert said_by_both(replace(back, kind=Kind(0.1, 0.5, 0.4, 0.0)), like(7, 0.99), whole=True).confidence >= 0.5


def test_what_seems_a_bomb_and_like_no_face_shown_is_not_sure() -> None:
    read = said_by_both(ValueRead("bomb", 0.74), like(7, 0.13, near=0.45), whole=True)
    assert (read.value, read.confidence < 0.5) == ("bomb", True)


def test_a_doubtful_colour_stays_doubtful_however_sure_the_value_is() -> None:
    tinted = Likeness(7, "red", 0.99, turned=False, near=0.97, tinted=0.4)
    read = said_by_both(ValueRead(7, 0.99), tinted, whole=True)
    assert (read.colour, read.tinted) == ("red", 0.4)


def test_a_correction_of_one_colour_does_not_name_the_others() -> None:
    shown = Likeness(7, "red", 0.99, turned=False, near=0.97, tint_off=30.0)
    assert said_by_both(ValueRead(7, 0.99), shown, whole=False).colour is None
    assert said_by_both(ValueRead(7, 0.99), replace(shown, tint_off=3.0), whole=False).colour == "red"


def test_indices_are_believed_where_the_deck_only_guesses_at_another_face() -> None:
    read = ValueRead(9, 0.8, indexed=True, places=2, kind=Kind(0.1, 0.9, 0.0, 0.0))
    guess = replace(like(8, 0.1, near=0.5), behind={8: 0.0, 9: 0.15})
    assert said_by_both(read, guess, whole=True) == read
    assert said_by_both(replace(read, kind=Kind(0.8, 0.2, 0.0, 0.0)), guess, whole=True).confidence < 0.5
    assert said_by_both(replace(read, indexed=False), guess, whole=True).confidence < 0.5


def test_what_two_indices_say_is_believed_unless_the_deck_is_as_sure() -> None:
    read = ValueRead(8, 0.99, indexed=True, places=2)
    other = replace(like(5, 0.85, near=0.83), behind={5: 0.0, 8: 0.15})
    assert said_by_both(read, other, whole=True) == read
    assert said_by_both(read, replace(other, confidence=0.95), whole=True).confidence < 0.5
    assert said_by_both(replace(read, places=1), other, whole=True).confidence < 0.5
    assert said_by_both(read, replace(other, value=18), whole=True).confidence < 0.5, "one digit of two"


@pytest.mark.parametrize("value", [6, 9])
def test_a_six_or_nine_that_two_indices_tell_needs_no_deck_to_tell_them_apart(value: int) -> None:
    indexed = ValueRead(value, 0.7, indexed=True, places=2)
    assert said_by_both(indexed, like(value, 0.3, near=0.5), whole=True).confidence >= 0.7
    assert said_by_both(replace(indexed, indexed=False), like(value, 0.3, near=0.5), whole=True).confidence < 0.5


def test_a_colour_that_the_deck_doubts_is_not_named_by_its_look_alone() -> None:
    read = ValueRead(19, 0.96, indexed=True, places=2)
    doubted = replace(like(19, 0.42, near=0.57), colour="red", tinted=0.45)
    both = said_by_both(read, doubted, whole=True)
    assert (both.colour, both.tinted) == ("red", 0.45)
    assert said_by_both(read, replace(doubted, tinted=0.9), whole=True).colour is None
    assert said_by_both(read, doubted, whole=False).colour is None
