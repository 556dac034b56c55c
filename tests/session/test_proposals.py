"""A proposal that people trust is accepted when its ring has closed; a hand, a no and an undo stop it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.allegra import model as m
from companion.ports import HandClock
from companion.rulebook.game import TABLE
from companion.session.explain import Explanation, explain
from companion.session.inbox import Hand, Inbox
from companion.session.proposals import RING_S, AtOnce, Confirm, Proposals, Question
from companion.session.record import Header
from companion.session.session import Session, Table
from companion.store.errors import StoreFull
from tests.kit import MemoryKeeper, play
from tests.session.test_explain import look, looks
from vision.readings import CellSeen, Seen

TURN_UP = {"by": 0, "do": "turn_up", "cell": [0, 0, 0], "value": 7}
TURNED = m.TurnUp(0, (0, 0, 0), 7)


class Later:
    """A thinker that answers when the test says so."""

    def __init__(self) -> None:
        self.asked: Question | None = None
        self.is_ready = False

    def ask(self, question: Question) -> None:
        self.asked = question

    def answer(self) -> tuple[Question, Explanation] | None:
        if self.asked is None or not self.is_ready:
            return None
        question, self.asked = self.asked, None
        return question, explain(question.course, question.looks)


class Desk:
    """A dealt game of Allegra with twins all round."""

    def __init__(self, confirm: Confirm, thinker: Any = None) -> None:
        self.keeper = MemoryKeeper()
        self.clock = HandClock()
        self.inbox = Inbox()
        proposals = Proposals(thinker or AtOnce(), confirm=confirm)
        table = Table("id", Header("allegra", ("Ann", "Ben", "Cy")))
        self.session = Session(table, keeper=self.keeper, clock=self.clock, inbox=self.inbox, proposals=proposals)
        self.session.submit(m.Deal(TABLE, 5), "touch")
        self.changes = 0
        self.session.listen(self._count)

    def _count(self) -> None:
        self.changes += 1

    def see(self, *bodies: Mapping[str, Any]) -> None:
        """The camera sees the table as it would be after these entries."""
        self.show(looks(play(self.session.course, *bodies)))

    def show(self, seen: Mapping[str, Seen]) -> None:
        for one in seen.values():
            self.inbox.post(one)
        self.session.pump()

    def wait(self, seconds: float) -> None:
        self.clock.move(seconds)
        self.session.pump()

    @property
    def last(self) -> Any:
        return self.session.course.entries[-1]


def doubtful(desk: Desk) -> dict[str, Seen]:
    """A turned card that is a 6 or a 9."""
    zones = desk.session.course.game.zones(desk.session.course.state)
    seen = looks(desk.session.course)
    grid = next(zone for zone in zones if zone.name == "grid0")
    seen["grid0"] = look(grid, changed={(0, 0): CellSeen((("6", 0.5), ("9", 0.45)))})
    return seen


def test_a_clear_proposal_is_accepted_when_its_ring_has_closed_and_not_before() -> None:
    desk = Desk("unsure")
    desk.see(TURN_UP)
    assert desk.session.view().closing == 0.0
    desk.wait(RING_S * 0.75)
    assert desk.session.view().closing == 0.75
    assert desk.session.course.seq == 1
    desk.wait(RING_S * 0.25)
    assert desk.last == TURNED
    assert desk.keeper.kept[-1].source == "camera"
    assert desk.session.view().closing is None


def test_where_all_is_automatic_a_clear_proposal_is_accepted_at_once() -> None:
    desk = Desk("automatic")
    desk.see(TURN_UP)
    assert desk.last == TURNED


def test_where_people_want_to_be_asked_nothing_is_ever_accepted_by_itself() -> None:
    desk = Desk("always")
    desk.see(TURN_UP)
    assert desk.session.view().closing is None
    desk.wait(3600)
    assert desk.session.course.seq == 1


@pytest.mark.parametrize("confirm", ["unsure", "automatic"])
def test_a_choice_between_two_readings_always_waits_for_a_person(confirm: Confirm) -> None:
    desk = Desk(confirm)
    desk.show(doubtful(desk))
    desk.wait(3600)
    assert desk.session.course.seq == 1
    assert desk.session.view().closing is None
    assert desk.session.proposal is not None


def test_a_hand_opens_the_ring_and_it_closes_from_the_start_when_the_table_is_seen_again() -> None:
    desk = Desk("unsure")
    desk.see(TURN_UP)
    desk.wait(RING_S * 0.9)
    desk.inbox.post(Hand(0.0))
    desk.wait(RING_S)
    assert desk.session.course.seq == 1
    assert desk.session.view().closing is None
    desk.see(TURN_UP)
    assert desk.session.view().closing == 0.0
    desk.wait(RING_S)
    assert desk.last == TURNED


def test_a_hand_that_stays_is_told_once() -> None:
    desk = Desk("unsure")
    desk.see(TURN_UP)
    before = desk.changes
    for _ in range(5):
        desk.inbox.post(Hand(0.0))
        desk.wait(0.1)
    assert desk.changes == before + 1


def test_while_somebody_enters_by_hand_nothing_is_accepted() -> None:
    desk = Desk("unsure")
    desk.see(TURN_UP)
    desk.session.hold(held=True)
    desk.wait(RING_S * 2)
    assert desk.session.course.seq == 1
    desk.session.hold(held=False)
    assert desk.session.view().closing == 0.0, "who changed his mind has the whole ring again"
    desk.wait(RING_S)
    assert desk.last == TURNED


def test_a_no_stops_the_ring_and_what_was_refused_is_not_offered_again_while_the_same_is_seen() -> None:
    desk = Desk("unsure")
    desk.see(TURN_UP)
    desk.session.dismiss(desk.session.proposal.id)  # type: ignore[union-attr]
    desk.see(TURN_UP)
    desk.wait(RING_S * 2)
    assert desk.session.course.seq == 1
    assert desk.session.proposal is None


@pytest.mark.parametrize("confirm", ["always", "unsure", "automatic"])
def test_after_an_undo_the_camera_does_not_insist_even_where_a_reading_flickers(confirm: Confirm) -> None:
    desk = Desk(confirm)
    desk.session.submit(TURNED, "camera")
    desk.see()
    desk.session.undo()
    desk.see(TURN_UP)
    flicker = looks(play(desk.session.course, TURN_UP))
    grid = flicker["grid1"]
    rows = [list(row) for row in grid.cells]
    rows[1][1] = CellSeen((("3", 0.4), ("back", 0.38)))
    flicker["grid1"] = Seen(grid.watch, tuple(map(tuple, rows)), grid.at_s)
    desk.show(flicker)
    desk.wait(RING_S * 2)
    assert desk.last == desk.session.course.entries[-1]
    assert (desk.session.course.seq, desk.session.proposal) == (3, None)


@pytest.mark.parametrize("confirm", ["always", "unsure", "automatic"])
def test_after_a_wrong_entry_is_undone_the_camera_offers_what_lies_there_and_waits_for_a_yes(confirm: Confirm) -> None:
    desk = Desk(confirm)
    there = looks(play(desk.session.course, TURN_UP))
    desk.session.submit(m.TurnUp(0, (0, 0, 0), 9), "touch")
    desk.show(there)
    assert desk.session.proposal is not None
    assert desk.session.proposal.explanation.differs == (("grid0", 0, 0),)
    desk.session.undo()
    desk.show(there)
    desk.wait(3600)
    assert desk.session.course.seq == 3
    assert desk.session.proposal is not None
    desk.session.confirm(desk.session.proposal.id)
    assert desk.last == TURNED


def test_what_was_undone_may_be_offered_again_once_it_was_gone_but_needs_a_yes() -> None:
    desk = Desk("automatic")
    desk.see(TURN_UP)
    desk.session.undo()
    desk.see()
    desk.see(TURN_UP)
    assert desk.session.proposal is not None
    assert desk.session.view().closing is None
    desk.wait(3600)
    assert desk.session.course.seq == 3
    desk.session.confirm(desk.session.proposal.id)
    assert desk.last == TURNED


def test_an_answer_that_comes_when_the_table_has_moved_on_is_dropped() -> None:
    thinker = Later()
    desk = Desk("automatic", thinker)
    desk.see(TURN_UP)
    desk.session.submit(m.TurnUp(0, (0, 1, 1), 4), "touch")
    thinker.is_ready = True
    desk.wait(0)
    assert desk.session.proposal is None
    assert desk.session.course.seq == 2


def test_an_answer_that_comes_late_is_offered_when_it_comes() -> None:
    thinker = Later()
    desk = Desk("always", thinker)
    desk.see(TURN_UP)
    assert desk.session.proposal is None
    thinker.is_ready = True
    desk.wait(0)
    assert desk.session.proposal is not None
    assert desk.session.proposal.explanation.choices[0].action == TURNED


def test_an_answer_about_what_was_refused_meanwhile_is_dropped() -> None:
    thinker = Later()
    desk = Desk("always", thinker)
    desk.session.submit(TURNED, "touch")
    desk.see()
    desk.session.undo()
    thinker.is_ready = True
    desk.wait(0)
    assert desk.session.proposal is None


def test_a_full_disk_is_told_and_the_proposal_waits_for_a_yes() -> None:
    desk = Desk("unsure")
    desk.see(TURN_UP)
    desk.keeper.fault = StoreFull("store_full")
    desk.wait(RING_S)
    view = desk.session.view()
    assert (view.seq, view.closing) == (1, None)
    assert view.blink is not None
    assert view.blink.key == "store_full"
    desk.keeper.fault = None
    desk.wait(RING_S)
    assert desk.session.course.seq == 1
    desk.session.confirm(desk.session.proposal.id)  # type: ignore[union-attr]
    assert desk.last == TURNED


def test_how_much_is_asked_can_change_while_a_proposal_stands() -> None:
    desk = Desk("always")
    desk.see(TURN_UP)
    desk.session.trust("unsure")
    desk.wait(RING_S)
    assert desk.last == TURNED


def test_what_is_read_wrongly_and_gone_on_with_keeps_no_later_action_from_being_proposed() -> None:
    desk = Desk("always")
    desk.session.submit(TURNED, "touch")
    misread = {(0, 0): CellSeen((("1", 0.97),))}
    course = desk.session.course
    desk.show({"grid0": look(course.game.zones(course.state)[0], changed=misread)})
    desk.session.submit(m.TurnUp(0, (0, 1, 1), 4), "touch")
    course = play(desk.session.course, {"by": 1, "do": "turn_up", "cell": [1, 0, 0], "value": 8})
    desk.show(looks(course) | {"grid0": look(course.game.zones(course.state)[0], changed=misread)})
    assert desk.session.proposal is not None
    assert [choice.action for choice in desk.session.proposal.explanation.choices] == [m.TurnUp(1, (1, 0, 0), 8)]
