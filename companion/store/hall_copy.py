"""What a table asks of a hall and adds to it, in one transaction: never anything changed, never anything twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from companion.exchange.log import last_open_seq
from companion.rulebook.entry import decode_entry
from companion.rulebook.sealed import is_sealed
from companion.session.record import Entry, Header
from companion.session.session import Table, replayed
from companion.store.errors import HallDiffers, HallRaced
from companion.store.identity import TableIdentity
from companion.store.journal import Kept, entry_row, game_row
from companion.store.results import mark_due
from companion.store.tables import entries, games, insert_into, seated


@dataclass(frozen=True, slots=True)
class Tail:
    """What a database has of a game: its header, when it was opened, how many entries, and the last of them."""

    header: Header
    opened_at: str
    count: int = 0
    last: Entry | None = None

    @property
    def reached(self) -> int:
        """The entry up to which nothing is missing; 0 where the rows have a gap."""
        return self.count if self.last is not None and self.last.seq == self.count else 0

    def begins(self, kept: Kept, written: Sequence[Entry]) -> bool:
        """Whether this is the beginning of a game as `kept`, by its last entry, which says when it was written."""
        if self.header != kept.header or self.opened_at != kept.opened_at:
            return False
        return self.last is None or (self.last.seq <= len(written) and written[self.last.seq - 1] == self.last)


@dataclass(frozen=True, slots=True)
class Portion:
    """Entries of a game to be added to a hall, and whether its row is to be added too."""

    kept: Kept
    entries: tuple[Entry, ...]
    is_new: bool


def open_entries(kept: Kept, written: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The entries up to the last one that everybody may see.

    Raises CompanionError where the record does not fit the rules, so that nobody can tell what is sealed in it.
    """
    course = kept.header.open()
    actions = [decode_entry(course.game, course.seats, entry.body) for entry in written]
    if not any(map(is_sealed, actions)):
        return written
    return written[: last_open_seq(replayed(Table(kept.id, kept.header, written)))]


def tails(connection: sa.Connection, ids: Sequence[str]) -> dict[str, Tail]:
    """What the database has of these games, by id; those it has never heard of are left out."""
    heads = (
        sa.select(entries.c.game_id, sa.func.max(entries.c.seq).label("last"), sa.func.count().label("length"))
        .where(entries.c.game_id.in_(ids))
        .group_by(entries.c.game_id)
        .subquery()
    )
    last = sa.and_(entries.c.game_id == heads.c.game_id, entries.c.seq == heads.c.last)
    query = (
        sa.select(games, heads.c.length, entries.c.seq, entries.c.body, entries.c.at_utc, entries.c.source)
        .select_from(games)
        .join(heads, heads.c.game_id == games.c.id, isouter=True)
        .join(entries, last, isouter=True)
        .where(games.c.id.in_(ids))
    )
    return {row.id: _tail(row) for row in connection.execute(query)}


def _tail(row: sa.Row[tuple[object, ...]]) -> Tail:
    header = Header(row.game, tuple(row.seats), row.options, row.more)
    last = None if row.seq is None else Entry(row.seq, row.body, row.at_utc, row.source)
    return Tail(header, row.opened_at, row.length or 0, last)


def announce(connection: sa.Connection, identity: TableIdentity, *, at_utc: str) -> None:
    """Say that this table is there."""
    said = {"name": identity.name, "seen_at": at_utc}
    row = insert_into(connection, seated).values(id=identity.id, **said)
    connection.execute(row.on_conflict_do_update(index_elements=[seated.c.id], set_=said))


def add(connection: sa.Connection, portions: Sequence[Portion], identity: TableIdentity) -> None:
    """Add these entries to the hall and mark their games' results as due.

    Raises HallDiffers where another entry stands in the place of one of them, HallRaced where another process is adding
    the same game at this moment; the transaction is then to be given up.
    """
    fresh = [portion.kept for portion in portions if portion.is_new]
    if fresh:
        rows = [game_row(kept.id, kept.header, opened_at=kept.opened_at, table_id=identity.id) for kept in fresh]
        inserted = insert_into(connection, games).on_conflict_do_nothing().returning(games.c.id)
        if len(connection.execute(inserted, rows).all()) < len(fresh):
            raise HallRaced("store_busy")
    for portion in portions:
        if portion.entries:
            _add_entries(connection, portion)


def _add_entries(connection: sa.Connection, portion: Portion) -> None:
    game_id = portion.kept.id
    rows = [entry_row(game_id, entry) for entry in portion.entries]
    inserted = insert_into(connection, entries).on_conflict_do_nothing().returning(entries.c.seq)
    added = set(connection.scalars(inserted, rows))
    if added:
        mark_due(connection, game_id, max(added))
    if len(added) == len(rows):
        return
    there = sa.select(entries).where(entries.c.game_id == game_id, entries.c.seq.in_([e.seq for e in portion.entries]))
    found = {row.seq: Entry(row.seq, row.body, row.at_utc, row.source) for row in connection.execute(there)}
    if any(found.get(entry.seq) != entry for entry in portion.entries):
        raise HallDiffers("hall.differs", game=game_id)
