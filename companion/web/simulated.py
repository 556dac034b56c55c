"""A simulated phone: the twin of a browser at a seat, speaking to the page over its real port. For tests and evenings.

It takes a seat with a ticket, measures the table's clock as the page's script does, sends what is sealed, and knocks.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

from companion.rulebook.codec import Counts
from companion.web.desk import PhoneDesk
from companion.web.errors import WebError

DRIFT: Final = 1e-4
"""Two quartz clocks, each at most 50 millionths off."""
RESOLUTION_S: Final = 0.001
ROUNDS: Final = 8
ANSWER_S: Final = 20.0
"""A table that has not answered by then does not answer."""


class PhoneRefused(WebError, ConnectionError):
    """Error raised when the table does not take what a simulated phone sent."""


@dataclass(slots=True)
class PhoneClock:
    """How far the table's clock is ahead of the phone's: an interval that is certain, seconds (see ``clock.js``)."""

    low_s: float = -math.inf
    high_s: float = math.inf
    at_s: float = 0.0

    def learn(self, sent_s: float, received_s: float, answered_s: float, arrived_s: float) -> None:
        """Take a question that left and came back by the phone's clock, was received and answered by the table's."""
        drift_s = DRIFT * max(0.0, arrived_s - self.at_s)
        low_s = max(self.low_s - drift_s, answered_s - arrived_s)
        high_s = min(self.high_s + drift_s, received_s - sent_s)
        is_empty = low_s > high_s
        self.low_s = answered_s - arrived_s if is_empty else low_s
        self.high_s = received_s - sent_s if is_empty else high_s
        self.at_s = arrived_s

    def stamp(self, moment_s: float) -> tuple[float, float]:
        """A moment of the phone by the table's clock, and how far that may be off, seconds."""
        within_s = (self.high_s - self.low_s) / 2 + DRIFT * max(0.0, moment_s - self.at_s) + RESOLUTION_S
        return moment_s + (self.low_s + self.high_s) / 2, within_s


class SimulatedPhone:
    """Sits at a seat from `sit` on. Every call begins on a new connection, for an idle one is hung up on."""

    def __init__(self, origin: str, clock: Callable[[], float]) -> None:
        """Args: origin: the beginning of the page's links. clock: this phone's own, seconds."""
        self.clock = PhoneClock()
        self._origin = origin
        self._now_s = clock
        self._cookie = ""
        where = urlsplit(origin)
        self._line = HTTPConnection(where.hostname or "", where.port, timeout=ANSWER_S)

    def sit(self, ticket: str) -> None:
        """Take the seat that a token or a code opens. Raises PhoneRefused."""
        self._line.close()
        answer = self._ask("POST", "/join", {"ticket": ticket})
        self._cookie = (answer.cookie or "").partition(";")[0]
        if not self._cookie:
            raise PhoneRefused("web.ticket_used")

    def measure(self) -> None:
        """Learn how far the table's clock is from this phone's. Raises PhoneRefused."""
        self._line.close()
        for _ in range(ROUNDS):
            sent_s = self._now_s()
            told: Any = json.loads(self._ask("GET", "/clock", None).body)
            self.clock.learn(sent_s, told["received_s"], told["sent_s"], self._now_s())

    def enter(self, value: int | Counts) -> None:
        """Give what is asked in secret. Raises PhoneRefused."""
        self._line.close()
        ask = _between(self._ask("GET", "/seat", None).body, 'data-ask="', '"')
        counts = {f"c{face}": count for face, count in value.pairs} if isinstance(value, Counts) else {"number": value}
        self._ask("POST", "/seat/entry", {"ask": ask, **counts})

    def knock(self) -> None:
        """Knock now. Raises PhoneRefused."""
        at_s, within_s = self.clock.stamp(self._now_s())
        self._line.close()
        self._ask("POST", "/seat/knock", {"at_s": at_s, "within_s": within_s})

    def close(self) -> None:
        """Hang up."""
        self._line.close()

    def _ask(self, method: str, path: str, fields: Mapping[str, object] | None) -> _Answer:
        headers = {"Origin": self._origin, "Accept": "application/json", "Cookie": self._cookie}
        if fields is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            self._line.request(method, path, urlencode(fields) if fields is not None else None, headers)
            answer = self._line.getresponse()
            found = _Answer(answer.read().decode(), answer.getheader("set-cookie"))
        except (OSError, HTTPException) as error:
            self._line.close()
            raise PhoneRefused("web.not_sent") from error
        if answer.status >= 400:
            raise PhoneRefused("web.not_sent")
        return found


class SimulatedPhones:
    """Phones of the simulated people: one at every seat but the first, which is left to whoever watches."""

    def __init__(self, desk: PhoneDesk, clock: Callable[[], float]) -> None:
        self._desk = desk
        self._now_s = clock
        self._phones: dict[int, SimulatedPhone] = {}

    def enter(self, seat: int, value: int | Counts) -> bool:
        """Give a sealed value by phone; False where none sits there or it did not get through."""
        return self._tried(seat, lambda phone: phone.enter(value))

    def knock(self, seat: int) -> bool:
        """Knock by phone; False as for `enter`."""
        return self._tried(seat, SimulatedPhone.knock)

    def _tried(self, seat: int, do: Callable[[SimulatedPhone], None]) -> bool:
        try:
            phone = self._phone(seat)
            if phone is None:
                return False
            do(phone)
        except PhoneRefused:
            self._phones.pop(seat, None)
            return False
        return True

    def _phone(self, seat: int) -> SimulatedPhone | None:
        """The phone at a seat; it sits down where a ticket lies there."""
        if seat in self._phones and self._desk.is_taken(seat):
            return self._phones[seat]
        link = self._desk.link(seat)
        if link is None or seat == 0:
            return None
        phone = SimulatedPhone(self._desk.nearby, self._now_s)
        phone.sit(link.code)
        phone.measure()
        self._phones[seat] = phone
        return phone


@dataclass(frozen=True, slots=True)
class _Answer:
    body: str
    cookie: str | None


def _between(text: str, before: str, after: str) -> str:
    return text.partition(before)[2].partition(after)[0]
