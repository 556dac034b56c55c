"""Tables that have been used, and all that belongs to them."""

from __future__ import annotations

import os
from pathlib import Path

from companion.games import all_games, game_named
from companion.rulebook.sealed import is_sealed
from companion.store.backup import Belongings
from companion.store.database import open_database, sqlite_url
from companion.store.journal import Journal
from companion.store.restore import How
from tests.kit import finished, physical
from tests.store.mirrors import kept

AT = "2026-01-01T20:00:00.000Z"
NOW = How("2026-01-01T20-00-00")
REPLACE = How("2026-01-01T20-00-00", replacing=True)


def table_at(folder: Path) -> Belongings:
    return Belongings(folder / "data", folder / "config" / "settings.toml")


def lived_in(folder: Path, *, games: int = 2) -> Belongings:
    """A table that has been used: finished games, one in the middle of a sealed round, settings, a taught deck."""
    table = table_at(folder)
    journal = Journal(open_database(sqlite_url(table.folder)))
    for seed in range(games):
        kept(journal, finished(all_games()[seed % 5], 3, seed))
    sealed = next(step for step in physical(game_named("die_bombe"), 3, 1) if is_sealed(step.state))
    kept(journal, sealed)
    journal.results.catch_up()
    journal.close()
    for name, text in (("table-id", "a" * 32), ("calibration.json", "{}"), ("faults.log", "not backed up")):
        (table.folder / name).write_text(text)
    (table.folder / "decks").mkdir()
    (table.folder / "decks" / "Grand-mère.npz").write_bytes(os.urandom(2000))
    table.settings.parent.mkdir(parents=True)
    table.settings.write_text('theme = "light"\n')
    return table


def games_in(url: str) -> dict[str, tuple[object, ...]]:
    """All games of a database with their entries and results."""
    journal = Journal(open_database(url))
    try:
        return {
            game.id: (game.header, game.opened_at, journal.entries(game.id), journal.results.of(game.id))
            for game in journal.games()
        }
    finally:
        journal.close()


def look(table: Belongings) -> tuple[object, ...]:
    """All that belongs to a table: its games and the bytes of its other files."""
    names = ("table-id", "calibration.json", *(f"decks/{path.name}" for path in (table.folder / "decks").glob("*")))
    files = {name: (table.folder / name).read_bytes() for name in names if (table.folder / name).exists()}
    own = table.settings.read_bytes() if table.settings.exists() else None
    return games_in(sqlite_url(table.folder)), files, own
