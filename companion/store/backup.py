"""Backup: everything of a table, or the games of a server, in one file, while the game goes on."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.store.archive import GAMES, is_known, pack
from companion.store.database import open_database, sqlite_url
from companion.store.errors import StoreError, StoreFull, StoreUnreadable, WouldOverwrite
from companion.store.placing import SETTINGS
from companion.store.pour import pour
from companion.system_faults import why_of

_FULL: Final = ("no space", "full", "file too large", "disk i/o")


@dataclass(frozen=True, slots=True)
class Belongings:
    """What belongs to a table: its data folder, its settings file, and its database where that is not in the folder."""

    folder: Path
    settings: Path
    database: str = ""


def back_up(table: Belongings, target: Path, *, made_at: str, replacing: bool = False) -> int:
    """Write everything of a table into `target`; returns its size in bytes. Raises StoreError."""
    with faults_of_files(target):
        files = _files(table)
    return _written(table.database or sqlite_url(table.folder), files, target, (made_at, replacing))


def back_up_server(url: str, target: Path, *, made_at: str, replacing: bool = False) -> int:
    """Write the games of any database into `target`; returns its size in bytes. Raises StoreError."""
    return _written(url, {}, target, (made_at, replacing))


def _written(url: str, files: dict[str, Path], target: Path, how: tuple[str, bool]) -> int:
    made_at, replacing = how
    with faults_of_files(target):
        if target.exists() and not target.is_file():
            raise StoreUnreadable("backup.no_file", file=str(target))
        if target.exists() and not replacing:
            raise WouldOverwrite("backup.there", file=str(target))
    with faults_of_files(target), tempfile.TemporaryDirectory(prefix=".companion-", dir=target.parent) as folder:
        copy = Path(folder) / GAMES
        _copy_games(url, copy)
        pack(target, {GAMES: copy, **files}, made_at=made_at)
        return target.stat().st_size


def _files(table: Belongings) -> dict[str, Path]:
    """The table's own files by the names they get in a backup. Raises OSError for a folder closed to us."""
    folders = [folder for folder in (table.folder, table.folder / "decks") if folder.is_dir()]
    paths = sorted(path for folder in folders for path in folder.iterdir() if path.is_file())
    named = {path.relative_to(table.folder).as_posix(): path for path in paths}
    own = {name: path for name, path in named.items() if is_known(name) and name not in {GAMES, SETTINGS}}
    return own | ({SETTINGS: table.settings} if table.settings.is_file() else {})


def _copy_games(url: str, copy: Path) -> None:
    """The games as they are at one moment, as an SQLite file."""
    os.close(os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    source = open_database(url)
    try:
        if source.dialect.name == "sqlite":
            with closing(sqlite3.connect(str(source.url.database))) as raw, closing(sqlite3.connect(copy)) as kept:
                raw.backup(kept)
                kept.execute("PRAGMA journal_mode=DELETE")
            return
        target = open_database(f"sqlite:///{copy}")
        try:
            pour(source, target)
            with target.connect() as connection:
                connection.exec_driver_sql("PRAGMA journal_mode=DELETE")
        finally:
            target.dispose()
    finally:
        source.dispose()


@contextmanager
def faults_of_files(place: Path) -> Iterator[None]:
    """Turn faults of files and of SQLite's own functions into StoreError."""
    try:
        yield
    except StoreError:
        raise
    except (OSError, sqlite3.Error, shutil.Error) as error:
        text = str(error).lower()
        if any(word in text for word in _FULL):
            raise StoreFull("backup.full", folder=str(place.parent)) from error
        why = why_of(error) if isinstance(error, OSError) and error.strerror else type(error).__name__
        raise StoreUnreadable("backup.failed", file=str(_meant(error, place)), why=why) from error


def _meant(error: Exception, place: Path) -> Path:
    """The file that the system refused, as people know it: what is being made beside `place` has no name for them."""
    named = Path(str(getattr(error, "filename", None) or place))
    return place if any(part.startswith(".") for part in named.relative_to(named.anchor).parts[-2:]) else named
