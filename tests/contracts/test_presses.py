"""The port `Presses`: scripted knocks, gpiozero on mock pins and libgpiod events keep the same promises."""

from collections.abc import Iterator

import pytest

from hardware.readings import Pressed
from tests.hardware.hands import START_S, GpioRig, Hands, KnockRig, LineRig, ScriptRig


def heard(rig: KnockRig, now_s: float) -> tuple[Pressed, ...]:
    rig.clock.now_s = now_s
    return rig.presses.poll()


@pytest.fixture(params=[ScriptRig, GpioRig, LineRig])
def knocks(request: pytest.FixtureRequest) -> Iterator[KnockRig]:
    rig: KnockRig = request.param(Hands())
    yield rig
    rig.presses.close()


def test_no_knock_gives_nothing(knocks: KnockRig) -> None:
    assert heard(knocks, START_S) == ()


def test_one_press_is_one_knock_however_it_bounces(knocks: KnockRig) -> None:
    knocks.knock(2, START_S)
    assert heard(knocks, START_S + 0.5) == (Pressed(2, pytest.approx(START_S)),)
    assert heard(knocks, START_S + 1.0) == ()


def test_the_stamp_is_the_first_edge_not_the_last_bounce(knocks: KnockRig) -> None:
    knocks.knock(4, START_S + 0.25)
    (pressed,) = heard(knocks, START_S + 1)
    assert abs(pressed.at_s - (START_S + 0.25)) < 1e-6


def test_a_knock_waits_for_its_contest_and_no_longer_than_40_ms(knocks: KnockRig) -> None:
    knocks.knock(0, START_S)
    assert heard(knocks, START_S + 0.010) == ()
    assert len(heard(knocks, START_S + 0.040)) == 1


def test_knocks_come_in_the_order_they_were_made_not_in_which_they_arrived(knocks: KnockRig) -> None:
    knocks.knock(3, START_S + 0.009)
    knocks.knock(1, START_S + 0.004)
    knocks.knock(5, START_S)
    assert [pressed.seat for pressed in heard(knocks, START_S + 0.1)] == [5, 1, 3]


def test_less_than_a_millisecond_apart_is_a_tie_and_both_know(knocks: KnockRig) -> None:
    knocks.knock(3, START_S)
    knocks.knock(1, START_S + 0.0006)
    knocks.knock(2, START_S + 0.005)
    assert [(pressed.seat, pressed.tied_with) for pressed in heard(knocks, START_S + 0.1)] == [
        (3, (1,)),
        (1, (3,)),
        (2, ()),
    ]


def test_the_same_button_counts_again_after_150_ms(knocks: KnockRig) -> None:
    knocks.knock(0, START_S)
    knocks.knock(0, START_S + 0.16)
    assert len(heard(knocks, START_S + 1)) == 2


def test_a_source_that_has_gone_away_gives_nothing_and_does_not_raise() -> None:
    rig = LineRig(Hands())
    rig.request.is_gone = True
    assert heard(rig, START_S) == ()
