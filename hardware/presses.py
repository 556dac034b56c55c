"""Knock buttons: the real side of the port `Presses`.

    poll() -> tuple[Pressed, ...]   knocks since the last call, in hardware order, ties marked
    close() -> None

Call `poll` from the main thread, some 60 times a second. A knock is handed out 20 ms after its first edge, together
with all others of its contest, so that whoever gets it knows the order for good.
"""

import time
from collections.abc import Callable, Iterable, Mapping

from hardware.edges import EdgeSource, ScriptedEdges
from hardware.errors import WiringError, WrongPinFactory
from hardware.knocks import KnockListener
from hardware.readings import Edge, Pressed


class KnockButtons:
    """One button a seat on an edge source."""

    def __init__(
        self, source: EdgeSource, *, line_of_seat: Mapping[int, int], clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Listen.

        Args:
            source: edges of at least these lines.
            line_of_seat: the GPIO number of each seat's button.
            clock: the clock of the source's stamps.

        Raises:
            WiringError: two seats share a line.
        """
        self._source = source
        self._clock = clock
        self._listener = KnockListener({line: seat for seat, line in line_of_seat.items()})
        if len(self._listener.seat_of_line) != len(line_of_seat):
            raise WiringError(f"two seats share a line: {dict(line_of_seat)}")

    @property
    def stamp_source(self) -> str:
        """Where the time stamps are taken."""
        return self._source.stamp_source

    def poll(self) -> tuple[Pressed, ...]:
        """Return the knocks whose collection window is over, in the order they happened."""
        now_s = self._clock()  # before draining: what happens in between has not been waited for yet
        self._listener.hear(self._source.drain())
        return tuple(pressed for contest in self._listener.contests(now_s) for pressed in contest)

    def close(self) -> None:
        """Give the lines back."""
        self._source.close()


class ScriptedPresses:
    """Knocks from a script, with bounce: the twin of `KnockButtons`, through the same debounce and window."""

    def __init__(self, seats: Iterable[int] = range(6), *, clock: Callable[[], float] = time.monotonic) -> None:
        """Args: seats: who has a button. clock: as for `KnockButtons`."""
        self._edges = ScriptedEdges()
        lines = {seat: seat + 2 for seat in seats}
        self._buttons = KnockButtons(self._edges, line_of_seat=lines, clock=clock)
        self.stamp_source = self._edges.stamp_source

    def knock(self, seat: int, *, at_s: float) -> None:
        """Let `seat` hit the button at `at_s`; the contact bounces for 3 ms and opens after 80."""
        line = seat + 2
        bounces = [(0.0, False), (0.0007, True), (0.0012, False), (0.0024, True), (0.003, False), (0.080, True)]
        self._edges.add(*(Edge(line, at_s + after_s, high=high) for after_s, high in bounces))

    def poll(self) -> tuple[Pressed, ...]:
        """Return the knocks whose collection window is over, in the order they happened."""
        return self._buttons.poll()

    def close(self) -> None:
        """Nothing to give back."""
        self._buttons.close()


def open_edges(lines: Iterable[int]) -> EdgeSource:
    """Return the best edge source for `lines` here: libgpiod where it is installed, else gpiozero with lgpio.

    Raises:
        WrongPinFactory: neither works here; the message says why for both.
        WiringError: a line used twice or not on the header.
    """
    from hardware.gpio_edges import GpioEdges  # noqa: PLC0415 - gpiozero takes a while to import
    from hardware.line_edges import LineEdges  # noqa: PLC0415

    wired = tuple(lines)
    backends: tuple[Callable[[tuple[int, ...]], EdgeSource], ...] = (LineEdges, GpioEdges)
    reasons = []
    for backend in backends:
        try:
            return backend(wired)
        except WrongPinFactory as error:
            reasons.append(str(error))
    raise WrongPinFactory("; ".join(reasons))
