"""The tables of a hall, and times and sources of any length."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Say at which table a game is played; PostgreSQL, unlike SQLite, would refuse a long time of an imported log."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("seen_at", sa.String(32), nullable=False),
    )
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("table_id", sa.String(32)))
        games.create_foreign_key("games_table_id_fkey", "tables", ["table_id"], ["id"])
        games.create_index("ix_games_table_id", ["table_id"])
    with op.batch_alter_table("entries") as entries:
        entries.alter_column("at_utc", type_=sa.Text, existing_type=sa.String(40), existing_nullable=True)
        entries.alter_column("source", type_=sa.Text, existing_type=sa.String(20), existing_nullable=True)
