"""The database of a hall: the games of many tables, as far as everybody may see them."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from companion.store.database import faults_told, open_database
from companion.store.journal import Journal
from companion.store.results import Result, result_in
from companion.store.tables import games, results, seated


@dataclass(frozen=True, slots=True)
class HallTable:
    """A table of the hall: its id, its name, and when it was last heard of (UTC, ISO 8601)."""

    id: str
    name: str
    seen_at: str


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game of the hall, and the id of the table it was played at; empty where none is known."""

    result: Result
    table: str


class Hall:
    """What is known of all tables. All methods raise StoreError."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self.journal = Journal(engine)

    def tables(self) -> tuple[HallTable, ...]:
        """All tables ever heard of, by name."""
        query = sa.select(seated).order_by(seated.c.name, seated.c.id)
        with faults_told(), self._engine.connect() as connection:
            return tuple(HallTable(row.id, row.name, row.seen_at) for row in connection.execute(query))

    def finished(self, since: str = "", until: str = "") -> tuple[Finished, ...]:
        """Games that ended from `since` on and before `until` (UTC, ISO 8601; empty: no limit), the oldest first.

        Only results that were made are here: call `journal.results.catch_up` before.
        """
        query = sa.select(results, games.c.table_id).join(games, games.c.id == results.c.game_id)
        if since:
            query = query.where(results.c.finished_at >= since)
        if until:
            query = query.where(results.c.finished_at < until)
        query = query.order_by(results.c.finished_at, results.c.game_id)
        with faults_told(), self._engine.connect() as connection:
            return tuple(Finished(result_in(row), row.table_id or "") for row in connection.execute(query))

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()


def open_hall(url: str) -> Hall:
    """The hall whose database is at this URL; its tables are made or brought up. Raises StoreError."""
    return Hall(open_database(url))
