"""Games on their way out of the journal, built for tests."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from companion.exchange.play import Play, play_of
from companion.games import game_named
from companion.rulebook.course import Course
from companion.session.record import Entry, Header, entry_of
from companion.store.journal import Kept
from tests.kit import NAMES, finished

BEGAN = datetime(2026, 3, 7, 19, 30, tzinfo=UTC)


def record(course: Course, began: datetime = BEGAN) -> tuple[Entry, ...]:
    """The entries of a course, ten seconds apart."""
    times = (began + timedelta(seconds=10 * seq) for seq in range(1, course.seq + 1))
    return tuple(
        entry_of(seq, action, at=at.isoformat(timespec="seconds"), source="touch")
        for (seq, action), at in zip(enumerate(course.entries, 1), times, strict=True)
    )


def play(course: Course, *, names: tuple[str, ...] = NAMES, began: datetime = BEGAN, place: str = "") -> Play:
    """A play of this course."""
    header = Header(course.game.key, names[: course.seats], {}, {"place": place} if place else {})
    entries = record(course, began)
    return play_of(Kept("a" * 32, header, began.isoformat(), len(entries)), entries)


def random_play(game: str, *, seats: int = 3, seed: int = 1, names: tuple[str, ...] = NAMES) -> Play:
    """A finished random game, of as many people as the game takes where `seats` are too many or too few."""
    rules = game_named(game)
    return play(finished(rules, min(max(seats, rules.seats.start), rules.seats.stop - 1), seed), names=names)
