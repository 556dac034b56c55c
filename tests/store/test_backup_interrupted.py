"""A backup or a restore that a full disk, a missing right or a power cut ends: all of it or nothing."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.session.record import Entry
from companion.store import placing
from companion.store.backup import Belongings, back_up
from companion.store.database import open_database, sqlite_url
from companion.store.errors import StoreError, StoreUnreadable
from companion.store.instance import only_instance
from companion.store.journal import Journal
from companion.store.restore import How, restore
from tests.own_process import CLEAN
from tests.store.used_tables import AT, NOW, REPLACE, games_in, lived_in, look, table_at

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


def restore_until(table: Belongings, file: Path, event: int) -> None:
    """Restore, and be killed at the `event`-th call to the system."""
    left = event

    def count(name: str, _arguments: object) -> None:
        nonlocal left
        if name.split(".", maxsplit=1)[0] in {"open", "os", "shutil", "sqlite3", "ctypes"}:
            left -= 1
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(count)
    restore(file, table, REPLACE)
    os._exit(0)


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
        child = CLEAN.Process(target=restore_until, args=(table, tmp_path / "b.zip", event))
        child.start()
        child.join()
        status = child.exitcode
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


def test_settings_put_aside_stay_the_old_ones_where_a_restore_is_cut_short_at_its_very_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut_short(_: Path) -> None:
        raise OSError(5, "Input/output error")

    table = lived_in(tmp_path)
    back_up(table, tmp_path / "b.zip", made_at=AT)
    restored = table.settings.read_text()
    table.settings.write_text('theme = "dark"\n')
    with monkeypatch.context() as patched:
        patched.setattr(placing, "discard", cut_short)
        with pytest.raises(StoreUnreadable):
            restore(tmp_path / "b.zip", table, REPLACE)
    with only_instance(table.folder):
        assert table.settings.read_text() == restored
    assert table.settings.with_name(f"settings.toml.{REPLACE.aside}").read_text() == 'theme = "dark"\n'


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
