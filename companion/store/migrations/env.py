"""What Alembic runs: the steps between two versions, inside the transaction of the connection it is given."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from alembic import context
from alembic.runtime.migration import MigrationContext, MigrationInfo

from companion.store.tables import metadata, versions


def note_version(
    ctx: MigrationContext, step: MigrationInfo, heads: Collection[Any], run_args: Mapping[str, Any]
) -> None:
    """Keep the number that is looked at when a database is opened in step with Alembic's own."""
    del heads, run_args
    connection = ctx.connection
    if connection is not None and step.up_revision_id is not None:
        connection.execute(versions.delete())
        connection.execute(versions.insert().values(version=int(step.up_revision_id)))


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    compare_type=True,
    on_version_apply=note_version,
)
context.run_migrations()
