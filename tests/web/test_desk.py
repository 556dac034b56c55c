"""The page as a part of the companion: opened and closed at will, and never in the way of the game."""

from __future__ import annotations

import json
import socket
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from time import monotonic
from urllib.parse import urlsplit

import pytest

from companion.feeds.evening import Evening as Simulated
from companion.feeds.people import Pace, People
from companion.games.allegra import model as allegra
from companion.games.die_bombe import model as bombe
from companion.ports import HandClock, SystemClock
from companion.rulebook.game import TABLE
from companion.session.inbox import Inbox
from companion.web.addresses import LOOPBACK
from companion.web.desk import PhoneDesk
from companion.web.simulated import PhoneRefused, SimulatedPhone, SimulatedPhones
from tests.kit import NAMES, PATIENCE_S
from tests.web.open_table import OpenTable


class Evening(OpenTable):
    """A table that hands out phones."""

    def __init__(self, game: str, seats: int) -> None:
        super().__init__(game, NAMES[:seats])

    def phone(self, seat: int) -> SimulatedPhone:
        link = self.desk.link(seat)
        assert link is not None
        phone = SimulatedPhone(self.desk.origin, monotonic)
        phone.sit(link.code)
        return phone


@pytest.fixture
def bidding() -> Iterator[Evening]:
    evening = Evening("die_bombe", 2)
    evening.session.submit(bombe.Show(TABLE, ("red7", "green9")), "touch")
    evening.pump()
    yield evening
    evening.desk.close()


class Follower:
    """Follows a page's events as a browser does."""

    def __init__(self, origin: str, path: str = "/events") -> None:
        where = urlsplit(origin)
        self._line = HTTPConnection(where.hostname or "", where.port, timeout=PATIENCE_S)
        self._line.request("GET", path)
        self._answer = self._line.getresponse()
        self.status = self._answer.status

    def next(self) -> dict[str, list[str]] | None:
        """The next parts; None where the stream has ended."""
        while line := self._answer.readline():
            if line.startswith(b"data: "):
                told: dict[str, list[str]] = json.loads(line[6:])
                return told
        return None

    def close(self) -> None:
        self._line.close()


def test_a_closed_page_listens_nowhere_and_has_nothing_to_report() -> None:
    desk = PhoneDesk(HandClock(), "en")
    desk.listen("", 8765)
    assert (desk.origin, desk.health(), desk.link(0)) == ("", (), None)


def test_a_page_on_loopback_says_that_it_is_for_this_machine_alone(bidding: Evening) -> None:
    (health,) = bidding.desk.health()
    assert (health.level, health.said.key, bidding.desk.is_local) == ("good", "web.local", True)


def test_a_taken_port_is_told_and_the_game_goes_on() -> None:
    with socket.socket() as other:
        other.bind((LOOPBACK, 0))
        other.listen()
        desk = PhoneDesk(HandClock(), "en")
        desk.listen(LOOPBACK, other.getsockname()[1])
    (health,) = desk.health()
    assert (health.level, health.said.key) == ("missing", "web.port_taken")
    desk.attend(None)
    desk.pump(Inbox())


@pytest.mark.parametrize(("address", "key"), [("nowhere", "web.bad_address"), ("192.0.2.77", "web.cannot_listen")])
def test_an_address_that_is_not_ours_is_told(address: str, key: str) -> None:
    desk = PhoneDesk(HandClock(), "en")
    desk.listen(address, 8765)
    assert [health.said.key for health in desk.health()] == [key]


def test_a_page_can_be_closed_and_opened_again(bidding: Evening) -> None:
    phone = bidding.phone(0)
    bidding.desk.listen("", 0)
    with pytest.raises(PhoneRefused):
        phone.enter(7)
    assert bidding.desk.origin == ""
    bidding.desk.listen(LOOPBACK, 0)
    bidding.pump()
    bidding.phone(0).enter(7)
    bidding.pump()
    assert bidding.session.course.state.phase.bids[0].value == 7


def test_small_answers_are_not_held_back(bidding: Evening) -> None:
    """Asyncio switches Nagle's waiting off only where the listening socket names its protocol."""
    assert bidding.desk._server is not None
    assert bidding.desk._server._socket.proto == socket.IPPROTO_TCP


