"""Drawing the next round: who has a bye, and who sits where."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Final, TypeAlias

import numpy as np

from companion.club.errors import BadTournament
from companion.club.seating import seated, table_sizes
from companion.club.standing import standing
from companion.club.tournament import Round, Seated, Tournament

Tables: TypeAlias = tuple[tuple[int, ...], ...]

_FIELD_OF_4: Final = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
"""Multiplication in the field of four elements; addition there is exclusive or."""


def drawn(tournament: Tournament, *, at_utc: str) -> Tournament:
    """With one more round. Raises BadTournament where a table has no outcome yet or too few people are present."""
    if tournament.waiting:
        number, at = tournament.waiting[0]
        raise BadTournament("tournament.waiting", round=number, table=at)
    number = tournament.next_number
    people = tournament.present(number)
    sizes = table_sizes(len(people), best=tournament.best, least=tournament.least, most=tournament.most)
    if not sizes:
        raise BadTournament("tournament.too_few", n=len(people), least=tournament.least)
    tables = _planned(tournament, people, sizes) or _sought(tournament, people, sizes)
    sitting = {person for table in tables for person in table}
    fresh = Round(
        at_utc,
        tuple(Seated(tuple(people[person] for person in table)) for table in tables),
        tuple(name for person, name in enumerate(people) if person not in sitting),
    )
    return replace(tournament, rounds=(*tournament.rounds, fresh))


def is_complete(tournament: Tournament) -> bool:
    """Whether everybody who is present has met everybody else, which ends a round robin."""
    met = tournament.met()
    people = tournament.present(tournament.next_number)
    return all(met[frozenset(pair)] for pair in combinations(people, 2))


def rounds_needed(tournament: Tournament) -> int:
    """How many rounds make a tournament of so many people.

    Swiss: until one person can have won all tables, and one more. Round robin: what the seats at a table allow at
    best; where no seating is that good, it takes more (`is_complete`).
    """
    people = len(tournament.present(tournament.next_number)) or 1
    size = max(2, min(tournament.best, people))
    if tournament.kind == "swiss":
        return math.ceil(math.log(people, size)) + 1 if people > size else 1
    return math.ceil((people - 1 + (people % 2 if size == 2 else 0)) / (size - 1))


def _planned(tournament: Tournament, people: Sequence[str], sizes: Sequence[int]) -> Tables | None:
    """The tables of a perfect plan, where there is one for these numbers and nobody came late or left."""
    everybody = set(people)
    is_steady = all(
        everybody == {*played.byes, *(n for t in played.tables for n in t.people)} for played in tournament.rounds
    )
    if tournament.kind != "round_robin" or not is_steady:
        return None
    size, count = max(sizes), len(people)
    if size == 2 == min(sizes):
        return circle(count, tournament.next_number - 1)
    if count == size**2 and set(sizes) == {size} and size in {3, 4, 5}:
        return plane(size, tournament.next_number - 1)
    return None


def _sought(tournament: Tournament, people: Sequence[str], sizes: Sequence[int]) -> Tables:
    rng = Random(f"{tournament.seed}:{tournament.next_number}")
    places = {line.name: line for line in standing(tournament)}
    byes = tournament.byes()
    is_swiss = tournament.kind == "swiss"
    # The fewest byes first, then the last in the standing, then chance.
    queue = sorted(
        range(len(people)),
        key=lambda person: (
            byes[people[person]],
            -places[people[person]].place if is_swiss else 0,
            rng.random(),
        ),
    )
    playing = sorted(queue[len(people) - sum(sizes) :])
    met = tournament.met()
    meetings = np.array(
        [[met[frozenset((people[a], people[b]))] if a != b else 0 for b in playing] for a in playing], np.int64
    )
    points = [float(places[people[person]].points) if is_swiss else 0.0 for person in playing]
    return tuple(tuple(playing[at] for at in table) for table in seated(meetings, points, sizes, rng=rng))


def circle(people: int, turn: int) -> Tables:
    """Pairs of turn `turn` (from 0) in which everybody meets everybody once in people - 1 turns, or people if odd.

    One stays, the others go round; with an odd number, whoever meets the empty seat has a bye.
    Source: E. Lucas, Récréations mathématiques II (1883), the walks of the boarders.
    """
    seats = people + people % 2
    going = [(turn + step) % (seats - 1) for step in range(seats - 1)]
    row = [seats - 1, *going]
    pairs = [(row[at], row[seats - 1 - at]) for at in range(seats // 2)]
    return tuple(pair for pair in pairs if max(pair) < people)


def plane(size: int, turn: int) -> Tables:
    """Tables of turn `turn` for size² people: the lines of an affine plane, in which each two meet once in size + 1.

    Sizes 3, 4 and 5. Person x * size + y stands at (x, y); turn m < size holds the lines y = m x + b, the last the
    lines x = b. After that it begins again.
    """
    slope = turn % (size + 1)
    points = [(x, y) for x in range(size) for y in range(size)]
    lines: list[list[int]] = [[] for _ in range(size)]
    for person, (x, y) in enumerate(points):
        if slope == size:
            line = x
        elif size == 4:
            line = y ^ _FIELD_OF_4[slope][x]
        else:
            line = (y - slope * x) % size
        lines[line].append(person)
    return tuple(map(tuple, lines))
