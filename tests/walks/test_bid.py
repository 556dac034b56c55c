"""A bid, end to end (docs/walks.md): from the knob at a seat to the digits that light at all seats at once."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from companion.exchange.log import last_open_seq
from companion.feeds.bids import BidFeed
from companion.feeds.seats import SeatFeed
from companion.games.die_bombe import model as m
from companion.ports import HandClock
from companion.rulebook.game import TABLE
from companion.rulebook.sealed import Hidden, Sealed
from companion.rulebook.text import say
from companion.session.inbox import Inbox
from companion.session.record import Header
from companion.session.session import Session, Table
from companion.store.errors import StoreFull
from hardware.controllers import EncoderWiring, SeatControllers
from hardware.edges import ScriptedEdges
from tests.firmware.rigs import Rig, TwinEnd
from tests.hardware.hands import push, turn
from tests.kit import MemoryKeeper

SEATS = 3
BIDS = (17, 8, 23)


@dataclass(frozen=True, slots=True)
class Health:
    """Displays on the bench always follow."""

    is_good: bool = True
    detail: str = ""


class RigDisplays:
    """The port `BidDisplays` on a board in virtual time."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.health = Health()

    def show(self, texts: tuple[str, ...]) -> None:
        """Want these texts."""
        self.rig.show(*texts)

    def close(self) -> None:
        """The fixture closes the board."""


class Evening:
    """Die Bombe with knobs and a board, all in time moved by hand."""

    def __init__(self, rig: Rig) -> None:
        self.clock = HandClock(100.0)
        self.edges = ScriptedEdges()
        wiring = {seat: EncoderWiring(4 + 3 * seat, 5 + 3 * seat, 6 + 3 * seat) for seat in range(SEATS)}
        self.knobs = SeatControllers(self.edges, wiring=wiring, clock=self.clock.monotonic_s)
        self.keeper, self.inbox, self.rig = MemoryKeeper(), Inbox(), rig
        header = Header("die_bombe", ("Ann", "Ben", "Cy"))
        self.session = Session(Table("id", header), keeper=self.keeper, clock=self.clock, inbox=self.inbox)
        seats = SeatFeed(self.knobs)
        self.feeds = (seats, BidFeed(RigDisplays(rig), [seats]))
        self.session.listen(self.attend)
        self.attend()

    def attend(self) -> None:
        for feed in self.feeds:
            feed.attend(self.session.course)

    def pump(self) -> None:
        for feed in self.feeds:
            feed.pump(self.inbox)
        self.session.pump()

    def enter(self, seat: int, digits: str) -> None:
        """Dial a number at a seat, digit by digit."""
        a = 4 + 3 * seat
        for digit in digits:
            self.edges.add(*turn(a, a + 1, int(digit), self.clock.now_s))
            self.clock.move(0.04 * int(digit) + 0.1)
            self.edges.add(*push(a + 2, self.clock.now_s))
            self.clock.move(0.3)
        self.pump()
        self.pump()

    @property
    def lit(self) -> tuple[str, ...]:
        """What the first three seats show once the board has caught up."""
        assert self.rig.settle() is not None
        return self.rig.board.texts[:SEATS]


@pytest.fixture
def evening(rig: Rig) -> Evening:
    return Evening(rig)


def show_pair(evening: Evening) -> None:
    evening.session.submit(m.Show(TABLE, ("red7", "green9")), "touch")


def test_a_bid_walks_from_the_knob_to_the_digits_and_no_one_sees_it_before_the_reveal(evening: Evening) -> None:
    show_pair(evening)
    for seat, bid in enumerate(BIDS):
        evening.enter(seat, f"{bid:02}")
        hidden = evening.session.view()
        assert Hidden(seat) in hidden.state.phase.bids
        assert Sealed(seat, bid) in evening.session.course.state.phase.bids
        assert evening.lit[seat] == "---"
        assert last_open_seq(evening.session.course) == 1
    assert not any(character.isdigit() for texts in evening.rig.board.pictures() for character in "".join(texts))
    evening.session.submit(m.Reveal(TABLE), "touch")
    assert evening.lit == (" 17", "  8", " 23")
    assert [entry.source for entry in evening.keeper.kept] == ["touch", "button", "button", "button", "touch"]


