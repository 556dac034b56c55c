"""The results of finished games: a projection of the journal, brought up to date before it is read.

Every write to the journal marks its game as due, in the same transaction. `Results.catch_up` replays the games that are
due and no others. So a power cut, an undo after the end, an edit or an import can never leave a wrong result behind.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import sqlalchemy as sa

from companion.rulebook.course import Course, Undo
from companion.rulebook.errors import CompanionError
from companion.rulebook.score import places
from companion.session.record import Entry, Header
from companion.session.session import Table, replayed
from companion.store.database import faults_told
from companion.store.tables import due, entries, games, insert_into, results

_HAND: Final = frozenset({"touch", "keyboard"})
_CAMERA: Final = "camera"


@dataclass(frozen=True, slots=True)
class Reading:
    """How the entries of a game came: read by the camera and kept, read and taken back, or entered by hand and kept.

    Presses of buttons and entries of imported logs, which name no source, are none of these.
    """

    automatic: int = 0
    corrected: int = 0
    by_hand: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game: names, scores and places by seat (winners hold place 1), and when it ended (UTC, ISO 8601)."""

    game_id: str
    game: str
    finished_at: str
    people: tuple[str, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    reading: Reading = Reading()


@dataclass(frozen=True, slots=True)
class CaughtUp:
    """What bringing up to date did: results made, and the ids of games whose record no longer fits the rules."""

    made: int
    unreadable: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Columns:
    """Finished games column by column, the oldest first: what counting many games quickly is done with.

    `games`, `finished_at`, `sizes` (the number of seats) and the counts of `Reading` hold one value a game; `people`,
    `scores` and `places` hold one value a seat, seat after seat, game after game.
    """

    games: tuple[str, ...]
    finished_at: tuple[str, ...]
    sizes: tuple[int, ...]
    people: list[str]
    scores: list[int]
    places: list[int]
    automatic: tuple[int, ...]
    corrected: tuple[int, ...]
    by_hand: tuple[int, ...]


def mark_due(connection: sa.Connection, game_id: str, seq: int) -> None:
    """Say in the transaction of an entry that the game's result has to be made again."""
    mark = insert_into(connection, due).values(game_id=game_id, seq=seq)
    connection.execute(mark.on_conflict_do_update(index_elements=[due.c.game_id], set_={"seq": seq}))


class Results:
    """The results in one database. All methods raise StoreError."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def catch_up(self, told: Callable[[int, int], None] | None = None) -> CaughtUp:
        """Make the results of all games that were written to since the last time.

        Args: `told` is called with (done, all) after each game.
        """
        with faults_told(), self._engine.connect() as connection:
            waiting = [(row.game_id, row.seq) for row in connection.execute(sa.select(due))]
        unreadable = []
        for number, (game_id, seq) in enumerate(waiting, 1):
            if not self._made_again(game_id, seq):
                unreadable.append(game_id)
            if told is not None:
                told(number, len(waiting))
        return CaughtUp(len(waiting) - len(unreadable), tuple(unreadable))

    def rebuild(self, told: Callable[[int, int], None] | None = None) -> CaughtUp:
        """Throw all results away and make them again from the journal."""
        last = sa.select(entries.c.game_id, sa.func.max(entries.c.seq)).group_by(entries.c.game_id)
        with faults_told(), self._engine.begin() as connection:
            connection.execute(results.delete())
            connection.execute(due.delete())
            connection.execute(due.insert().from_select(["game_id", "seq"], last))
        return self.catch_up(told)

    def of(self, game_id: str) -> Result | None:
        """The result of one game, None while it is not over."""
        with faults_told(), self._engine.connect() as connection:
            row = connection.execute(sa.select(results).where(results.c.game_id == game_id)).first()
        return None if row is None else result_in(row)

    def columns(self, game: str = "") -> Columns:
        """All results, or those of one game, the oldest first."""
        lists = [sa.cast(column, sa.Text) for column in (results.c.people, results.c.scores, results.c.places)]
        plain = (results.c.game, results.c.finished_at, results.c.automatic, results.c.corrected, results.c.by_hand)
        query = sa.select(*plain, *lists).order_by(results.c.finished_at, results.c.game_id)
        if game:
            query = query.where(results.c.game == game)
        with faults_told(), self._engine.connect() as connection:
            rows = connection.execute(query).all()
        columns: list[tuple[Any, ...]] = list(zip(*rows, strict=True)) or [()] * 8
        kind, finished_at, automatic, corrected, by_hand, *texts = columns
        sizes = tuple(text.count(",") + 1 for text in texts[2])
        people, scores, ranks = map(_joined, texts)
        return Columns(kind, finished_at, sizes, people, scores, ranks, automatic, corrected, by_hand)

    def _made_again(self, game_id: str, seq: int) -> bool:
        """Replay a game and keep its result; False where its record no longer fits, which then stays due."""
        with faults_told(), self._engine.connect() as connection:
            game = connection.execute(sa.select(games).where(games.c.id == game_id)).one()
            query = sa.select(entries).where(entries.c.game_id == game_id, entries.c.seq <= seq).order_by(entries.c.seq)
            kept = [Entry(row.seq, row.body, row.at_utc, row.source) for row in connection.execute(query)]
        header = Header(game.game, tuple(game.seats), game.options, game.more)
        try:
            fresh = result_of(game_id, header, kept, opened_at=game.opened_at)
        except CompanionError:
            return False
        with faults_told(), self._engine.begin() as connection:
            # An entry written meanwhile has moved the mark on, and another process may have been here: not our turn.
            if connection.execute(due.delete().where(due.c.game_id == game_id, due.c.seq == seq)).rowcount:
                connection.execute(results.delete().where(results.c.game_id == game_id))
                if fresh is not None:
                    connection.execute(results.insert().values(**_row(fresh)))
        return True


def result_of(game_id: str, header: Header, kept: Sequence[Entry], *, opened_at: str) -> Result | None:
    """The result of a game by its record, None where it is not over.

    Raises CompanionError where the record does not fit the rules.
    """
    course = replayed(Table(game_id, header, tuple(kept)))
    outcome = course.outcome
    if outcome is None:
        return None
    finished_at = _utc(kept[course.trail[-1] - 1].at) or _utc(opened_at) or opened_at
    ranked = places(course.totals, outcome.winners, course.game.best)
    return Result(game_id, header.game, finished_at, header.seats, course.totals, ranked, reading_of(course, kept))


def _utc(at: str | None) -> str | None:
    """A time as the journal writes it; None where there is none, or an imported log gives something else."""
    try:
        moment = datetime.fromisoformat(at or "")
    except ValueError:
        return None
    whole = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return whole.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def reading_of(course: Course, kept: Sequence[Entry]) -> Reading:
    """How the entries of a game came."""
    force = set(course.trail)
    moves = [entry for entry, action in zip(kept, course.entries, strict=True) if not isinstance(action, Undo)]
    return Reading(
        automatic=sum(entry.source == _CAMERA and entry.seq in force for entry in moves),
        corrected=sum(entry.source == _CAMERA and entry.seq not in force for entry in moves),
        by_hand=sum(entry.source in _HAND and entry.seq in force for entry in moves),
    )


def _joined(texts: Iterable[str]) -> list[Any]:
    """The members of many JSON lists, one after the other; parsed as one text, which is many times as fast."""
    return list(json.loads(f"[{','.join([text[1:-1] for text in texts])}]"))


def _row(result: Result) -> dict[str, object]:
    reading = result.reading
    return {
        "game_id": result.game_id,
        "game": result.game,
        "finished_at": result.finished_at,
        "people": list(result.people),
        "scores": list(result.scores),
        "places": list(result.places),
        "automatic": reading.automatic,
        "corrected": reading.corrected,
        "by_hand": reading.by_hand,
    }


def result_in(row: sa.Row[Any]) -> Result:
    """The result that a row of the table holds."""
    reading = Reading(row.automatic, row.corrected, row.by_hand)
    lists = (tuple(row.people), tuple(row.scores), tuple(row.places))
    return Result(row.game_id, row.game, row.finished_at, *lists, reading)
