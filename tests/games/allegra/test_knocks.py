"""Knocks and the exchange they lead to, G9 to G15 of docs/rules/allegra.md."""

from __future__ import annotations

import pytest

from companion.games.allegra import model as m
from tests.games.allegra.table import Q, after, refused, table


def test_g9_the_drawer_gives_to_any_knocker_or_to_none() -> None:
    state = after(table(*Q, phase=m.Choosing(0)), m.Draw(0, 3), m.Knock(2), m.Knock(1))
    assert state.phase == m.Drawn(0, 3, (2, 1))
    assert after(state, m.Give(0, 1)).phase == m.Placing(0, 1, 3)
    assert after(state, m.Give(0, 2)).phase == m.Placing(0, 2, 3)
    assert after(state, m.Swap(0, (0, 0, 0))).phase == m.Choosing(1)


def test_g10_a_knock_comes_after_a_draw_once_a_seat_and_never_from_the_drawer() -> None:
    assert refused(table(*Q, phase=m.Choosing(0)), m.Knock(1)) == "not_now"
    state = after(table(*Q, phase=m.Choosing(0)), m.Draw(0, 3), m.Knock(2))
    assert refused(state, m.Knock(2)) == "knocked_already"
    assert refused(state, m.Knock(0)) == "own_knock"
    assert refused(state, m.Give(0, 1)) == "did_not_knock"
    assert refused(after(table(Q[0], Q[1], phase=m.Choosing(0)), m.Draw(0, 3)), m.Knock(1)) == "no_knocks_for_two"


def test_g11_the_given_card_itself_or_a_face_down_card_may_be_grabbed() -> None:
    state = table(*Q[:2], "? 1 2 8 / 4 4 5 6 / 0 1 1 2", phase=m.Placing(0, 2, 11))
    placed = after(state, m.Place(2, (2, 0, 1)))
    assert after(placed, m.Grab(0, (2, 0, 1))).phase == m.Putting(0, 2, 1, (2, 0, 1), 11)
    put = after(placed, m.Grab(0, (2, 0, 0), 6), m.Put(0, (0, 0, 0)))
    assert (put.cards[0], put.cards[24]) == (6, 1)
    strict = table(*Q, phase=m.Placing(0, 2, 11), house={"y_may_be_drawn_card": False})
    assert refused(after(strict, m.Place(2, (2, 0, 1))), m.Grab(0, (2, 0, 1))) == "given_card"


def test_g12_a_triple_completed_by_the_given_card_is_safe_from_the_grab() -> None:
    state = table(Q[0], "3 3 1 10 / 2 4 0 11 / 5 6 7 -1", Q[2], phase=m.Placing(0, 1, 3))
    placed = after(state, m.Place(1, (1, 0, 2)))
    assert placed.removed == (3, 3, 3)
    assert refused(placed, m.Grab(0, (1, 0, 0))) == "no_card_there"


@pytest.mark.parametrize("may", [True, False])
def test_g13_nothing_to_grab_ends_the_turn_with_the_old_card_discarded(may: bool) -> None:
    knocker = "3 3 1 . / . . . . / . . . ." if may else ". . 1 . / . . . . / . . . ."
    state = table(
        Q[0], knocker, ". . . . / . . . . / . . . .", phase=m.Placing(0, 1, 3), house={"y_may_be_drawn_card": may}
    )
    placed = after(state, m.Place(1, (1, 0, 2)))
    assert placed.discard == (5, 1)
    assert not isinstance(placed.phase, m.Grabbing)


def test_g14_with_an_empty_zone_the_grabbed_card_is_discarded_and_the_hole_filled() -> None:
    empty = ". . . . / . . . . / . . . ."
    state = table(
        empty,
        "1 ? . . / . . . . / . . . .",
        ". . . 7 / . . . . / . . . .",
        phase=m.Placing(0, 1, 3),
        closer=2,
        extra=(0, 1),
    )
    done = after(state, m.Place(1, (1, 0, 0)), m.Grab(0, (2, 0, 3)))
    assert done.discard == (5, 7)
    assert done.cards[2 * 12 + 3] == 1
    assert done.phase == m.Choosing(1)


def test_g14_a_zone_whose_only_card_is_grabbed_is_empty_and_takes_the_knockers_old_card() -> None:
    knocker = ". . . 7 / 1 . . . / . . . ."
    state = table(". . . . / . . . . / . . . .", knocker, Q[2], phase=m.Placing(0, 1, 3), closer=2, extra=(0, 1))
    done = after(state, m.Place(1, (1, 1, 0)), m.Grab(0, (1, 0, 3)))
    assert (done.discard, done.phase) == ((5, 7), m.Choosing(1))
    assert done.cards[12:24] == (None, None, None, 1, 3, *(None,) * 7)


def test_g15_the_card_may_not_be_put_into_the_hole() -> None:
    state = table(*Q, phase=m.Placing(1, 0, 11))
    grabbed = after(state, m.Place(0, (0, 0, 0)), m.Grab(1, (1, 0, 3)))
    assert refused(grabbed, m.Put(1, (1, 0, 3))) == "no_card_there"
