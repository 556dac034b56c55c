"""Results of finished games, and which of them have to be made again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables of the results; games kept so far are due, so that they are counted."""
    op.create_table(
        "results",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("finished_at", sa.String(40), nullable=False),
        sa.Column("people", sa.JSON, nullable=False),
        sa.Column("scores", sa.JSON, nullable=False),
        sa.Column("places", sa.JSON, nullable=False),
        sa.Column("automatic", sa.Integer, nullable=False),
        sa.Column("corrected", sa.Integer, nullable=False),
        sa.Column("by_hand", sa.Integer, nullable=False),
    )
    op.create_index("ix_results_finished_at", "results", ["finished_at"])
    op.create_table(
        "results_due",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
    )
    op.execute("INSERT INTO results_due (game_id, seq) SELECT game_id, max(seq) FROM entries GROUP BY game_id")
