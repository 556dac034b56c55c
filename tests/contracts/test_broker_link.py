"""The port `Link`: a line to a real mosquitto and one to the twin keep the same promises."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.club.link import WINDOW, Arrived, Lost
from tests.club.ears import Ear, said
from tests.club.mosquitto import ABSENT, PROGRAM
from tests.club.rigs import BrokerRig, MosquittoRig, TwinRig

TOPIC = "tabletop/one/view"
NO_MOSQUITTO = pytest.mark.skipif(PROGRAM is None, reason=ABSENT)


@pytest.fixture(params=[TwinRig, pytest.param(MosquittoRig, marks=NO_MOSQUITTO)])
def rig(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[BrokerRig]:
    made: BrokerRig = request.param(tmp_path)
    yield made
    made.close()


@pytest.fixture
def ears(rig: BrokerRig) -> Iterator[Any]:
    opened: list[Ear] = []

    def open_ear(name: str, *, session_s: int = 0, **opening: Any) -> Ear:
        opened.append(Ear(rig.link(name, session_s=session_s), **opening))
        return opened[-1]

    yield open_ear
    for ear in opened:
        ear.link.close()


def test_what_is_published_is_acknowledged_and_reaches_who_listens(rig: BrokerRig, ears: Any) -> None:
    hall = ears("hall", patterns=("tabletop/+/view",)).up()
    table = ears("table").up()
    table.acked(table.link.publish(said(TOPIC, b"first")))
    assert hall.message(TOPIC) == Arrived(TOPIC, b"first", is_kept=False)


def test_only_topics_that_fit_the_pattern_arrive(rig: BrokerRig, ears: Any) -> None:
    hall = ears("hall", patterns=("tabletop/+/view", "homeassistant/#")).up()
    table = ears("table").up()
    for topic in ("tabletop/one/event", "tabletop/view", "other/one/view", "homeassistant/a/b/config", TOPIC):
        table.link.publish(said(topic, topic.encode()))
    hall.message(TOPIC)
    assert hall.payloads == [b"homeassistant/a/b/config", TOPIC.encode()]


def test_who_comes_late_gets_the_last_retained_message_marked_as_kept(rig: BrokerRig, ears: Any) -> None:
    table = ears("table").up()
    for payload in (b"old", b"new"):
        table.acked(table.link.publish(said(TOPIC, payload, kept=True)))
    table.acked(table.link.publish(said(TOPIC, b"passing")))
    hall = ears("hall", patterns=(TOPIC,))
    assert hall.message(TOPIC) == Arrived(TOPIC, b"new", is_kept=True)
    assert hall.payloads == [b"new"]


def test_an_empty_retained_message_takes_the_kept_one_back(rig: BrokerRig, ears: Any) -> None:
    table = ears("table").up()
    table.link.publish(said(TOPIC, b"old", kept=True))
    table.acked(table.link.publish(said(TOPIC, b"", kept=True)))
    hall = ears("hall", patterns=("tabletop/#",)).up()
    table.link.publish(said("tabletop/end/view", b"end"))
    hall.message("tabletop/end/view")
    assert hall.payloads == [b"end"]


def test_the_will_is_published_when_the_line_breaks_and_not_when_leave_is_taken(rig: BrokerRig, ears: Any) -> None:
    hall = ears("hall", patterns=("tabletop/#",)).up()
    gone = ears("gone", will=said("tabletop/gone/status", b"offline", kept=True)).up()
    gone.link.close()
    ears("broken", will=said("tabletop/broken/status", b"offline", kept=True)).up()
    rig.cut("broken")
    hall.message("tabletop/broken/status", b"offline")
    assert hall.payloads == [b"offline"]


def test_without_a_broker_nothing_is_taken_and_the_line_comes_up_by_itself(rig: BrokerRig, ears: Any) -> None:
    rig.stop()
    table = ears("table")
    table.lost()
    assert table.link.publish(said(TOPIC, b"lost")) is None
    rig.start()
    table.up()
    table.acked(table.link.publish(said(TOPIC, b"taken")))


def test_a_message_taken_before_the_line_broke_is_delivered_after_it_in_order(rig: BrokerRig, ears: Any) -> None:
    hall = ears("hall", patterns=("tabletop/#",)).up()
    table = ears("table").up()
    rig.cut("table")
    tickets = [table.link.publish(said(TOPIC, b"%d" % number)) for number in range(5)]
    table.lost()
    rig.mend("table")
    table.up()
    for ticket in tickets:
        if ticket is not None:
            table.acked(ticket)
    table.acked(table.link.publish(said(TOPIC, b"end")))
    hall.message(TOPIC, b"end")
    expected = [b"%d" % number for number, ticket in enumerate(tickets) if ticket is not None]
    assert list(dict.fromkeys(hall.payloads)) == [*expected, b"end"]


def test_a_line_takes_a_bounded_number_of_messages(rig: BrokerRig, ears: Any) -> None:
    table = ears("table").up()
    rig.cut("table")
    tickets = [table.link.publish(said(TOPIC, b"%d" % number)) for number in range(3 * WINDOW)]
    assert sum(ticket is not None for ticket in tickets) <= 2 * WINDOW


def test_what_was_retained_is_still_there_after_a_restart(rig: BrokerRig, ears: Any) -> None:
    table = ears("table").up()
    table.acked(table.link.publish(said(TOPIC, b"kept", kept=True)))
    rig.stop()
    table.lost()
    rig.start()
    assert ears("hall", patterns=(TOPIC,)).message(TOPIC).payload == b"kept"


def test_a_listener_with_a_session_gets_what_it_missed(rig: BrokerRig, ears: Any) -> None:
    hall = ears("hall", patterns=("tabletop/#",), session_s=60).up()
    table = ears("table").up()
    rig.cut("hall")
    hall.lost()
    for number in range(3):
        table.acked(table.link.publish(said(TOPIC, b"%d" % number)))
    rig.mend("hall")
    hall.message(TOPIC, b"2")
    assert hall.payloads == [b"0", b"1", b"2"]


def test_a_second_one_of_the_same_name_takes_over(rig: BrokerRig, ears: Any) -> None:
    first = ears("table").up()
    second = ears("table").up()
    assert isinstance(first.lost(), Lost)
    first.link.close()
    second.acked(second.link.publish(said(TOPIC, b"taken")))


def test_what_one_publishes_oneself_does_not_come_back(rig: BrokerRig, ears: Any) -> None:
    table, hall = (ears(name, patterns=(TOPIC,)).up() for name in ("table", "hall"))
    table.acked(table.link.publish(said(TOPIC, b"mine")))
    hall.message(TOPIC, b"mine")
    hall.acked(hall.link.publish(said(TOPIC, b"yours")))
    table.message(TOPIC)
    assert table.payloads == [b"yours"]
