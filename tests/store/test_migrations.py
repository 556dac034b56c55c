"""Older databases are brought up with nothing lost, and the steps lead to the very tables of this version."""

from __future__ import annotations

import json
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from functools import partial
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from companion.games import game_named
from companion.session.record import Entry, Header, entry_of
from companion.store import migrate
from companion.store.database import open_database, sqlite_url
from companion.store.errors import StoreError, StoreFull, StoreUnreadable
from companion.store.journal import Journal
from companion.store.migrate import alembic_config, revision_of
from companion.store.tables import SCHEMA_VERSION, metadata
from tests.kit import NAMES, finished
from tests.postgres import Postgres

FIRST = (
    """CREATE TABLE games (id VARCHAR(32) NOT NULL, game VARCHAR(40) NOT NULL, seats JSON NOT NULL,
    options JSON NOT NULL, more JSON NOT NULL, opened_at VARCHAR(32) NOT NULL, PRIMARY KEY (id))""",
    "CREATE INDEX ix_games_opened_at ON games (opened_at)",
    """CREATE TABLE entries (game_id VARCHAR(32) NOT NULL, seq INTEGER NOT NULL, at_utc VARCHAR(40),
    source VARCHAR(20), body JSON NOT NULL, PRIMARY KEY (game_id, seq), FOREIGN KEY(game_id) REFERENCES games (id))""",
    "CREATE TABLE schema_version (version INTEGER NOT NULL, PRIMARY KEY (version))",
    "INSERT INTO schema_version VALUES (1)",
)
"""The tables as the first version made them, by hand, so that nothing written today can change them."""
RESULTS = (
    """CREATE TABLE results (game_id VARCHAR(32) NOT NULL, game VARCHAR(40) NOT NULL, finished_at VARCHAR(40) NOT NULL,
    people JSON NOT NULL, scores JSON NOT NULL, places JSON NOT NULL, automatic INTEGER NOT NULL,
    corrected INTEGER NOT NULL, by_hand INTEGER NOT NULL, PRIMARY KEY (game_id),
    FOREIGN KEY(game_id) REFERENCES games (id))""",
    "CREATE INDEX ix_results_finished_at ON results (finished_at)",
    """CREATE TABLE results_due (game_id VARCHAR(32) NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (game_id),
    FOREIGN KEY(game_id) REFERENCES games (id))""",
)
"""What the same version made later, without another number."""
HEADER = Header("splash", NAMES[:2], {}, {"place": "Malmö"})
COURSE = finished(game_named("splash"), 2, 1)
ENTRIES = tuple(entry_of(seq, action, at="2026-01-01T20:00:00Z") for seq, action in enumerate(COURSE.entries, 1))


@pytest.fixture(params=["sqlite", "postgres"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of each kind in turn, without any table."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path)
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.database()


def made_by_hand(url: str, *statements: str) -> None:
    """Run `statements` and keep one finished game as the first version did."""
    driver = url.replace("postgresql:", "postgresql+psycopg:")
    engine = sa.create_engine(driver)
    game = {"id": "a" * 32, "game": HEADER.game, "seats": list(HEADER.seats), "more": HEADER.more}
    with engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
        connection.execute(
            sa.text("INSERT INTO games VALUES (:id, :game, :seats, '{}', :more, '2026-01-01T20:00:00.000Z')"),
            {name: value if isinstance(value, str) else json.dumps(value) for name, value in game.items()},
        )
        for entry in ENTRIES:
            connection.execute(
                sa.text("INSERT INTO entries VALUES (:game, :seq, :at, NULL, :body)"),
                {"game": "a" * 32, "seq": entry.seq, "at": entry.at, "body": json.dumps(dict(entry.body))},
            )
    engine.dispose()


def differences(engine: sa.Engine) -> list[object]:
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, metadata))


@pytest.mark.parametrize("statements", [FIRST, (*FIRST, *RESULTS)], ids=["journal", "results"])
def test_an_older_database_is_brought_up_with_nothing_lost(empty_url: str, statements: tuple[str, ...]) -> None:
    made_by_hand(empty_url, *statements)
    engine = open_database(empty_url)
    journal = Journal(engine)
    assert [(kept.header, kept.length) for kept in journal.games()] == [(HEADER, len(ENTRIES))]
    assert journal.entries("a" * 32) == ENTRIES
    assert differences(engine) == []
    journal.append("a" * 32, Entry(len(ENTRIES) + 1, {"by": "table", "do": "undo", "to": 0}, "x" * 500, "y" * 500))
    engine.dispose()


def test_games_of_the_first_version_are_counted_without_being_asked(empty_url: str) -> None:
    made_by_hand(empty_url, *FIRST)
    journal = Journal(open_database(empty_url))
    journal.results.catch_up()
    result = journal.results.of("a" * 32)
    assert result is not None
    assert result.scores == COURSE.totals
    journal.close()


def test_the_tables_made_at_once_and_those_made_step_by_step_are_the_same(empty_url: str) -> None:
    engine = open_database(empty_url)
    assert differences(engine) == []
    with engine.connect() as connection:
        assert connection.scalar(sa.text("SELECT version_num FROM alembic_version")) == revision_of(SCHEMA_VERSION)
        assert connection.scalar(sa.text("SELECT version FROM schema_version")) == SCHEMA_VERSION
    with engine.begin() as connection:
        metadata.drop_all(connection)
        connection.execute(sa.text("DROP TABLE alembic_version"))
        command.upgrade(alembic_config(connection), "head")
        assert connection.scalar(sa.text("SELECT version FROM schema_version")) == SCHEMA_VERSION
    assert differences(engine) == []
    engine.dispose()


