"""Tables for tests: games kept in memory, told by a real publisher through any link."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from companion.club.backlog import Backlog
from companion.club.link import Link
from companion.club.marks import Marks
from companion.club.public import OnTable, Place
from companion.club.publisher import Publisher
from companion.games import game_named
from companion.ports import HandClock
from companion.rulebook.course import Course
from companion.session.record import Header, entry_of
from tests.kit import NAMES, PATIENCE_S, physical

AT = "2026-01-01T20:00:00.000Z"


def on_table(course: Course, game_id: str) -> OnTable:
    entries = tuple(entry_of(seq, action, at=AT, source="touch") for seq, action in enumerate(course.entries, 1))
    return OnTable(game_id, Header(course.game.key, NAMES[: course.seats]), course, entries)


class MemoryRecords:
    """The games of a table, in the order in which they were begun."""

    def __init__(self) -> None:
        self.games: dict[str, OnTable] = {}

    def lengths(self) -> Mapping[str, int]:
        return {game_id: game.length for game_id, game in self.games.items()}

    def game(self, game_id: str) -> OnTable:
        return self.games[game_id]


class Evening:
    """One table: `play` lets so many entries happen, `end` and `begin` are a restart of its companion."""

    def __init__(self, word: str, folder: Path, records: MemoryRecords | None = None) -> None:
        self.word = word
        self.records = records or MemoryRecords()
        self.clock = HandClock()
        self._folder = folder
        self._courses: Iterator[Course] = iter(())
        self.game_id = ""

    def begin(self, link: Link, *, is_discovered: bool = True, table_id: str = "a" * 32) -> None:
        marks = Marks(self._folder / f"{self.word}.json")
        place = Place(self.word, self.word, "en", table_id)
        self.publisher = Publisher(link, place, Backlog(marks, self.records), marks=marks, clock=self.clock)
        self.publisher.start(is_discovered=is_discovered)

    def open(self, game_id: str, *, game: str = "die_bombe", seats: int = 3, seed: int = 1) -> None:
        self.game_id = game_id
        self._courses = physical(game_named(game), seats, seed)
        self.play(1)

    def play(self, steps: int) -> None:
        for course in islice(self._courses, steps):
            self.records.games[self.game_id] = on_table(course, self.game_id)
            self.publisher.offer(self.records.games[self.game_id])

    def leave(self) -> None:
        self.publisher.offer(None)

    def end(self) -> None:
        self.publisher.close()

    def end_when_told(self) -> None:
        """Take leave once the broker has everything, however long that takes here."""
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr("companion.club.publisher._LEAVE_S", PATIENCE_S)
            self.end()

    @property
    def length(self) -> int:
        return self.records.games[self.game_id].length


def keys(payloads: list[bytes]) -> list[tuple[str, int]]:
    """Game and number of each event among payloads."""
    told: list[dict[str, Any]] = [json.loads(payload) for payload in payloads if payload.startswith(b"{")]
    return [(event["game"], event["seq"]) for event in told if "do" in event]
