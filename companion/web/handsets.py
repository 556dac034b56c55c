"""What phones send, on its way to the session: secret entries (the port `SeatInput`) and knocks with their bounds.

Filled by the web thread, emptied on the main thread. No text form of anything here tells a number.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from math import inf
from threading import Lock
from typing import Final

from companion.ports import Answer
from companion.rulebook.codec import Counts
from companion.session.inbox import Entered, Pressed
from hardware.readings import SeatMark
from hardware.seats import TouchSeats

QUIET_S: Final = 0.150
"""A seat's knock counts again after this long, as that of a button."""
LATEST_S: Final = 1.0
"""A stamp older than this on arrival is not believed."""
UNKNOWN_S: Final = 0.5
"""The uncertainty of a knock whose phone could not measure its clock, or whose stamp is not believed."""


class PhoneSeats:
    """Secret entries from phones. Numbers go the way of keypads; counts of cards wait beside them."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._numbers = TouchSeats()
        self._counts: deque[Entered] = deque()

    def ask(self, seats: Iterable[int], *, low: int, high: int) -> None:
        """Open an entry for each of `seats`; older ones are forgotten."""
        with self._guard:
            self._numbers.ask(seats, low=low, high=high)

    def reopen(self, seats: Iterable[int]) -> None:
        """Let `seats` begin again, since what they have locked in was not taken."""
        with self._guard:
            self._numbers.reopen(seats)

    def enter(self, seat: int, *, value: int | Counts, at_s: float) -> None:
        """Lock in what a phone sent; raises BadEntry for a number that is not asked or out of range."""
        with self._guard:
            if isinstance(value, Counts):
                self._counts.append(Entered(seat, value, at_s))
            else:
                self._numbers.enter(seat, value=value, at_s=at_s)

    def poll(self) -> tuple[Answer, ...]:
        """The numbers locked in since the last call."""
        with self._guard:
            return self._numbers.poll()

    def poll_counts(self) -> tuple[Entered, ...]:
        """The counts of cards locked in since the last call."""
        with self._guard:
            taken = tuple(self._counts)
            self._counts.clear()
            return taken

    @property
    def marks(self) -> tuple[SeatMark, ...]:
        """How far each seat is."""
        with self._guard:
            return self._numbers.marks

    @property
    def lost(self) -> tuple[int, ...]:
        """No phone is missed: its owner may have gone home with it."""
        return ()

    def close(self) -> None:
        """Nothing to give back."""


class PhoneKnocks:
    """Knocks from phones, each with the moment it was made and how far that may be off."""

    def __init__(self) -> None:
        self._arrived: deque[Pressed] = deque()
        self._counted_s: dict[int, float] = {}

    def knock(self, seat: int, *, at_s: float, within_s: float, arrived_s: float) -> Pressed:
        """Take a knock stamped `at_s` by the phone; all in seconds of the table's monotonic clock.

        A stamp from the future, from long ago or without a sensible bound is replaced by the moment of arrival, with
        `UNKNOWN_S`.
        """
        is_sane = 0 <= within_s <= UNKNOWN_S and -within_s <= arrived_s - at_s <= LATEST_S
        press = Pressed(seat, at_s, (), within_s) if is_sane else Pressed(seat, arrived_s, (), UNKNOWN_S)
        self._arrived.append(press)
        return press

    def poll(self) -> tuple[Pressed, ...]:
        """The knocks since the last call by their stamps, without those too soon after a counted one of the seat."""
        taken = sorted((self._arrived.popleft() for _ in range(len(self._arrived))), key=lambda press: press.at_s)
        counted = []
        for press in taken:
            if press.at_s - self._counted_s.get(press.seat, -inf) >= QUIET_S:
                self._counted_s[press.seat] = press.at_s
                counted.append(press)
        return tuple(counted)
