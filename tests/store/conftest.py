"""The journal of a table in an empty folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.store.database import open_database, sqlite_url
from companion.store.journal import Journal


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(open_database(sqlite_url(tmp_path / "table")))
