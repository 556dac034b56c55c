"""A table joined to its hall: told of what is played, never waited for, and honest about how it stands."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest

from companion.compose import companion
from companion.feeds.hall import HallFeed, told
from companion.games import game_named
from companion.ports import HandClock
from companion.rulebook.text import say
from companion.session.inbox import Inbox
from companion.session.record import Header
from companion.session.session import Session, Table
from companion.settings import Settings
from companion.store.database import open_database, sqlite_url
from companion.store.hall import open_hall
from companion.store.identity import table_identity
from companion.store.journal import Journal
from companion.store.mirror import MirrorStatus
from companion.texts import Texts
from tests.kit import NAMES, PATIENCE_S, MemoryKeeper, finished
from tests.store.mirrors import record


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever leaves waits for the hall as long as it takes."""
    monkeypatch.setattr("companion.feeds.hall._GOODBYE_S", PATIENCE_S)


class CountedMirror:
    """Stands in for a mirror: counts what it is asked for and says when it was asked."""

    def __init__(self) -> None:
        self.status = MirrorStatus()
        self.noted: list[tuple[str, int]] = []
        self.stepped = Event()
        self.is_closed = False

    def note(self, game_id: str, written: int) -> None:
        self.noted.append((game_id, written))

    def step(self) -> float:
        self.stepped.set()
        return 1000.0

    def close(self) -> None:
        self.is_closed = True


def test_what_is_played_wakes_the_mirror_once_an_entry() -> None:
    mirror = CountedMirror()
    feed = HallFeed(mirror)
    session = Session(Table("a", Header("splash", NAMES[:2])), keeper=MemoryKeeper(), clock=HandClock(), inbox=Inbox())
    assert mirror.stepped.wait(PATIENCE_S)
    for action in finished(game_named("splash"), 2, 1).entries[:3]:
        mirror.stepped.clear()
        feed.touch(session)
        session.submit(action, "touch")
        feed.touch(session)
        feed.touch(session)
        assert mirror.stepped.wait(PATIENCE_S)
    assert mirror.noted == [("a", 0), ("a", 1), ("a", 1), ("a", 1)]
    feed.close()
    assert mirror.is_closed


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_link_that_ended_by_a_fault_is_told_and_the_game_goes_on() -> None:
    class Broken(CountedMirror):
        def step(self) -> float:
            raise RuntimeError("a fault of the program")

    feed = HallFeed(Broken())
    feed._thread.join(PATIENCE_S)
    assert [(health.level, health.said.key) for health in feed.health()] == [("missing", "hall.stopped")]
    feed.close()


@pytest.mark.parametrize(
    ("status", "level", "sentence"),
    [
        (MirrorStatus(), "good", "Looking for the hall."),
        (MirrorStatus("caught_up", held=3), "good", "All games are in the hall."),
        (MirrorStatus("behind", behind=1), "good", "1 entry is on its way to the hall."),
        (MirrorStatus("caught_up", conflicts=("a", "b")), "warning", "2 games are different in the hall than here"),
        (MirrorStatus("unreachable", behind=7, since="2026-01-01T20:15:00Z"), "missing", "7 entries wait."),
        (MirrorStatus("refused", why=say("store_not_let_in")), "missing", "does not let this table in"),
    ],
)
def test_the_health_of_the_hall_is_a_sentence(status: MirrorStatus, level: str, sentence: str) -> None:
    health = told(status)
    assert (health.part, health.level) == ("hall", level)
    assert sentence in Texts("en").said(health.said)


def test_a_table_in_a_hall_plays_on_its_own_disk_and_hands_over_at_the_end(tmp_path: Path, any_url: str) -> None:
    settings = Settings(hall_database=any_url, table_name="By the window")
    course = finished(game_named("splash"), 2, 1)
    with companion(settings, tmp_path / "data") as whole:
        session = whole.open(Header("splash", NAMES[:2]))
        for action in course.entries:
            session.submit(action, "touch")
            whole.pump()
        own = session.entries
    hall = open_hall(any_url)
    assert [hall.journal.entries(game.id) for game in hall.journal.games()] == [own]
    identity = table_identity(tmp_path / "data")
    assert [(table.id, table.name) for table in hall.tables()] == [(identity.id, "By the window")]
    assert [game.table for game in hall.journal.games()] == [identity.id]
    hall.close()


def test_a_server_as_database_that_is_not_there_leaves_the_table_playing_and_says_so(tmp_path: Path) -> None:
    settings = Settings(database="postgresql://hall@127.0.0.1:1/none")
    with companion(settings, tmp_path) as whole:
        session = whole.open(Header("splash", NAMES[:2]))
        session.submit(finished(game_named("splash"), 2, 1).entries[0], "touch")
        whole.pump()
    health = next(part for part in whole.health() if part.part == "hall")
    assert (health.level, health.said.key) == ("missing", "hall.unreachable")
    kept = Journal(open_database(sqlite_url(tmp_path)))
    assert [game.length for game in kept.games()] == [1]
    kept.close()


def test_the_number_of_a_table_is_made_once_and_kept_private(tmp_path: Path) -> None:
    first = table_identity(tmp_path / "data", "One")
    assert table_identity(tmp_path / "data", "Another name").id == first.id
    assert {file.stat().st_mode & 0o777 for file in (tmp_path / "data").iterdir()} == {0o600}
    assert table_identity(tmp_path / "other").id != first.id
    assert table_identity(tmp_path / "other", "a\0b\x1b[2J").name == "ab[2J"


def test_a_game_that_is_resumed_is_not_told_as_new_entries() -> None:
    mirror = CountedMirror()
    feed = HallFeed(mirror)
    played = [
        Session(
            Table(key, Header("splash", NAMES[:2]), record(finished(game_named("splash"), 2, 1))[:length]),
            keeper=MemoryKeeper(),
            clock=HandClock(),
            inbox=Inbox(),
        )
        for key, length in (("a", 9), ("b", 4))
    ]
    for session in played:
        feed.touch(session)
    assert mirror.noted == [("a", 0), ("b", 0)]
    feed.close()
