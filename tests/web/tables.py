"""A table with the local web page, driven by the test: a real session, the real application, time moved by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from starlette.testclient import TestClient

from companion.ports import HandClock
from companion.session.inbox import Inbox
from companion.session.record import Header
from companion.session.session import Session, Table
from companion.web.access import SeatAccess
from companion.web.application import application
from companion.web.feed import PhoneFeed
from companion.web.parts import parts_with
from tests.kit import NAMES, MemoryKeeper

ORIGIN = "http://127.0.0.1:8765"
JSON = {"accept": "application/json"}


class WebTable:
    """A game at whose seats phones may sit; `pump` lets phones and session meet as the companion does."""

    def __init__(self, game: str, seats: int, options: Mapping[str, Any] | None = None) -> None:
        self.clock, self.inbox, self.keeper = HandClock(1000.0), Inbox(), MemoryKeeper()
        self.parts = parts_with(self.clock)
        self.feed = PhoneFeed(self.parts, "en")
        self.app = application(self.parts)
        header = Header(game, NAMES[:seats], options or {})
        self.session = Session(Table("id", header), keeper=self.keeper, clock=self.clock, inbox=self.inbox)
        self.pump()

    @property
    def access(self) -> SeatAccess:
        return self.parts.access

    def pump(self) -> None:
        self.feed.pump(self.inbox)
        self.session.pump()
        self.feed.touch(self.session)

    def settle(self) -> None:
        """Let presses become old enough to be in order, twice pumped."""
        self.clock.move(0.05)
        self.pump()
        self.pump()

    def submit(self, action: Any) -> None:
        self.session.submit(action, "touch")
        self.pump()

    def browser(self, address: str = "192.168.1.20", language: str = "en") -> TestClient:
        return TestClient(
            self.app,
            base_url=ORIGIN,
            headers={"accept-language": language, "origin": ORIGIN},
            client=(address, 50_000),
            follow_redirects=False,
            raise_server_exceptions=False,
        )

    def phone(self, seat: int, address: str = "192.168.1.20") -> Phone:
        ticket = self.access.ticket(seat)
        assert ticket is not None
        browser = self.browser(address)
        answer = browser.post("/join", data={"ticket": ticket.token})
        assert answer.status_code == 303, answer.text
        return Phone(self, seat, browser)


@dataclass
class Phone:
    """A browser that sits at a seat."""

    table: WebTable
    seat: int
    browser: TestClient

    def enter(self, **fields: Any) -> Any:
        ask = self.table.parts.board.scene.asks[self.seat]
        return self.browser.post("/seat/entry", data={"ask": ask.number if ask else 0, **fields}, headers=JSON)

    def knock(self, **fields: Any) -> Any:
        return self.browser.post("/seat/knock", data=fields, headers=JSON)

    def page(self) -> str:
        return str(self.browser.get("/seat").text)


def truth_of(session: Session, seed: int) -> Any:
    """The people who play a game by chance."""
    course = session.course
    return course.game.truth(course.options, course.seats, Random(seed))
