"""What the main thread and the web thread share."""

from __future__ import annotations

from dataclasses import dataclass

from companion.ports import Clock
from companion.web.access import SeatAccess
from companion.web.handsets import PhoneKnocks, PhoneSeats
from companion.web.noticeboard import Noticeboard


@dataclass(frozen=True, slots=True)
class Parts:
    """Each part keeps itself safe: scenes go to the web thread, tickets both ways, entries and knocks come back."""

    board: Noticeboard
    access: SeatAccess
    seats: PhoneSeats
    knocks: PhoneKnocks
    clock: Clock


def parts_with(clock: Clock) -> Parts:
    """Parts of a table at which nobody sits yet."""
    return Parts(Noticeboard(), SeatAccess(), PhoneSeats(), PhoneKnocks(), clock)
