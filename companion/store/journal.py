"""The journal: append-only entries, one transaction each. Autosave is the write path; nothing is rewritten."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

from companion.session.record import Entry, Header
from companion.store.database import faults_told, open_database, sqlite_url
from companion.store.results import Results, mark_due
from companion.store.tables import entries, games


@dataclass(frozen=True, slots=True)
class Kept:
    """A game in the journal: its id, its header, when it was opened (UTC, ISO 8601) and its number of entries."""

    id: str
    header: Header
    opened_at: str
    length: int


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
        row = {"game": header.game, "seats": list(header.seats), "options": dict(header.options)}
        with faults_told(), self._engine.begin() as connection:
            connection.execute(games.insert().values(id=game_id, more=dict(header.more), opened_at=at_utc, **row))
            if entries_before:
                connection.execute(entries.insert(), [_row(game_id, entry) for entry in entries_before])
                mark_due(connection, game_id, entries_before[-1].seq)
        return game_id

    def append(self, game_id: str, entry: Entry) -> None:
        """One more entry, on the disk when this returns."""
        with faults_told(), self._engine.begin() as connection:
            connection.execute(entries.insert().values(**_row(game_id, entry)))
            mark_due(connection, game_id, entry.seq)

    def append_all(self, game_id: str, several: tuple[Entry, ...]) -> None:
        """Several entries that belong together (an edit), all or none."""
        with faults_told(), self._engine.begin() as connection:
            connection.execute(entries.insert(), [_row(game_id, entry) for entry in several])
            mark_due(connection, game_id, several[-1].seq)

    def entries(self, game_id: str) -> tuple[Entry, ...]:
        """All entries of a game in their order."""
        query = sa.select(entries).where(entries.c.game_id == game_id).order_by(entries.c.seq)
        with faults_told(), self._engine.connect() as connection:
            return tuple(Entry(row.seq, row.body, row.at_utc, row.source) for row in connection.execute(query))

    def games(self) -> tuple[Kept, ...]:
        """All games, the newest first."""
        count = sa.func.count(entries.c.seq)
        query = (
            sa.select(games, count.label("length"))
            .join(entries, entries.c.game_id == games.c.id, isouter=True)
            .group_by(games.c.id)
            .order_by(games.c.opened_at.desc(), games.c.id)
        )
        with faults_told(), self._engine.connect() as connection:
            return tuple(
                Kept(row.id, Header(row.game, tuple(row.seats), row.options, row.more), row.opened_at, row.length)
                for row in connection.execute(query)
            )

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()


def _row(game_id: str, entry: Entry) -> dict[str, object]:
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
