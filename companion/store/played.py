"""The game that was read last, with how much of it everybody may see: a new entry costs no more than itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.exchange.log import last_open_of
from companion.rulebook.course import Course
from companion.rulebook.entry import decode_entry
from companion.rulebook.errors import CompanionError
from companion.rulebook.sealed import is_sealed
from companion.session.record import Entry
from companion.store.journal import Journal, Kept


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it is kept, and up to which entry everybody may see it."""

    kept: Kept
    entries: Sequence[Entry]
    visible: int


class Played:
    """Reads games of `journal`, the one that was read last again without reading it all."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._kept: Kept | None = None
        self._entries: list[Entry] = []
        self._course: Course | None = None
        self._secrets: list[int] = []
        self._sealed = [False]

    def read(self, game_id: str) -> Record | None:
        """A game with all its entries; None where there is none of this id. Raises StoreError."""
        if self._kept is None or self._kept.id != game_id:
            self._begin(self._journal.game(game_id))
        kept = self._kept
        if kept is None:
            return None
        fresh = self._journal.entries(game_id, after=len(self._entries))
        self._entries += fresh
        try:
            self._follow(fresh)
        except CompanionError:
            self._course = None
        return Record(kept, self._entries, self._visible())

    def _begin(self, kept: Kept | None) -> None:
        self._kept, self._entries, self._secrets, self._sealed = kept, [], [], [False]
        try:
            self._course = None if kept is None else kept.header.open()
        except CompanionError:
            self._course = None

    def _follow(self, fresh: Sequence[Entry]) -> None:
        """Play on; a game that goes on without a secret is not replayed until its first one."""
        course = self._course
        if course is None:
            return
        for entry in fresh:
            if is_sealed(decode_entry(course.game, course.seats, entry.body)):
                self._secrets.append(entry.seq)
            for missed in self._entries[course.seq : entry.seq] if self._secrets else ():
                course = course.after(decode_entry(course.game, course.seats, missed.body))
                self._sealed.append(is_sealed(course.state))
        self._course = course

    def _visible(self) -> int:
        """Of a record that no longer fits the rules nobody can tell what is sealed in it: none of it."""
        course = self._course
        if course is None:
            return 0
        if not self._secrets or course.is_over:
            return len(self._entries)
        return last_open_of(course, self._secrets, self._sealed)
