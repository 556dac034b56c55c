"""Tournaments: what a draw and a standing must hold, whatever people come, go and win."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
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
from companion.club.standing import points_of, standing
from companion.club.tournament import Kind, Outcome, Tournament
from tests.club.tournaments import DRAWN, begun, played
from tests.games.every import immutable


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


def test_in_swiss_the_bye_goes_to_the_last_of_those_with_the_fewest() -> None:
    tournament, rng = begun(9, best=2, least=2, most=2), Random(1)
    for _ in range(5):
        byes, places = tournament.byes(), {line.name: line.place for line in standing(tournament)}
        fewest = [name for name in places if byes[name] == min(byes[other] for other in places)]
        tournament = played(tournament, rng)
        (bye,) = tournament.rounds[-1].byes
        assert bye in fewest
        assert places[bye] == max(places[name] for name in fewest)
