"""Statistics, exports and prints as people call them."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from companion.games import game_named
from companion.session.record import Header, entry_of
from companion.store.database import open_database, sqlite_url
from companion.store.journal import Journal
from tests.commands.test_console import companion
from tests.kit import NAMES, finished


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    journal = Journal(open_database(sqlite_url(folder)))
    for seed in (1, 2):
        course = finished(game_named("allegra"), 3, seed)
        entries = tuple(
            entry_of(seq, action, at="2026-01-01T20:00:00Z", source="touch")
            for seq, action in enumerate(course.entries, 1)
        )
        journal.open_game(Header("allegra", NAMES[:3]), at_utc="2026-01-01T20:00:00Z", entries_before=entries)
    journal.close()
    return folder


def first_id(data: Path) -> str:
    return companion("export", data=data).stdout.split()[0]


def test_an_exported_file_is_for_its_owner_alone_even_over_an_older_one(data: Path, tmp_path: Path) -> None:
    old = tmp_path / "score.json"
    old.write_text("x" * 100_000)
    old.chmod(0o644)
    told = companion("export", first_id(data), "--as", "json", "--out", str(old), data=data)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout == f"{old} is written, readable by you alone.\n"
    assert stat.S_IMODE(old.stat().st_mode) == 0o600
    assert json.loads(old.read_text())["seats"] == list(NAMES[:3])


def test_without_a_form_a_game_leaves_as_its_log(data: Path) -> None:
    game = first_id(data)
    plain, named, dash = (
        companion("export", game, *more, data=data).stdout for more in ((), ("--as", "log"), ("-o", "-"))
    )
    assert plain == named == dash
    assert json.loads(plain.splitlines()[0])["format"] == "companion-log/1"


def test_a_file_that_cannot_be_written_is_told(data: Path, tmp_path: Path) -> None:
    told = companion("export", first_id(data), "--as", "csv", "-o", str(tmp_path / "no" / "x.csv"), data=data)
    assert told.returncode == 1
    assert told.stderr.endswith("cannot be written: No such file or directory\n")
    assert "Traceback" not in told.stderr


def test_statistics_tell_everybody_and_one_person(data: Path) -> None:
    everybody = companion("statistics", data=data)
    assert (everybody.returncode, everybody.stderr) == (0, "")
    assert all(name in everybody.stdout for name in (*NAMES[:3], "Allegra", "Head to head", "Records"))
    one = companion("statistics", "--person", "Ben", "--rebuild", "--language", "de", data=data)
    assert "Kopf an Kopf" in one.stdout
    assert one.returncode == 0
    nobody = companion("statistics", "--person", "Zoë", data=data)
    assert (nobody.returncode, nobody.stderr) == (1, "Zoë has finished no game.\n")


def test_printed_pages_are_written_where_asked(tmp_path: Path) -> None:
    for page in (("deck", "die_bombe"), ("board", "splash"), ("pad", "allegra"), ("rules", "splash"), ("seats",)):
        file = tmp_path / "page.pdf"
        told = companion("print", *page, "--paper", "Letter", "--out", str(file), data=tmp_path)
        assert (told.returncode, told.stderr) == (0, "")
        assert file.read_bytes().startswith(b"%PDF")
        file.unlink()
    told = companion("print", "deck", "splash", data=tmp_path)
    assert told.returncode != 0
    assert "without cards" in told.stderr


def test_without_a_game_that_is_said_and_nothing_is_wrong(tmp_path: Path) -> None:
    told = companion("statistics", "-l", "en", data=tmp_path / "empty")
    assert (told.returncode, told.stdout, told.stderr) == (0, "No finished game yet.\n", "")
    for language, sentence in (
        ("fr", "Aucune partie gardée pour l'instant.\n"),
        ("en", "No kept game yet.\n"),
        ("de", "Noch keine aufbewahrte Partie.\n"),
    ):
        told = companion("export", "-l", language, data=tmp_path / "empty")
        assert (told.returncode, told.stdout, told.stderr) == (0, "", sentence)


def test_a_file_for_no_game_is_refused_not_forgotten(data: Path, tmp_path: Path) -> None:
    told = companion("export", "--out", str(tmp_path / "x.jsonl"), data=data)
    assert (told.returncode, told.stdout) == (2, "")
    assert "The id of a game is needed" in told.stderr
