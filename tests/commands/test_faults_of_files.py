"""A file or folder that cannot be read or written is named, with the reason, in one sentence; exit code 1, no trace."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from sqlalchemy.exc import OperationalError

from companion.__main__ import main
from companion.club.tournament import Tournament
from companion.club.tournament_file import write_tournament
from companion.rulebook.text import say
from companion.session.record import Header
from companion.settings import Settings
from companion.store.database import _REASONS, faults_told, open_database, sqlite_url
from companion.store.errors import StoreUnreadable
from companion.store.journal import Journal
from companion.system_faults import KNOWN
from companion.texts import LANGUAGES, Texts
from tests.commands.calls import Told, parameters
from tests.kit import NAMES

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.usefixtures("data")


@pytest.mark.parametrize(
    "line",
    [
        "print seats --out no/x.pdf",
        "print lens --out no/x.pdf",
        "support --out no/x.zip",
        "club tournament new no/x.json Ann Ben",
        "club tournament standing t.json --export no/x.csv",
        "screens --out taken/x",
        "play --simulate --entries 1 --shots taken/x",
    ],
)
def test_what_cannot_be_written_is_named_with_the_reason(line: str, told: Told, tmp_path: Path) -> None:
    write_tournament(tmp_path / "t.json", Tournament("t", "swiss", "", 4, 3, 4, 0).joined(["Ann", "Ben"]))
    (tmp_path / "taken").write_text("a file where a folder is wanted")
    place = next(word for word in line.split() if word.startswith(("no/", "taken/")))
    assert told(line) in {
        f"{place} cannot be written: {why}\n" for why in ("No such file or directory", "Not a directory")
    }


def test_a_sentence_is_in_the_language_that_was_asked_for(told: Told) -> None:
    for option in ("--language de", "-lde", "--language=de"):
        assert told(f"print seats --out no/x.pdf {option}").startswith("no/x.pdf kann nicht geschrieben werden")


def test_what_cannot_be_read_is_named_with_the_reason(told: Told, data: Path) -> None:
    assert told("restore no.zip") == "no.zip: No such file or directory. Nothing was changed.\n"
    Journal(open_database(sqlite_url(data))).open_game(Header("splash", NAMES[:2]), at_utc="2026-03-07T19:30:00Z")
    assert told("restore no.zip") == "no.zip: No such file or directory. Nothing was changed.\n"
    assert told("club tournament pair no.json") == "The file no.json cannot be read: No such file or directory\n"


def test_a_damaged_database_is_named_with_the_reason(told: Told, data: Path) -> None:
    data.mkdir()
    file = data / "companion.sqlite3"
    file.write_bytes(b"no database " * 100)
    assert told("export") == f"The games kept in {file} cannot be read or written (the file is no database).\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_reason_of_the_database_that_we_know_has_words(language: str, tmp_path: Path) -> None:
    words = Texts(language)
    for number, key in _REASONS.items():
        fault = sqlite3.OperationalError("it says so in English")
        fault.sqlite_errorcode = number | 0x300
        with pytest.raises(StoreUnreadable) as told, faults_told("kept"):
            raise OperationalError("", {}, fault)
        assert dict(told.value.said.values)["why"] == say(key)
        assert words.has(key)


@pytest.mark.parametrize(("text", "where"), [("voice = \n", "Zeile 1, Spalte 9"), ('voice = "', "am Ende")])
def test_where_settings_are_damaged_is_told(text: str, where: str, told: Told, tmp_path: Path) -> None:
    file = tmp_path / "config" / "tabletop-companion" / "settings.toml"
    file.parent.mkdir(parents=True)
    file.write_text(text)
    assert told("export -l de") == f"Die Einstellungen {file} sind kein TOML: {where}.\n"


def test_a_data_folder_that_is_closed_to_us_is_told(told: Told, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(path: Path, *_: object, **__: object) -> bool:
        raise PermissionError(13, "Permission denied", str(path))

    for name in ("exists", "touch"):  # as they behave in a folder of mode 000, which stops everybody but root
        monkeypatch.setattr(Path, name, closed)
    assert told("export") == f"The folder {data} cannot be used to keep games.\n"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", KNOWN)
def test_a_reason_people_meet_is_told_in_their_language(
    number: int, language: str, told: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_: Path) -> bytes:
        raise OSError(number, os.strerror(number))

    why = Texts(language).said(say(KNOWN[number]))
    assert language != "en" or why in {os.strerror(number), os.strerror(errno.EACCES)}
    monkeypatch.setattr("companion.club.tournament_file.read_whole", refused)
    monkeypatch.setattr("companion.settings.read_settings", Settings)
    assert told(f"club tournament leave t.json Ann -l {language}").endswith(f": {why}\n")


@pytest.mark.parametrize(
    "line", ["backup closed/x.zip", "club tournament new closed/t.json Ann", "play --camera closed/x"]
)
def test_a_place_that_may_not_even_be_looked_at_is_told(line: str, told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    known = Path.stat

    def closed(path: Path, **more: bool) -> os.stat_result:
        if path.parts[0] == "closed":  # as a folder of mode 000 does, which stops everybody but root
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return known(path, **more)

    monkeypatch.setattr(Path, "stat", closed)
    sentence = told(line)
    assert sentence.removeprefix("The camera ").startswith("closed/")
    assert "Permission denied" in sentence


def test_a_video_cut_short_is_told_once_by_us_alone(tmp_path: Path) -> None:
    film = tmp_path / "film.mp4"
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"mp4v"), 10, (64, 48))
    for level in range(10):
        writer.write(np.full((48, 64, 3), level, np.uint8))
    writer.release()
    film.write_bytes(film.read_bytes()[:200])
    command = [sys.executable, "-m", "companion", "teach", "mine", "3", "--camera", str(film), "--language", "en"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.returncode == 1
    assert told.stdout == ""
    assert told.stderr == f"The camera {film} is not there (it is no video I can read).\n"


def test_a_command_finds_out_itself_what_is_wrong_with_a_file() -> None:
    paths = [(name, one) for name, one in parameters() if "Path" in str(one.type_descriptor.annotation)]
    assert len(paths) > 10
    assert [(name, one.name) for name, one in paths if one.type_descriptor.parameter_info.readable] == []


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("score {}", 2),
        ("import {}", 2),
        ("tower {}", 1),
        ("read cards {}", 1),
        ("teach mine 3={}", 1),
        ("restore {}", 1),
        ("export {}", 1),
        ("simulate {}", 1),
        ("statistics --person {}", 1),
        ("support --picture {} --out x.zip", 0),
        ("club tournament new t.json {} Ben", 1),
        ("club tournament results {}", 1),
        ("play --camera {}", 1),
        ("export --{}", 2),
    ],
)
def test_a_name_of_any_bytes_is_taken_and_told(line: str, code: int, tmp_path: Path, data: Path) -> None:
    name = os.fsdecode(b"caf\xe9")
    (tmp_path / name).write_bytes(b"\xff no picture, no log, no film")
    around = os.environ | {"PYTHONPATH": str(ROOT), "LANG": "en_GB.UTF-8", "COMPANION_DATA": str(data)}
    told = subprocess.run(
        [sys.executable, "-m", "companion", *(word.format(name) for word in line.split())],
        cwd=tmp_path, env=around, input=b"", capture_output=True, check=False,
    )  # fmt: skip
    assert (told.returncode, b"Traceback" in told.stderr) == (code, False)
    assert "caf" in (told.stdout + told.stderr).decode()
    for part in told.stdout.decode().splitlines() if line.startswith(("score", "tower", "read")) else ():
        assert isinstance(json.loads(part), dict)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("score /dev/zero", 2),
        ("import /dev/zero", 2),
        ("score -", 2),
        ("import -", 2),
        ("tower /dev/zero", 1),
        ("tower -", 1),
        ("tower scene.json --second-view /dev/zero", 1),
        ("club tournament standing /dev/zero", 1),
        ("club tournament results t.json /dev/zero", 1),
        ("support --picture /dev/zero --out x.zip", 1),
    ],
)
def test_a_file_without_end_is_told_to_be_too_large(
    line: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_tournament(tmp_path / "t.json", Tournament("t", "swiss", "", 4, 3, 4, 0).joined(["Ann", "Ben"]))
    (tmp_path / "scene.json").write_text('{"pieces": [{"outline_mm": [[0, 0], [9, 0], [9, 9], [0, 9]], "grams": 1}]}')
    monkeypatch.setattr("companion.exchange.whole_file.LARGEST", 100_000)
    with Path("/dev/zero").open(encoding="latin-1") as endless:
        monkeypatch.setattr(sys, "stdin", endless)
        monkeypatch.setattr(sys, "argv", ["companion", *line.split()])
        with pytest.raises(SystemExit) as ended:
            main()
    told = capsys.readouterr()
    assert ended.value.code == code
    assert "File too large" in told.out + told.err


@pytest.mark.parametrize("line", ["read cards /dev/zero", "read house /dev/zero", "teach mine 3=/dev/zero"])
def test_a_picture_without_end_is_none(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("vision.pictures.MOST_BYTES", 100_000)
    monkeypatch.setattr(sys, "argv", ["companion", *line.split()])
    with pytest.raises(SystemExit) as ended:
        main()
    told = capsys.readouterr()
    assert ended.value.code == 1
    assert "/dev/zero" in told.out + told.err
