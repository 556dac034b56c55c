"""Restore: a backup becomes the data of a table, or the games of a server, whole or not at all."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from companion.store.archive import GAMES, is_known, open_archive
from companion.store.backup import Belongings, back_up_server, faults_of_files
from companion.store.database import open_database
from companion.store.errors import BadBackup, StoreFull, WouldOverwrite
from companion.store.instance import only_instance
from companion.store.journal import Journal
from companion.store.placing import STAGING, declare_whole, discard, is_pending, put_in_place
from companion.store.pour import Poured, pour, public_limits

_GAMES: Final = (GAMES, f"{GAMES}-wal", f"{GAMES}-shm", "club.json")
"""The games, and the notes on how far they have been told, which are about the games that were there."""
_OTHERS: Final = ("table-id", "calibration.json", "decks")


@dataclass(frozen=True, slots=True)
class Restored:
    """What was restored, and where what was there before lies now; None where there was nothing."""

    poured: Poured
    aside: Path | None


@dataclass(frozen=True, slots=True)
class How:
    """A moment as a part of file names, and whether what is there may be replaced."""

    moment: str
    replacing: bool = False

    @property
    def aside(self) -> str:
        """The name under which what was there before is kept."""
        return f"before-{self.moment}"


def restore(backup: Path, table: Belongings, how: How) -> Restored:
    """Make a backup the data of a table: its games, and its other files and settings where the backup holds any.

    Raises StoreError; then the table is as it was.
    """
    folder = table.folder
    # Whoever named a wrong file must hear that, and not that it may replace what is there.
    with faults_of_files(folder), only_instance(folder), open_archive(backup):
        if _is_used(folder) and not how.replacing:
            raise WouldOverwrite("restore.there", folder=str(folder))
        try:
            poured = _prepare(backup, table, how)
        finally:
            if not is_pending(folder):
                discard(folder)
        put_in_place(folder)
    aside = folder / how.aside
    return Restored(poured, aside if aside.exists() else None)


def _prepare(backup: Path, table: Belongings, how: How) -> Poured:
    """Unpack and check everything, and say that it is whole; games that lie elsewhere are put there."""
    staging = table.folder / STAGING
    discard(table.folder)
    is_of_table = _unpack(backup, staging)
    with _games_in(staging) as engine:
        poured = _into(engine, table.database, replacing=how.replacing) if table.database else _count(engine)
    if table.database:
        (staging / GAMES).unlink()
    items = (() if table.database else _GAMES) + (_OTHERS if is_of_table else ())
    declare_whole(table.folder, items=items, aside=how.aside, settings=table.settings)
    return poured


def restore_server(backup: Path, url: str, how: How, *, work: Path) -> Restored:
    """Make a backup the games of a database that others read: entries that are still sealed are left out.

    Args: `work` is a folder for what is unpacked, and for a backup of what was there before. Raises StoreError; then
    the database is as it was.
    """
    aside = work / f"hall.{how.aside}.zip"
    with faults_of_files(aside):
        work.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryDirectory(prefix=".companion-", dir=work) as folder:
            _unpack(backup, Path(folder) / STAGING)
            target = open_database(url)
            try:
                is_used = bool(Journal(target).ids())
            finally:
                target.dispose()
            if is_used and how.replacing:
                back_up_server(url, aside, made_at=how.moment)
            with _games_in(Path(folder) / STAGING) as engine:
                return Restored(_into(engine, url, replacing=how.replacing), aside if is_used else None)


def _unpack(backup: Path, into: Path) -> bool:
    """Unpack a backup into a new folder; True where it holds files of a table too. Raises BadBackup or OSError."""
    with open_archive(backup) as archive:
        if archive.manifest.size > shutil.disk_usage(into.parent).free:
            raise StoreFull("backup.full", folder=str(into.parent))
        into.mkdir(mode=0o700)
        archive.unpack(into)
        _check_games(into / GAMES, str(backup))
        return len(archive.manifest.parts) > 1


@contextmanager
def _games_in(folder: Path) -> Iterator[sa.Engine]:
    """The games that were unpacked, brought up to this version."""
    engine = open_database(f"sqlite:///{folder / GAMES}")
    try:
        for copy in folder.glob(f"{GAMES}.version-*"):
            copy.unlink()
        yield engine
    finally:
        engine.dispose()


def _check_games(file: Path, backup: str) -> None:
    """Have SQLite look at every page: a checksum says that the file is as it was packed, not that it was good then."""
    try:
        with closing(sqlite3.connect(file)) as raw:
            found = raw.execute("PRAGMA integrity_check").fetchone()
    except sqlite3.DatabaseError as error:
        raise BadBackup("backup_damaged", file=backup, part=GAMES) from error
    if found != ("ok",):
        raise BadBackup("backup_damaged", file=backup, part=GAMES)


def _is_used(folder: Path) -> bool:
    """True where a folder holds games or anything else that a restore would replace."""
    return any(is_known(path.relative_to(folder).as_posix()) for path in folder.rglob("*") if path.is_file())


def _into(source: sa.Engine, url: str, *, replacing: bool) -> Poured:
    target = open_database(url)
    try:
        limits = public_limits(Journal(source)) if target.dialect.name != "sqlite" else None
        return pour(source, target, replacing=replacing, limits=limits)
    finally:
        target.dispose()


def _count(engine: sa.Engine) -> Poured:
    kept = Journal(engine).games()
    return Poured(len(kept), sum(game.length for game in kept))
