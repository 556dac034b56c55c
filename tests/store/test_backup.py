"""A backup is everything in one private file; a restore is all of it or nothing, and keeps what was there."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import all_games, game_named
from companion.rulebook.sealed import is_sealed
from companion.session.record import Entry, Header
from companion.store.archive import pack
from companion.store.backup import Belongings, back_up, back_up_server
from companion.store.database import open_database, sqlite_url
from companion.store.errors import BadBackup, StoreBusy, StoreError, StoreFull, StoreUnreadable, WouldOverwrite
from companion.store.instance import only_instance
from companion.store.journal import Journal
from companion.store.restore import How, restore, restore_server
from tests.kit import NAMES, finished, physical
from tests.store.test_mirror import kept, record

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


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a backup."""
    folder = tmp_path_factory.mktemp("good")
    back_up(lived_in(folder), folder / "b.zip", made_at=AT)
    return (folder / "b.zip").read_bytes()


@settings(max_examples=60)
@given(data=st.data())
def test_a_damaged_backup_is_told_and_changes_nothing(good: bytes, tmp_path: Path, data: st.DataObject) -> None:
    spoilt = bytearray(good)
    kind = data.draw(st.sampled_from(("cut", "flip", "fill")))
    at = data.draw(st.integers(0, len(good) - 1))
    if kind == "cut":
        del spoilt[at:]
    elif kind == "flip":
        spoilt[at] ^= 1 << data.draw(st.integers(0, 7))
    else:
        spoilt[at : at + 40] = bytes(len(spoilt[at : at + 40]))
    (tmp_path / "b.zip").write_bytes(spoilt)
    table = table_at(tmp_path)
    shutil.rmtree(table.folder, ignore_errors=True)
    try:
        restore(tmp_path / "b.zip", table, NOW)
    except BadBackup:
        assert not [path for path in table.folder.rglob("*") if path.name != "companion.lock"]
    else:  # the bit said nothing of the contents: a time, an attribute
        assert len(games_in(sqlite_url(table.folder))) == 3


def archive_of(path: Path, manifest: object, **parts: bytes) -> Path:
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
        archive.writestr("manifest.json", manifest if isinstance(manifest, str) else json.dumps(manifest))
    return path


