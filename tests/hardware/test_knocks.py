"""Debounce and contests, on stamps alone."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.edges import ScriptedEdges
from hardware.errors import WiringError
from hardware.knocks import KnockListener, with_ties
from hardware.presses import KnockButtons, ScriptedPresses
from hardware.readings import Edge, Pressed

ONE = {7: 0}


def count(edges: list[tuple[float, bool]]) -> int:
    listener = KnockListener(ONE)
    listener.hear(Edge(7, at_s, high=high) for at_s, high in edges)
    return sum(map(len, listener.contests(1e9)))


def test_nothing_heard_is_no_contest() -> None:
    assert KnockListener(ONE).contests(1.0) == ()


def test_a_line_without_a_seat_is_ignored() -> None:
    listener = KnockListener(ONE)
    listener.hear([Edge(8, 1.0, high=False)])
    assert listener.contests(2.0) == ()


@given(train=st.lists(st.floats(0.0001, 0.020), max_size=12), held_s=st.floats(0.03, 5.0))
def test_a_press_with_any_bounce_up_to_20_ms_is_one_knock_on_press_and_none_on_release(
    train: list[float], held_s: float
) -> None:
    def bounce(start_s: float, *, high: bool) -> list[tuple[float, bool]]:
        return [(start_s + after_s, (index % 2 == 1) == high) for index, after_s in enumerate(sorted(train))]

    edges = [(0.0, False), *bounce(0.0, high=False), (0.021, False), (held_s, True), *bounce(held_s, high=True)]
    assert count(sorted(edges)) == 1


def test_a_hand_that_stays_on_the_button_does_not_knock_when_it_leaves() -> None:
    assert count([(0.0, False), (2.0, True), (2.001, False), (2.003, True)]) == 1


@pytest.mark.parametrize(("again_s", "expected"), [(0.149, 1), (0.151, 2)])
def test_a_second_press_counts_from_150_ms_on(again_s: float, expected: int) -> None:
    assert count([(0.0, False), (0.08, True), (again_s, False)]) == expected


@given(st.lists(st.tuples(st.integers(0, 5), st.floats(0, 0.05)), max_size=8, unique_by=lambda press: press[0]))
def test_the_order_is_that_of_the_stamps_and_ties_are_mutual(presses: list[tuple[int, float]]) -> None:
    ordered = with_ties(Pressed(seat, at_s) for seat, at_s in presses)
    assert [press.at_s for press in ordered] == sorted(at_s for _, at_s in presses)
    for press in ordered:
        for other in ordered:
            assert (other.seat in press.tied_with) == (press.seat in other.tied_with)
            assert other.seat not in press.tied_with or press.at_s - ordered[0].at_s < 0.001


def test_two_seats_on_one_line_are_a_wiring_error() -> None:
    with pytest.raises(WiringError, match="share a line"):
        KnockButtons(ScriptedEdges(), line_of_seat={0: 5, 1: 5})


def contest(draw: random.Random) -> tuple[list[tuple[int, float]], list[tuple[float, Edge]]]:
    """Two to four knocks within 20 ms: the truth, and the edges with their delivery times (in stamp order, late)."""
    truth = [(seat, 1000 + draw.uniform(0, 0.020)) for seat in draw.sample(range(6), draw.randint(2, 4))]
    edges = []
    for seat, at_s in truth:
        stamp_s = at_s + draw.expovariate(1 / 20e-6)
        bounces = sorted(draw.uniform(0.0002, 0.004) for _ in range(2 * draw.randint(0, 2)))
        edges.append(Edge(seat + 2, stamp_s, high=False))
        edges += [Edge(seat + 2, stamp_s + after_s, high=index % 2 == 0) for index, after_s in enumerate(bounces)]
    edges.sort(key=lambda edge: edge.at_s)
    deliveries, ready_s = [], 0.0
    for edge in edges:
        ready_s = max(ready_s, edge.at_s + draw.expovariate(1 / 3e-3))
        deliveries.append((ready_s, edge))
    return truth, deliveries


def test_five_thousand_contests_have_no_wrong_winner_beyond_a_millisecond() -> None:
    draw = random.Random(3)
    wrong = 0
    for _ in range(5000):
        truth, deliveries = contest(draw)
        listener = KnockListener({seat + 2: seat for seat in range(6)})
        listener.hear(edge for _, edge in deliveries)
        first = listener.contests(2000.0)[0][0]
        winner_s = min(at_s for _, at_s in truth)
        close = {seat for seat, at_s in truth if at_s - winner_s < 0.0012}
        wrong += first.seat not in close
    assert wrong == 0


def test_the_scripted_twin_bounces_like_a_button() -> None:
    presses = ScriptedPresses([0, 4], clock=lambda: 1.1)
    presses.knock(4, at_s=1.0)
    assert presses.poll() == (Pressed(4, 1.0),)
    assert presses.stamp_source == "script"
