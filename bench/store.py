"""``python -m bench.store``: a hall's mirror, backup, restore and migration, against a PostgreSQL of its own.

CPU time is that of this process, the table; the server's is not in it.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import sqlalchemy as sa
from alembic import command

from companion.games import all_games, game_named
from companion.ports import SystemClock
from companion.session.record import Header, entry_of
from companion.store.backup import Belongings, back_up
from companion.store.database import open_database, sqlite_url
from companion.store.identity import table_identity
from companion.store.journal import Journal
from companion.store.migrate import alembic_config
from companion.store.mirror import Mirror
from companion.store.restore import How, restore
from tests.kit import NAMES, finished, physical
from tests.postgres import TEMPLATE, Postgres, postgres_binaries

GAMES = 500
AT = "2026-01-01T20:00:00.000Z"


@contextmanager
def timed(what: str, count: int = 1, unit: str = "") -> Iterator[None]:
    wall, cpu = time.perf_counter(), time.process_time()
    yield
    wall_s, cpu_s = time.perf_counter() - wall, time.process_time() - cpu
    each = f"  {1000 * cpu_s / count:7.2f} ms CPU a {unit}" if unit else ""
    print(f"{what:44} {wall_s:7.2f} s  {cpu_s:7.2f} s CPU{each}", flush=True)


def fill(journal: Journal, games: int) -> int:
    """Keep finished games of all kinds; returns how many entries they have."""
    courses = [finished(game, 4, 3) for game in all_games()]
    for number in range(games):
        course = courses[number % len(courses)]
        entries = tuple(entry_of(seq, action, at=AT, source="touch") for seq, action in enumerate(course.entries, 1))
        journal.open_game(Header(course.game.key, NAMES[:4]), at_utc=AT, entries_before=entries)
    return sum(kept.length for kept in journal.games())


def settle(mirror: Mirror) -> None:
    while mirror.step() == 0:
        pass
    assert mirror.status.state == "caught_up", mirror.status


def mirrored(table: Belongings, server: Postgres) -> None:
    journal = Journal(open_database(sqlite_url(table.folder)))
    entries = fill(journal, GAMES)
    print(f"{GAMES} games, {entries} entries")
    mirror = Mirror(journal, server.database(TEMPLATE), identity=table_identity(table.folder), clock=SystemClock())
    with timed("catch up from nothing", entries, "entry"):
        settle(mirror)
    mirror._look_again_at_s = 0.0  # as after an outage
    with timed("compare all games, nothing to do", GAMES, "game"):
        settle(mirror)
    for game in ("die_bombe", "allegra"):
        course = list(physical(game_named(game), 4, 1))[-1]
        game_id = journal.open_game(Header(game, NAMES[:4]), at_utc=AT)
        cpu = 0.0
        for seq, action in enumerate(course.entries, 1):
            journal.append(game_id, entry_of(seq, action, at=AT, source="touch"))
            mirror.note(game_id)
            before = time.process_time()
            settle(mirror)
            cpu += time.process_time() - before
        print(f"{game}, entry by entry: {1000 * cpu / course.seq:6.2f} ms CPU an entry, {course.seq} entries")
    mirror.close()
    journal.close()


def first_version(folder: Path) -> None:
    """Turn the games in a folder back into what the first version kept."""
    file = folder / "companion.sqlite3"
    file.rename(folder / "now")
    engine = sa.create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        command.upgrade(alembic_config(connection), "0001")
        connection.exec_driver_sql("DROP TABLE alembic_version")
    engine.dispose()
    with closing(sqlite3.connect(file)) as raw:
        raw.execute("ATTACH ? AS now", (str(folder / "now"),))
        raw.execute("INSERT INTO games SELECT id, game, seats, options, more, opened_at FROM now.games")
        raw.execute("INSERT INTO entries SELECT * FROM now.entries")
        raw.commit()


def main() -> None:
    binaries = postgres_binaries()
    assert binaries is not None, "PostgreSQL is not installed (Debian: postgresql)"
    folder = Path(tempfile.mkdtemp(prefix="companion-bench-"))
    place = Path(tempfile.mkdtemp(prefix="companion-postgres-"))
    server = Postgres(binaries, place)
    try:
        server.start(fsync=True)
        server.make_template()
        table = Belongings(folder / "data", folder / "settings.toml")
        mirrored(table, server)
        with timed("backup"):
            size = back_up(table, folder / "b.zip", made_at=AT)
        print(f"{size / 1e6:.1f} MB")
        with timed("restore"):
            restore(folder / "b.zip", Belongings(folder / "new", folder / "new.toml"), How("now"))
        first_version(folder / "new")
        with timed("migration from version 1"):
            open_database(sqlite_url(folder / "new")).dispose()
        with timed("opening what is as it should be"):
            open_database(sqlite_url(folder / "new")).dispose()
    finally:
        if server.is_running:
            server.stop()
        shutil.rmtree(folder)
        shutil.rmtree(place, ignore_errors=True)


if __name__ == "__main__":
    main()