def test_one_dash_tells_that_a_seat_has_begun_to_enter_a_number(evening: Evening) -> None:
    show_pair(evening)
    evening.enter(1, "2")
    assert evening.lit == ("   ", " - ", "   ")
    evening.enter(1, "3")
    assert evening.lit == ("   ", "---", "   ")


def test_all_digits_light_in_one_picture(evening: Evening) -> None:
    show_pair(evening)
    for seat, bid in enumerate(BIDS):
        evening.enter(seat, f"{bid:02}")
    assert evening.lit == ("---",) * 3
    evening.rig.board.forget()
    evening.session.submit(m.Reveal(TABLE), "touch")
    assert evening.lit == (" 17", "  8", " 23")
    digits = [texts[:SEATS] for texts in evening.rig.board.pictures() if any(c.isdigit() for t in texts for c in t)]
    assert set(digits) == {(" 17", "  8", " 23")}


def test_nothing_on_the_wire_or_in_the_public_view_depends_on_a_bid_before_the_reveal() -> None:
    wire, shown = [], []
    for bids in (BIDS, (1, 40, 2)):
        evening = Evening(Rig(TwinEnd()))
        show_pair(evening)
        for seat, bid in enumerate(bids):
            evening.session.submit(m.Bid(seat, Sealed(seat, bid)), "touch")
            assert evening.lit[seat] == "---"
        view = evening.session.view()
        wire.append(bytes(evening.rig.sent))
        shown.append((view.state, view.zones, view.lines, view.hints, view.seat_texts, view.phase))
    assert wire[0] == wire[1]
    assert shown[0] == shown[1]


def test_an_undo_past_the_reveal_turns_digits_into_dashes_by_itself(evening: Evening) -> None:
    show_pair(evening)
    for seat, bid in enumerate(BIDS):
        evening.enter(seat, f"{bid:02}")
    evening.session.submit(m.Reveal(TABLE), "touch")
    assert evening.lit == (" 17", "  8", " 23")
    evening.session.undo()
    assert evening.lit == ("---",) * 3


def test_a_replugged_cable_shows_the_same_again(evening: Evening) -> None:
    show_pair(evening)
    for seat, bid in enumerate(BIDS):
        evening.enter(seat, f"{bid:02}")
    evening.session.submit(m.Reveal(TABLE), "touch")
    assert evening.lit == (" 17", "  8", " 23")
    evening.rig.unplug(is_noticed=True)
    evening.rig.board.restart()
    evening.rig.run(0.5)
    evening.rig.plug_in()
    assert evening.lit == (" 17", "  8", " 23")


def test_a_second_number_of_the_same_seat_only_blinks(evening: Evening) -> None:
    show_pair(evening)
    evening.enter(0, "17")
    evening.enter(0, "18")
    view = evening.session.view()
    assert view.seq == 2
    assert Sealed(0, 17) in evening.session.course.state.phase.bids


def test_a_bid_that_a_full_disk_does_not_take_is_asked_for_again(evening: Evening) -> None:
    show_pair(evening)
    evening.keeper.fault = StoreFull("store_full")
    evening.enter(0, "17")
    assert evening.session.view().blink == say("store_full")
    assert evening.lit == ("   ",) * 3
    evening.keeper.fault = None
    evening.enter(0, "1")
    assert evening.lit == (" - ", "   ", "   ")
    evening.enter(0, "8")
    assert Sealed(0, 18) in evening.session.course.state.phase.bids


def test_a_bid_undone_is_asked_for_again(evening: Evening) -> None:
    show_pair(evening)
    evening.enter(1, "17")
    evening.session.undo()
    evening.enter(1, "0")
    assert evening.lit == ("   ", " - ", "   ")
    evening.enter(1, "9")
    assert Sealed(1, 9) in evening.session.course.state.phase.bids


def test_a_number_that_is_no_bid_only_blinks_and_the_seat_begins_again(evening: Evening) -> None:
    show_pair(evening)
    evening.enter(0, "41")
    view = evening.session.view()
    assert (view.seq, view.blink) == (1, say("bid_out_of_range", least=1, most=40))
    evening.enter(0, "40")
    assert Sealed(0, 40) in evening.session.course.state.phase.bids
