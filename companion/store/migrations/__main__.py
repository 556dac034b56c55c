"""``python -m companion.store.migrations "what changes"``: begin the next step from what the tables now ask for."""

from __future__ import annotations

import sys

import sqlalchemy as sa
from alembic import command

from companion.store.migrate import alembic_config, revision_of
from companion.store.tables import SCHEMA_VERSION


def main(message: str) -> None:
    """Lead an empty database through the present steps and write the one that is missing; it wants to be read."""
    engine = sa.create_engine("sqlite://")
    with engine.begin() as connection:
        config = alembic_config(connection)
        config.set_main_option("file_template", "v%%(rev)s_%%(slug)s")
        command.upgrade(config, "head")
        command.revision(config, message, autogenerate=True, rev_id=revision_of(SCHEMA_VERSION))


if __name__ == "__main__":
    main(" ".join(sys.argv[1:]))
