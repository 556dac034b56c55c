"""The edges of the companion as protocols. Each has a real part and a simulated twin that pass the same suite."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from time import monotonic
from typing import Protocol


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


class Pressing(Protocol):
    """A press as `hardware` tells it."""

    @property
    def seat(self) -> int:
        """Whose button."""

    @property
    def at_s(self) -> float:
        """When, monotonic seconds, by the stamp of the edge."""

    @property
    def tied_with(self) -> tuple[int, ...]:
        """Who pressed too close to tell who was first."""


class Presses(Protocol):
    """Buttons at the seats: `hardware.presses.KnockButtons`, twin `ScriptedPresses`."""

    def poll(self) -> Sequence[Pressing]:
        """The presses since the last call, in the order of their own time stamps."""

    def close(self) -> None:
        """Give the lines back."""


class LinkState(Protocol):
    """Where a link stands; the value is the key of its sentence."""

    @property
    def value(self) -> str:
        """The key."""


class LinkHealth(Protocol):
    """How displays are, as `hardware` tells it."""

    @property
    def state(self) -> LinkState:
        """Where the link stands."""

    @property
    def is_good(self) -> bool:
        """Whether they follow."""

    @property
    def detail(self) -> str:
        """What a technician wants to know."""


class BidDisplays(Protocol):
    """Displays at the seats: `hardware.displays.SerialDisplays`, twin the same on a simulated board."""

    @property
    def health(self) -> LinkHealth:
        """Whether the displays follow."""

    def show(self, texts: tuple[str, ...]) -> None:
        """Show one text a seat from now on; a lost device is a health state, never an error."""

    def close(self) -> None:
        """Blank the displays and let go of them."""


class Answer(Protocol):
    """A number entered at a seat, as `hardware` tells it."""

    @property
    def seat(self) -> int:
        """Whose."""

    @property
    def value(self) -> int:
        """The number; secret until the reveal, and perhaps one that the rules refuse."""

    @property
    def at_s(self) -> float:
        """When, monotonic seconds."""


class Mark(Protocol):
    """How far a seat is with its number, as `hardware` tells it."""

    @property
    def name(self) -> str:
        """``IDLE``, ``THINKING`` or ``IN``."""


class SeatInput(Protocol):
    """Knobs, buttons or keypads at the seats for secret numbers: `hardware.controllers`, `hardware.keypads`."""

    def ask(self, seats: Iterable[int], *, low: int, high: int) -> None:
        """Open an entry for each of `seats`; asking nobody ends the asking."""

    def reopen(self, seats: Iterable[int]) -> None:
        """Let `seats` begin again, since what they have locked in was not taken; nothing unfinished is lost."""

    def poll(self) -> Sequence[Answer]:
        """The numbers entered since the last call."""

    @property
    def marks(self) -> Sequence[Mark]:
        """How far each seat is; never how much."""

    @property
    def lost(self) -> Sequence[int]:
        """The seats whose device has been pulled out."""

    def close(self) -> None:
        """Give the lines back."""
