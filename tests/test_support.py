"""The support bundle: what is in it, and above all what is not."""

from __future__ import annotations

import json
import stat
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from companion.commands.support import app
from companion.companion import Companion
from companion.exchange.private_file import NotWritten
from companion.feeds.feed import Health
from companion.games.die_bombe.model import Bid
from companion.machine import probe_disk, probe_games, probe_throttling
from companion.ports import HandClock
from companion.rulebook.sealed import Sealed
from companion.rulebook.text import say
from companion.session.record import Header
from companion.settings import Settings
from companion.store.checkup import is_sound
from companion.store.journal import Journal, open_journal
from companion.support import Report, newest_game, parts_of, without_secrets, write_bundle
from companion.ui.gallery import evening, in_phase
from hardware.findings import Level

NAMES = ("Anaïs", "Jörg", "Léopoldine")


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return open_journal("", tmp_path / "games")


def text_of(journal: Journal, report: Report) -> str:
    return "".join(f"{part.name}\n{part.data.decode()}" for part in parts_of(report, journal))


def test_no_login_and_no_secret_of_the_settings_is_in_it(journal: Journal) -> None:
    settings = Settings(
        database="postgresql://anna:hunter2@db.example/games", camera="http://bob:pw9@10.0.0.7/stream?token=abc123"
    )
    faults = ("2026 ERROR cannot reach postgresql://anna:hunter2@db.example/games?sslkey=k9",)
    health = (Health("camera", "missing", say("camera.unreadable", why="http://bob:pw9@10.0.0.7/stream")),)
    text = text_of(journal, Report(settings, (), health, faults))
    for secret in ("hunter2", "pw9", "abc123", "k9", "anna", "bob"):
        assert secret not in text
    assert "db.example/games" in text, "where it is may be known"


def test_a_setting_that_is_called_a_secret_is_hidden_whatever_it_holds() -> None:
    assert without_secrets("nothing to hide: 12:30 a@b") == "nothing to hide: 12:30 a@b"
    assert without_secrets("mqtt://u:p@host:1883/x") == "mqtt://***@host:1883/x"


def test_no_name_and_no_sealed_bid_of_the_newest_game_is_in_it(tmp_path: Path) -> None:
    night = evening(tmp_path, Settings(language="fr", sounds=False))
    night.begin("die_bombe", NAMES, 6, until=in_phase("bidding"))
    session = night.companion.session
    seat = next(int(option.by) for option in session.course.game.options(session.course.state))
    before = session.course.seq
    session.submit(Bid(seat, Sealed(seat, 17)), "touch")
    log = newest_game(open_journal("", tmp_path))
    assert len(log) == before + 1, "a header and every entry before the bid"
    assert json.loads(log[0])["seats"] == ["A", "B", "C"]
    assert not any(name in "".join(log) for name in NAMES)
    assert "17" not in log[-1]
    night.companion.close()


def test_what_else_the_header_of_a_game_says_is_left_out(journal: Journal) -> None:
    journal.open_game(Header("allegra", ("A", "B"), {}, {"place": "at the Duponts'"}), at_utc="2026-01-01T00:00:00Z")
    assert "Dupont" not in "".join(newest_game(journal))


def test_without_being_asked_no_picture_is_in_it(journal: Journal, tmp_path: Path) -> None:
    report = Report(Settings(), ())
    assert [part.kind for part in parts_of(report, journal)] == ["versions", "devices", "settings", "faults", "game"]
    shot = tmp_path / "table.png"
    shot.write_bytes(b"\x89PNG")
    assert parts_of(report, journal, (shot,))[-1].name == "picture/table.png"


def test_it_is_one_file_for_its_owner_alone(journal: Journal, tmp_path: Path) -> None:
    parts = parts_of(Report(Settings(language="de"), ()), journal)
    write_bundle(parts, tmp_path / "help.zip")
    assert stat.S_IMODE((tmp_path / "help.zip").stat().st_mode) == 0o600
    with zipfile.ZipFile(tmp_path / "help.zip") as archive:
        assert archive.namelist() == [part.name for part in parts]
        assert archive.read("settings.txt") == b"language = 'de'\n"
        assert b"numpy" in archive.read("versions.txt")


