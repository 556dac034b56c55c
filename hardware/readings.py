"""The values this package hands out: plain frozen dataclasses, no behaviour.

Seats are numbered from 0, clockwise, as everywhere in the companion. Times are seconds of
CLOCK_MONOTONIC, the clock of `time.monotonic()` and of the kernel's edge events.
"""

from dataclasses import dataclass, field
from enum import Enum


@dataclass(frozen=True, slots=True)
class Edge:
    """One change of one input line.

    Args:
        line: GPIO number (BCM) of the line.
        at_s: when, by the best clock the source has.
        high: level after the change.
        sequence: order over all lines of one source, 0 where the source does not count.
    """

    line: int
    at_s: float
    high: bool
    sequence: int = 0


@dataclass(frozen=True, slots=True)
class Pressed:
    """One knock of one seat: the first edge of the press.

    Args:
        seat: whose button.
        at_s: time of the first edge.
        tied_with: the other seats whose knocks, like this one, came within the tie window of the
            first; in seat order, mostly empty.
    """

    seat: int
    at_s: float
    tied_with: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Entered:
    """One secret number entered at a seat; its text form hides the number.

    Args:
        seat: who entered it.
        value: the number; whether it is allowed, the rules say.
        at_s: when it was entered.
    """

    seat: int
    value: int = field(repr=False)
    at_s: float


class SeatMark(Enum):
    """How far a seat is with its secret entry; all a display may show before the reveal."""

    IDLE = 0
    THINKING = 1
    IN = 2


class LinkState(Enum):
    """Where the link to the display board stands; the value is the key of its text."""

    SEARCHING = "displays.searching"
    HELD = "displays.held"
    GREETING = "displays.greeting"
    READY = "displays.ready"
    SILENT = "displays.silent"
    FAULT = "displays.fault"
    REFUSED = "displays.refused"


@dataclass(frozen=True, slots=True)
class Health:
    """Whether the displays follow, and why not.

    Args:
        state: where the link stands.
        detail: what a technician wants to know: the port, the holder, the firmware's version.
    """

    state: LinkState
    detail: str = ""

    @property
    def is_good(self) -> bool:
        """Whether what was last asked for is, or is about to be, what the displays show."""
        return self.state is LinkState.READY
