"""What a table tells when broker, line or listener fail for a while: everything, in order."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from companion.club.link import Connected, Message, News
from companion.club.topics import EVERY_TABLE
from tests.club.ears import Ear
from tests.club.hearing import told, until
from tests.club.rigs import BrokerRig
from tests.club.tables import Evening
from tests.kit import PATIENCE_S


@pytest.mark.slow
def test_after_an_outage_of_the_broker_everything_follows_in_order(rig: BrokerRig, hall: Ear, evenings: Any) -> None:
    table = evenings("one")
    table.open("g1")
    table.play(3)
    until(hall, "g1", 3)
    rig.cut("one")
    rig.stop()
    hall.lost()
    table.play(60)
    rig.start()
    hall.up()
    rig.mend("one")
    until(hall, "g1", 63)
    assert list(dict.fromkeys(told(hall, "g1"))) == list(range(1, 64))


def test_doubles_after_a_broken_line_bear_the_same_number(rig: BrokerRig, hall: Ear, evenings: Any) -> None:
    table = evenings("one")
    table.open("g1")
    for _ in range(3):
        table.play(20)
        rig.cut("one")
        table.play(5)
        rig.mend("one")
    until(hall, "g1", 75)
    numbers = told(hall, "g1")
    assert list(dict.fromkeys(numbers)) == list(range(1, 76))


@pytest.mark.slow
def test_a_companion_that_is_started_again_tells_what_is_missing_and_nothing_twice(
    rig: BrokerRig, hall: Ear, tmp_path: Path
) -> None:
    first = Evening("one", tmp_path)
    first.begin(rig.link("one"))
    first.open("g1")
    first.play(10)
    until(hall, "g1", 10)
    first.end_when_told()
    rig.stop()
    hall.lost()
    second = Evening("one", tmp_path, first.records)
    second.begin(rig.link("one"))
    second.open("g2")
    second.play(4)
    second.end()
    rig.start()
    hall.up()
    third = Evening("one", tmp_path, first.records)
    third.begin(rig.link("one"))
    until(hall, "g2", 4)
    third.end()
    assert (told(hall, "g1"), told(hall, "g2")) == (list(range(1, 11)), [1, 2, 3, 4])


def test_a_broken_line_tells_offline_and_its_return_online(rig: BrokerRig, hall: Ear, evenings: Any) -> None:
    evenings("one")
    hall.message("tabletop/one/status", b"online")
    rig.cut("one")
    hall.message("tabletop/one/status", b"offline")
    rig.mend("one")
    hall.message("tabletop/one/status", b"online")


def test_a_listener_that_is_stuck_holds_up_nobody(rig: BrokerRig, hall: Ear, evenings: Any) -> None:
    stuck = Ear(rig.link("stuck", session_s=60), patterns=EVERY_TABLE).up()
    table = evenings("one")
    table.open("g1")
    rig.cut("stuck")
    stuck.lost()
    table.play(100)
    until(hall, "g1", 100)
    rig.mend("stuck")
    until(stuck, "g1", 100)
    stuck.link.close()
    assert list(dict.fromkeys(told(stuck, "g1"))) == list(range(1, 101))


class StuckLink:
    """A line whose network never answers: handing over a message takes until it is let go."""

    def __init__(self) -> None:
        self.is_let_go = Event()
        self.entered = Event()
        self.hear: Callable[[News], None] = lambda _news: None

    def open(self, hear: Callable[[News], None], **_more: Any) -> None:
        self.hear = hear
        hear(Connected(20))

    def publish(self, _message: Message) -> int | None:
        self.entered.set()
        self.is_let_go.wait(PATIENCE_S)
        return None

    def close(self) -> None:
        pass


def test_who_plays_never_waits_for_the_network_and_fills_no_memory(tmp_path: Path) -> None:
    link, table = StuckLink(), Evening("one", tmp_path)
    table.begin(link)
    assert link.entered.wait(PATIENCE_S)
    table.open("g1", game="allegra")
    table.play(300)
    assert not link.is_let_go.is_set()
    assert table.publisher.waiting <= 2
    link.is_let_go.set()
    table.end()