def manifest_of(**more: object) -> dict[str, object]:
    empty = {"size": 0, "sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}
    about = {"format": "companion-backup/1", "schema": 1, "made_at": AT, "parts": {"companion.sqlite3": empty}}
    return about | more


@pytest.mark.parametrize(
    ("manifest", "parts"),
    [
        ("{", {}),
        ("[]", {}),
        (manifest_of(format="companion-backup/2"), {"companion.sqlite3": b""}),
        (manifest_of(schema="1"), {"companion.sqlite3": b""}),
        (manifest_of(schema=99), {"companion.sqlite3": b""}),
        (manifest_of(parts={}), {}),
        (manifest_of(parts=[]), {}),
        (manifest_of(parts={"companion.sqlite3": 1}), {"companion.sqlite3": b""}),
        (manifest_of(), {}),
        (manifest_of(), {"companion.sqlite3": b"", "extra": b""}),
        (manifest_of(), {"companion.sqlite3": b"0" * 10_000_000}),
    ],
)
def test_what_is_no_backup_is_told(tmp_path: Path, manifest: object, parts: dict[str, bytes]) -> None:
    file = archive_of(tmp_path / "b.zip", manifest, **parts)
    with pytest.raises(BadBackup):
        restore(file, table_at(tmp_path), NOW)


@pytest.mark.parametrize("name", ["../escaped", "/escaped", "decks/../../escaped.npz", "decks/.hidden.npz", "x.py"])
def test_no_part_lands_outside_its_place(tmp_path: Path, name: str) -> None:
    part = {"size": 1, "sha256": "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"}
    games = {"size": 0, "sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}
    about = manifest_of(parts={"companion.sqlite3": games, name: part})
    file = archive_of(tmp_path / "b.zip", about, **{"companion.sqlite3": b"", name: b"x"})
    with pytest.raises(BadBackup):
        restore(file, table_at(tmp_path), NOW)
    assert not list(tmp_path.rglob("escaped*"))


def test_a_file_that_claims_more_than_the_disk_holds_is_refused_first(tmp_path: Path) -> None:
    about = manifest_of(parts={"companion.sqlite3": {"size": 10**18, "sha256": "0" * 64}})
    with pytest.raises(StoreFull):
        restore(archive_of(tmp_path / "b.zip", about, **{"companion.sqlite3": b"x"}), table_at(tmp_path), NOW)


LIMITED = """
import resource, sys
from pathlib import Path
from companion.store.backup import Belongings, back_up
from companion.store.errors import StoreError
from companion.store.restore import How, restore
what, folder, limit = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
table = Belongings(folder / "data", folder / "config" / "settings.toml")
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
try:
    if what == "backup":
        back_up(table, folder / "new.zip", made_at="")
    else:
        restore(folder / "b.zip", table, How("now", replacing=True))
except StoreError as error:
    print(type(error).__name__)
"""


@pytest.mark.parametrize("what", ["backup", "restore"])
def test_a_disk_that_fills_up_is_told_and_leaves_everything_as_it_was(tmp_path: Path, what: str) -> None:
    table = lived_in(tmp_path)
    back_up(table, tmp_path / "b.zip", made_at=AT)
    journal = Journal(open_database(sqlite_url(table.folder)))
    journal.append(journal.ids()[0], Entry(10**6, {"by": "table", "do": "later"}))
    journal.close()
    before, names = look(table), sorted(tmp_path.iterdir())
    for limit in (2_000, 20_000):
        run = [sys.executable, "-c", LIMITED, what, str(tmp_path), str(limit)]
        told = subprocess.run(run, capture_output=True, text=True, check=False)
        assert (told.stdout, told.stderr) == ("StoreFull\n", "")
        assert sorted(tmp_path.iterdir()) == names
        assert look(table) == before


def restored_until(table: Belongings, file: Path, event: int) -> int:
    """Restore in a process of its own that is killed at its `event`-th call to the system; its exit status."""
    child = os.fork()
    if child == 0:
        left = event

        def count(name: str, _arguments: object) -> None:
            nonlocal left
            if name.split(".", maxsplit=1)[0] in {"open", "os", "shutil", "sqlite3", "ctypes"}:
                left -= 1
                if not left:
                    os.kill(os.getpid(), signal.SIGKILL)

        try:
            sys.addaudithook(count)
            restore(file, table, REPLACE)
            os._exit(0)
        finally:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.slow
def test_a_restore_that_is_cut_short_anywhere_leaves_the_old_games_or_the_new_ones(tmp_path: Path) -> None:
    source = lived_in(tmp_path / "source", games=0)
    back_up(source, tmp_path / "b.zip", made_at=AT)
    new = games_in(sqlite_url(source.folder))
    seen = {"old": 0, "new": 0}
    for event in range(1, 1000, 3):
        table = table_at(tmp_path / "table")
        shutil.rmtree(tmp_path / "table", ignore_errors=True)
        old_table = lived_in(tmp_path / "table", games=1)
        old = games_in(sqlite_url(old_table.folder))
        status = restored_until(table, tmp_path / "b.zip", event)
        assert status in {0, -signal.SIGKILL}
        there = games_in(sqlite_url(table.folder))
        assert there in (old, new)
        seen["old" if there == old else "new"] += 1
        if there == new and status != 0:
            aside = table.folder / NOW.aside
            assert games_in(sqlite_url(aside)) == old
        restore(tmp_path / "b.zip", table, How("again", replacing=True))
        assert games_in(sqlite_url(table.folder)) == new
        if status == 0:
            break
    else:
        pytest.fail("a restore makes more calls than were counted")
    assert min(seen.values()) > 0


def test_settings_inside_the_data_folder_are_restored_too(tmp_path: Path) -> None:
    table = lived_in(tmp_path / "one")
    back_up(table, tmp_path / "b.zip", made_at=AT)
    other = Belongings(tmp_path / "two", tmp_path / "two" / "config" / "companion" / "settings.toml")
    other.settings.parent.mkdir(parents=True)
    other.settings.write_text('theme = "dark"\n')
    restore(tmp_path / "b.zip", other, REPLACE)
    assert look(other) == look(table)
    assert other.settings.with_name(f"settings.toml.{REPLACE.aside}").read_text() == 'theme = "dark"\n'


def test_a_folder_that_may_not_be_written_is_told_and_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Path.mkdir

    def refuse(path: Path, *arguments: object, **more: object) -> None:
        if path.name == ".restoring":
            raise PermissionError(13, "Permission denied")
        real(path, *arguments, **more)

    table = lived_in(tmp_path)
    back_up(table, tmp_path / "b.zip", made_at=AT)
    before = look(table)
    with monkeypatch.context() as patched:
        patched.setattr(Path, "mkdir", refuse)
        with pytest.raises(StoreUnreadable):
            restore(tmp_path / "b.zip", table, REPLACE)
    assert look(table) == before


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    table = lived_in(tmp_path)
    with pytest.raises(StoreError, match=r"backup\.failed"):
        back_up(table, tmp_path / "no such folder" / "b.zip", made_at=AT)
    with pytest.raises(StoreError, match=r"backup\.failed"):
        restore(tmp_path / "no such file.zip", table, REPLACE)
