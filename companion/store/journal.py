"""The journal: append-only entries, one transaction each. Autosave is the write path; nothing is rewritten."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa

from companion.session.record import Entry, Header
from companion.store.database import faults_told, open_database, sqlite_url
from companion.store.results import Results, mark_due
from companion.store.tables import entries, games


@dataclass(frozen=True, slots=True)
class Kept:
    """A game in the journal: its id, its header, when it was opened (UTC, ISO 8601) and its number of entries.

    `table` is the id of the table it is played at; it is known in a hall alone.
    """

    id: str
    header: Header
    opened_at: str
    length: int
    table: str = ""


class Journal:
    """Games and their entries in one database. All methods raise StoreError."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    @property
    def results(self) -> Results:
        """The results of the finished games in this journal."""
        return Results(self._engine)

    def open_game(self, header: Header, *, at_utc: str, entries_before: tuple[Entry, ...] = ()) -> str:
        """A new game, with the entries of an imported log where given; returns its id."""
        game_id = uuid.uuid4().hex
        with faults_told(), self._engine.begin() as connection:
            connection.execute(games.insert().values(**game_row(game_id, header, opened_at=at_utc)))
            if entries_before:
                connection.execute(entries.insert(), [entry_row(game_id, entry) for entry in entries_before])
                mark_due(connection, game_id, entries_before[-1].seq)
        return game_id

    def append(self, game_id: str, entry: Entry) -> None:
        """One more entry, on the disk when this returns."""
        with faults_told(), self._engine.begin() as connection:
            connection.execute(entries.insert().values(**entry_row(game_id, entry)))
            mark_due(connection, game_id, entry.seq)

    def append_all(self, game_id: str, several: tuple[Entry, ...]) -> None:
        """Several entries that belong together (an edit), all or none."""
        with faults_told(), self._engine.begin() as connection:
            connection.execute(entries.insert(), [entry_row(game_id, entry) for entry in several])
            mark_due(connection, game_id, several[-1].seq)

    def entries(self, game_id: str, *, after: int = 0) -> tuple[Entry, ...]:
        """The entries of a game after this one in their order."""
        query = sa.select(entries).where(entries.c.game_id == game_id, entries.c.seq > after).order_by(entries.c.seq)
        with faults_told(), self._engine.connect() as connection:
            return tuple(Entry(row.seq, row.body, row.at_utc, row.source) for row in connection.execute(query))

    def games(self) -> tuple[Kept, ...]:
        """All games, the newest first."""
        query = _GAMES.order_by(games.c.opened_at.desc(), games.c.id)
        with faults_told(), self._engine.connect() as connection:
            return tuple(map(_kept, connection.execute(query)))

    def game(self, game_id: str) -> Kept | None:
        """One game, None where there is none of this id."""
        with faults_told(), self._engine.connect() as connection:
            row = connection.execute(_GAMES.where(games.c.id == game_id)).first()
        return None if row is None else _kept(row)

    def ids(self) -> tuple[str, ...]:
        """The ids of all games, the newest first."""
        with faults_told(), self._engine.connect() as connection:
            return tuple(connection.scalars(sa.select(games.c.id).order_by(games.c.opened_at.desc(), games.c.id)))

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A connection to look with."""
        with faults_told(), self._engine.connect() as connection:
            yield connection

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()


_GAMES: Final = sa.select(
    games,
    sa.select(sa.func.count()).where(entries.c.game_id == games.c.id).scalar_subquery().label("length"),
)


def _kept(row: sa.Row[Any]) -> Kept:
    header = Header(row.game, tuple(row.seats), row.options, row.more)
    return Kept(row.id, header, row.opened_at, row.length, row.table_id or "")


def game_row(game_id: str, header: Header, *, opened_at: str, table_id: str | None = None) -> dict[str, object]:
    """The columns of a game."""
    return {
        "id": game_id,
        "game": header.game,
        "seats": list(header.seats),
        "options": dict(header.options),
        "more": dict(header.more),
        "opened_at": opened_at,
        "table_id": table_id,
    }


def entry_row(game_id: str, entry: Entry) -> dict[str, object]:
    """The columns of an entry."""
    return {
        "game_id": game_id,
        "seq": entry.seq,
        "at_utc": entry.at,
        "source": entry.source,
        "body": dict(entry.body),
    }


def open_journal(database: str, folder: Path) -> Journal:
    """The journal of the database at this URL; where it is empty, of SQLite in `folder`. Raises StoreError."""
    return Journal(open_database(database or sqlite_url(folder)))
