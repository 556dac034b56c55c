"""Opening the database: files readable by their owner alone, every commit on the disk, faults as sentences."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import sqlalchemy as sa

from companion.rulebook.text import Value, say
from companion.store.errors import StoreBusy, StoreError, StoreFull, StoreRefused, StoreUnreachable, StoreUnreadable
from companion.store.instance import only_instance
from companion.store.placing import is_pending
from companion.store.tables import SCHEMA_VERSION, versions

_SERVER: Final = MappingProxyType(
    {
        "application_name": "companion",
        "connect_timeout": 5,
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 15_000,
        "options": "-c statement_timeout=15s -c lock_timeout=10s -c idle_in_transaction_session_timeout=20s",
    }
)
"""How long a server may be silent; what the URL says itself goes before. The last line lets a server forget a
transaction whose client is gone, because its locks would keep the same client out when it comes back."""
_TRIES: Final = 20
_NOT_LET_IN: Final = (
    *("password", "authenti", "pg_hba", "does not exist", "existiert nicht", "n'existe pas"),
    *("permission", "permitted", "berechtigung", "droit refusé", "autorisé"),
)
"""What stands in the answer of a server that is there and does not want us; it may speak English, German or French."""

_REASONS: Final = MappingProxyType(
    {
        sqlite3.SQLITE_CANTOPEN: "store_why.closed",
        sqlite3.SQLITE_PERM: "store_why.closed",
        sqlite3.SQLITE_READONLY: "store_why.read_only",
        sqlite3.SQLITE_NOTADB: "store_why.no_database",
        sqlite3.SQLITE_CORRUPT: "store_why.damaged",
        sqlite3.SQLITE_IOERR: "store_why.device",
        sqlite3.SQLITE_NOMEM: "store_why.memory",
    }
)
"""The reasons of SQLite that people meet, by the number without what SQLite adds in its upper bytes."""


def sqlite_url(folder: Path) -> str:
    """The URL of the default database in `folder`; the folder is made, closed to others, where it is missing."""
    if is_pending(folder):
        with only_instance(folder):
            pass  # which finishes a restore that was cut short
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = folder / "companion.sqlite3"
        file.touch(mode=0o600)
    except OSError as error:
        raise StoreUnreadable("store_folder", folder=str(folder)) from error
    return f"sqlite:///{file}"


def open_database(url: str, *, connected: Callable[[Any], None] | None = None) -> sa.Engine:
    """An engine on which the tables of this version exist; those of an older one are brought up.

    Args: `connected` is called with each new connection of the driver; who watches them so needs none tried before
    use. Raises StoreError.
    """
    engine = _engine(url, is_watched=connected is not None)
    if connected is not None:
        sa.event.listen(engine, "connect", lambda raw, _: connected(raw))
    file = engine.url.database if engine.dialect.name == "sqlite" else None
    try:
        with faults_told(file):
            found = _stored_version(engine)
            if found is not None and found > SCHEMA_VERSION:
                raise StoreUnreadable("store_newer", found=found, known=SCHEMA_VERSION)
            if found != SCHEMA_VERSION:
                # Alembic is slow to import and not needed on any other day.
                from companion.store.migrate import bring_up  # noqa: PLC0415

                bring_up(engine)
    except StoreError:
        engine.dispose()
        raise
    return engine


def _engine(url: str, *, is_watched: bool) -> sa.Engine:
    try:
        made = sa.make_url(url)
    except (sa.exc.ArgumentError, ValueError) as error:
        raise StoreUnreadable("store_no_url") from error
    try:
        if made.drivername in {"postgresql", "postgres"}:
            made = made.set(drivername="postgresql+psycopg")
        if made.get_backend_name() == "postgresql":
            known = {name: value for name, value in _SERVER.items() if name not in made.query}
            return sa.create_engine(
                made, connect_args=known, pool_pre_ping=not is_watched, pool_size=2, hide_parameters=True
            )
        if made.get_backend_name() == "sqlite":
            # A fault that ends the program is logged with its cause, which would otherwise quote the entry: a bid.
            engine = sa.create_engine(made, hide_parameters=True)
            sa.event.listen(engine, "connect", _make_durable)
            return engine
    except (sa.exc.ArgumentError, sa.exc.NoSuchModuleError, ImportError, ValueError) as error:
        raise StoreUnreadable("store_url", why=type(error).__name__) from error
    raise StoreUnreadable("store_url", why=made.get_backend_name())


def _stored_version(engine: sa.Engine) -> int | None:
    with engine.connect() as connection:
        if not sa.inspect(connection).has_table(versions.name):
            return None
        found: int | None = connection.scalar(sa.select(sa.func.max(versions.c.version)))
        return found


def _make_durable(connection: sqlite3.Connection, _record: Any) -> None:
    """Write-ahead log and a sync at each commit, so that a power cut costs at most the entry being written."""
    connection.execute("PRAGMA busy_timeout=5000")
    _write_ahead(connection)
    for pragma in ("synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _write_ahead(connection: sqlite3.Connection, tries: int = _TRIES) -> None:
    """Change to a write-ahead log, also where others open the same new file at the same time."""
    try:
        connection.execute("PRAGMA journal_mode=WAL")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or tries == 1:
            raise
        # SQLite waits for no lock while it changes the kind of journal, but for a transaction it does.
        connection.execute("BEGIN IMMEDIATE")
        connection.rollback()
        _write_ahead(connection, tries - 1)


@contextmanager
def faults_told(file: str | None = None) -> Iterator[None]:
    """Turn faults of the database into StoreError, told where they are known; `file` is that of SQLite."""
    try:
        yield
    except sa.exc.DBAPIError as error:
        raise _told(error, file) from error
    except sa.exc.TimeoutError as error:
        raise StoreBusy("store_busy") from error


def _told(error: sa.exc.DBAPIError, file: str | None) -> StoreError:
    text = str(error.orig).lower()
    if "full" in text or "disk i/o" in text or "no space" in text:
        return StoreFull("store_full")
    if "locked" in text or "busy" in text:
        return StoreBusy("store_busy")
    if getattr(error.orig, "sqlstate", "") == "42501":
        return StoreUnreadable("store_no_right")
    if isinstance(error, sa.exc.DataError):
        return StoreRefused("store_refused", why=type(error.orig).__name__)
    if "certificate" in text:
        return StoreUnreadable("store_not_trusted")
    if "fatal" in text and any(word in text for word in _NOT_LET_IN):
        return StoreUnreadable("store_not_let_in")
    if error.connection_invalidated or _is_lost(error.orig):
        return StoreUnreachable("store_unreachable")
    why = _why(error.orig)
    return StoreUnreadable("store_file", file=file, why=why) if file else StoreUnreadable("store_unreadable", why=why)


def _why(fault: BaseException | None) -> Value:
    """Why a database cannot be used. What SQLite says of itself quotes no entry; a server may."""
    if not isinstance(fault, sqlite3.Error):
        return type(fault).__name__
    key = _REASONS.get(getattr(fault, "sqlite_errorcode", 0) & 0xFF)
    return say(key) if key else str(fault)


def _is_lost(fault: BaseException | None) -> bool:
    """True for faults of a server that may be gone in a while: no connection, shutting down, timeouts, deadlocks."""
    state = getattr(fault, "sqlstate", "sqlite")
    return state is None or state[:2] in {"08", "40", "53", "55", "57"}
