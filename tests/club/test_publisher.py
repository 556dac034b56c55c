"""A table tells the hall everything, once or recognisably twice, in order, whatever happens to broker and network."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from companion.club.link import Arrived, Connected, Message, News
from companion.club.public import ask_again
from companion.club.publisher import SILENT_S, VIEW_EVERY_S
from companion.club.topics import EVERY_TABLE
from tests.club.ears import Ear, said
from tests.club.mosquitto import ABSENT, PROGRAM
from tests.club.rigs import BrokerRig, MosquittoRig, TwinRig
from tests.club.tables import Evening, keys
from tests.kit import PATIENCE_S

NO_MOSQUITTO = pytest.mark.skipif(PROGRAM is None, reason=ABSENT)


@pytest.fixture(params=[TwinRig, pytest.param(MosquittoRig, marks=NO_MOSQUITTO)])
def rig(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[BrokerRig]:
    made: BrokerRig = request.param(tmp_path / "broker")
    yield made
    made.close()


@pytest.fixture
def hall(rig: BrokerRig) -> Iterator[Ear]:
    ear = Ear(rig.link("hall", session_s=60), patterns=(*EVERY_TABLE, "homeassistant/#")).up()
    yield ear
    ear.link.close()


@pytest.fixture
def evenings(rig: BrokerRig, tmp_path: Path) -> Iterator[Any]:
    begun: list[Evening] = []

    def begin(word: str, **more: Any) -> Evening:
        evening = Evening(word, tmp_path, more.pop("records", None))
        evening.begin(rig.link(more.pop("client", word)), **more)
        begun.append(evening)
        return evening

    yield begin
    for evening in begun:
        evening.end()


def until(hall: Ear, game: str, seq: int) -> None:
    """Wait for the event of entry `seq`."""
    hall.wait(lambda news: isinstance(news, Arrived) and keys([news.payload]) == [(game, seq)])


def view_with(hall: Ear, word: str, **expected: Any) -> dict[str, Any]:
    """The first view of a table, heard already or still to come, that holds these values."""

    def fits(news: News) -> bool:
        if not isinstance(news, Arrived) or news.topic != f"tabletop/{word}/view":
            return False
        told = json.loads(news.payload)
        return all(told.get(name) == value for name, value in expected.items())

    news = next(filter(fits, hall.heard), None) or hall.wait(fits)
    assert isinstance(news, Arrived)
    return dict(json.loads(news.payload))


def told(hall: Ear, game: str) -> list[int]:
    return [seq for known, seq in keys(hall.payloads) if known == game]


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


def test_a_broken_line_tells_offline_and_its_return_online(rig: BrokerRig, hall: Ear, evenings: Any) -> None:
    evenings("one")
    hall.message("tabletop/one/status", b"online")
    rig.cut("one")
    hall.message("tabletop/one/status", b"offline")
    rig.mend("one")
    hall.message("tabletop/one/status", b"online")


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


def test_what_a_hall_has_missed_is_told_again_when_it_asks(rig: BrokerRig, hall: Ear, evenings: Any) -> None:
    table = evenings("one")
    table.open("g1")
    table.play(12)
    until(hall, "g1", 12)
    for wish in (b"", b"[]", b'{"game":"g1"}', ask_again("unknown", 1), ask_again("g1", 9)):
        hall.link.publish(said("tabletop/one/again", wish))
    until(hall, "g1", 12)
    assert told(hall, "g1") == [*range(1, 13), *range(9, 13)]


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


def test_a_message_of_a_stranger_on_other_topics_disturbs_nobody(rig: BrokerRig, hall: Ear, evenings: Any) -> None:
    table = evenings("one")
    table.open("g1")
    hall.acked(hall.link.publish(said("tabletop/one/event", b"\xff")))
    table.play(2)
    until(hall, "g1", 2)
    assert table.publisher.state.why is None
