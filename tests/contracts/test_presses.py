"""The port `Presses`: scripted knocks, gpiozero on mock pins and libgpiod events keep the same promises."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.gpio_edges import GpioEdges
from hardware.line_edges import LineEdges
from hardware.presses import KnockButtons, ScriptedPresses
from hardware.readings import Pressed

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


Rig = ScriptRig | GpioRig | LineRig


def heard(rig: Rig, now_s: float) -> tuple[Pressed, ...]:
    rig.clock.now_s = now_s
    return rig.presses.poll()


@pytest.fixture(params=[ScriptRig, GpioRig, LineRig])
def knocks(request: pytest.FixtureRequest) -> Iterator[Rig]:
    rig: Rig = request.param(Hands())
    yield rig
    rig.presses.close()


def test_no_knock_gives_nothing(knocks: Rig) -> None:
    assert heard(knocks, START_S) == ()


def test_one_press_is_one_knock_however_it_bounces(knocks: Rig) -> None:
    knocks.knock(2, START_S)
    assert heard(knocks, START_S + 0.5) == (Pressed(2, pytest.approx(START_S)),)
    assert heard(knocks, START_S + 1.0) == ()


def test_the_stamp_is_the_first_edge_not_the_last_bounce(knocks: Rig) -> None:
    knocks.knock(4, START_S + 0.25)
    (pressed,) = heard(knocks, START_S + 1)
    assert abs(pressed.at_s - (START_S + 0.25)) < 1e-6


def test_a_knock_waits_for_its_contest_and_no_longer_than_40_ms(knocks: Rig) -> None:
    knocks.knock(0, START_S)
    assert heard(knocks, START_S + 0.010) == ()
    assert len(heard(knocks, START_S + 0.040)) == 1


def test_knocks_come_in_the_order_they_were_made_not_in_which_they_arrived(knocks: Rig) -> None:
    knocks.knock(3, START_S + 0.009)
    knocks.knock(1, START_S + 0.004)
    knocks.knock(5, START_S)
    assert [pressed.seat for pressed in heard(knocks, START_S + 0.1)] == [5, 1, 3]


def test_less_than_a_millisecond_apart_is_a_tie_and_both_know(knocks: Rig) -> None:
    knocks.knock(3, START_S)
    knocks.knock(1, START_S + 0.0006)
    knocks.knock(2, START_S + 0.005)
    assert [(pressed.seat, pressed.tied_with) for pressed in heard(knocks, START_S + 0.1)] == [
        (3, (1,)),
        (1, (3,)),
        (2, ()),
    ]


def test_the_same_button_counts_again_after_150_ms(knocks: Rig) -> None:
    knocks.knock(0, START_S)
    knocks.knock(0, START_S + 0.16)
    assert len(heard(knocks, START_S + 1)) == 2


def test_a_source_that_has_gone_away_gives_nothing_and_does_not_raise() -> None:
    rig = LineRig(Hands())
    rig.request.is_gone = True
    assert heard(rig, START_S) == ()
