"""Knob decoder, contacts and keypad errors, each on its own."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware import keypads
from hardware.contacts import Contact
from hardware.controllers import EncoderWiring, SeatControllers
from hardware.edges import ScriptedEdges
from hardware.errors import PortHeld, PortNotFound, WiringError
from hardware.keypads import SeatKeypads, parse_keys
from hardware.quadrature import Quadrature
from hardware.readings import Edge

CLOCKWISE = [("a", False), ("b", False), ("a", True), ("b", True)]
COUNTER = [("b", False), ("a", False), ("b", True), ("a", True)]


def turned(steps: list[tuple[str, bool]]) -> int:
    knob = Quadrature()
    return sum(knob.turn_a(high=high) if contact == "a" else knob.turn_b(high=high) for contact, high in steps)


def test_an_untouched_knob_has_not_turned() -> None:
    assert turned([]) == 0


@given(st.lists(st.booleans(), max_size=30), st.integers(0, 2**32))
def test_every_detent_counts_once_whatever_the_contacts_bounce(directions: list[bool], seed: int) -> None:
    draw = random.Random(seed)
    steps = []
    for is_clockwise in directions:
        for contact, high in CLOCKWISE if is_clockwise else COUNTER:
            steps += [(contact, high), *[(contact, not high), (contact, high)] * draw.randrange(4)]
    assert turned(steps) == sum(1 if is_clockwise else -1 for is_clockwise in directions)


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_knob_turned_half_way_and_back_has_not_turned(quarters: int) -> None:
    there = CLOCKWISE[:quarters]
    back = [(contact, not high) for contact, high in reversed(there)]
    assert turned(there + back) == 0


@given(st.lists(st.tuples(st.sampled_from("ab"), st.booleans()), max_size=200))
def test_no_chatter_turns_the_knob_by_more_than_one_detent_per_four_edges(steps: list[tuple[str, bool]]) -> None:
    assert abs(turned(steps)) <= len(steps) / 2


def presses(edges: list[tuple[float, bool]], now_s: float) -> list[float]:
    contact = Contact()
    held = []
    for at_s, high in edges:
        held.append(contact.settle(at_s))
        contact.feed(Edge(5, at_s, high=high))
    held += [contact.settle(now_s), contact.settle(now_s)]
    return [held_s for held_s in held if held_s is not None]


def test_a_press_is_told_once_with_its_duration() -> None:
    edges = [(1.0, False), (1.001, True), (1.002, False), (1.5, True), (1.501, False), (1.502, True)]
    assert presses(edges, 1.505) == []
    assert presses(edges, 1.6) == [pytest.approx(0.502)]


def test_a_button_still_held_is_no_press_yet() -> None:
    assert presses([(1.0, False)], 9.0) == []


def test_a_tap_shorter_than_the_bounce_is_a_press() -> None:
    assert presses([(1.0, False), (1.004, True)], 2.0) == [pytest.approx(0.004)]


def test_two_presses_before_a_late_poll_are_two() -> None:
    assert len(presses([(1.0, False), (1.1, True), (1.3, False), (1.4, True)], 2.0)) == 2


def test_two_controllers_on_one_line_are_a_wiring_error() -> None:
    with pytest.raises(WiringError, match="GPIO 7"):
        SeatControllers(ScriptedEdges(), wiring={0: EncoderWiring(5, 6, 7), 1: EncoderWiring(7, 8, 9)})


def test_half_an_event_from_a_keypad_is_left_alone() -> None:
    assert parse_keys(b"\0" * 23) == ()


def test_a_missing_keypad_is_told_by_its_path() -> None:
    with pytest.raises(PortNotFound, match="no-such-keypad"):
        SeatKeypads({0: "/dev/input/by-path/no-such-keypad"})


def test_a_keypad_somebody_else_has_grabbed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise OSError(16, "Device or resource busy")

    monkeypatch.setattr(keypads.fcntl, "ioctl", refuse)
    with pytest.raises(PortHeld, match="busy"):
        SeatKeypads({0: "/dev/null"})
