"""Builders and places shared by all tests."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

from companion.rulebook.codec import decode_options
from companion.rulebook.course import Course, open_course
from companion.rulebook.entry import decode_entry
from companion.rulebook.errors import IllegalAction
from companion.rulebook.game import Game
from companion.session.record import Entry

ROOT: Final = Path(__file__).resolve().parents[1]
SHARED: Final = ROOT.parent / "shared"
"""Measuring material that lies beside the checkout where it is present; tests that need it skip without."""

PATIENCE_S: Final = 120.0
"""So long a test waits for what other threads and processes bring about: an end for what never comes, no measure."""

NAMES: Final = ("Ann", "Ben", "Cy", "Dan", "Eve", "Flo")


def course(game: Game[Any, Any], seats: int, options: Mapping[str, Any] | None = None) -> Course:
    """A course before its first entry, options written as in a log."""
    return open_course(game, decode_options(game.house, options or {}), seats)


def play(start: Course, *bodies: Mapping[str, Any]) -> Course:
    """`start` followed by entries written as in a log, without their numbers."""
    for body in bodies:
        start = start.after(decode_entry(start.game, start.seats, body))
    return start


def physical(game: Game[Any, Any], seats: int, seed: int, options: Mapping[str, Any] | None = None) -> Iterator[Course]:
    """The courses of a random physical game, from its start to its end."""
    house = decode_options(game.house, options or {})
    now = open_course(game, house, seats)
    truth = game.truth(house, seats, Random(seed))
    yield now
    while not now.is_over:
        now = now.after(truth.act(now.state))
        yield now


def finished(game: Game[Any, Any], seats: int, seed: int, options: Mapping[str, Any] | None = None) -> Course:
    """A random physical game, played to its end."""
    *_, last = physical(game, seats, seed, options)
    return last


def refused(course: Course, body: Mapping[str, Any]) -> str:
    """The reason why `body` is illegal now."""
    try:
        play(course, body)
    except IllegalAction as error:
        return error.reason
    raise AssertionError(f"expected a refusal, but {body} was taken")


def facts(course: Course) -> Mapping[str, Any]:
    """What the game tells of its state in a log's report."""
    told: Mapping[str, Any] = course.game.facts(course.state)
    return told


def phase(course: Course) -> str:
    """The key of the phase the game is in."""
    return course.game.phase(course.state)


def told(course: Course) -> list[Any]:
    """All that is told to everybody at this moment."""
    game, state = course.game, course.state
    return [
        json.dumps(facts(course)),
        (course.lines, course.totals, course.outcome, course.now.events),
        (game.zones(state), game.hints(state), game.seat_texts(state), phase(course), repr(state)),
        [game.tell(entry) for entry in course.entries[-7:]],
        [(option.by, option.action) for option in game.options(state)],
    ]


class MemoryKeeper:
    """The twin of the journal: keeps entries in a list and can be told to fail."""

    def __init__(self) -> None:
        self.kept: list[Entry] = []
        self.fault: Exception | None = None

    def append(self, game_id: str, entry: Entry) -> None:
        """Keep one more entry."""
        self.append_all(game_id, (entry,))

    def append_all(self, game_id: str, several: tuple[Entry, ...]) -> None:
        """Keep several entries, all or none."""
        if self.fault is not None:
            raise self.fault
        self.kept += several