def test_a_game_whose_record_no_longer_fits_is_told_and_not_left_out(journal: Journal) -> None:
    from companion.session.record import Entry

    game = journal.open_game(Header("allegra", ("A", "B")), at_utc="2026-01-01T00:00:00Z")
    journal.append(game, Entry(1, {"by": 0, "do": "fly"}))
    assert newest_game(journal)[0].startswith("unreadable:")


def test_the_command_writes_what_it_lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    out = tmp_path / "out.zip"
    listed = CliRunner().invoke(app, ["--out", str(out), "--preview", "-l", "en"])
    assert listed.exit_code == 0
    assert not out.exists()
    done = CliRunner().invoke(app, ["--out", str(out), "-l", "en"])
    assert done.exit_code == 0
    with zipfile.ZipFile(out) as archive:
        assert all(name in listed.output for name in archive.namelist())
    shot = tmp_path / "table.png"
    shot.write_bytes(b"\x89PNG")
    with_shot = CliRunner().invoke(app, ["--out", str(out), "--picture", str(shot), "-l", "en"])
    assert "picture/table.png" in with_shot.output
    assert CliRunner().invoke(app, ["--out", str(out), "--picture", str(tmp_path / "no.png")]).exit_code == 1
    refused = CliRunner().invoke(app, ["--out", str(tmp_path / "none" / "out.zip"), "-l", "en"])
    assert isinstance(refused.exception, NotWritten)


def test_where_the_games_cannot_be_opened_help_can_still_be_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "companion.sqlite3").write_bytes(b"no database at all, but long enough" * 200)
    done = CliRunner().invoke(app, ["--out", str(tmp_path / "out.zip"), "-l", "en"])
    assert done.exit_code == 0
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        told = next(line for line in archive.read("devices.txt").decode().splitlines() if "games.unreadable" in line)
        assert str(tmp_path / "data" / "companion.sqlite3") in told
        assert "store_file" not in told  # a sentence, for the same words stand on the screen
        assert archive.read("game.jsonl") == b""


def test_a_full_disk_is_a_warning_with_the_room_that_is_left(tmp_path: Path) -> None:
    assert probe_disk(tmp_path / "not" / "yet", usage=lambda _: (9, 9, 50_000_000)).level is Level.WARNING
    fine = probe_disk(tmp_path, usage=lambda _: (9, 9, 5_000_000_000))
    assert (fine.level, dict(fine.values)["mb"]) == (Level.GOOD, 5000)


def test_throttling_is_told_where_the_kernel_knows_and_not_elsewhere(tmp_path: Path) -> None:
    assert probe_throttling(root=tmp_path) == ()
    device = tmp_path / "sys/class/thermal/cooling_device0"
    device.mkdir(parents=True)
    (device / "type").write_text("cpufreq-cpu0\n")
    for state, key in (("0", "check.throttling.off"), ("3", "check.throttling.on")):
        (device / "cur_state").write_text(state)
        assert [finding.key for finding in probe_throttling(root=tmp_path)] == [key]


def test_a_damaged_file_of_games_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    assert is_sound(folder)
    whole = Companion(Settings(), open_journal("", folder), clock=HandClock(), feeds=(), keep_settings=lambda *_: None)
    whole.open(Header("allegra", ("A", "B")))
    whole.close()
    journal = open_journal("", folder)
    found = probe_games(journal, folder)
    assert (found.key, dict(found.values)["games"]) == ("check.games.kept", 1)
    journal.close()
    file = folder / "companion.sqlite3"
    file.write_bytes(file.read_bytes()[:4096] + b"\x55" * 8192)
    assert not is_sound(folder)


def test_settings_as_they_come_are_not_listed(journal: Journal) -> None:
    assert (
        next(part for part in parts_of(Report(replace(Settings()), ()), journal) if part.kind == "settings").data == b""
    )
