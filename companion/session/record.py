"""A game on record: its header and its entries, as the journal and the public log hold them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games import game_named
from companion.rulebook.codec import decode_options
from companion.rulebook.course import Course, open_course
from companion.rulebook.entry import encode_entry
from companion.rulebook.errors import CompanionError


class BadLog(CompanionError, ValueError):
    """Error raised when a log has no readable header or line."""


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a log: the game, the names by seat, and the options as they were written."""

    game: str
    seats: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)

    def open(self) -> Course:
        """The course before its first entry. Raises BadLog, BadOptions or UnknownGame."""
        game = game_named(self.game)
        if len(self.seats) not in game.seats:
            raise BadLog("bad_number_of_seats", least=game.seats.start, most=game.seats.stop - 1)
        return open_course(game, decode_options(game.house, self.options), len(self.seats))


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a log: its number, the body (``by``, ``do`` and fields), when and through what it came.

    The body may hold a bid that is still sealed, so the text form leaves it out.
    """

    seq: int
    body: Mapping[str, Any] = field(repr=False)
    at: str | None = None
    source: str | None = None


def entry_of(seq: int, action: Any, *, at: str | None = None, source: str | None = None) -> Entry:
    """An accepted action as an entry, secrets included: for the journal alone, and for what `last_open_seq` allows."""
    return Entry(seq, encode_entry(action, opened=True), at, source)