def test_the_newest_step_has_the_number_of_this_version() -> None:
    engine = sa.create_engine("sqlite://")
    with engine.connect() as connection:
        scripts = ScriptDirectory.from_config(alembic_config(connection))
    assert scripts.get_heads() == [revision_of(SCHEMA_VERSION)]
    engine.dispose()


def test_a_copy_of_the_old_file_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    made_by_hand(sqlite_url(tmp_path), *FIRST)
    open_database(sqlite_url(tmp_path)).dispose()
    copy = tmp_path / "companion.sqlite3.version-1"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with closing(sqlite3.connect(copy)) as raw:
        assert raw.execute("SELECT count(*) FROM entries").fetchone() == (len(ENTRIES),)
        assert raw.execute("SELECT version FROM schema_version").fetchall() == [(1,)]


def test_a_step_that_fails_leaves_everything_as_it_was(empty_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made_by_hand(empty_url, *FIRST)

    def fails(*_: object, **__: object) -> None:
        raise sa.exc.InvalidRequestError("the last step")

    real = migrate.command.upgrade

    def upgrade_then_fail(*arguments: object) -> None:
        real(*arguments)
        fails()

    monkeypatch.setattr(migrate.command, "upgrade", upgrade_then_fail)
    with pytest.raises(StoreUnreadable, match="store_not_brought_up"):
        open_database(empty_url)
    engine = sa.create_engine(empty_url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        assert sorted(sa.inspect(connection).get_table_names()) == ["entries", "games", "schema_version"]
        assert connection.scalar(sa.text("SELECT count(*) FROM entries")) == len(ENTRIES)
        assert connection.scalar(sa.text("SELECT version FROM schema_version")) == 1
    engine.dispose()
    monkeypatch.undo()
    again = Journal(open_database(empty_url))
    assert again.entries("a" * 32) == ENTRIES
    again.close()


@pytest.mark.parametrize(
    ("fault", "expected"),
    [(OSError(28, "No space left on device"), StoreFull), (PermissionError(13, "Permission denied"), StoreUnreadable)],
)
def test_without_a_copy_nothing_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: OSError, expected: type[StoreError]
) -> None:
    made_by_hand(sqlite_url(tmp_path), *FIRST)

    def refuse(*_: object) -> int:
        raise fault

    monkeypatch.setattr(migrate.os, "open", refuse)
    with pytest.raises(expected):
        open_database(sqlite_url(tmp_path))
    with closing(sqlite3.connect(tmp_path / "companion.sqlite3")) as raw:
        assert raw.execute("SELECT version FROM schema_version").fetchall() == [(1,)]


def test_what_a_creation_left_that_was_cut_short_is_made_whole(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "companion.sqlite3")) as raw:
        raw.execute(FIRST[0])
        raw.commit()
    engine = open_database(sqlite_url(tmp_path))
    assert differences(engine) == []
    engine.dispose()


def test_several_tables_that_open_an_empty_hall_at_once_make_it_once(empty_url: str) -> None:
    together = Barrier(4)
    faults: list[Exception] = []

    def open_it() -> None:
        together.wait()
        try:
            open_database(empty_url).dispose()
        except StoreError as error:
            faults.append(error)

    threads = [Thread(target=open_it) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    engine = open_database(empty_url)
    assert differences(engine) == []
    engine.dispose()


class Contended(sqlite3.Connection):
    """Finds the file locked by another that has just made it, the first times the kind of journal is changed."""

    left = 3

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        if "journal_mode" in sql and Contended.left:
            Contended.left -= 1
            busy = sqlite3.OperationalError("database is locked")
            busy.sqlite_errorcode = sqlite3.SQLITE_BUSY
            raise busy
        return super().execute(sql, *parameters)


def test_a_new_file_that_another_is_just_making_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3.dbapi2, "connect", partial(sqlite3.connect, factory=Contended))
    engine = open_database(sqlite_url(tmp_path))
    assert Contended.left == 0
    assert differences(engine) == []
    with engine.connect() as connection:
        assert connection.scalar(sa.text("PRAGMA journal_mode")) == "wal"
    engine.dispose()


def test_a_database_of_a_newer_version_is_refused_on_both_kinds(any_url: str) -> None:
    engine = open_database(any_url)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE schema_version SET version = 99"))
    engine.dispose()
    with pytest.raises(StoreUnreadable, match="store_newer"):
        open_database(any_url)


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("mysql://host/db", "store_url"),
        ("postgresql+nonsense://host/db", "store_url"),
        ("sqlite+x://", "store_url"),
        ("no url at all", "store_no_url"),
        ("postgresql://host:port/db", "store_no_url"),
    ],
)
def test_what_is_no_database_of_ours_is_told(url: str, key: str) -> None:
    with pytest.raises(StoreUnreadable, match=key):
        open_database(url)


def test_a_database_that_is_as_it_should_be_does_not_cost_the_import_of_alembic(tmp_path: Path) -> None:
    open_database(sqlite_url(tmp_path)).dispose()
    script = (
        "import sys; from companion.store.journal import open_journal; from pathlib import Path;"
        f"open_journal('', Path({str(tmp_path)!r})).close(); sys.exit('alembic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
