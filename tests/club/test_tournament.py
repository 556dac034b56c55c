"""Tournaments: what a draw and a standing must hold, whatever people come, go and win."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path
from random import Random
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.club.drawing import circle, drawn, is_complete, plane, rounds_needed
from companion.club.errors import BadTournament
from companion.club.seating import seated, table_sizes
from companion.club.standing import points_of, standing, table_points
from companion.club.tournament import Kind, Outcome, Round, Seated, Tournament, is_ranking
from companion.club.tournament_file import read_tournament, write_tournament
from companion.club.tournament_results import log_results, with_results
from companion.exchange.log import write_log
from companion.games import game_named
from companion.session.record import Header, entry_of
from companion.store.results import Result, places
from tests.club.tables import AT
from tests.games.every import immutable
from tests.kit import course, finished

DRAWN = "2026-01-01T19:00:00Z"


def begun(
    people: int, *, kind: Kind = "swiss", best: int = 4, least: int = 3, most: int = 4, seed: int = 0
) -> Tournament:
    names = [f"P{number:02d}" for number in range(people)]
    return Tournament("Spring", kind, "", best, least, most, seed).joined(names)


def played(tournament: Tournament, rng: Random) -> Tournament:
    """One more round, with random outcomes."""
    tournament = drawn(tournament, at_utc=DRAWN)
    for number, at in tournament.waiting:
        people = tournament.rounds[number - 1].tables[at - 1].people
        scores = [rng.randint(0, 4) for _ in people]
        tournament = tournament.decided(number, at, Outcome(places(scores, (), highest_wins=True), tuple(scores)))
    return tournament


def meetings(tournament: Tournament) -> list[int]:
    met = tournament.met()
    return [met[frozenset(pair)] for pair in combinations([e.name for e in tournament.entrants], 2)]


@given(people=st.integers(0, 40), least=st.integers(2, 4), more=st.integers(0, 2), best=st.integers(0, 2))
def test_tables_have_allowed_sizes_and_as_many_sit_as_can(people: int, least: int, more: int, best: int) -> None:
    most = least + more
    sizes = table_sizes(people, best=min(least + best, most), least=least, most=most)
    assert all(least <= size <= most for size in sizes)
    seatable = max(n for n in range(people + 1) if any(least * k <= n <= most * k for k in range(n + 1)))
    assert sum(sizes) == seatable


@pytest.mark.parametrize(
    ("people", "sizes"),
    [(0, ()), (2, ()), (3, (3,)), (5, (4,)), (6, (3, 3)), (7, (4, 3)), (9, (3, 3, 3)), (11, (4, 4, 3)), (16, (4,) * 4)],
)
def test_tables_of_four_and_three(people: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(people, best=4, least=3, most=4) == sizes


@pytest.mark.slow
@settings(max_examples=15)
@given(st.integers(2, 17), st.sampled_from([(2, 2, 2), (3, 3, 4), (4, 3, 4), (5, 3, 6)]), st.integers(0, 99), st.data())
def test_each_person_sits_or_has_a_bye_once_a_round_though_people_come_and_go(
    people: int, sizes: tuple[int, int, int], seed: int, data: st.DataObject
) -> None:
    best, least, most = sizes
    rng, kinds = Random(seed), st.sampled_from(get_args(Kind))
    tournament = begun(max(people, least), kind=data.draw(kinds), best=best, least=least, most=most, seed=seed)
    for number in range(1, 5):
        if number > 1 and data.draw(st.booleans()):
            tournament = tournament.joined([f"Late {number}"])
        here = tournament.present(number)
        if len(here) > least and data.draw(st.booleans()):
            tournament = tournament.without([data.draw(st.sampled_from(here))])
        tournament = played(tournament, rng)
        last = tournament.rounds[-1]
        names = [*last.byes, *(name for table in last.tables for name in table.people)]
        assert sorted(names) == sorted(tournament.present(number))
        assert all(least <= len(table.people) <= most for table in last.tables)
    assert immutable(tournament)


@pytest.mark.slow
@settings(max_examples=12)
@given(st.integers(3, 14), st.sampled_from([(2, 2, 2), (3, 3, 3), (4, 3, 4), (4, 4, 4)]), st.integers(0, 99))
def test_byes_of_those_who_are_always_there_differ_by_at_most_one(
    people: int, sizes: tuple[int, int, int], seed: int
) -> None:
    best, least, most = sizes
    tournament, rng = begun(max(people, least), best=best, least=least, most=most, seed=seed), Random(seed)
    for _ in range(4):
        tournament = played(tournament, rng)
        byes = Counter(name for one in tournament.rounds for name in one.byes)
        counts = [byes[entrant.name] for entrant in tournament.entrants]
        assert max(counts) - min(counts) <= 1


def fewest_repeats(met: np.ndarray, sizes: tuple[int, ...]) -> int:
    """The fewest repeated meetings of any seating, by trying them all."""

    def groups(left: frozenset[int], at: int) -> int:
        if at == len(sizes):
            return 0
        first = min(left)
        best = 10**9
        # Only sizes in their given order: equal sizes are interchangeable, others are tried as the first's table.
        for size in set(sizes[at:]):
            rest = list(sizes[at:])
            rest.remove(size)
            for others in combinations(sorted(left - {first}), size - 1):
                table = (first, *others)
                cost = sum(int(met[a, b]) for a, b in combinations(table, 2))
                best = min(best, cost + fewest_of(left - set(table), tuple(rest)))
        return best

    def fewest_of(left: frozenset[int], rest: tuple[int, ...]) -> int:
        return fewest_repeats(met[np.ix_(sorted(left), sorted(left))], rest) if rest else 0

    return groups(frozenset(range(len(met))), 0) if sizes else 0


@settings(max_examples=30)
@given(st.sampled_from([(2, 2, 2), (3, 3), (4, 3), (2, 2, 2, 2), (4, 4), (3, 3, 2)]), st.integers(0, 10**6))
def test_meetings_are_repeated_only_where_every_seating_repeats_as_many(sizes: tuple[int, ...], seed: int) -> None:
    rng, people = Random(seed), sum(sizes)
    half = np.array([[rng.choice((0, 0, 1, 1, 2)) for _ in range(people)] for _ in range(people)])
    met = np.triu(half, 1) + np.triu(half, 1).T
    tables = seated(met, [rng.random() for _ in range(people)], sizes, rng=rng)
    assert sorted(person for table in tables for person in table) == list(range(people))
    assert sorted(map(len, tables)) == sorted(sizes)
    repeats = sum(int(met[a, b]) for table in tables for a, b in combinations(table, 2))
    assert repeats == fewest_repeats(met, sizes)


def test_sixteen_people_at_four_tables_meet_nobody_twice_in_three_rounds_of_swiss() -> None:
    for seed in range(5):
        tournament, rng = begun(16, seed=seed), Random(seed)
        for _ in range(3):
            tournament = played(tournament, rng)
        assert max(meetings(tournament)) == 1


def test_swiss_brings_people_of_like_points_together() -> None:
    tournament, rng = begun(32, best=2, least=2, most=2), Random(1)
    for _ in range(2):
        tournament = played(tournament, rng)
    points = points_of(tournament)
    third = drawn(tournament, at_utc=DRAWN).rounds[-1]
    gaps = [abs(points[table.people[0]] - points[table.people[1]]) for table in third.tables]
    assert max(gaps) <= Fraction(1, 2)


@pytest.mark.parametrize("people", range(2, 25))
def test_a_round_robin_of_pairs_covers_every_pair_once_with_equal_byes(people: int) -> None:
    tournament, rng = begun(people, kind="round_robin", best=2, least=2, most=2), Random(people)
    for _ in range(rounds_needed(tournament)):
        assert not is_complete(tournament)
        tournament = played(tournament, rng)
    assert set(meetings(tournament)) == {1}
    assert len({count for _, count in tournament.byes().items()}) <= 1
    assert is_complete(tournament)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_a_round_robin_of_square_numbers_covers_every_pair_once(size: int) -> None:
    tournament, rng = begun(size**2, kind="round_robin", best=size, least=size, most=size), Random(size)
    for _ in range(size + 1):
        tournament = played(tournament, rng)
    assert set(meetings(tournament)) == {1}
    assert rounds_needed(begun(size**2, kind="round_robin", best=size, least=size, most=size)) == size + 1


@pytest.mark.parametrize(("people", "size", "rounds", "most"), [(8, 4, 5, 4), (7, 4, 6, 5), (6, 3, 6, 4)])
def test_a_round_robin_of_other_numbers_ends_with_everybody_having_met(
    people: int, size: int, rounds: int, most: int
) -> None:
    tournament, rng = begun(people, kind="round_robin", best=size, least=3, most=size), Random(1)
    while not is_complete(tournament):
        tournament = played(tournament, rng)
    assert len(tournament.rounds) <= rounds
    assert max(meetings(tournament)) <= most


@pytest.mark.parametrize("people", [2, 3, 8, 9])
def test_the_circle_begins_again_after_a_whole_turn(people: int) -> None:
    turns = people - 1 + people % 2
    assert circle(people, turns) == circle(people, 0)
    assert plane(3, 4) == plane(3, 0)


def test_points_are_shared_like_places_and_tables_of_any_size_are_worth_the_same() -> None:
    nothing, half, whole = Fraction(0), Fraction(1, 2), Fraction(1)
    assert table_points((1, 2)) == (whole, nothing)
    assert table_points((1, 1)) == (half, half)
    assert table_points((2, 1, 3)) == (half, whole, nothing)
    assert table_points((1, 2, 2, 4)) == (whole, half, half, nothing)
    for size in range(2, 7):
        for scores in permutations(range(3), 2):
            ranks = places([*scores, *range(size - 2)], (), highest_wins=True)
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


def test_a_round_is_drawn_only_when_the_last_one_is_over() -> None:
    with pytest.raises(BadTournament, match=r"tournament\.waiting"):
        drawn(drawn(begun(8), at_utc=DRAWN), at_utc=DRAWN)
    with pytest.raises(BadTournament, match=r"tournament\.too_few"):
        drawn(begun(2), at_utc=DRAWN)


def test_a_name_is_known_however_it_is_written_and_enters_once() -> None:
    tournament = begun(0).joined(["Jörg  Müller"])
    assert tournament.named(" jörg müller ").name == "Jörg Müller"
    for names in (["JÖRG MÜLLER"], [" "]):
        with pytest.raises(BadTournament):
            tournament.joined(names)


def test_places_that_are_no_ranking_are_refused() -> None:
    tournament = drawn(begun(4), at_utc=DRAWN)
    for ranks in [(1, 2, 3), (1, 1, 2, 3), (2, 3, 4, 5), (0, 1, 2, 3)]:
        with pytest.raises(BadTournament):
            tournament.decided(1, 1, Outcome(ranks))
    with pytest.raises(BadTournament):
        tournament.decided(2, 1, Outcome((1, 2, 3, 4)))


def test_a_draw_can_be_made_again(tmp_path: Path) -> None:
    assert drawn(begun(13, seed=4), at_utc=DRAWN) == drawn(begun(13, seed=4), at_utc=DRAWN)


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
