"""A table tells the hall everything, once or recognisably twice, in order."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from companion.club.link import Arrived
from companion.club.public import ask_again
from companion.club.publisher import SILENT_S, VIEW_EVERY_S
from tests.club.ears import Ear, said
from tests.club.hearing import told, until, view_with
from tests.club.rigs import BrokerRig
from tests.club.tables import Evening, keys


def test_every_entry_is_told_once_in_order_and_the_view_follows(rig: BrokerRig, hall: Ear, evenings: Any) -> None:
    table = evenings("one")
    table.open("g1")
    table.play(40)
    until(hall, "g1", 40)
    assert told(hall, "g1") == list(range(1, 41))
    view = view_with(hall, "one", seq=40)
    assert view["seats"] == ["Ann", "Ben", "Cy"]


def test_a_late_listener_gets_status_view_and_discovery(rig: BrokerRig, hall: Ear, evenings: Any) -> None:
    table = evenings("one")
    table.open("g1")
    table.play(5)
    view_with(hall, "one", seq=5)
    late = Ear(rig.link("late"), patterns=("#",))
    late.message("tabletop/one/view")
    late.link.close()
    kept = {news.topic: news.payload for news in late.heard if isinstance(news, Arrived)}
    assert kept["tabletop/one/status"] == b"online"
    assert json.loads(kept["tabletop/one/view"])["seq"] == 5


def test_a_game_that_was_never_on_the_table_is_not_told(rig: BrokerRig, hall: Ear, tmp_path: Path) -> None:
    other = Evening("other", tmp_path)
    other.begin(rig.link("other"))
    other.open("imported")
    other.play(3)
    other.end()
    table = Evening("one", tmp_path, other.records)
    table.begin(rig.link("one"))
    table.open("g1")
    table.play(1)
    until(hall, "g1", 1)
    table.end()
    assert [key for news in hall.heard if isinstance(news, Arrived) and news.topic == "tabletop/one/event"
            for key in keys([news.payload])] == [("g1", 1)]  # fmt: skip


def test_taking_leave_is_told_and_so_is_an_empty_table(rig: BrokerRig, hall: Ear, evenings: Any) -> None:
    table = evenings("one")
    table.open("g1")
    table.play(2)
    until(hall, "g1", 2)
    table.leave()
    view_with(hall, "one", game=None)
    table.end()
    hall.message("tabletop/one/status", b"offline")


def test_without_home_assistant_an_earlier_discovery_is_taken_back(rig: BrokerRig, hall: Ear, evenings: Any) -> None:
    topic = "homeassistant/device/tabletop-one/config"
    table = evenings("one")
    assert json.loads(hall.message(topic).payload)["device"]["name"] == "one"
    table.end()
    evenings("one", is_discovered=False)
    assert hall.message(topic).payload == b""


def test_three_tables_at_once_keep_apart(rig: BrokerRig, hall: Ear, evenings: Any) -> None:
    tables = [evenings(word) for word in ("one", "two", "three")]
    for number, table in enumerate(tables):
        table.open(f"g{number}", game=("splash", "die_bombe", "allegra")[number], seats=2)
    for _ in range(20):
        for table in tables:
            table.play(1)
    for number in range(3):
        if 20 not in told(hall, f"g{number}"):
            until(hall, f"g{number}", 20)
    assert [told(hall, f"g{number}") for number in range(3)] == [list(range(1, 21))] * 3


def test_two_tables_of_one_name_are_told_so(rig: BrokerRig, hall: Ear, evenings: Any) -> None:
    first = evenings("one", client="first")
    hall.message("tabletop/one/view")
    evenings("one", client="second", table_id="b" * 32)
    # The other one's view reaches the hall and the first table in any order.
    while (why := first.publisher.state.why) is None:
        first.leave()
        hall.message("tabletop/one/view")
    assert why.key == "club.same_name"


def test_a_quiet_table_tells_its_view_again_before_it_counts_as_silent(
    rig: BrokerRig, hall: Ear, evenings: Any
) -> None:
    table = evenings("one")
    table.open("g1")
    view_with(hall, "one", game="g1")
    table.clock.move(VIEW_EVERY_S)
    table.publisher.wake()
    view_with(hall, "one", at="2026-01-01T00:01:00.000Z")
    assert VIEW_EVERY_S < SILENT_S


def test_what_a_hall_has_missed_is_told_again_when_it_asks(rig: BrokerRig, hall: Ear, evenings: Any) -> None:
    table = evenings("one")
    table.open("g1")
    table.play(12)
    until(hall, "g1", 12)
    for wish in (b"", b"[]", b'{"game":"g1"}', ask_again("unknown", 1), ask_again("g1", 9)):
        hall.link.publish(said("tabletop/one/again", wish))
    until(hall, "g1", 12)
    assert told(hall, "g1") == [*range(1, 13), *range(9, 13)]


def test_a_message_of_a_stranger_on_other_topics_disturbs_nobody(rig: BrokerRig, hall: Ear, evenings: Any) -> None:
    table = evenings("one")
    table.open("g1")
    hall.acked(hall.link.publish(said("tabletop/one/event", b"\xff")))
    table.play(2)
    until(hall, "g1", 2)
    assert table.publisher.state.why is None
