"""One game being played: accept, keep, undo, propose, and never change anything silently."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.allegra import GAME
from companion.games.allegra import model as m
from companion.ports import HandClock
from companion.rulebook.errors import IllegalAction
from companion.rulebook.game import TABLE
from companion.session.inbox import SETTLE_S, Inbox, Pressed
from companion.session.record import Entry, Header
from companion.session.session import BrokenRecord, Session, Table, replayed
from companion.store.errors import StoreFull
from tests.kit import MemoryKeeper, play
from tests.session.test_explain import looks

HEADER = Header("allegra", ("Ann", "Ben", "Cy"))


class Desk:
    """A session with twins all round."""

    def __init__(self) -> None:
        self.keeper = MemoryKeeper()
        self.clock = HandClock()
        self.inbox = Inbox()
        self.session = Session(Table("id", HEADER), keeper=self.keeper, clock=self.clock, inbox=self.inbox)
        self.changes = 0
        self.session.listen(self._count)

    def _count(self) -> None:
        self.changes += 1

    def deal(self) -> None:
        self.session.submit(m.Deal(TABLE, 5), "touch")

    def see(self, *bodies: dict[str, object]) -> None:
        """The camera sees the table as it would be after these entries."""
        for seen in looks(play(self.session.course, *bodies)).values():
            self.inbox.post(seen)
        self.session.pump()


TURN_UP = {"by": 0, "do": "turn_up", "cell": [0, 0, 0], "value": 7}


def test_an_accepted_action_is_kept_before_it_counts_and_told_once() -> None:
    desk = Desk()
    desk.deal()
    assert [entry.body["do"] for entry in desk.keeper.kept] == ["deal"]
    assert (desk.session.view().seq, desk.changes) == (1, 1)


def test_an_illegal_action_changes_and_keeps_nothing() -> None:
    desk = Desk()
    with pytest.raises(IllegalAction, match="not_now"):
        desk.session.submit(m.Take(0), "touch")
    assert (desk.keeper.kept, desk.session.view().seq, desk.changes) == ([], 0, 0)


def test_a_full_disk_is_told_and_loses_nothing() -> None:
    desk = Desk()
    desk.deal()
    desk.keeper.fault = StoreFull("store_full")
    with pytest.raises(StoreFull):
        desk.session.submit(m.TurnUp(0, (0, 0, 0), 3), "touch")
    assert desk.session.view().seq == 1
    desk.keeper.fault = None
    desk.session.submit(m.TurnUp(0, (0, 0, 0), 3), "touch")
    assert replayed(Table("id", HEADER, tuple(desk.keeper.kept))).state == desk.session.course.state


def test_undo_is_an_entry_and_undone_entries_stay_visible() -> None:
    desk = Desk()
    desk.deal()
    desk.session.submit(m.TurnUp(0, (0, 0, 0), 3), "touch")
    desk.session.undo()
    history = desk.session.view().history
    assert [(line.seq, line.in_force) for line in history] == [(1, True), (2, False), (3, False)]
    desk.session.undo()
    assert desk.session.view().phase == "dealing"
    with pytest.raises(IllegalAction, match="nothing_to_undo"):
        desk.session.undo()


def test_what_the_camera_sees_is_proposed_and_counts_only_when_confirmed() -> None:
    desk = Desk()
    desk.deal()
    desk.see(TURN_UP)
    view = desk.session.view()
    assert view.proposal is not None
    assert (view.seq, view.totals) == (1, (0, 0, 0))
    desk.session.confirm(view.proposal.id)
    assert desk.session.view().totals == (7, 0, 0)
    assert desk.keeper.kept[-1].source == "camera"


def test_the_camera_is_silent_once_the_record_agrees_with_the_table() -> None:
    desk = Desk()
    desk.deal()
    desk.session.submit(m.TurnUp(0, (0, 0, 0), 7), "touch")
    desk.see()
    assert desk.session.view().proposal is None


def test_no_mutes_this_reading_until_other_labels_are_seen() -> None:
    desk = Desk()
    desk.deal()
    desk.see(TURN_UP)
    proposal = desk.session.view().proposal
    assert proposal is not None
    desk.session.dismiss(proposal.id)
    desk.see(TURN_UP)
    assert desk.session.view().proposal is None
    desk.see({**TURN_UP, "value": 8})
    assert desk.session.view().proposal is not None


def test_after_an_undo_the_camera_does_not_insist() -> None:
    desk = Desk()
    desk.deal()
    desk.see(TURN_UP)
    proposal = desk.session.view().proposal
    assert proposal is not None
    desk.session.confirm(proposal.id)
    desk.see()
    desk.session.undo()
    desk.see(TURN_UP)
    assert desk.session.view().proposal is None


def test_a_proposal_dies_when_the_table_moves_on() -> None:
    desk = Desk()
    desk.deal()
    desk.see(TURN_UP)
    proposal = desk.session.view().proposal
    assert proposal is not None
    desk.session.submit(m.TurnUp(0, (0, 1, 1), 2), "touch")
    with pytest.raises(IllegalAction, match="proposal_gone"):
        desk.session.confirm(proposal.id)


def test_the_same_proposal_is_not_made_twice() -> None:
    desk = Desk()
    desk.deal()
    desk.see(TURN_UP)
    first, changes = desk.session.view().proposal, desk.changes
    desk.see(TURN_UP)
    assert desk.session.view().proposal == first
    assert desk.changes == changes


def test_of_looks_at_one_zone_the_newest_counts_whichever_comes_first() -> None:
    desk = Desk()
    desk.deal()
    older = looks(desk.session.course)["grid0"]
    newer = replace(older, at_s=1.0)
    for arrived in ((older, newer), (newer, older)):
        for seen in arrived:
            desk.inbox.post(seen)
        assert desk.inbox.sort() == {"grid0": newer}


def drawn(desk: Desk) -> None:
    desk.deal()
    for seat in (0, 1, 2):
        desk.session.submit(m.TurnUp(seat, (seat, 0, 0), 3 + seat), "touch")
        desk.session.submit(m.TurnUp(seat, (seat, 1, 1), 6 + seat), "touch")
    desk.session.submit(m.Draw(0, 2), "touch")


def test_presses_count_in_the_order_of_their_own_time_not_of_their_arrival() -> None:
    desk = Desk()
    drawn(desk)
    desk.inbox.post(Pressed(2, 10.004))
    desk.inbox.post(Pressed(1, 10.001))
    desk.clock.now_s = 10.004 + SETTLE_S
    desk.session.pump()
    assert desk.session.course.state.phase.knockers == (1, 2)
    assert desk.keeper.kept[-1].source == "button"


def test_the_turn_is_theirs_who_can_do_more_than_press() -> None:
    desk = Desk()
    assert desk.session.view().acting == ()
    drawn(desk)
    assert {option.by for option in desk.session.view().options} == {0, 1, 2}
    assert desk.session.view().acting == (0,)


def test_presses_of_a_turn_that_is_over_are_forgotten() -> None:
    desk = Desk()
    drawn(desk)
    desk.inbox.post(Pressed(1, 10.001))
    desk.clock.now_s = 10.1
    desk.session.pump()
    assert desk.session.presses == (Pressed(1, 10.001),)
    desk.session.submit(m.Swap(0, (0, 0, 0), 3), "touch")
    assert desk.session.presses == desk.session.view().presses == ()


def test_a_press_waits_for_an_earlier_one_that_is_still_on_its_way() -> None:
    desk = Desk()
    drawn(desk)
    desk.inbox.post(Pressed(2, 10.004))
    desk.clock.now_s = 10.005
    desk.session.pump()
    desk.inbox.post(Pressed(1, 10.001))
    desk.clock.now_s = 10.1
    desk.session.pump()
    assert desk.session.course.state.phase.knockers == (1, 2)


def test_a_press_at_the_wrong_time_only_blinks() -> None:
    desk = Desk()
    desk.deal()
    desk.inbox.post(Pressed(1, 0.0))
    desk.clock.now_s = 1.0
    desk.session.pump()
    view = desk.session.view()
    assert view.blink is not None
    assert (view.blink.key, view.seq) == ("not_now", 1)


def test_a_press_that_a_full_disk_does_not_take_only_blinks() -> None:
    desk = Desk()
    drawn(desk)
    desk.keeper.fault = StoreFull("store_full")
    desk.inbox.post(Pressed(1, 10.0))
    desk.clock.now_s = 11.0
    desk.session.pump()
    view = desk.session.view()
    assert view.blink is not None
    assert (view.blink.key, view.state.phase.knockers) == ("store_full", ())


def test_an_edit_replays_the_later_entries_and_names_those_that_became_illegal() -> None:
    desk = Desk()
    drawn(desk)
    desk.session.submit(m.Swap(0, (0, 0, 0), 3), "touch")
    refused = desk.session.edit(2, m.TurnUp(0, (0, 0, 0), 4))
    assert [(seq, said.key) for seq, said in refused] == [(9, "card_was_different")]
    again = replayed(Table("id", HEADER, tuple(desk.keeper.kept)))
    assert again.state == desk.session.course.state
    assert again.state.cards[0] == 4


def test_an_edit_that_is_itself_illegal_changes_nothing() -> None:
    desk = Desk()
    drawn(desk)
    kept = len(desk.keeper.kept)
    with pytest.raises(IllegalAction, match="not_in_zone"):
        desk.session.edit(2, m.TurnUp(0, (1, 0, 0), 4))
    assert len(desk.keeper.kept) == kept


def test_house_rulings_count_and_explain_themselves() -> None:
    desk = Desk()
    desk.deal()
    desk.session.adjust(1, -4, why="spilled tea")
    view = desk.session.view()
    assert view.totals == (0, -4, 0)
    assert view.lines[1][-1].why.key == "ruling"
    assert GAME.facts(desk.session.course.state)["zones"] == [0, 0, 0]


def test_a_record_that_no_longer_fits_the_rules_is_told_by_its_entry() -> None:
    bad = Entry(2, {"by": 1, "do": "take"})
    with pytest.raises(BrokenRecord, match=r"record_broken\(seq=2, why=not_now\)"):
        replayed(Table("id", HEADER, (Entry(1, {"by": "table", "do": "deal", "discard": 5}), bad)))
