"""Knobs and buttons at the seats: the real side of the port `SeatInput` (see `seats`).

An encoder with a push button, or two buttons up and down with a third one for OK: both turn the same `dial.Entry`.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from hardware.contacts import Contact
from hardware.edges import EdgeSource, check_lines
from hardware.quadrature import Quadrature
from hardware.readings import Edge, Entered
from hardware.seats import AskedSeats


@dataclass(frozen=True, slots=True)
class EncoderWiring:
    """GPIO numbers of a rotary encoder's contacts A and B and of its push button."""

    a: int
    b: int
    push: int

    @property
    def lines(self) -> tuple[int, ...]:
        """All lines used."""
        return self.a, self.b, self.push


@dataclass(frozen=True, slots=True)
class ButtonWiring:
    """GPIO numbers of three buttons: one up, one down, OK."""

    up: int
    down: int
    ok: int

    @property
    def lines(self) -> tuple[int, ...]:
        """All lines used."""
        return self.up, self.down, self.ok


Wiring = EncoderWiring | ButtonWiring


class SeatControllers(AskedSeats):
    """A knob or three buttons at each wired seat."""

    def __init__(
        self, source: EdgeSource, *, wiring: Mapping[int, Wiring], clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Listen.

        Args:
            source: edges of at least all wired lines.
            wiring: seat to its lines.
            clock: the clock of the source's stamps.

        Raises:
            WiringError: a line used twice or not on the header.
        """
        check_lines(line for wired in wiring.values() for line in wired.lines)
        self._source = source
        self._clock = clock
        super().__init__()
        self._contacts: dict[int, Contact] = {}
        self._on_press: dict[int, Callable[[float, float], None]] = {}
        self._on_level: dict[int, Callable[[Edge], None]] = {}
        for seat, wired in wiring.items():
            self._wire(seat, wired)

    def poll(self) -> tuple[Entered, ...]:
        """Read all knobs and buttons; return the numbers entered since the last call."""
        now_s = self._clock()
        for edge in self._source.drain():
            self._settle(edge.at_s)  # a press that ended before this edge comes before it
            if edge.line in self._on_level:
                self._on_level[edge.line](edge)
            elif edge.line in self._contacts:
                self._contacts[edge.line].feed(edge)
        self._settle(now_s)
        return self._entries.take()

    def close(self) -> None:
        """Give the lines back."""
        self._source.close()

    def _wire(self, seat: int, wired: Wiring) -> None:
        if isinstance(wired, EncoderWiring):
            knob = Quadrature()
            self._on_level[wired.a] = lambda edge: self._turn(seat, knob.turn_a(high=edge.high))
            self._on_level[wired.b] = lambda edge: self._turn(seat, knob.turn_b(high=edge.high))
            self._add_button(wired.push, partial(self._press, seat))
        else:
            self._add_button(wired.up, lambda _held_s, _at_s: self._turn(seat, 1))
            self._add_button(wired.down, lambda _held_s, _at_s: self._turn(seat, -1))
            self._add_button(wired.ok, partial(self._press, seat))

    def _add_button(self, line: int, on_press: Callable[[float, float], None]) -> None:
        self._contacts[line] = Contact()
        self._on_press[line] = on_press

    def _settle(self, now_s: float) -> None:
        for line, contact in self._contacts.items():
            held_s = contact.settle(now_s)
            if held_s is not None:
                self._on_press[line](held_s, now_s)

    def _turn(self, seat: int, detents: int) -> None:
        if detents:
            self._entries.turn(seat, detents=detents)

    def _press(self, seat: int, held_s: float, at_s: float) -> None:
        self._entries.press(seat, held_s=held_s, at_s=at_s)
