"""All rows of one database into another, in one transaction: between SQLite and PostgreSQL, and for backups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa

from companion.rulebook.errors import CompanionError
from companion.store.database import faults_told
from companion.store.errors import WouldOverwrite
from companion.store.hall_copy import open_entries
from companion.store.journal import Journal
from companion.store.results import mark_due
from companion.store.tables import due, entries, games, results, seated

_ORDER: Final = (seated, games, entries, results, due)
"""Each table after those it refers to."""
_AT_ONCE: Final = 1000


@dataclass(frozen=True, slots=True)
class Poured:
    """How many games and entries are in the target now, and how many entries were left out because they are sealed."""

    games: int
    entries: int
    left_out: int = 0


def pour(
    source: sa.Engine, target: sa.Engine, *, replacing: bool = False, limits: Mapping[str, int] | None = None
) -> Poured:
    """Copy everything, all or nothing.

    Args: `limits` is the last entry to copy of games that are not copied whole. Raises WouldOverwrite where the target
    has games and is not to be replaced, or StoreError.
    """
    cut = limits or {}
    with faults_told(), source.connect() as reading, target.begin() as writing:
        if source.dialect.name == "postgresql":
            reading.execution_options(isolation_level="REPEATABLE READ")
        _make_room(writing, replacing=replacing)
        for table in _ORDER:
            for rows in _rows(reading, table, cut):
                writing.execute(table.insert(), rows)
        for game_id, last in cut.items():
            if last:
                mark_due(writing, game_id, last)
        left_out = sum(_length(reading, game_id) - last for game_id, last in cut.items())
        return Poured(_count(writing, games), _count(writing, entries), left_out)


def public_limits(journal: Journal) -> dict[str, int]:
    """The last entry that everybody may see, by the id of each game that has others after it.

    Of a record that no longer fits the rules nobody can tell what is sealed in it: none may be seen.
    """
    limits = {}
    for kept in journal.games():
        try:
            visible = len(open_entries(kept, journal.entries(kept.id)))
        except CompanionError:
            visible = 0
        if visible < kept.length:
            limits[kept.id] = visible
    return limits


def _make_room(writing: sa.Connection, *, replacing: bool) -> None:
    found = _count(writing, games)
    if found and not replacing:
        raise WouldOverwrite("restore.games_there", n=found)
    for table in reversed(_ORDER):
        writing.execute(table.delete())


def _rows(reading: sa.Connection, table: sa.Table, cut: Mapping[str, int]) -> Iterator[list[dict[str, Any]]]:
    query = sa.select(table).order_by(*table.primary_key.columns).execution_options(yield_per=_AT_ONCE)
    for part in reading.execute(query).mappings().partitions():
        rows = [dict(row) for row in part]
        if table is entries:
            rows = [row for row in rows if row["seq"] <= cut.get(row["game_id"], row["seq"])]
        elif table in {results, due}:
            rows = [row for row in rows if row["game_id"] not in cut]
        if rows:
            yield rows


def _count(connection: sa.Connection, table: sa.Table) -> int:
    return int(connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0)


def _length(connection: sa.Connection, game_id: str) -> int:
    query = sa.select(sa.func.count()).select_from(entries).where(entries.c.game_id == game_id)
    return int(connection.scalar(query) or 0)
