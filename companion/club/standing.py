"""Who leads a tournament: points by place, and what decides between equal points.

A table of n people gives its first 1 point, its last 0, the others evenly between; people who share a place share the
points of the places they take up. So two people count as in chess (1, ½, 0), tables of 3 and 4 are worth the same, and
a bye counts ½, what a seat at any table is worth on average.

Equal points are told apart by, in this order: the strength of the people met (Buchholz), the strength of the people
beaten (Sonneborn-Berger), and the number of tables won. All are taken as means over a table, so that a large table
does not count more than a small one. Who is equal in all of these shares the place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from companion.club.tournament import Outcome, Round, Seated, Tournament

BYE: Final = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody's standing: place (equal ones share it), points, tie-breakers, tables played and won, byes."""

    place: int
    name: str
    points: Fraction
    met: Fraction
    beaten: Fraction
    played: int
    won: int
    byes: int
    is_present: bool

    @property
    def key(self) -> tuple[Fraction, Fraction, Fraction, int]:
        """What the place is decided by, larger being better."""
        return (self.points, self.met, self.beaten, self.won)


def table_points(places: tuple[int, ...]) -> tuple[Fraction, ...]:
    """The points of each seat.

    >>> [str(points) for points in table_points((1, 2, 2, 4))]
    ['1', '1/2', '1/2', '0']
    """
    last = len(places) - 1
    shared = [place + Fraction(places.count(place) - 1, 2) for place in places]
    return tuple((len(places) - place) / last if last else BYE for place in shared)


def standing(tournament: Tournament) -> tuple[Line, ...]:
    """Everybody who ever took part, the leader first."""
    points = points_of(tournament)
    found = [_line(tournament, entrant.name, points) for entrant in tournament.entrants]
    found.sort(key=lambda line: line.name.casefold())
    found.sort(key=lambda line: line.key, reverse=True)
    return tuple(
        Line(1 + sum(other.key > line.key for other in found), *(getattr(line, name) for name in Line.__slots__[1:]))
        for line in found
    )


def points_of(tournament: Tournament) -> Mapping[str, Fraction]:
    """The points of everybody so far."""
    points = dict.fromkeys((entrant.name for entrant in tournament.entrants), Fraction(0))
    for played in tournament.rounds:
        for name in played.byes:
            points[name] += BYE
        for table, outcome in _decided(played):
            for name, earned in zip(table.people, table_points(outcome.places), strict=True):
                points[name] += earned
    return points


def _line(tournament: Tournament, name: str, points: Mapping[str, Fraction]) -> Line:
    tables = [found for played in tournament.rounds for found in _decided(played) if name in found[0].people]
    byes = sum(name in played.byes for played in tournament.rounds)
    own = [outcome.places[table.people.index(name)] for table, outcome in tables]
    return Line(
        place=0,
        name=name,
        points=points[name],
        met=sum((_met(table, name, points) for table, _ in tables), byes * points[name]),
        beaten=sum((_beaten(table, outcome, name, points) for table, outcome in tables), Fraction(0)),
        played=len(tables),
        won=own.count(1),
        byes=byes,
        is_present=tournament.named(name).is_present(tournament.next_number),
    )


def _met(table: Seated, name: str, points: Mapping[str, Fraction]) -> Fraction:
    """The mean points of the others at a table; a bye counts as a table of people like oneself."""
    others = [points[other] for other in table.people if other != name]
    return sum(others, Fraction(0)) / len(others) if others else points[name]


def _beaten(table: Seated, outcome: Outcome, name: str, points: Mapping[str, Fraction]) -> Fraction:
    """The points of those beaten and half of those drawn with, as a mean over the others at the table."""
    own = outcome.places[table.people.index(name)]
    worth = [
        points[other] * (Fraction(1) if own < place else Fraction(1, 2) if own == place else Fraction(0))
        for other, place in zip(table.people, outcome.places, strict=True)
        if other != name
    ]
    return sum(worth, Fraction(0)) / len(worth) if worth else Fraction(0)


def _decided(played: Round) -> Iterator[tuple[Seated, Outcome]]:
    for table in played.tables:
        if table.outcome is not None:
            yield table, table.outcome
