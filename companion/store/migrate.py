"""Bringing a database up to the tables of this version, all or nothing.

An empty one gets the tables as they are now; an older one is led there step by step by Alembic, in one transaction.
Before that a copy of an SQLite file is kept beside it. `alembic_config` is the configuration, which has no file.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError

from companion.store.errors import StoreError, StoreFull, StoreUnreadable
from companion.store.tables import SCHEMA_VERSION, games, metadata, results, versions

_SCRIPTS: Final = "companion.store:migrations"
_LOCK: Final = 0x636F6D70
"""Any number that is the same for all companions: who holds it changes the tables of a server."""


def revision_of(version: int) -> str:
    """The name that Alembic knows a version by."""
    return f"{version:04}"


def alembic_config(connection: sa.Connection) -> Config:
    """What Alembic's commands are called with."""
    config = Config()
    config.set_main_option("script_location", _SCRIPTS)
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def bring_up(engine: sa.Engine) -> None:
    """Make the tables of this version, or lead older ones there; a failure changes nothing. Raises StoreError."""
    with _alone(engine) as connection:
        names = set(sa.inspect(connection).get_table_names())
        found = connection.scalar(sa.select(sa.func.max(versions.c.version))) if versions.name in names else None
        if found is not None and found >= SCHEMA_VERSION:
            return  # another process was here first
        if found is None and not _has_games(connection, names):
            _make(connection)
            return
        _keep_copy(engine, found or 1)
        config = alembic_config(connection)
        if "alembic_version" not in names:
            command.stamp(config, revision_of(2 if results.name in names else 1))
        command.upgrade(config, "head")


def _has_games(connection: sa.Connection, names: set[str]) -> bool:
    return games.name in names and bool(connection.scalar(sa.text("SELECT count(*) FROM games")))


def _make(connection: sa.Connection) -> None:
    """The tables as they are now; what an interrupted creation left, which is empty, goes first."""
    metadata.drop_all(connection)
    metadata.create_all(connection)
    connection.execute(versions.insert().values(version=SCHEMA_VERSION))
    command.stamp(alembic_config(connection), "head")


@contextmanager
def _alone(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A connection in a transaction that no other process can be in at the same time."""
    is_sqlite = engine.dialect.name == "sqlite"
    with engine.connect() as connection:
        if is_sqlite:
            # A table that is built anew must not take the rows that refer to it along; all are checked at the end.
            connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
            connection.commit()
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            connection.detach()
        else:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
        try:
            yield connection
            if is_sqlite and connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
                raise StoreUnreadable("store_not_brought_up", why="foreign_key_check")
            connection.commit()
        except (CommandError, sa.exc.InvalidRequestError, sa.exc.CompileError) as error:
            raise StoreUnreadable("store_not_brought_up", why=type(error).__name__) from error


def _keep_copy(engine: sa.Engine, version: int) -> None:
    """A copy of an SQLite file as it was before, beside it, for its owner alone."""
    file = engine.url.database
    if engine.dialect.name != "sqlite" or not file or file == ":memory:":
        return
    copy = Path(f"{file}.version-{version}")
    try:
        copy.unlink(missing_ok=True)
        os.close(os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
    except (OSError, sqlite3.Error) as error:
        copy.unlink(missing_ok=True)
        raise _not_copied(error, copy) from error


def _not_copied(error: Exception, copy: Path) -> StoreError:
    if "full" in str(error) or "No space" in str(error):
        return StoreFull("store_full")
    return StoreUnreadable("store_folder", folder=str(copy.parent))
