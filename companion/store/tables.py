"""The tables: games and their journal entries. The same on SQLite and PostgreSQL."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

SCHEMA_VERSION: Final = 1

metadata = sa.MetaData()

games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("seats", sa.JSON, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("more", sa.JSON, nullable=False),
    sa.Column("opened_at", sa.String(32), nullable=False, index=True),
)

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at_utc", sa.String(40)),
    sa.Column("source", sa.String(20)),
    sa.Column("body", sa.JSON, nullable=False),
)

versions = sa.Table("schema_version", metadata, sa.Column("version", sa.Integer, primary_key=True))
