"""The page for phones: how fast six phones learn of an event, and how well a phone knows the table's clock.

    python -m bench.phones            add --browser for six pages in headless Chromium

Everything on this machine over loopback; `wifi` is computed with delays drawn as a busy wireless network has them.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from random import Random
from threading import Semaphore, Thread
from time import monotonic, process_time, sleep, time
from urllib.parse import urlsplit

from companion.web.simulated import PhoneClock, SimulatedPhone
from tests.kit import NAMES, PATIENCE_S
from tests.web.open_table import OpenTable

PHONES = 6
EVENTS = 200
TICK_S = 1 / 20
"""How often the screens let the companion work."""


class Evening(OpenTable):
    """Alles im Eimer for six: the largest page of all games, its desk open on loopback."""

    def __init__(self) -> None:
        super().__init__("alles_im_eimer", NAMES[:PHONES])
        self.begin()

    def begin(self) -> None:
        course = self.session.course
        self.truth = course.game.truth(course.options, course.seats, Random(7))

    def event(self) -> None:
        if self.session.course.is_over:
            self.session.undo(0)
            self.begin()
        self.session.submit(self.truth.act(self.session.course.state), "touch")


class Follower(Thread):
    """A phone that notes when each change of its page was there, read to the end."""

    def __init__(self, origin: str, cookie: str, there: Semaphore) -> None:
        super().__init__(daemon=True)
        where = urlsplit(origin)
        self._line = HTTPConnection(where.hostname or "", where.port, timeout=30)
        self._cookie = cookie
        self._there = there
        self.seen_s: list[float] = []
        self.bytes = 0

    def run(self) -> None:
        self._line.request("GET", "/seat/events", headers={"Cookie": self._cookie})
        answer = self._line.getresponse()
        while line := answer.readline():
            if line.startswith(b"data: "):
                self.seen_s.append(monotonic())
                self.bytes += len(line)
                self._there.release()
            if len(self.seen_s) > EVENTS:
                return


def told(name: str, values_s: list[float]) -> None:
    """One line: median, 95th percentile and the worst, ms."""
    ordered = sorted(values_s)
    p95 = ordered[int(0.95 * (len(ordered) - 1))]
    shown = "  ".join(
        f"{what} {1000 * value_s:7.2f}"
        for what, value_s in (("p50", statistics.median(ordered)), ("p95", p95), ("max", ordered[-1]))
    )
    print(f"{name:58} {shown} ms")


def delays(*, ticking: bool) -> None:
    """From an accepted entry to its page on six phones; `ticking`: the desk looks 20 times a second, as on a screen."""
    evening = Evening()
    there = Semaphore(0)
    phones = []
    for seat in range(PHONES):
        link = evening.desk.link(seat)
        assert link is not None
        phone = SimulatedPhone(evening.desk.origin, monotonic)
        phone.sit(link.code)
        phones.append(Follower(evening.desk.origin, phone._cookie, there))
    for follower in phones:
        follower.start()
    _all(there)
    began_s, spent_s = [], process_time()
    phase = Random(3)
    for _ in range(EVENTS):
        evening.event()
        began_s.append(monotonic())
        if ticking:
            sleep(phase.uniform(0, TICK_S))
        evening.pump()
        _all(there)
    for follower in phones:
        follower.join(PATIENCE_S)
    spent_s = process_time() - spent_s
    found = [at_s - began for f in phones for began, at_s in zip(began_s, f.seen_s[1:], strict=False)]
    assert len(found) == PHONES * EVENTS
    told(f"event -> six phones, {'screen at 20 Hz' if ticking else 'shown at once'}", found)
    if not ticking:
        size = sum(f.bytes for f in phones) / len(found)
        print(f"{'':58} {1000 * spent_s / EVENTS:.1f} ms CPU an event for all six, {size / 1000:.1f} kB a phone")
    evening.desk.close()


def _all(there: Semaphore) -> None:
    """Wait until every phone has what is shown now."""
    for _ in range(PHONES):
        assert there.acquire(timeout=PATIENCE_S)


def loopback_clock() -> None:
    """The offset as phones measure it over loopback, each with a clock that is off by hours."""
    evening = Evening()
    errors, bounds = [], []
    for number in range(25):  # no more: the page limits how often one address may ask
        off_s = 3600.0 * (number - 12)
        phone = SimulatedPhone(evening.desk.nearby, lambda off_s=off_s: monotonic() + off_s)
        phone.measure()
        for _ in range(12):
            now_s = monotonic()
            at_s, within_s = phone.clock.stamp(now_s + off_s)
            errors.append(abs(at_s - now_s))
            bounds.append(within_s)
        phone.close()
    evening.desk.close()
    told("error of a stamp, loopback", errors)
    told("its bound", bounds)
    print(f"{'':58} {_outside(errors, bounds)} of {len(errors)} outside their bound")


def wifi_clock() -> None:
    """The same with one-way delays of a busy wireless network: 2 ms and an exponential of 8 ms, 1 in 20 of 60 ms."""
    rng = Random(11)
    errors, bounds = [], []
    for _ in range(5000):
        clock, now_s, drift = PhoneClock(), 0.0, rng.uniform(-5e-5, 5e-5)
        for question in range(20):
            there_s, back_s = (_delay(rng) for _ in range(2))
            received_s = (now_s + there_s) * (1 + drift) + 17.0
            clock.learn(now_s, received_s, received_s, now_s + there_s + back_s)
            now_s += there_s + back_s + (10.0 if question % 3 == 1 and question > 7 else 0.0)
        moment_s = now_s + rng.uniform(0, 10)
        at_s, within_s = clock.stamp(moment_s)
        errors.append(abs(at_s - (moment_s * (1 + drift) + 17.0)))
        bounds.append(within_s)
    told("error of a stamp, busy Wi-Fi (computed)", errors)
    told("its bound", bounds)
    print(f"{'':58} {_outside(errors, bounds)} of {len(errors)} outside their bound")


def _outside(errors: list[float], bounds: list[float]) -> int:
    return sum(error > bound for error, bound in zip(errors, bounds, strict=True))


def _delay(rng: Random) -> float:
    return 0.002 + rng.expovariate(1 / (0.060 if rng.random() < 0.05 else 0.008))


def in_browsers() -> None:
    """The page's own script in six pages of headless Chromium, against the clock of the machine they share."""
    from tests.web.browsers import chromium  # noqa: PLC0415 - only where a browser was asked for

    evening = Evening()
    errors, bounds = [], []
    with chromium() as browser:
        pages = list(_pages(browser, evening.desk.origin))
        for _ in range(4):
            for page in pages:
                stamp = page.evaluate(_STAMP)
                wall_to_table_s = monotonic() - time()
                errors.append(abs(stamp["at_s"] - (stamp["wall_s"] + wall_to_table_s)))
                bounds.append(stamp["within_s"])
    evening.desk.close()
    told("error of a stamp, six pages in Chromium", errors)
    told("its bound", bounds)
    print(f"{'':58} {_outside(errors, bounds)} of {len(errors)} outside their bound")


_STAMP = """async () => {
    const { TableClock, ask } = await import("/static/clock.js");
    const clock = new TableClock();
    await ask(clock, 8);
    const now = performance.now();
    return { ...clock.stamp(now), wall_s: (performance.timeOrigin + now) / 1000 };
}"""


def _pages(browser: object, origin: str) -> Iterator[object]:
    for _ in range(PHONES):
        page = browser.new_context().new_page()  # type: ignore[attr-defined]
        page.goto(origin)
        yield page


def main() -> None:
    """Measure and print."""
    delays(ticking=False)
    delays(ticking=True)
    loopback_clock()
    wifi_clock()
    if "--browser" in sys.argv:
        in_browsers()


if __name__ == "__main__":
    main()
