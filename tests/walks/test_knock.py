"""A knock, end to end (docs/walks.md): from the edge on a line to the prompt of the player who drew the card."""

from __future__ import annotations

import pytest

from companion.feeds.knock import KnockFeed
from companion.games.allegra import model as m
from companion.ports import HandClock
from companion.rulebook.game import TABLE
from companion.session.inbox import Inbox
from companion.session.record import Header
from companion.session.session import Session, Table
from tests.hardware.hands import START_S, GpioRig, Hands, KnockRig, LineRig, ScriptRig
from tests.kit import MemoryKeeper


class Evening:
    """Allegra with buttons on one of the edge sources."""

    def __init__(self, rig: KnockRig, hands: Hands) -> None:
        self.rig, self.hands = rig, hands
        self.clock, self.inbox = HandClock(START_S), Inbox()
        header = Header("allegra", ("Ann", "Ben", "Cy", "Dan"))
        self.session = Session(Table("id", header), keeper=MemoryKeeper(), clock=self.clock, inbox=self.inbox)
        self.feed = KnockFeed(rig.presses)
        self.session.submit(m.Deal(TABLE, 5), "touch")
        for seat in range(4):
            self.session.submit(m.TurnUp(seat, (seat, 0, 0), 3 + seat), "touch")
            self.session.submit(m.TurnUp(seat, (seat, 1, 1), 2 + seat), "touch")

    def pass_time(self, seconds: float) -> None:
        self.hands.now_s += seconds
        self.clock.move(seconds)
        for _ in range(2):
            self.feed.pump(self.inbox)
            self.session.pump()


@pytest.fixture(params=[ScriptRig, GpioRig, LineRig], ids=["script", "gpiozero", "libgpiod"])
def evening(request: pytest.FixtureRequest) -> Evening:
    hands = Hands()
    return Evening(request.param(hands), hands)


def test_the_first_edge_wins_whatever_arrives_first_and_the_prompt_offers_the_knockers(evening: Evening) -> None:
    evening.session.submit(m.Draw(0, 7), "touch")
    evening.rig.knock(3, START_S + 0.0120)
    evening.rig.knock(1, START_S + 0.0105)
    evening.pass_time(0.2)
    view = evening.session.view()
    assert view.state.phase.knockers == (1, 3)
    assert [(press.seat, press.tied_with) for press in view.presses] == [(1, ()), (3, ())]
    assert view.presses[1].at_s - view.presses[0].at_s == pytest.approx(0.0015)
    gives = next(option for option in view.options if option.action is m.Give)
    assert tuple(gives.domains[0][1]) == (1, 3)


def test_knocks_within_a_millisecond_are_declared_a_tie(evening: Evening) -> None:
    evening.session.submit(m.Draw(0, 7), "touch")
    evening.rig.knock(3, START_S + 0.0101)
    evening.rig.knock(1, START_S + 0.0105)
    evening.pass_time(0.2)
    assert [press.tied_with for press in evening.session.view().presses] == [(1,), (3,)]


def test_a_knock_of_the_drawer_or_before_a_draw_changes_nothing_and_blinks(evening: Evening) -> None:
    evening.rig.knock(2, START_S + 0.01)
    evening.pass_time(0.3)
    blink = evening.session.view().blink
    assert blink is not None
    assert blink.key == "not_now"
    evening.session.submit(m.Draw(0, 7), "touch")
    evening.rig.knock(0, START_S + 0.4)
    evening.pass_time(0.6)
    view = evening.session.view()
    assert view.state.phase.knockers == ()
    assert view.blink is not None
    assert view.blink.key == "own_knock"


def test_an_undone_knock_is_gone_and_the_same_player_may_knock_again(evening: Evening) -> None:
    evening.session.submit(m.Draw(0, 7), "touch")
    evening.rig.knock(2, START_S + 0.01)
    evening.pass_time(0.3)
    evening.session.undo()
    assert evening.session.view().state.phase.knockers == ()
    evening.rig.knock(2, START_S + 0.4)
    evening.pass_time(0.6)
    assert evening.session.view().state.phase.knockers == (2,)
