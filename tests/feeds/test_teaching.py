"""What people enter against the camera teaches it; what they take back is unlearned."""

from __future__ import annotations

from pathlib import Path
from queue import SimpleQueue

import pytest

from companion.feeds import look as looks_feed
from companion.feeds.look import Glance, watches_of
from companion.feeds.table_reader import TableReader
from companion.feeds.teaching import Study, Teaching
from companion.games.allegra import GAME
from companion.ports import SystemClock
from companion.rulebook.course import Course, Undo
from companion.rulebook.text import say
from companion.session.inbox import Inbox
from companion.session.record import Header
from companion.session.session import Session, Table
from tests.kit import PATIENCE_S, MemoryKeeper, course, play
from tests.session.test_explain import look
from vision.frames import Frame
from vision.readings import Cell, CellSeen, Lesson, Seen, Watch
from vision.simulated import SimulatedTable

CELL = ("grid1", 0, 0)
TURN = {"by": 0, "do": "turn_up", "cell": [0, 1, 2]}
PLACE = ("grid0", 1, 2)
UNDO = Undo("table", 1)


def started() -> Course:
    return play(course(GAME, 3), {"by": "table", "do": "deal", "discard": 5})


def seen_as(now: Course, turned: str = "back") -> tuple[Seen, ...]:
    """All zones as they are, but for the place turned up in grid0."""
    changed = {(1, 2): CellSeen(((turned, 0.95),))}
    return tuple(look(zone, changed=changed if zone.name == "grid0" else None) for zone in now.game.zones(now.state))


def taught(*steps: Course, seen: tuple[Seen, ...]) -> Study:
    teaching = Teaching()
    teaching.attend(steps[0])
    teaching.saw(seen)
    for step in steps[1:]:
        teaching.attend(step)
    return teaching.study


def test_a_card_entered_as_another_than_the_one_read_is_a_lesson() -> None:
    now = started()
    after = play(now, TURN | {"value": 7})
    study = taught(now, after, seen=seen_as(now, turned="1"))
    assert study.deck == "allegra"
    assert study.lessons == (Lesson(PLACE, "7", "1", after.seq, ((("discard", 0, 0), "5"),)),)


def test_a_card_read_as_it_is_entered_teaches_nothing() -> None:
    now = started()
    assert taught(now, play(now, TURN | {"value": 7}), seen=seen_as(now, turned="7")).lessons == ()


def test_a_card_entered_before_it_is_laid_teaches_nothing() -> None:
    now = started()
    assert taught(now, play(now, TURN | {"value": 7}), seen=seen_as(now)).lessons == ()


def test_an_undo_takes_the_lesson_back_and_a_corrected_entry_teaches_anew() -> None:
    now = started()
    wrong = play(now, TURN | {"value": 1})
    undone = wrong.after(Undo("table", now.seq))
    right = play(undone, TURN | {"value": 7})
    seen = seen_as(now, turned="1")
    taken_back = taught(now, play(now, TURN | {"value": 7}), play(now, TURN | {"value": 7}).after(UNDO), seen=seen)
    assert taken_back.lessons == ()
    assert [one.label for one in taken_back.withdrawn] == ["7"]
    assert [one.label for one in taught(now, wrong, undone, right, seen=seen).lessons] == ["7"]


def test_an_old_entry_that_is_changed_teaches_although_the_camera_agreed_with_it() -> None:
    now = started()
    wrong = play(now, TURN | {"value": 1})
    right = play(wrong.after(Undo("table", now.seq)), TURN | {"value": 7})
    assert [one.label for one in taught(now, wrong, right, seen=seen_as(now, turned="1")).lessons] == ["7"]


def test_another_game_begins_without_lessons() -> None:
    now = started()
    teaching = Teaching()
    teaching.attend(now)
    teaching.saw(seen_as(now, turned="1"))
    teaching.attend(play(now, TURN | {"value": 7}))
    teaching.attend(started())
    assert teaching.study == Study("allegra")
    teaching.attend(None)
    assert teaching.study == Study()


