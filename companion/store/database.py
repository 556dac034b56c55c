"""Opening the database: files readable by their owner alone, every commit on the disk, faults as sentences."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from companion.store.errors import StoreBusy, StoreError, StoreFull, StoreUnreadable
from companion.store.tables import SCHEMA_VERSION, metadata, versions


def sqlite_url(folder: Path) -> str:
    """The URL of the default database in `folder`; the folder is made, closed to others, where it is missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = folder / "companion.sqlite3"
        file.touch(mode=0o600)
    except OSError as error:
        raise StoreUnreadable("store_folder", folder=str(folder)) from error
    return f"sqlite:///{file}"


def open_database(url: str) -> sa.Engine:
    """An engine on which the tables of this version exist. Raises StoreError."""
    engine = sa.create_engine(url)
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _make_durable)
    with faults_told(), engine.begin() as connection:
        metadata.create_all(connection)
        found = connection.scalar(sa.select(sa.func.max(versions.c.version)))
        if found is None:
            connection.execute(versions.insert().values(version=SCHEMA_VERSION))
        elif found > SCHEMA_VERSION:
            raise StoreUnreadable("store_newer", found=found, known=SCHEMA_VERSION)
    return engine


def _make_durable(connection: sqlite3.Connection, _record: Any) -> None:
    """Write-ahead log and a sync at each commit, so that a power cut costs at most the entry being written."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        connection.execute(f"PRAGMA {pragma}")


@contextmanager
def faults_told() -> Iterator[None]:
    """Turn faults of the database into StoreError, told where they are known."""
    try:
        yield
    except sa.exc.DBAPIError as error:
        raise _told(error) from error


def _told(error: sa.exc.DBAPIError) -> StoreError:
    text = str(error.orig).lower()
    if "full" in text or "disk i/o" in text or "no space" in text:
        return StoreFull("store_full")
    if "locked" in text or "busy" in text:
        return StoreBusy("store_busy")
    return StoreUnreadable("store_unreadable", why=type(error.orig).__name__)
