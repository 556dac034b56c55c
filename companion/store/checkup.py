"""A look at the database file without changing it: is its structure whole?"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path


def is_sound(folder: Path) -> bool:
    """Whether the database in `folder` passes SQLite's quick check; true where there is none, as nothing is wrong."""
    file = folder / "companion.sqlite3"
    if not file.is_file():
        return True
    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as connection:
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
    except sqlite3.Error:
        return False
