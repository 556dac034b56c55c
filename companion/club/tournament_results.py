"""Outcomes of tables out of finished games: the hall's database, or logs where there is none."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from companion.club.errors import BadTournament
from companion.club.tournament import Outcome, Seated, Tournament, same_name
from companion.exchange.log import lines_of, read_log
from companion.exchange.play import parsed_time
from companion.store.hall import open_hall
from companion.store.results import Result, result_of


def hall_results(url: str, *, since: str) -> tuple[Result, ...]:
    """The games of a hall that ended from `since` on (UTC, ISO 8601), the oldest first. Raises StoreError."""
    hall = open_hall(url)
    try:
        hall.journal.results.catch_up()
        return tuple(finished.result for finished in hall.finished(since=since))
    finally:
        hall.close()


def log_results(logs: Iterable[Path]) -> tuple[Result, ...]:
    """The finished games of logs, in the order in which they ended.

    Raises BadTournament for a log with a fault, BadLog for one that cannot be read; one that is not over is left out.
    """
    found = []
    for path in logs:
        reading = read_log(lines_of(path))
        if reading.fault is not None or reading.header is None:
            raise BadTournament("tournament.bad_log", file=str(path), line=reading.fault.line if reading.fault else 1)
        result = result_of(path.stem, reading.header, reading.entries, opened_at="")
        if result is not None:
            found.append(result)
    return tuple(sorted(found, key=lambda result: result.finished_at))


def with_results(tournament: Tournament, results: Iterable[Result]) -> Tournament:
    """With the outcome of every waiting table whose people have finished a game since their round was drawn.

    The first such game counts, and each game for one table only. A log without times counts for any round.
    """
    used = {table.outcome.game_id for played in tournament.rounds for table in played.tables if table.outcome}
    offered = [result for result in results if tournament.game in {"", result.game}]
    for number, at in tournament.waiting:
        played = tournament.rounds[number - 1]
        table = played.tables[at - 1]
        for result in offered:
            if result.game_id in used or not _is_later(result, played.drawn_at):
                continue
            if (outcome := _outcome(table, result)) is not None:
                used.add(result.game_id)
                tournament = tournament.decided(number, at, outcome)
                break
    return tournament


def _is_later(result: Result, drawn_at: str) -> bool:
    ended, drawn = parsed_time(result.finished_at), parsed_time(drawn_at)
    return ended is None or drawn is None or ended >= drawn


def _outcome(table: Seated, result: Result) -> Outcome | None:
    """The outcome of a table by this game, None where other people played it."""
    if len(result.people) != len(table.people):
        return None
    seats = []
    for name in table.people:
        found = [seat for seat, person in enumerate(result.people) if same_name(person, name)]
        if len(found) != 1:
            return None
        seats.append(found[0])
    places = tuple(result.places[seat] for seat in seats)
    return Outcome(places, tuple(result.scores[seat] for seat in seats), result.game_id)
