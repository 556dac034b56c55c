"""The edges of the companion as protocols. Each has a real part and a simulated twin that pass the same suite."""

from __future__ import annotations

from datetime import UTC, datetime
from time import monotonic
from typing import Protocol

from companion.session.inbox import Pressed
from vision.readings import Seen, Watch


class Clock(Protocol):
    """Time: monotonic for order, UTC for the journal."""

    def monotonic_s(self) -> float:
        """Seconds that never go back."""

    def utc(self) -> str:
        """Now, ISO 8601 in UTC."""


class SystemClock:
    """The clock of the machine."""

    def monotonic_s(self) -> float:
        """Seconds that never go back."""
        return monotonic()

    def utc(self) -> str:
        """Now, ISO 8601 in UTC, to the millisecond."""
        return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class HandClock:
    """The twin: it moves when it is told to."""

    def __init__(self, now_s: float = 0.0) -> None:
        self.now_s = now_s

    def monotonic_s(self) -> float:
        """Where the hands stand."""
        return self.now_s

    def utc(self) -> str:
        """The same as a time of day on 1 January 2026."""
        moment = datetime.fromtimestamp(1_767_225_600 + self.now_s, UTC)
        return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def move(self, seconds: float) -> None:
        """Let time pass."""
        self.now_s += seconds


class Looker(Protocol):
    """A camera that reads: it is told what matters now and delivers still looks."""

    def set_watches(self, watches: tuple[Watch, ...]) -> None:
        """Look at these zones from now on."""

    def look(self) -> tuple[Seen, ...]:
        """What a still table shows now; nothing while something moves."""


class Presses(Protocol):
    """Buttons at the seats."""

    def poll(self) -> tuple[Pressed, ...]:
        """The presses since the last call, in the order of their own time stamps."""
