"""What phones send: stamps that are believed, stamps that are not, and two clocks that are compared."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.allegra import model as allegra
from companion.session.contest import contest, undecided
from companion.session.inbox import Pressed
from companion.web.handsets import UNKNOWN_S, PhoneKnocks
from companion.web.simulated import PhoneClock
from tests.web.tables import WebTable, truth_of


def drawn(seats: int = 4) -> WebTable:
    """Allegra, seat 0 has just drawn a card."""
    table = WebTable("allegra", seats)
    truth = truth_of(table.session, 1)
    while not isinstance(table.session.course.state.phase, allegra.Choosing):
        table.submit(truth.act(table.session.course.state))
    table.submit(allegra.Draw(0, 7))
    return table


def test_a_knock_keeps_the_moment_of_the_finger_and_its_bound() -> None:
    knocks = PhoneKnocks()
    knocks.knock(2, at_s=9.96, within_s=0.004, arrived_s=10.0)
    assert knocks.poll() == (Pressed(2, 9.96, (), 0.004),)
    assert knocks.poll() == ()


@pytest.mark.parametrize(
    ("at_s", "within_s"),
    [(10.2, 0.01), (8.9, 0.01), (9.99, 0.9), (9.99, -0.01), (math.nan, 0.01), (9.99, math.nan), (math.inf, 0.01)],
)
def test_a_stamp_that_cannot_be_is_replaced_by_the_arrival_and_a_wide_bound(at_s: float, within_s: float) -> None:
    knocks = PhoneKnocks()
    knocks.knock(1, at_s=at_s, within_s=within_s, arrived_s=10.0)
    assert knocks.poll() == (Pressed(1, 10.0, (), UNKNOWN_S),)


def test_a_finger_that_trembles_is_one_knock() -> None:
    knocks = PhoneKnocks()
    for at_s in (9.0, 9.05, 9.149, 9.2):
        knocks.knock(0, at_s=at_s, within_s=0.01, arrived_s=9.3)
    assert [press.at_s for press in knocks.poll()] == [9.0, 9.2]


def test_knocks_that_arrive_in_another_order_are_put_right() -> None:
    table = drawn()
    late, early = table.phone(1), table.phone(2, "192.168.1.22")
    now_s = table.clock.now_s
    table.clock.move(0.1)
    late.knock(at_s=now_s + 0.060, within_s=0.004)
    early.knock(at_s=now_s + 0.010, within_s=0.004)
    table.settle()
    assert [one.seat for one in table.parts.board.scene.knocks] == [2, 1]
    assert undecided(table.parts.board.scene.knocks) == ()
    assert "You knocked first!" in early.page()
    assert "Your knock is in." in late.page()


def test_knocks_within_their_bounds_are_told_to_be_undecided_and_the_one_who_drew_chooses() -> None:
    table = drawn()
    phones = [table.phone(1), table.phone(2, "192.168.1.22")]
    for phone, after_s in zip(phones, (0.000, 0.006), strict=True):
        phone.knock(at_s=table.clock.now_s - 0.02 + after_s, within_s=0.005)
    table.settle()
    told = "Too close for time to tell: Ben, Cy. Whoever drew the card chooses."
    for page in (phones[0].page(), phones[1].page(), table.browser().get("/").text):
        assert told in page
    gives = next(o for o in table.session.view().options if o.action is allegra.Give)
    assert set(gives.domains[0][1]) == {1, 2}


def test_a_phone_near_a_button_is_undecided_and_one_after_it_is_not() -> None:
    table = drawn()
    phone = table.phone(3)
    table.inbox.post(Pressed(1, table.clock.now_s - 0.02))
    phone.knock(at_s=table.clock.now_s - 0.015, within_s=0.008)
    table.settle()
    assert undecided(table.parts.board.scene.knocks) == (1, 3)
    assert undecided(contest((Pressed(1, 1.0), Pressed(3, 1.02, (), 0.008)))) == ()


def test_a_knock_without_a_measured_clock_counts_from_its_arrival() -> None:
    table = drawn()
    answer = table.phone(1).browser.post("/seat/knock", data={"ignored": "1"})
    assert answer.status_code == 303
    table.settle()
    (knock,) = table.parts.board.scene.knocks
    assert (knock.seat, knock.within_s) == (1, UNKNOWN_S)


def test_a_knock_at_the_wrong_time_changes_nothing_and_is_not_shown_as_one() -> None:
    table = WebTable("allegra", 3)
    phone = table.phone(1)
    phone.knock(at_s=table.clock.now_s, within_s=0.004)
    table.settle()
    assert table.session.course.seq == 0
    assert table.parts.board.scene.knocks == ()
    assert 'class="knock closed"' in phone.page()


@given(
    offset_s=st.floats(-1e6, 1e6),
    drift=st.floats(-9e-5, 9e-5),
    trips=st.lists(st.tuples(st.floats(0, 0.3), st.floats(0, 0.3), st.floats(0.0, 20.0)), min_size=1, max_size=12),
    later_s=st.floats(0, 30),
)
def test_the_true_offset_always_lies_within_the_bound(
    offset_s: float, drift: float, trips: list[tuple[float, float, float]], later_s: float
) -> None:
    """Whatever the way there and back takes, and however unlike the two are."""
    clock, phone_s = PhoneClock(), 100.0

    def table_s(moment_s: float) -> float:
        return moment_s * (1 + drift) + offset_s

    for there_s, back_s, pause_s in trips:
        sent_s, received_s = phone_s, table_s(phone_s + there_s)
        phone_s += there_s + back_s
        clock.learn(sent_s, received_s, received_s, phone_s)
        phone_s += pause_s
    at_s, within_s = clock.stamp(phone_s + later_s)
    assert abs(at_s - table_s(phone_s + later_s)) <= within_s


def test_a_phone_that_slept_begins_to_measure_anew() -> None:
    clock = PhoneClock()
    clock.learn(0.0, 100.001, 100.001, 0.002)
    clock.learn(1.0, 161.001, 161.001, 1.002)
    at_s, within_s = clock.stamp(1.002)
    assert at_s == pytest.approx(161.002, abs=0.002)
    assert within_s < 0.003
