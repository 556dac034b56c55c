"""What tests of mirrors share: tables, games in their journals, and a hall that is compared with them."""

from __future__ import annotations

import pytest

from companion.ports import HandClock
from companion.rulebook.course import Course
from companion.session.record import Entry, Header, entry_of
from companion.store.hall import open_hall
from companion.store.identity import TableIdentity
from companion.store.journal import Journal
from companion.store.mirror import Mirror
from tests.kit import NAMES

OPENED = "2026-01-01T20:00:00.000Z"
ONE = TableIdentity("1" * 32, "One")


def record(course: Course) -> tuple[Entry, ...]:
    """The entries of a course, one a second."""
    return tuple(
        entry_of(seq, action, at=f"2026-01-01T20:{seq // 60 % 60:02}:{seq % 60:02}.000Z", source="touch")
        for seq, action in enumerate(course.entries, 1)
    )


def kept(journal: Journal, course: Course) -> str:
    header = Header(course.game.key, NAMES[: course.seats])
    return journal.open_game(header, at_utc=OPENED, entries_before=record(course))


def settle(mirror: Mirror, steps: int = 2000) -> None:
    """Let a mirror work until it has nothing to do at once."""
    for _ in range(steps):
        if mirror.step() > 0:
            return
    pytest.fail("the mirror never rests")


def until_caught_up(mirror: Mirror, clock: HandClock, tries: int = 100) -> None:
    """Let time pass until the hall has everything."""
    for _ in range(tries):
        settle(mirror)
        if mirror.status.state == "caught_up":
            return
        clock.move(61)
    pytest.fail(str(mirror.status))


def same(journal: Journal, url: str) -> bool:
    """Whether the hall has all games of a journal, entry by entry, and nothing else."""
    hall = open_hall(url)
    try:
        there = hall.journal.games()
        assert sorted(game.id for game in there) == sorted(journal.ids())
        return all(hall.journal.entries(game.id) == journal.entries(game.id) for game in there)
    finally:
        hall.close()
