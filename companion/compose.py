"""The composition root: the one place that chooses real or simulated parts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.companion import Companion
from companion.feeds.feed import Feed
from companion.ports import SystemClock
from companion.settings import Settings, write_settings
from companion.store.database import open_database, sqlite_url
from companion.store.instance import only_instance
from companion.store.journal import Journal


def open_journal(settings: Settings, folder: Path) -> Journal:
    """The journal of the database that the settings name, by default SQLite in `folder`. Raises StoreError."""
    return Journal(open_database(settings.database or sqlite_url(folder)))


@contextmanager
def companion(settings: Settings, folder: Path, *, feeds: tuple[Feed, ...] = ()) -> Iterator[Companion]:
    """A companion that alone uses `folder`, with these edges; all is closed at the end. Raises StoreError."""
    with only_instance(folder):
        whole = Companion(
            settings,
            open_journal(settings, folder),
            clock=SystemClock(),
            feeds=feeds,
            keep_settings=write_settings,
        )
        try:
            yield whole
        finally:
            whole.close()
