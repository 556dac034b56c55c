"""The journal: what was accepted is on the disk, and every fault is told."""

from __future__ import annotations

import os
import sqlite3
import stat
import traceback
from pathlib import Path

import pytest
import sqlalchemy as sa

from companion.session.record import Entry, Header
from companion.store.database import open_database, sqlite_url
from companion.store.errors import StoreBusy, StoreFull, StoreUnreadable
from companion.store.instance import only_instance
from companion.store.journal import Journal

HEADER = Header("allegra", ("Ann", "Ben"), {"first": 1}, {"place": "Malmö"})


def entry(seq: int) -> Entry:
    return Entry(seq, {"by": "table", "do": "deal", "discard": seq}, "2026-01-01T20:00:00Z", "touch")


def test_a_game_comes_back_as_it_was_kept(any_url: str) -> None:
    journal = Journal(open_database(any_url))
    game_id = journal.open_game(HEADER, at_utc="2026-01-01T20:00:00Z")
    for seq in (1, 2, 3):
        journal.append(game_id, entry(seq))
    journal.close()
    again = Journal(open_database(any_url))
    assert again.entries(game_id) == (entry(1), entry(2), entry(3))
    assert [(kept.header, kept.length) for kept in again.games()] == [(HEADER, 3)]
    assert again.ids() == (game_id,)
    assert again.game(game_id) == again.games()[0]
    assert again.game("f" * 32) is None
    again.close()


def test_every_commit_is_synced_and_logged_ahead(tmp_path: Path) -> None:
    engine = open_database(sqlite_url(tmp_path))
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2


def test_files_are_readable_by_their_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    journal = Journal(open_database(sqlite_url(folder)))
    journal.open_game(HEADER, at_utc="2026-01-01T20:00:00Z")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}


def test_an_entry_that_is_there_is_never_overwritten(any_url: str) -> None:
    journal = Journal(open_database(any_url))
    game_id = journal.open_game(HEADER, at_utc="2026-01-01T20:00:00Z")
    journal.append(game_id, entry(1))
    with pytest.raises(StoreUnreadable):
        journal.append(game_id, Entry(1, {"by": 0, "do": "take"}))
    assert journal.entries(game_id) == (entry(1),)


def test_no_fault_quotes_the_entry_that_could_not_be_kept(any_url: str) -> None:
    journal = Journal(open_database(any_url))
    game_id = journal.open_game(HEADER, at_utc="2026-01-01T20:00:00Z")
    journal.append(game_id, entry(1))
    with pytest.raises(StoreUnreadable) as fault:
        journal.append(game_id, Entry(1, {"by": 0, "do": "bid", "bid": 31_415}))
    assert "31415" not in "".join(traceback.format_exception(fault.value))
    journal.close()


def test_several_entries_are_kept_all_or_none(any_url: str) -> None:
    journal = Journal(open_database(any_url))
    game_id = journal.open_game(HEADER, at_utc="2026-01-01T20:00:00Z")
    journal.append(game_id, entry(2))
    with pytest.raises(StoreUnreadable):
        journal.append_all(game_id, (entry(1), entry(2)))
    assert journal.entries(game_id) == (entry(2),)


def test_a_full_disk_is_told_and_what_was_kept_stays(tmp_path: Path) -> None:
    engine = open_database(sqlite_url(tmp_path))
    journal = Journal(engine)
    game_id = journal.open_game(HEADER, at_utc="2026-01-01T20:00:00Z")
    sa.event.listen(engine, "connect", lambda raw, _: raw.execute("PRAGMA max_page_count=1"))
    engine.dispose()
    with pytest.raises(StoreFull, match="store_full"):
        append_until_it_fails(journal, game_id)
    kept = journal.entries(game_id)
    assert len(kept) > 0
    assert [one.seq for one in kept] == list(range(1, len(kept) + 1))


def test_games_that_can_only_be_read_are_told_as_such(tmp_path: Path) -> None:
    engine = open_database(sqlite_url(tmp_path))
    sa.event.listen(engine, "connect", lambda raw, _: raw.execute("PRAGMA query_only=ON"))
    engine.dispose()
    with pytest.raises(StoreUnreadable, match=r"store_why\.read_only"):
        Journal(engine).open_game(HEADER, at_utc="2026-01-01T20:00:00Z")


def append_until_it_fails(journal: Journal, game_id: str) -> None:
    for seq in range(1, 2000):
        journal.append(game_id, Entry(seq, {"by": 0, "do": "take", "why": "x" * 500}))


def test_a_file_that_is_no_database_is_told_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "companion.sqlite3").write_text("these are not games, but somebody may want them")
    with pytest.raises(StoreUnreadable):
        open_database(sqlite_url(tmp_path))
    assert "somebody" in (tmp_path / "companion.sqlite3").read_text()


def test_a_database_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    open_database(sqlite_url(tmp_path)).dispose()
    with sqlite3.connect(tmp_path / "companion.sqlite3") as raw:
        raw.execute("INSERT INTO schema_version VALUES (99)")
    with pytest.raises(StoreUnreadable, match="store_newer"):
        open_database(sqlite_url(tmp_path))


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreUnreadable, match="store_folder"):
        sqlite_url(tmp_path / "file" / "below")


def test_a_second_instance_is_told_who_is_there(tmp_path: Path) -> None:
    with only_instance(tmp_path), pytest.raises(StoreBusy, match=str(os.getpid())), only_instance(tmp_path):
        pytest.fail("two at once")
    with only_instance(tmp_path):
        pass
