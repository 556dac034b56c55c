"""A simulated evening of Splash before a drawn wall: the tower is read from the picture, its card behind it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.companion import Companion
from companion.compose import EveningPlan
from companion.exchange.piece_sets import SPLASH
from companion.feeds import tower as tower_feed
from companion.feeds.evening import Evening
from companion.feeds.feed import Quiet
from companion.feeds.look import watches_of
from companion.feeds.people import LaidTable, Pace, People
from companion.feeds.table_reader import TableReader
from companion.feeds.tower import TowerReader
from companion.games import game_named
from companion.ports import HandClock
from companion.rulebook.course import Course
from companion.rulebook.zone import Zone
from companion.session.inbox import Inbox
from companion.session.record import Header
from companion.settings import Settings
from companion.simulated import drawn_table
from companion.store.journal import open_journal
from tests.kit import NAMES, finished
from vision.frames import Frame
from vision.readings import Watch
from vision.simulated_side import SimulatedSide
from vision.towers import read_tower

SEED, SEATS, LOOKED_AT = 7, 3, 7


class Eye(Quiet):
    """A camera and its reader in the thread and by the clock of the test."""

    def __init__(self, table: LaidTable, reader: TowerReader, clock: HandClock) -> None:
        self.table, self.reader, self.clock = table, reader, clock
        self.watches: tuple[Watch, ...] = ()

    def attend(self, course: Course | None) -> None:
        self.watches = () if course is None else watches_of(course.game.zones(course.state))

    def pump(self, inbox: Inbox) -> None:
        picture = self.table.read().picture
        for seen in self.reader.look(Frame(picture, self.clock.now_s), self.watches).seen:
            inbox.post(seen)


@pytest.mark.slow
def test_whether_a_piece_stands_is_seen_and_the_evening_goes_as_the_truth_says(tmp_path: Path) -> None:
    clock = HandClock()
    table, reader = drawn_table(EveningPlan("splash", SEATS, SEED)), TowerReader(TableReader())
    people = People(Evening(SEED), clock=clock, table=table, pace=Pace(0.0, 3.0))
    feeds = (Eye(table, reader, clock), reader, people)
    journal = open_journal("", tmp_path)
    whole = Companion(Settings(), journal, clock=clock, feeds=feeds, keep_settings=lambda *_: None)
    session = whole.open(Header("splash", NAMES[:SEATS]))
    for _ in range(300):
        clock.move(0.2)
        whole.pump()
        if session.course.seq >= LOOKED_AT:
            break
    truth = finished(game_named("splash"), SEATS, SEED)
    assert session.course.entries == truth.entries[: session.course.seq]
    sources = {(entry.body["do"], entry.source) for entry in session.entries}
    assert ("stands", "camera") in sources
    assert ("stands", "touch") not in sources
    journal.close()


def test_a_tower_at_rest_is_read_twice_and_then_remembered_until_something_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, read = SimulatedSide(3, poses=SPLASH), []
    zones = (
        Zone("tower", "tower", (("large_cube/red",), ("stick/blue",), ("",)), ("large_cube/red", "stick/blue", "")),
    )
    table.show(zones)
    monkeypatch.setattr(tower_feed, "read_tower", lambda *given, **more: read.append(1) or read_tower(*given, **more))
    reader = TowerReader(TableReader())
    glances = [reader.look(Frame(table.read().picture, 0.3 * i), watches_of(zones)) for i in range(8)]
    assert len(read) == 2
    assert [glance.seen[0].at_s for glance in glances[2:]] == pytest.approx([0.6, 0.9, 1.2, 1.5, 1.8, 2.1])
    assert glances[-1].seen[0].labels == (("large_cube/red",), ("stick/blue",), ("",))
    table.show(())
    reader.look(Frame(table.read().picture, 2.4), watches_of(zones))
    table.show(zones)
    for i in range(4):
        reader.look(Frame(table.read().picture, 2.7 + 0.3 * i), watches_of(zones))
    assert len(read) == 4
