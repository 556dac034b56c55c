"""The tables: games, their journal entries, and the results made from them. The same on SQLite and PostgreSQL.

What changes here needs a migration, and `SCHEMA_VERSION` its number (docs/store.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

SCHEMA_VERSION: Final = 3

metadata = sa.MetaData()

seated = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("seen_at", sa.String(32), nullable=False),
)
"""The tables of a hall, each with when it was last heard of; empty where games are kept at one table alone."""

games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("seats", sa.JSON, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("more", sa.JSON, nullable=False),
    sa.Column("opened_at", sa.String(32), nullable=False, index=True),
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", name="games_table_id_fkey"), index=True),
)

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at_utc", sa.Text),
    sa.Column("source", sa.Text),
    sa.Column("body", sa.JSON, nullable=False),
)
"""Times and sources are texts of any length, because an imported log may say what it likes."""

results = sa.Table(
    "results",
    metadata,
    sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("finished_at", sa.String(40), nullable=False, index=True),
    sa.Column("people", sa.JSON, nullable=False),
    sa.Column("scores", sa.JSON, nullable=False),
    sa.Column("places", sa.JSON, nullable=False),
    sa.Column("automatic", sa.Integer, nullable=False),
    sa.Column("corrected", sa.Integer, nullable=False),
    sa.Column("by_hand", sa.Integer, nullable=False),
)
"""One row a finished game: a projection of the journal, which can be thrown away and made again."""

due = sa.Table(
    "results_due",
    metadata,
    sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seq", sa.Integer, nullable=False),
)
"""Games that have been written to since their result was last made, each with its last entry."""

versions = sa.Table("schema_version", metadata, sa.Column("version", sa.Integer, primary_key=True))


def insert_into(connection: sa.Connection, table: sa.Table) -> sqlite.Insert | postgresql.Insert:
    """An insert that can say what happens where the row is there already; both databases say it alike."""
    if connection.dialect.name != "postgresql":
        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql  # noqa: PLC0415 - three megabytes that a table without a hall never needs

    return postgresql.insert(table)
