"""A game that leaves the journal: only what everybody may see of it, with names and times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from companion.exchange.log import last_open_seq
from companion.rulebook.course import Course
from companion.rulebook.errors import CompanionError
from companion.rulebook.score import places
from companion.session.record import Entry, Header
from companion.session.session import Table, replayed
from companion.store.journal import Journal, Kept

_NIGHT_ENDS: timedelta = timedelta(hours=5)
"""A game begun before five in the morning belongs to the evening before."""


class NotOver(CompanionError, ValueError):
    """Error raised where only a finished game can leave."""


@dataclass(frozen=True, slots=True)
class Play:
    """A game up to the last entry that everybody may see; `left_out` counts those after it."""

    id: str
    header: Header
    course: Course
    began_at: datetime
    ended_at: datetime
    left_out: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        """The people by seat."""
        return self.header.seats

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats; none while the game runs."""
        return self.course.outcome.winners if self.course.outcome else ()

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat as it stands, best 1."""
        return places(self.course.totals, self.winners, self.course.game.best)

    @property
    def minutes(self) -> int:
        """How long it took, from the first entry to the last."""
        return round((self.ended_at - self.began_at).total_seconds() / 60)

    @property
    def first_seat(self) -> int | None:
        """The starting seat, None in a game that has none."""
        first = getattr(self.course.options, "first", None)
        return first if isinstance(first, int) else None

    def totals_over_time(self) -> tuple[tuple[int, ...], ...]:
        """The score of every seat at the start and after each entry in force."""
        return tuple(self.course.at(seq).totals for seq in (0, *self.course.trail))


def play_of(kept: Kept, entries: Sequence[Entry]) -> Play:
    """The part of a kept game that may leave. Raises CompanionError where its record no longer fits the rules."""
    course = replayed(Table(kept.id, kept.header, tuple(entries)))
    last = last_open_seq(course)
    times = [moment for entry in entries[:last] if (moment := parsed_time(entry.at)) is not None]
    opened = parsed_time(kept.opened_at) or datetime.fromtimestamp(0, UTC)
    began, ended = (times[0], times[-1]) if times else (opened, opened)
    return Play(kept.id, kept.header, course.at(last), began, max(began, ended), len(entries) - last)


def parsed_time(at: str | None) -> datetime | None:
    """A moment as logs write it, in UTC; None where it is none."""
    try:
        moment = datetime.fromisoformat(at or "")
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def evening_of(journal: Journal, kept: Kept) -> tuple[Play, ...]:
    """All games of the same evening, the earliest first; those whose record no longer fits the rules are left out."""
    day = _evening(parsed_time(kept.opened_at))
    plays = []
    for other in reversed(journal.games()):
        if other.id != kept.id and _evening(parsed_time(other.opened_at)) != day:
            continue
        try:
            plays.append(play_of(other, journal.entries(other.id)))
        except CompanionError:
            if other.id == kept.id:
                raise
    return tuple(sorted(plays, key=lambda play: play.began_at))


def _evening(moment: datetime | None) -> object:
    return None if moment is None else (moment.astimezone() - _NIGHT_ENDS).date()
