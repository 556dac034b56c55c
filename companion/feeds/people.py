"""Simulated people at a simulated table: they lay cards, press buttons and tap the screen, by a plan of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from threading import Lock
from typing import Any, Protocol

from companion.feeds.evening import Evening
from companion.feeds.feed import Quiet
from companion.ports import Clock
from companion.rulebook.course import Course
from companion.rulebook.sealed import Sealed
from companion.rulebook.zone import Zone
from companion.session.inbox import Inbox, Pressed
from companion.session.session import Session
from vision.frames import Frame


class DrawnTable(Protocol):
    """A camera twin on whose table things can be laid."""

    def show(self, zones: Sequence[Zone]) -> None:
        """Lay the table anew."""

    def read(self) -> Frame:
        """A picture of the table."""

    def close(self) -> None:
        """End the reading."""


class Layable(Protocol):
    """A simulated table: something that can be laid, and the kinds of zones that are then seen on it."""

    kinds: frozenset[str]

    def lay(self, zones: tuple[Zone, ...]) -> None:
        """Lay the table so."""


class LaidTable:
    """A camera twin that is laid by the main thread and drawn by the camera thread."""

    def __init__(self, table: DrawnTable, kinds: frozenset[str]) -> None:
        self.kinds = kinds
        self._table = table
        self._pending: tuple[Zone, ...] | None = None
        self._guard = Lock()

    def lay(self, zones: tuple[Zone, ...]) -> None:
        """Lay the table so before the next picture."""
        with self._guard:
            self._pending = zones

    def read(self) -> Frame:
        """A picture of the table as it was laid last."""
        with self._guard:
            pending, self._pending = self._pending, None
        if pending is not None:
            self._table.show(pending)
        return self._table.read()

    def close(self) -> None:
        """End the reading."""
        self._table.close()


class Handsets(Protocol):
    """Phones at the seats of simulated people: `companion.web.simulated.SimulatedPhones`."""

    def enter(self, seat: int, value: Any) -> bool:
        """Give a sealed value by phone; False where none sits there or it did not get through."""

    def knock(self, seat: int) -> bool:
        """Knock by phone; False as for `enter`."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast people are, s: how long they leave a proposal before saying yes, and wait for one at all."""

    pause_s: float
    patience_s: float


class People(Quiet):
    """Plays an evening: lays what happens next, presses at the seats, and taps what the camera cannot know.

    After `Pace.patience_s` without the right proposal they enter it by hand; `confirmed` and `sent_by_phone`
    count. What is secret, and knocks, go by their phones where these sit at the seats.
    """

    def __init__(
        self,
        evening: Evening,
        *,
        clock: Clock,
        table: Layable | None,
        pace: Pace,
        phones: Handsets | None = None,
    ) -> None:
        self._evening = evening
        self._clock = clock
        self._phones = phones
        self._lay = table.lay if table is not None else None
        self._kinds = table.kinds if table is not None else frozenset()
        self._pause_s = pace.pause_s
        self._patience_s = pace.patience_s
        self._plan: Any = None
        self._is_visible = False
        self._is_press = False
        self._is_sent = False
        self._since_s = 0.0
        self.confirmed = 0
        self.sent_by_phone = 0

    def attend(self, course: Course | None) -> None:
        """Do the next thing at the table."""
        self._plan = None if course is None else self._evening.next_action(course)
        self._since_s = self._clock.monotonic_s()
        self._is_press = self._is_sent = False
        if course is None or self._plan is None:
            return
        self._is_press = course.game.press is not None and isinstance(self._plan, course.game.press)
        before = course.game.zones(course.state)
        after = course.game.zones(course.game.apply(course.state, self._plan).state)
        self._is_visible = self._lay is not None and self._seen(before) != self._seen(after)
        if self._lay is not None:
            self._lay(after)

    def pump(self, inbox: Inbox) -> None:
        """Press a button where that is the plan."""
        if not self._is_press or not self._has_waited():
            return
        if not self._is_sent and self._phones is not None and self._phones.knock(self._plan.by):
            self.sent_by_phone += 1
            self._is_sent = True
            return
        inbox.post(Pressed(self._plan.by, self._clock.monotonic_s()))
        self._plan, self._is_press = None, False

    def touch(self, session: Session) -> None:
        """Say yes to the right proposal, or enter by hand what no camera sees."""
        plan = self._plan
        if plan is None or self._is_press or not self._has_waited():
            return
        proposal = session.proposal
        offered = [choice.action for choice in proposal.explanation.choices] if proposal else []
        if proposal is not None and plan in offered:
            self.confirmed += 1
            session.confirm(proposal.id, offered.index(plan))
        elif not self._is_sent and self._goes_by_phone(plan):
            self.sent_by_phone += 1
            self._is_sent = True
        elif not self._is_visible or self._waited_s() >= self._patience_s:
            session.submit(plan, "touch")

    def _goes_by_phone(self, plan: Any) -> bool:
        """Give what is sealed in a plan by phone; False where nothing is, or no phone took it."""
        sealed = next((value for part in fields(plan) if isinstance(value := getattr(plan, part.name), Sealed)), None)
        return sealed is not None and self._phones is not None and self._phones.enter(sealed.owner, sealed.value)

    def _seen(self, zones: tuple[Zone, ...]) -> tuple[Zone, ...]:
        """The zones that the drawn table can show."""
        return tuple(zone for zone in zones if zone.kind in self._kinds)

    def _has_waited(self) -> bool:
        """True once others have seen what lies there; what went by phone is given time to arrive."""
        return self._waited_s() >= (self._patience_s if self._is_sent else self._pause_s)

    def _waited_s(self) -> float:
        return self._clock.monotonic_s() - self._since_s
