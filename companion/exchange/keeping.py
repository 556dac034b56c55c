"""Games from and to the journal as public logs; import and export are exact inverses."""

from __future__ import annotations

from dataclasses import dataclass

from companion.exchange.log import Reading, last_open_seq, write_log
from companion.ports import SystemClock
from companion.rulebook.errors import CompanionError
from companion.session.session import Table, replayed
from companion.store.journal import Journal, Kept


class NoSuchGame(CompanionError, LookupError):
    """Error raised when no kept game, or more than one, has the id asked for."""


@dataclass(frozen=True, slots=True)
class Exported:
    """The lines of a log, and how many of the last entries are left out because a round is still sealed."""

    lines: tuple[str, ...]
    left_out: int


def kept_named(journal: Journal, beginning: str) -> Kept:
    """The one game whose id begins so. Raises NoSuchGame."""
    found = [kept for kept in journal.games() if kept.id.startswith(beginning)]
    if len(found) != 1:
        raise NoSuchGame("no_such_game", id=beginning, found=len(found))
    return found[0]


def export_game(journal: Journal, kept: Kept) -> Exported:
    """A kept game as a log, up to the last entry that everybody may see."""
    entries = journal.entries(kept.id)
    last = last_open_seq(replayed(Table(kept.id, kept.header, entries)))
    return Exported(tuple(write_log(kept.header, entries[:last])), len(entries) - last)


def import_game(journal: Journal, reading: Reading) -> str:
    """Keep a game that was read without a fault; returns its id."""
    if reading.header is None:
        raise NoSuchGame("header_missing")
    return journal.open_game(reading.header, at_utc=SystemClock().utc(), entries_before=reading.entries)
