"""The only door from other threads into a session: presses and looks, taken out in the order of their own time."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from companion.rulebook.codec import Counts
from vision.readings import Seen

SETTLE_S: Final = 0.015
"""A press waits this long for an earlier one that is still on its way from another line."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button pressed at a seat.

    `at_s` is the stamp of the edge itself, monotonic seconds; `tied_with` are the seats whose presses came too close to
    tell who was first. `within_s` is how far the stamp may be off, either way: 0 for a button on a line, more for a
    phone, whose clock is only known to a bound.
    """

    seat: int
    at_s: float
    tied_with: tuple[int, ...] = ()
    within_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Entered:
    """A secret number, or secret counts of cards, locked in at a seat; its text form hides them."""

    seat: int
    value: int | Counts = field(repr=False)
    at_s: float


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand is over the table: what lies there is about to change."""

    at_s: float


Item: TypeAlias = Pressed | Entered | Seen | Hand


class Inbox:
    """Filled by feeds from any thread, emptied by the session on the main thread."""

    def __init__(self) -> None:
        self._arrived: deque[Item] = deque()
        self._waiting: list[Pressed] = []
        self._entered: list[Entered] = []
        self._is_hand = False

    def post(self, item: Item) -> None:
        """Hand something over; never blocks, callable from any thread."""
        self._arrived.append(item)

    def take_presses(self, now_s: float) -> tuple[Pressed, ...]:
        """The presses that are old enough to be in order, earliest first."""
        ready = sorted((p for p in self._waiting if p.at_s <= now_s - SETTLE_S), key=lambda p: p.at_s)
        self._waiting = [p for p in self._waiting if p.at_s > now_s - SETTLE_S]
        return tuple(ready)

    def take_entered(self) -> tuple[Entered, ...]:
        """What was locked in secretly since the last call."""
        taken, self._entered = tuple(self._entered), []
        return taken

    def take_hand(self) -> bool:
        """True where a hand was over the table since the last call."""
        was_hand, self._is_hand = self._is_hand, False
        return was_hand

    def sort(self) -> dict[str, Seen]:
        """Move what arrived to its place: presses and numbers wait, of each zone the newest look is returned."""
        looks: dict[str, Seen] = {}
        while self._arrived:
            item = self._arrived.popleft()
            if isinstance(item, Pressed):
                self._waiting.append(item)
            elif isinstance(item, Entered):
                self._entered.append(item)
            elif isinstance(item, Hand):
                self._is_hand = True
            elif item.at_s >= getattr(looks.get(item.watch.zone), "at_s", item.at_s):
                looks[item.watch.zone] = item
        return looks
