"""Standings of tournaments, where results come from, and what stands in a file."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.club.drawing import drawn
from companion.club.errors import BadTournament
from companion.club.standing import points_of, standing, table_points
from companion.club.tournament import Outcome, Round, Seated, Tournament, is_ranking
from companion.club.tournament_file import read_tournament, write_tournament
from companion.club.tournament_results import log_results, with_results
from companion.exchange.log import write_log
from companion.games import game_named
from companion.rulebook.score import HIGHEST, places
from companion.session.record import Header, entry_of
from companion.store.results import Result
from tests.club.tables import AT
from tests.club.tournaments import DRAWN, begun, played
from tests.kit import course, finished


def test_points_are_shared_like_places_and_tables_of_any_size_are_worth_the_same() -> None:
    nothing, half, whole = Fraction(0), Fraction(1, 2), Fraction(1)
    assert table_points((1, 2)) == (whole, nothing)
    assert table_points((1, 1)) == (half, half)
    assert table_points((2, 1, 3)) == (half, whole, nothing)
    assert table_points((1, 2, 2, 4)) == (whole, half, half, nothing)
    for size in range(2, 7):
        for scores in permutations(range(3), 2):
            ranks = places([*scores, *range(size - 2)], (), HIGHEST)
            assert sum(table_points(ranks)) == Fraction(size, 2)


def test_equal_points_are_told_apart_by_the_people_met_then_by_those_beaten() -> None:
    """Ann and Cy have 1½ points; Ann drew with Eve and beat Dan, Cy drew with Dan and beat Eve; Eve is stronger."""
    tournament = begun(0, best=2, least=2, most=2).joined(["Ann", "Cy", "Dan", "Eve"])
    tournament = _by_hand(tournament, [(("Ann", "Dan"), (1, 2)), (("Cy", "Eve"), (1, 2))])
    tournament = _by_hand(tournament, [(("Ann", "Eve"), (1, 1)), (("Cy", "Dan"), (1, 1))])
    tournament = _by_hand(tournament, [(("Ann", "Cy"), (1, 1)), (("Eve", "Dan"), (1, 2))])
    lines = standing(tournament)
    assert [(line.place, line.name) for line in lines] == [(1, "Cy"), (2, "Ann"), (3, "Eve"), (4, "Dan")]
    assert lines[0].points == lines[1].points
    assert lines[0].met == lines[1].met
    assert lines[0].beaten > lines[1].beaten


def _by_hand(tournament: Tournament, tables: list[tuple[tuple[str, ...], tuple[int, ...]]]) -> Tournament:
    fresh = Round(DRAWN, tuple(Seated(people, Outcome(ranks)) for people, ranks in tables))
    return replace(tournament, rounds=(*tournament.rounds, fresh))


@given(people=st.integers(3, 14), seed=st.integers(0, 99))
def test_a_standing_adds_up_and_its_places_are_a_ranking(people: int, seed: int) -> None:
    tournament, rng = begun(people, seed=seed), Random(seed)
    for _ in range(3):
        tournament = played(tournament, rng)
    lines = standing(tournament)
    seats = sum(len(table.people) for one in tournament.rounds for table in one.tables)
    byes = sum(len(one.byes) for one in tournament.rounds)
    assert sum(line.points for line in lines) == Fraction(seats + byes, 2)
    assert is_ranking(tuple(line.place for line in lines), people)
    assert [line.key for line in lines] == sorted((line.key for line in lines), reverse=True)


def test_a_late_comer_is_not_sent_away_at_once_and_a_leaver_keeps_what_was_won() -> None:
    tournament, rng = begun(5, best=4, least=4, most=4), Random(3)
    for _ in range(4):
        tournament = played(tournament, rng)
    leader = standing(tournament)[0]
    tournament = played(tournament.without([leader.name.lower()]).joined(["Late"]), rng)
    assert "Late" not in tournament.rounds[-1].byes or min(tournament.byes().values()) == 1
    assert leader.points == points_of(tournament)[leader.name]
    assert not next(line for line in standing(tournament) if line.name == leader.name).is_present


def test_who_comes_late_is_counted_as_many_byes_as_those_who_had_fewest() -> None:
    tournament, rng = begun(3, best=2, least=2, most=2), Random(3)
    for _ in range(3):
        tournament = played(tournament, rng)
    tournament = tournament.joined(["Late", "Later"])
    assert tournament.byes() == dict.fromkeys(("P00", "P01", "P02", "Late", "Later"), 1)
    tournament = played(tournament, rng)
    assert sorted(tournament.joined(["Last"]).byes().values()) == [1, 1, 1, 1, 1, 2]


@settings(max_examples=10)
@given(people=st.integers(3, 14), seed=st.integers(0, 99))
def test_a_tournament_in_a_file_is_the_same_read_again(people: int, seed: int, tmp_path_factory: object) -> None:
    path = Path(str(tmp_path_factory.mktemp("cup"))) / "spring.json"  # type: ignore[attr-defined]
    tournament = played(begun(people, seed=seed).joined(["Jörg ☃"]), Random(seed)).without(["P00"])
    write_tournament(path, tournament)
    assert read_tournament(path) == tournament
    assert path.stat().st_mode & 0o077 == 0


def test_a_file_that_does_not_hold_together_is_told(tmp_path: Path) -> None:
    path = tmp_path / "spring.json"
    write_tournament(path, played(begun(4), Random(1)))
    whole = json.loads(path.read_text())
    whole["rounds"][0]["byes"] = ["P00"]
    for text in ("", "[]", "{}", '{"format": "other"}', json.dumps(whole), "[" * 10**5):
        path.write_text(text)
        with pytest.raises(BadTournament):
            read_tournament(path)


def ended(people: tuple[str, ...], at: str, game_id: str, *, game: str = "die_bombe") -> Result:
    scores = tuple(range(len(people), 0, -1))
    return Result(game_id, game, at, people, scores, tuple(range(1, len(people) + 1)))


def test_a_waiting_table_gets_the_first_game_of_its_people_after_its_round_was_drawn() -> None:
    tournament = drawn(begun(8), at_utc=DRAWN)
    one, two = (table.people for table in tournament.rounds[0].tables)
    results = (
        ended(one, "2026-01-01T18:00:00Z", "before"),
        ended(tuple(name.lower() for name in reversed(one)), "2026-01-01T20:00:00Z", "first"),
        ended(one, "2026-01-01T21:00:00Z", "second"),
        ended((*two[:3], "Stranger"), "2026-01-01T21:00:00Z", "other"),
    )
    after = with_results(tournament, results)
    outcome = after.rounds[0].tables[0].outcome
    assert outcome == Outcome((4, 3, 2, 1), (1, 2, 3, 4), "first")
    assert after.waiting == ((1, 2),)
    assert with_results(after, results) == after


def test_only_the_game_of_the_tournament_counts() -> None:
    tournament = drawn(begun(4), at_utc=DRAWN)
    people = tournament.rounds[0].tables[0].people
    only = replace(tournament, game="allegra")
    assert with_results(only, [ended(people, "2026-01-01T20:00:00Z", "a")]).waiting == ((1, 1),)
    assert with_results(only, [ended(people, "2026-01-01T20:00:00Z", "a", game="allegra")]).waiting == ()


def test_results_come_out_of_logs_where_there_is_no_database(tmp_path: Path) -> None:
    tournament = drawn(begun(0).joined(["Ann", "Ben", "Cy"]), at_utc=DRAWN)
    people = tournament.rounds[0].tables[0].people
    bomb = game_named("die_bombe")
    entries = [entry_of(seq, action, at=AT) for seq, action in enumerate(finished(bomb, 3, 1).entries, 1)]
    whole, running = tmp_path / "whole.jsonl", tmp_path / "running.jsonl"
    whole.write_text("\n".join(write_log(Header("die_bombe", people), entries)))
    running.write_text("\n".join(write_log(Header("die_bombe", people), entries[:7])))
    after = with_results(tournament, log_results([running, whole]))
    outcome = after.rounds[0].tables[0].outcome
    assert outcome is not None
    assert outcome.scores == finished(bomb, 3, 1).totals
    assert course(bomb, 3).totals != outcome.scores
    running.write_text("no log")
    with pytest.raises(BadTournament):
        log_results([running])
