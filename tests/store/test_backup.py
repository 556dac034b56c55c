"""A backup is everything in one private file; a restore is all of it or nothing, and keeps what was there."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from companion.games import game_named
from companion.session.record import Header
from companion.store.archive import pack
from companion.store.backup import Belongings, back_up, back_up_server
from companion.store.database import open_database, sqlite_url
from companion.store.errors import StoreBusy, WouldOverwrite
from companion.store.instance import only_instance
from companion.store.journal import Journal
from companion.store.restore import How, restore, restore_server
from tests.kit import NAMES, finished
from tests.store.mirrors import kept, record
from tests.store.used_tables import AT, NOW, REPLACE, games_in, lived_in, look, table_at


def modes(folder: Path) -> set[tuple[bool, int]]:
    return {(path.is_dir(), stat.S_IMODE(path.stat().st_mode)) for path in (folder, *folder.rglob("*"))}


def test_another_machine_has_everything_after_a_restore(tmp_path: Path) -> None:
    table = lived_in(tmp_path / "old")
    size = back_up(table, tmp_path / "b.zip", made_at=AT)
    assert size == (tmp_path / "b.zip").stat().st_size
    assert stat.S_IMODE((tmp_path / "b.zip").stat().st_mode) == 0o600
    other = table_at(tmp_path / "new")
    restored = restore(tmp_path / "b.zip", other, NOW)
    assert restored.aside is None
    assert look(other) == look(table)
    assert restored.poured.games == 3
    assert modes(other.folder) == {(True, 0o700), (False, 0o600)}
    assert stat.S_IMODE(other.settings.stat().st_mode) == 0o600
    assert sorted(path.name for path in other.folder.parent.iterdir()) == ["config", "data"]
    assert {path.name for path in other.folder.iterdir()} == {
        "companion.lock", "companion.sqlite3", "table-id", "calibration.json", "decks",
    }  # fmt: skip


def test_what_is_there_is_kept_beside_and_only_replaced_when_asked(tmp_path: Path) -> None:
    table = lived_in(tmp_path / "one")
    back_up(table, tmp_path / "b.zip", made_at=AT)
    other = lived_in(tmp_path / "two", games=4)
    (other.folder / "club.json").write_text("how far the old games were told")
    before = look(other)
    with pytest.raises(WouldOverwrite):
        restore(tmp_path / "b.zip", other, NOW)
    assert look(other) == before
    restored = restore(tmp_path / "b.zip", other, REPLACE)
    assert look(other) == look(table)
    assert restored.aside == other.folder / "before-2026-01-01T20-00-00"
    assert (other.folder / "faults.log").read_text() == "not backed up"
    assert (other.folder / "club.json").exists() is False
    assert (restored.aside / "club.json").exists()
    old_settings = other.settings.with_name("settings.toml.before-2026-01-01T20-00-00")
    assert old_settings.read_bytes() == before[2]
    assert games_in(sqlite_url(restored.aside)) == before[0]


def test_a_backup_is_not_written_over_an_older_one_unless_asked(tmp_path: Path) -> None:
    table = lived_in(tmp_path)
    (tmp_path / "b.zip").write_text("an older backup")
    with pytest.raises(WouldOverwrite):
        back_up(table, tmp_path / "b.zip", made_at=AT)
    assert (tmp_path / "b.zip").read_text() == "an older backup"
    back_up(table, tmp_path / "b.zip", made_at=AT, replacing=True)
    restore(tmp_path / "b.zip", table_at(tmp_path / "new"), NOW)


def test_a_backup_while_a_game_is_played_holds_a_beginning_of_it(tmp_path: Path) -> None:
    table = table_at(tmp_path)
    journal = Journal(open_database(sqlite_url(table.folder)))
    entries = record(finished(game_named("splash"), 2, 1))
    game_id = journal.open_game(Header("splash", NAMES[:2]), at_utc=AT)
    for number, entry in enumerate(entries):
        journal.append(game_id, entry)
        if number % 10 == 0:
            file = tmp_path / f"{number}.zip"
            back_up(table, file, made_at=AT)
            other = table_at(tmp_path / f"new {number}")
            restore(file, other, NOW)
            assert games_in(sqlite_url(other.folder))[game_id][2] == entries[: number + 1]
    journal.close()


def test_games_go_from_sqlite_to_postgres_and_back(tmp_path: Path, postgres_url: str) -> None:
    table = lived_in(tmp_path / "one", games=5)
    mine = games_in(sqlite_url(table.folder))
    back_up(table, tmp_path / "b.zip", made_at=AT)
    restored = restore_server(tmp_path / "b.zip", postgres_url, NOW, work=tmp_path)
    sealed = {key for key, game in mine.items() if game[3] is None}
    there = games_in(postgres_url)
    assert restored.poured.left_out == sum(len(mine[key][2]) - len(there[key][2]) for key in sealed) > 0
    for key, game in mine.items():
        assert there[key] == (game if key not in sealed else (*game[:2], game[2][: len(there[key][2])], None))
    back_up_server(postgres_url, tmp_path / "hall.zip", made_at=AT)
    other = lived_in(tmp_path / "two", games=0)
    before = look(other)
    restore(tmp_path / "hall.zip", other, REPLACE)
    assert look(other) == (there, before[1], before[2])


def test_a_server_with_games_is_replaced_only_when_asked_and_kept_in_a_backup(
    tmp_path: Path, postgres_url: str
) -> None:
    table = lived_in(tmp_path / "one")
    back_up(table, tmp_path / "b.zip", made_at=AT)
    hall = Journal(open_database(postgres_url))
    kept(hall, finished(game_named("splash"), 2, 7))
    hall.close()
    before = games_in(postgres_url)
    with pytest.raises(WouldOverwrite):
        restore_server(tmp_path / "b.zip", postgres_url, NOW, work=tmp_path)
    assert games_in(postgres_url) == before
    restored = restore_server(tmp_path / "b.zip", postgres_url, REPLACE, work=tmp_path)
    assert games_in(postgres_url).keys() == games_in(sqlite_url(table.folder)).keys()
    assert restored.aside is not None
    restore_server(restored.aside, postgres_url, How("later", replacing=True), work=tmp_path)
    assert games_in(postgres_url) == before


def test_a_table_whose_games_lie_elsewhere_is_restored_there(tmp_path: Path) -> None:
    elsewhere = f"sqlite:///{tmp_path / 'elsewhere.sqlite3'}"
    journal = Journal(open_database(elsewhere))
    kept(journal, finished(game_named("splash"), 2, 7))
    journal.close()
    table = Belongings(tmp_path / "data", tmp_path / "settings.toml", elsewhere)
    back_up(table, tmp_path / "b.zip", made_at=AT)
    other = Belongings(tmp_path / "new", tmp_path / "new.toml", f"sqlite:///{tmp_path / 'new.sqlite3'}")
    restore(tmp_path / "b.zip", other, NOW)
    assert games_in(other.database) == games_in(elsewhere)


def test_a_running_table_is_not_restored_over(tmp_path: Path) -> None:
    table = lived_in(tmp_path)
    back_up(table, tmp_path / "b.zip", made_at=AT)
    with only_instance(table.folder), pytest.raises(StoreBusy):
        restore(tmp_path / "b.zip", table, REPLACE)


def test_an_older_backup_is_brought_up(tmp_path: Path) -> None:
    games = tmp_path / "games"
    with closing(sqlite3.connect(games)) as raw:
        raw.executescript(OLD_TABLES)
        raw.execute("INSERT INTO games VALUES (?, 'splash', '[\"Ann\", \"Ben\"]', '{}', '{}', ?)", ("a" * 32, AT))
        raw.commit()
    pack(tmp_path / "b.zip", {"companion.sqlite3": games}, made_at=AT)
    table = table_at(tmp_path)
    restore(tmp_path / "b.zip", table, NOW)
    assert list(games_in(sqlite_url(table.folder))) == ["a" * 32]
    assert sorted(path.name for path in table.folder.iterdir() if path.suffix != ".lock") == ["companion.sqlite3"]


OLD_TABLES = """
CREATE TABLE games (id VARCHAR(32) NOT NULL, game VARCHAR(40) NOT NULL, seats JSON NOT NULL, options JSON NOT NULL,
more JSON NOT NULL, opened_at VARCHAR(32) NOT NULL, PRIMARY KEY (id));
CREATE INDEX ix_games_opened_at ON games (opened_at);
CREATE TABLE entries (game_id VARCHAR(32) NOT NULL, seq INTEGER NOT NULL, at_utc VARCHAR(40), source VARCHAR(20),
body JSON NOT NULL, PRIMARY KEY (game_id, seq), FOREIGN KEY(game_id) REFERENCES games (id));
CREATE TABLE schema_version (version INTEGER NOT NULL, PRIMARY KEY (version));
INSERT INTO schema_version VALUES (1);
"""


def test_settings_inside_the_data_folder_are_restored_too(tmp_path: Path) -> None:
    table = lived_in(tmp_path / "one")
    back_up(table, tmp_path / "b.zip", made_at=AT)
    other = Belongings(tmp_path / "two", tmp_path / "two" / "config" / "companion" / "settings.toml")
    other.settings.parent.mkdir(parents=True)
    other.settings.write_text('theme = "dark"\n')
    restore(tmp_path / "b.zip", other, REPLACE)
    assert look(other) == look(table)
    assert other.settings.with_name(f"settings.toml.{REPLACE.aside}").read_text() == 'theme = "dark"\n'
