"""A file that a command writes takes the place of none that nobody named, and holds all it is said to hold."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.__main__ import main
from companion.club.tournament import Tournament
from companion.club.tournament_file import write_tournament
from companion.session.record import Header
from companion.store.database import open_database, sqlite_url
from companion.store.journal import Journal
from tests.commands.calls import Told, parameters
from tests.kit import NAMES

pytestmark = pytest.mark.usefixtures("data")


def test_a_backup_never_takes_the_place_of_something_that_is_no_file(told: Told, data: Path, tmp_path: Path) -> None:
    Journal(open_database(sqlite_url(data))).open_game(Header("allegra", NAMES[:2]), at_utc="2026-01-01T20:00:00Z")
    (tmp_path / "folder").mkdir()
    for place in (tmp_path / "folder", Path("/dev/null")):
        assert told(f"backup {place} --replace") == f"{place} is no file; a backup does not go there.\n"
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("print markers", "markers.pdf"),
        ("print lens", "lens.pdf"),
        ("print deck die_bombe", "die_bombe-deck.pdf"),
        ("print board buero_crazy", "buero_crazy-board.pdf"),
        ("print pad allegra", "allegra-pad.pdf"),
        ("print rules splash", "splash-rules.pdf"),
        ("print seats", "seats.pdf"),
        ("support", "support.zip"),
    ],
)
def test_a_file_that_nobody_named_takes_no_others_place(line: str, name: str, told: Told, tmp_path: Path) -> None:
    for make in (Path.touch, lambda path: path.symlink_to("nowhere")):
        make(tmp_path / name)
        assert told(line) == f"{name} is there already. Name it with --out to replace it.\n"
        assert (tmp_path / name).is_symlink() or (tmp_path / name).stat().st_size == 0
        (tmp_path / name).unlink()


def test_a_file_that_somebody_named_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "seats.pdf").touch()
    monkeypatch.setattr(sys, "argv", ["companion", "print", "seats", "--out", "seats.pdf"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert (ended.value.code, capsys.readouterr().err) == (0, "")
    assert (tmp_path / "seats.pdf").read_bytes().startswith(b"%PDF")


def test_no_command_has_a_file_of_its_own_choice_as_a_default() -> None:
    chosen = [(name, one.name) for name, one in parameters() if isinstance(one.default, Path) and one.default.suffix]
    assert chosen == []


@pytest.mark.parametrize(("closed", "asked"), [("decks", "iterdir"), ("decks/mine.npz", "open")])
def test_a_backup_that_lacks_something_is_not_said_to_hold_everything(
    closed: str, asked: str, told: Told, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Journal(open_database(sqlite_url(data))).open_game(Header("allegra", NAMES[:2]), at_utc="2026-01-01T20:00:00Z")
    (data / "decks").mkdir()
    (data / "decks" / "mine.npz").touch()
    known = getattr(Path, asked)

    def refused(path: Path, *given: Any, **more: Any) -> Any:
        if path == data / closed:  # as what has mode 000 does, which stops everybody but root
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return known(path, *given, **more)

    monkeypatch.setattr(Path, asked, refused)
    assert told("backup b.zip") == f"{data / closed}: Permission denied. Nothing was changed.\n"
    assert not Path("b.zip").exists()


@pytest.mark.parametrize("line", ["print seats --out old", "club tournament standing t.json --export old.csv"])
def test_a_file_that_is_protected_from_writing_is_left_alone(
    line: str, told: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_tournament(tmp_path / "t.json", Tournament("t", "swiss", "", 4, 3, 4, 0).joined(["Ann", "Ben"]))
    old = tmp_path / line.rsplit(maxsplit=1)[-1]
    old.write_text("kept")
    # As for a file of mode 400, which stops everybody but root.
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path).name != old.name or mode != os.W_OK)
    assert told(line) == f"{old.name} cannot be written: Permission denied\n"
    assert old.read_text() == "kept"
