"""Trying out buttons and displays: presses are told and go into no game, displays show what is asked of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.feeds.feed import Feed
from companion.ports import Clock
from companion.session.inbox import Inbox, Pressed

SEATS: Final = 6
DISPLAY_STEPS: Final[tuple[tuple[str, ...], ...]] = (
    ("888",) * SEATS,
    tuple(str(seat + 1) for seat in range(SEATS)),
    *(tuple("888" if seat == lit else "" for seat in range(SEATS)) for lit in range(SEATS)),
)
"""What a display test shows, step by step: every segment, the number of each seat, then one seat after the other."""


class Trial:
    """A trial of the edges, from its making to its `end`; main thread only."""

    def __init__(self, feeds: Sequence[Feed], clock: Clock) -> None:
        self._feeds = feeds
        self._clock = clock
        self._inbox = Inbox()
        self._began_s = clock.monotonic_s()

    def pump(self) -> None:
        """Let the edges hand over what has arrived."""
        for feed in self._feeds:
            feed.pump(self._inbox)

    def pressed(self) -> tuple[Pressed, ...]:
        """The presses since the last call, earliest first; those from before the trial are left out."""
        self._inbox.sort()
        self._inbox.take_entered()
        return tuple(p for p in self._inbox.take_presses(self._clock.monotonic_s()) if p.at_s >= self._began_s)

    def show(self, texts: tuple[str, ...] | None) -> None:
        """Show these texts at the seats; None: what the game says."""
        for feed in self._feeds:
            feed.rehearse(texts)

    def end(self) -> None:
        """Everything as before."""
        self.show(None)
