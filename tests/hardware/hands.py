"""Hands at the table: knocks on every kind of edge source, players at knobs and buttons; time is told by hand."""

import threading
from dataclasses import dataclass
from enum import Enum
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPin

from hardware.controllers import ButtonWiring, EncoderWiring, SeatControllers
from hardware.edges import ScriptedEdges
from hardware.gpio_edges import GpioEdges
from hardware.line_edges import LineEdges
from hardware.presses import KnockButtons, ScriptedPresses
from hardware.readings import Edge

LINES = {seat: seat + 5 for seat in range(6)}
START_S = 1000.0


class StampedPin(MockPin):
    """A mock pin whose edges carry the stamp they are given, as lgpio's do."""

    def drive(self, *, high: bool, at_s: float) -> None:
        self._state = high
        if self._when_changed is not None:
            super(MockPin, self)._call_when_changed(at_s, high)


class Hands:
    """A clock moved by hand."""

    def __init__(self) -> None:
        self.now_s = START_S

    def __call__(self) -> float:
        return self.now_s


class ScriptRig:
    def __init__(self, clock: Hands) -> None:
        self.clock = clock
        self.presses = ScriptedPresses(clock=clock)

    def knock(self, seat: int, at_s: float) -> None:
        self.presses.knock(seat, at_s=at_s)


BOUNCE = [
    (0.0, False),
    (0.0007, True),
    (0.0012, False),
    (0.019, True),
    (0.020, False),
    (0.080, True),
    (0.081, False),
    (0.0825, True),
]


class GpioRig:
    """Edges arrive from a second thread, as they do from lgpio."""

    def __init__(self, clock: Hands) -> None:
        self.clock = clock
        self._factory = MockFactory(pin_class=StampedPin)
        source = GpioEdges(LINES.values(), pin_factory=self._factory)
        self.presses = KnockButtons(source, line_of_seat=LINES, clock=clock)

    def knock(self, seat: int, at_s: float) -> None:
        pin = self._factory.pin(LINES[seat])
        thread = threading.Thread(target=lambda: [pin.drive(high=high, at_s=at_s + after) for after, high in BOUNCE])
        thread.start()
        thread.join()


class FakeEvent:
    class Type(Enum):
        RISING_EDGE = 1
        FALLING_EDGE = 2


@dataclass
class Event(FakeEvent):
    """The shape of `gpiod.EdgeEvent`."""

    event_type: FakeEvent.Type
    timestamp_ns: int
    line_offset: int
    global_seqno: int


class FakeRequest:
    """The shape of `gpiod.LineRequest`: numbers events in the order they happen."""

    def __init__(self) -> None:
        self.waiting: list[tuple[float, int, bool]] = []
        self._count = 0
        self.is_gone = False

    def wait_edge_events(self, timeout: float) -> bool:
        if self.is_gone:
            raise OSError(19, "no such device")
        return bool(self.waiting)

    def read_edge_events(self) -> list[Any]:
        events = []
        for at_s, line, high in sorted(self.waiting):
            self._count += 1
            kind = FakeEvent.Type.RISING_EDGE if high else FakeEvent.Type.FALLING_EDGE
            events.append(Event(kind, round(at_s * 1e9), line, self._count))
        self.waiting.clear()
        return events

    def release(self) -> None:
        self.waiting.clear()


class LineRig:
    def __init__(self, clock: Hands) -> None:
        self.clock = clock
        self.request = FakeRequest()
        source = LineEdges(LINES.values(), request=lambda _: self.request)
        self.presses = KnockButtons(source, line_of_seat=LINES, clock=clock)

    def knock(self, seat: int, at_s: float) -> None:
        self.request.waiting += [(at_s + after, LINES[seat], high) for after, high in BOUNCE]


KnockRig = ScriptRig | GpioRig | LineRig


def turn(line_a: int, line_b: int, detents: int, at_s: float) -> list[Edge]:
    """Quarter steps of so many detents, clockwise positive, each contact bouncing once."""
    first, second = (line_a, line_b) if detents > 0 else (line_b, line_a)
    edges = []
    for detent in range(abs(detents)):
        start_s = at_s + 0.04 * detent
        for quarter, (line, high) in enumerate([(first, False), (second, False), (first, True), (second, True)]):
            moment_s = start_s + 0.008 * quarter
            edges += [
                Edge(line, moment_s, high),
                Edge(line, moment_s + 0.001, not high),
                Edge(line, moment_s + 0.002, high),
            ]
    return edges


def push(line: int, at_s: float, held_s: float = 0.1) -> list[Edge]:
    levels = [
        (0.0, False),
        (0.001, True),
        (0.002, False),
        (held_s, True),
        (held_s + 0.001, False),
        (held_s + 0.002, True),
    ]
    return [Edge(line, at_s + after_s, high) for after_s, high in levels]


class ControlPlayer:
    """Plays a rotary encoder with scripted edges."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.edges = ScriptedEdges()
        self.seats = SeatControllers(self.edges, wiring=self.wiring(), clock=lambda: self.now_s)

    def wiring(self) -> dict[int, EncoderWiring | ButtonWiring]:
        return {0: EncoderWiring(5, 6, 7), 3: EncoderWiring(8, 9, 10)}

    def clicks(self, seat: int, count: int) -> None:
        a = 5 if seat == 0 else 8
        self.edges.add(*turn(a, a + 1, count, self.now_s))
        self.now_s += 0.04 * abs(count) + 0.1

    def press(self, seat: int, held_s: float = 0.1) -> None:
        self.edges.add(*push(7 if seat == 0 else 10, self.now_s, held_s))
        self.now_s += held_s + 0.1

    def begin(self, seat: int) -> None:
        self.clicks(seat, 1)

    def enter(self, seat: int, value: int, *, digits: int = 2) -> None:
        for digit in f"{value:0{digits}d}":
            if int(digit):
                self.clicks(seat, int(digit))
            self.press(seat)


class ButtonPlayer(ControlPlayer):
    """Up, down and OK."""

    def wiring(self) -> dict[int, EncoderWiring | ButtonWiring]:
        return {0: ButtonWiring(5, 6, 7), 3: ButtonWiring(8, 9, 10)}

    def clicks(self, seat: int, count: int) -> None:
        up = 5 if seat == 0 else 8
        for _ in range(abs(count)):
            self.edges.add(*push(up if count > 0 else up + 1, self.now_s))
            self.now_s += 0.2
