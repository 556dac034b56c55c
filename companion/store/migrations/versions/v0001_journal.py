"""Games and their journal entries."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables of the first version."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("more", sa.JSON, nullable=False),
        sa.Column("opened_at", sa.String(32), nullable=False),
    )
    op.create_index("ix_games_opened_at", "games", ["opened_at"])
    op.create_table(
        "entries",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at_utc", sa.String(40)),
        sa.Column("source", sa.String(20)),
        sa.Column("body", sa.JSON, nullable=False),
    )
    op.create_table("schema_version", sa.Column("version", sa.Integer, primary_key=True))
