"""The real page on a loopback port, behind the port `SeatInput`: what it asks for is shown to phones at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from time import monotonic

from companion.ports import HandClock
from companion.rulebook.domain import Whole
from companion.session.record import Header
from companion.web.addresses import LOOPBACK, origin_of
from companion.web.application import application
from companion.web.parts import parts_with
from companion.web.scene import Ask, Scene, scene_of
from companion.web.server import WebServer
from companion.web.simulated import SimulatedPhone
from hardware.readings import Entered, SeatMark
from tests.web.tables import WebTable

SEATS = 4


class PhoneTable:
    """Asks, polls and marks as knobs do; the numbers come over HTTP."""

    def __init__(self) -> None:
        self._clock = HandClock(100.25)
        self._parts = parts_with(self._clock)
        self._parts.access.open(SEATS)
        session = WebTable("die_bombe", SEATS).session
        assert session.header == Header("die_bombe", session.header.seats, {})
        self._scene = scene_of(session, Scene(), ())
        self._server = WebServer(application(self._parts), address=LOOPBACK, port=0)
        self._origin = origin_of(LOOPBACK, self._server.port)
        self._phones: list[SimulatedPhone] = []

    def phone(self, seat: int) -> SimulatedPhone:
        """A phone that sits at `seat`."""
        ticket = self._parts.access.ticket(seat)
        assert ticket is not None
        phone = SimulatedPhone(self._origin, monotonic)
        phone.sit(ticket.code)
        self._phones.append(phone)
        return phone

    def ask(self, seats: Iterable[int], *, low: int, high: int) -> None:
        asked = set(seats)
        self._clock.move(1.0)  # nobody is asked faster than a seat may answer
        self._parts.seats.ask(asked, low=low, high=high)
        number = self._scene.number + 1
        ask = Ask(number, "bid", Whole(low, high))
        asks = tuple(ask if seat in asked else None for seat in range(SEATS))
        self._scene = replace(self._scene, number=number, asks=asks)
        self._parts.board.publish(self._scene)

    def reopen(self, seats: Iterable[int]) -> None:
        self._parts.seats.reopen(seats)

    def poll(self) -> tuple[Entered, ...]:
        return tuple(Entered(answer.seat, answer.value, answer.at_s) for answer in self._parts.seats.poll())

    @property
    def marks(self) -> tuple[SeatMark, ...]:
        return self._parts.seats.marks

    def close(self) -> None:
        for phone in self._phones:
            phone.close()
        self._parts.board.close()
        self._server.close()