def test_changes_are_told_at_once_and_only_what_changed(bidding: Evening) -> None:
    follower = Follower(bidding.desk.origin)
    first = follower.next()
    assert first is not None
    assert {"head", "standing", "table", "events"} <= first.keys()
    bidding.phone(0).enter(7)
    bidding.pump()
    then = follower.next()
    assert then is not None
    assert "Ann has made a secret bid" in then["events"][1]
    assert "table" not in then
    follower.close()


def test_a_stream_ends_when_the_page_is_closed(bidding: Evening) -> None:
    follower = Follower(bidding.desk.origin)
    follower.next()
    bidding.desk.close()
    assert follower.next() is None


def test_a_seat_taken_back_ends_its_stream_with_a_word(bidding: Evening) -> None:
    phone = bidding.phone(0)
    follower = Follower(bidding.desk.origin, "/seat/events")
    assert follower.status == 403
    line = HTTPConnection(LOOPBACK, urlsplit(bidding.desk.origin).port, timeout=PATIENCE_S)
    line.request("GET", "/seat/events", headers={"Cookie": phone._cookie})
    answer = line.getresponse()
    while not answer.readline().startswith(b"data: "):
        pass
    bidding.desk.reissue(0)
    assert b"event: gone" in answer.read()
    assert not bidding.desk.is_taken(0)
    assert bidding.desk.link(0) is not None


def test_a_browser_that_goes_away_in_the_middle_disturbs_nobody(bidding: Evening) -> None:
    for _ in range(5):
        Follower(bidding.desk.origin).close()
    bidding.phone(1).enter(3)
    bidding.pump()
    assert bidding.session.course.state.phase.bids[0].owner == 1


def test_simulated_phones_bid_and_knock_over_the_wire(bidding: Evening) -> None:
    for seat, bid in ((0, 12), (1, 9)):
        bidding.phone(seat).enter(bid)
    bidding.pump()
    bidding.session.submit(bombe.Reveal(TABLE), "touch")
    assert bidding.session.course.state.phase == bombe.Taking(0, 12, 1)


def test_a_simulated_phone_with_a_clock_of_its_own_knocks_at_the_right_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for limit in ("LATEST_S", "UNKNOWN_S"):  # it is believed however slow this machine is
        monkeypatch.setattr(f"companion.web.handsets.{limit}", PATIENCE_S)
    evening = Evening("allegra", 3)
    evening.session.submit(allegra.Deal(TABLE, 5), "touch")
    for seat in range(3):
        evening.session.submit(allegra.TurnUp(seat, (seat, 0, 0), 3 + seat), "touch")
        evening.session.submit(allegra.TurnUp(seat, (seat, 1, 1), 2 + seat), "touch")
    evening.session.submit(allegra.Draw(0, 7), "touch")
    evening.pump()
    link = evening.desk.link(1)
    assert link is not None
    phone = SimulatedPhone(evening.desk.origin, lambda: monotonic() - 1234.5)
    phone.sit(link.link.rpartition("/")[2])
    phone.measure()
    before_s = monotonic()
    phone.knock()
    after_s = monotonic()
    while not evening.session.presses:
        evening.pump()
    (press,) = evening.session.presses
    assert before_s - press.within_s <= press.at_s <= after_s + press.within_s
    assert 0 < press.within_s < PATIENCE_S
    evening.desk.close()


def test_simulated_people_bid_and_knock_by_phone_at_all_seats_but_the_first() -> None:
    for game, steps in (("die_bombe", 12), ("allegra", 60)):
        evening = Evening(game, 3)
        phones = SimulatedPhones(evening.desk, monotonic)
        people = People(
            Simulated(5), clock=SystemClock(), table=None, pace=Pace(pause_s=0.0, patience_s=1.0), phones=phones
        )
        attended = None
        while evening.session.course.seq < steps:
            if evening.session.course is not attended:
                attended = evening.session.course
                people.attend(attended)
            people.pump(evening.inbox)
            evening.pump()
            if evening.session.course is attended:
                people.touch(evening.session)
        sent = [entry.body for entry in evening.session.entries if entry.body["do"] in {"bid", "knock"}]
        by_phone = sum(body["by"] != 0 for body in sent)
        assert by_phone <= people.sent_by_phone <= by_phone + 1  # the last one may still be on its way
        assert by_phone > 0
        assert not evening.desk.is_taken(0)
        evening.desk.close()


def test_without_a_web_server_installed_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "companion.web.server", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    desk = PhoneDesk(HandClock(), "en")
    desk.listen(LOOPBACK, 0)
    assert [(health.level, health.said.key) for health in desk.health()] == [("missing", "web.not_installed")]
    assert desk.origin == ""