def test_a_difference_people_say_no_to_is_a_lesson_and_only_the_right_value_is_in_the_record() -> None:
    inbox, keeper, teaching = Inbox(), MemoryKeeper(), Teaching()
    table = Table("g", Header("allegra", ("Ann", "Ben", "Cy")))
    session = Session(table, keeper=keeper, clock=SystemClock(), inbox=inbox)
    for body in ({"by": "table", "do": "deal", "discard": 5}, TURN | {"value": 7}):
        session.submit(play(session.course, body).entries[-1], "touch")
    teaching.attend(session.course)
    seen = seen_as(session.course, turned="1")
    for one in seen:
        inbox.post(one)
    teaching.saw(seen)
    session.pump()
    teaching.touch(session)
    assert session.proposal is not None
    assert session.proposal.explanation.differs == (PLACE,)
    session.dismiss(session.proposal.id)
    teaching.touch(session)
    assert [(one.cell, one.label, one.seen) for one in teaching.study.lessons] == [(PLACE, "7", "1")]
    assert len(keeper.kept) == 2


class Watched(TableReader):
    """A reader that hands each glance to the test as well."""

    def __init__(self, teaching: Teaching) -> None:
        super().__init__(teaching)
        self.glances: SimpleQueue[Glance] = SimpleQueue()

    def look(self, frame: Frame, watches: tuple[Watch, ...]) -> Glance:
        glance = super().look(frame, watches)
        self.glances.put(glance)
        return glance


def read_at(reader: Watched, place: Cell, wanted: str) -> bool:
    """Whether the camera's thread comes to read this label at a place, within so many looks."""
    for _ in range(200):
        glance = reader.glances.get(timeout=PATIENCE_S)
        zones = {seen.watch.zone: seen.labels for seen in glance.seen}
        if place[0] in zones and zones[place[0]][place[1]][place[2]] == wanted:
            return True
    return False


@pytest.mark.slow
def test_the_thread_of_the_camera_reads_the_card_rightly_at_once_after_the_correction(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(looks_feed, "PAUSE_S", 0.0)
    now = play(course(GAME, 2), {"by": "table", "do": "deal", "discard": 5})
    odd = play(now, TURN | {"value": 1})  # on the table lies what looks like a 1
    table, teaching = SimulatedTable(3), Teaching()
    table.show(odd.game.zones(odd.state))
    reader = Watched(teaching)
    feed = looks_feed.LookFeed(table, reader)
    for part in (feed, teaching):
        part.attend(now)
    assert read_at(reader, PLACE, "1")
    right = play(now, TURN | {"value": 7})  # people know that it is a 7
    for part in (feed, teaching):
        part.attend(right)
    assert read_at(reader, PLACE, "7")
    assert [lesson.label for lesson in teaching.study.lessons] == ["7"]
    undone = right.after(Undo("table", now.seq))
    for part in (feed, teaching):
        part.attend(undone)
    assert read_at(reader, PLACE, "1")
    feed.close()


def test_a_damaged_deck_is_told_in_the_words_of_players_until_there_is_one_again(tmp_path: Path) -> None:
    (tmp_path / f"{GAME.key}.npz").write_bytes(b"half a deck")
    table, teaching = SimulatedTable(3), Teaching()
    now = play(course(GAME, 2), {"by": "table", "do": "deal", "discard": 5})
    zones = now.game.zones(now.state)
    table.show(zones)
    teaching.attend(now)
    reader = TableReader(teaching, tmp_path)
    notes = [reader.look(Frame(table.read().picture, 0.4 * turn), watches_of(zones)).note for turn in range(6)]
    assert notes[-1] == say("camera.deck_damaged")
    assert [file.name for file in tmp_path.iterdir()] == [f"{GAME.key}.damaged"]
