"""A tournament from its first name to its standing by the commands alone, with results from a hall, a log or a hand."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from companion.club.errors import BadTournament
from companion.club.tournament import Tournament
from companion.club.tournament_file import read_tournament, write_tournament
from companion.commands import club_tournament
from companion.games import game_named
from companion.ports import SystemClock
from companion.session.record import Header, entry_of
from companion.settings import Settings, write_settings
from companion.store.hall import open_hall
from tests.kit import finished


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    write_settings(Settings(language="en"))
    return tmp_path


def run(*arguments: object, code: int = 0) -> Result:
    done = CliRunner().invoke(club_tournament.app, [str(argument) for argument in arguments], env={"COLUMNS": "120"})
    assert done.exit_code == code, done.output
    return done


def play_in_hall(url: str, people: tuple[str, ...], seed: int) -> tuple[int, ...]:
    """One game of these people, finished now, in the hall's database; returns its totals."""
    course = finished(game_named("die_bombe"), len(people), seed)
    at = SystemClock().utc()
    hall = open_hall(url)
    entries = tuple(entry_of(seq, action, at=at) for seq, action in enumerate(course.entries, 1))
    hall.journal.open_game(Header("die_bombe", people), at_utc=at, entries_before=entries)
    hall.close()
    return course.totals


@pytest.mark.slow
def test_an_evening_with_a_hall(at_home: Path, any_url: str) -> None:
    write_settings(Settings(language="en", hall_database=any_url))
    file = at_home / "spring.json"
    begun = run("new", file, *["Ann", "Ben", "Cy", "Dan", "Eve", "Flo", "Gus"], "--game", "die_bombe", "--size", 4)
    assert begun.output == "7 people; rounds: 3.\n"
    assert "Round 1" in run("pair", file).output
    tables = [table.people for table in read_tournament(file).rounds[0].tables]
    assert sorted(map(len, tables)) == [3, 4]
    for seed, people in enumerate(tables):
        play_in_hall(any_url, tuple(reversed(people)), seed)
    assert run("results", file).output == "2 results taken in; tables that wait: 0.\n"
    run("leave", file, "gus")
    run("join", file, "Hal")
    assert "Round 2" in run("pair", file).output
    second = {name for table in read_tournament(file).rounds[1].tables for name in table.people}
    assert ("Hal" in second, "Gus" in second) == (True, False)
    shown = run("standing", file, "--rounds").output
    assert all(name in shown for name in ("Ann", "Gus", "Hal", "Round 2"))


def test_the_next_round_takes_the_results_of_the_last_one_in_by_itself(at_home: Path, any_url: str) -> None:
    write_settings(Settings(language="en", hall_database=any_url))
    file = at_home / "spring.json"
    run("new", file, "Ann", "Ben", "Cy", "--kind", "round_robin", "--size", 3)
    assert "everybody" in run("pair", file).output
    play_in_hall(any_url, read_tournament(file).rounds[0].tables[0].people, 1)
    run("pair", file)
    assert read_tournament(file).waiting == ((2, 1),)


def test_results_by_hand_and_their_correction(at_home: Path) -> None:
    file = at_home / "spring.json"
    run("new", file, "Ann", "Ben", "--size", 2, "--least", 2)
    run("pair", file)
    run("result", file, 1, "ann=1", "Ben=2")
    run("result", file, 1, "Ann=1", "Ben=1", "--round", 1)
    table = read_tournament(file).rounds[0].tables[0]
    assert table.outcome is not None
    assert table.outcome.places == (1, 1)
    for wrong in (["Ann=1"], ["Ann=x", "Ben=2"], ["Ann=1", "Zoe=2"], ["Ann=3", "Ben=4"]):
        assert isinstance(run("result", file, 1, *wrong, code=1).exception, BadTournament)
    assert isinstance(run("result", file, 9, "Ann=1", "Ben=2", code=1).exception, BadTournament)


