"""Restore: a backup becomes the data of a table, or the games of a server, whole or not at all.

All is unpacked and checked beside the data folder first; then the two folders change places in one step, and the old
one stays beside the new.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

from companion.store.archive import GAMES, SETTINGS, is_known, open_archive
from companion.store.backup import Belongings, back_up_server, faults_of_files
from companion.store.database import open_database
from companion.store.errors import BadBackup, StoreFull, WouldOverwrite
from companion.store.instance import LOCK, only_instance
from companion.store.journal import Journal
from companion.store.pour import Poured, pour, public_limits
from companion.store.swap import put_in_place, sync_folder


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


def restore(backup: Path, table: Belongings, how: How) -> Restored:
    """Make a backup the data of a table: games, and its other files where the backup holds any.

    The settings, which lie elsewhere, follow last. Raises StoreError; then the table is as it was.
    """
    aside = table.folder.with_name(f"{table.folder.name}.before-{how.moment}")
    with only_instance(table.folder), faults_of_files(table.folder):
        if _is_used(table.folder) and not how.replacing:
            raise WouldOverwrite("restore.there", folder=str(table.folder))
        with _staged(backup, table.folder) as fresh:
            if not fresh.is_of_table:
                _take_along(table.folder, fresh.folder)
            poured = _count(fresh.engine)
            if table.database:
                poured = _into(fresh.engine, table.database, replacing=how.replacing)
            fresh.engine.dispose()
            settings = _settings_beside(fresh.folder, table)
            _sync(fresh.folder)
            was_there = put_in_place(fresh.folder, table.folder, aside)
        if settings is not None:
            _replace_settings(settings, table.settings, how.moment)
        return Restored(poured, _kept(aside) if was_there else None)


def restore_server(backup: Path, url: str, how: How, *, work: Path) -> Restored:
    """Make a backup the games of a database that others read: entries that are still sealed are left out.

    Args: `work` is a folder for what is unpacked, and for a backup of what was there before. Raises StoreError; then
    the database is as it was.
    """
    aside = work / f"hall.before-{how.moment}.zip"
    with faults_of_files(aside), _staged(backup, work / "hall") as fresh:
        target = open_database(url)
        try:
            is_used = bool(Journal(target).ids())
        finally:
            target.dispose()
        if is_used and how.replacing:
            back_up_server(url, aside, made_at=how.moment)
        poured = _into(fresh.engine, url, replacing=how.replacing)
        fresh.engine.dispose()
        return Restored(poured, aside if is_used else None)


@dataclass(frozen=True, slots=True)
class _Fresh:
    """What was unpacked: a folder, the games in it, and whether it holds files of a table too."""

    folder: Path
    engine: sa.Engine
    is_of_table: bool


@contextmanager
def _staged(backup: Path, beside: Path) -> Iterator[_Fresh]:
    """A backup unpacked and checked; what is still there of it at the end is removed."""
    folder = beside.with_name(f".{beside.name}.restoring")
    shutil.rmtree(folder, ignore_errors=True)
    try:
        with open_archive(backup) as archive:
            if archive.manifest.size > shutil.disk_usage(folder.parent).free:
                raise StoreFull("backup.full", folder=str(folder.parent))
            folder.mkdir(mode=0o700)
            archive.unpack(folder)
            _check_games(folder / GAMES, str(backup))
            engine = open_database(f"sqlite:///{folder / GAMES}")
            for copy in folder.glob(f"{GAMES}.version-*"):
                copy.unlink()
            yield _Fresh(folder, engine, is_of_table=len(archive.manifest.parts) > 1)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


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
    """True where a folder holds games or anything else that a backup would hold."""
    return any(is_known(path.relative_to(folder).as_posix()) for path in folder.rglob("*") if path.is_file())


def _take_along(old: Path, fresh: Path) -> None:
    """Keep the table's other files where the backup, being of a server, has none."""
    for path in sorted(old.rglob("*")):
        name = path.relative_to(old).as_posix()
        if path.is_file() and is_known(name) and name != GAMES:
            (fresh / name).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            shutil.copy2(path, fresh / name)


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


def _settings_beside(fresh: Path, table: Belongings) -> Path | None:
    """Move the settings of a backup beside the place where they go; None where nothing is left to be done for them."""
    settings, place = fresh / SETTINGS, table.settings
    if place.is_relative_to(table.folder):
        inside = fresh / place.relative_to(table.folder)
        inside.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if settings.exists():
            settings.rename(inside)
        elif place.exists():
            shutil.copy2(place, inside)
        return None
    if not settings.exists():
        return None
    place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    beside = place.with_suffix(".restoring")
    shutil.copy2(settings, beside)
    settings.unlink()
    return beside


def _sync(folder: Path) -> None:
    for inside in (folder, *(path for path in folder.rglob("*") if path.is_dir())):
        sync_folder(inside)


def _kept(aside: Path) -> Path | None:
    """The old folder, unless nothing but a lock was in it."""
    if {path.name for path in aside.iterdir()} <= {LOCK}:
        shutil.rmtree(aside)
        return None
    return aside


def _replace_settings(fresh: Path, place: Path, moment: str) -> None:
    if place.exists():
        shutil.copy2(place, place.with_name(f"{place.name}.before-{moment}"))
    fresh.replace(place)
    sync_folder(place.parent)
