"""Tournaments for tests: people who come, and rounds with random outcomes."""

from __future__ import annotations

from random import Random

from companion.club.drawing import drawn
from companion.club.tournament import Kind, Outcome, Tournament
from companion.rulebook.score import HIGHEST, places

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
        tournament = tournament.decided(number, at, Outcome(places(scores, (), HIGHEST), tuple(scores)))
    return tournament