@pytest.mark.parametrize(
    ("language", "joined", "left", "kept"),
    [
        (
            "en",
            "Dan, Eve take part from round 2 on.\n",
            "Ann takes no part from round 2 on; what was played stays.\n",
            "Table 1 of round 1: Ann=2, Ben=1; tables that wait: 0.\n",
        ),
        (
            "fr",
            "Dan, Eve participent à partir du tour 2.\n",
            "Ann ne participe plus à partir du tour 2 ; ce qui a été joué reste.\n",
            "Table 1 du tour 1 : Ann=2, Ben=1 ; tables qui attendent : 0.\n",
        ),
        (
            "de",
            "Dan, Eve nehmen ab Runde 2 teil.\n",
            "Ann nimmt ab Runde 2 nicht mehr teil; was gespielt ist, bleibt.\n",
            "Tisch 1 der Runde 1: Ann=2, Ben=1; wartende Tische: 0.\n",
        ),
    ],
)
def test_what_was_written_down_is_said(at_home: Path, language: str, joined: str, left: str, kept: str) -> None:
    file, spoken = at_home / "spring.json", ("--language", language)
    run("new", file, "Ann", "Ben", "--size", 2, *spoken)
    run("pair", file, *spoken)
    ann, ben = sorted(read_tournament(file).rounds[0].tables[0].people)
    told = run("result", file, 1, f"{ben}=1", f"{ann}=2", *spoken).output
    assert told in {kept, kept.replace("Ann=2, Ben=1", "Ben=1, Ann=2")}
    assert run("join", file, "Dan", " Eve ", *spoken).output == joined
    assert run("leave", file, "ann", "Ann", *spoken).output == left


def test_names_of_people_and_tournaments_stand_as_they_are_written(at_home: Path) -> None:
    file, names = at_home / "spring.json", ("[/b]", "[red]Bo", ":smile:")
    write_tournament(file, Tournament("[/x] open", "swiss", "", 3, 3, 3, 0).joined(names))
    drawn = run("pair", file).output
    assert [name for name in names if name not in drawn] == []
    shown = run("standing", file, "--rounds").output
    assert [word for word in (*names, "[/x] open") if word not in shown] == []


def test_a_place_given_twice_is_refused(at_home: Path) -> None:
    file = at_home / "spring.json"
    run("new", file, "Ann", "Ben", "--size", 2)
    run("pair", file)
    twice = run("result", file, 1, "Ann=1", "Ben=2", "ann=2", "ben=1", code=1)
    assert isinstance(twice.exception, BadTournament)
    assert read_tournament(file).waiting == ((1, 1),)


def test_who_has_left_cannot_leave_again(at_home: Path) -> None:
    file = at_home / "spring.json"
    run("new", file, "Ann", "Ben", "Cy", "--size", 2)
    run("leave", file, "Cy")
    before = file.read_bytes()
    assert isinstance(run("leave", file, "Cy", code=1).exception, BadTournament)
    assert file.read_bytes() == before


def test_what_cannot_be_is_refused_and_nothing_is_overwritten(at_home: Path) -> None:
    file = at_home / "spring.json"
    run("new", file, "Ann", "Ben", "Cy")
    before = file.read_bytes()
    run("new", file, "Zoe", code=1)
    run("new", at_home / "other.json", "Ann", "--game", "buero_crazy", "--size", 2, code=2)
    for arguments in (("results", file), ("join", file, "ann"), ("leave", file, "Zoe")):
        assert isinstance(run(*arguments, code=1).exception, BadTournament)
    assert file.read_bytes() == before


@pytest.mark.parametrize("suffix", ["html", "csv", "json"])
def test_a_standing_can_leave(at_home: Path, suffix: str) -> None:
    file, out = at_home / "spring.json", at_home / f"standing.{suffix}"
    run("new", file, "=1+1", "<b>Ben", "Cy")
    run("pair", file)
    people = read_tournament(file).rounds[0].tables[0].people
    run("result", file, 1, *(f"{name}={place}" for place, name in enumerate(people, 1)))
    assert run("standing", file, "--export", out).output == f"{out} is written, readable by you alone.\n"
    text = out.read_text(encoding="utf-8")
    assert out.stat().st_mode & 0o077 == 0
    _checks[suffix](text, people)
    run("standing", file, "--export", at_home / "standing.txt", code=2)


def _html(text: str, _people: tuple[str, ...]) -> None:
    assert "&lt;b&gt;Ben" in text
    assert "<b>Ben" not in text


def _csv(text: str, people: tuple[str, ...]) -> None:
    rows = list(csv.DictReader(text.splitlines()))
    assert [row["points"] for row in rows] == ["1.0000", "0.5000", "0.0000"]
    assert "'=1+1" in {row["name"] for row in rows}
    assert rows[0]["name"].removeprefix("'") == people[0]


def _json(text: str, people: tuple[str, ...]) -> None:
    told = json.loads(text)
    assert [line["name"] for line in told["standing"]] == list(people)
    assert told["standing"][1]["points"] == "1/2"


_checks: dict[str, Any] = {"html": _html, "csv": _csv, "json": _json}
