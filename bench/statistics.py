"""Statistics over 100,000 finished games, and how fast results are made again. ``python -m bench.statistics``."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter, process_time

import sqlalchemy as sa
from rich.console import Console
from rich.table import Table

from companion.exchange.people import People
from companion.games import all_games, game_keys
from companion.session.record import Header, entry_of
from companion.store.database import open_database, sqlite_url
from companion.store.journal import Journal
from companion.store.results import Results
from companion.store.tables import games, results
from tests.kit import NAMES, finished

GAMES = 100_000
PEOPLE = 60


def write_results(engine: sa.Engine, rng: Random) -> None:
    """Results of random games between `PEOPLE` people, as if the journal held them."""
    names = [f"Person {number}" for number in range(PEOPLE)]
    keys = game_keys()
    rows = []
    for number in range(GAMES):
        people = rng.sample(names, rng.randint(2, 6))
        scores = [rng.randint(0, 300) for _ in people]
        rows.append(
            {
                "game_id": f"{number:032x}",
                "game": rng.choice(keys),
                "finished_at": f"{2000 + number // 5000}-01-01T{number % 5000:08d}Z",
                "people": people,
                "scores": scores,
                "places": [sum(other > score for other in scores) + 1 for score in scores],
                "automatic": rng.randint(0, 90),
                "corrected": rng.randint(0, 5),
                "by_hand": rng.randint(0, 40),
            }
        )
    header = {"game": "allegra", "seats": [], "options": {}, "more": {}, "opened_at": ""}
    with engine.begin() as connection:
        connection.execute(games.insert(), [{"id": row["game_id"], **header} for row in rows])
        connection.execute(results.insert(), rows)


def everything(of: Results) -> People:
    """Every figure that `companion statistics` prints."""
    of.catch_up()
    people = People(of.columns())
    people.people()
    people.scores()
    people.records()
    people.meetings()
    people.quality()
    return people


def timed(call: Callable[[], object], times: int) -> tuple[float, float]:
    """The best wall and processor time of a call, seconds."""
    wall, processor = [], []
    for _ in range(times):
        began, worked = perf_counter(), process_time()
        call()
        wall.append(perf_counter() - began)
        processor.append(process_time() - worked)
    return min(wall), min(processor)


def replays(folder: Path) -> list[tuple[str, float]]:
    """Results made again a second, by game, four players."""
    found = []
    for game in all_games():
        journal = Journal(open_database(sqlite_url(folder / game.key)))
        for seed in range(20):
            course = finished(game, 4, seed)
            record = tuple(entry_of(seq, action) for seq, action in enumerate(course.entries, 1))
            journal.open_game(Header(game.key, NAMES[:4]), at_utc="2026-01-01T20:00:00Z", entries_before=record)
        wall, _ = timed(journal.results.rebuild, 1)
        found.append((game.key, 20 / wall))
        journal.close()
    return found


def main() -> None:
    table = Table(title=f"Statistics, {GAMES:,} finished games, {PEOPLE} people, SQLite", title_justify="left")
    for heading in ("what", "wall s", "processor s"):
        table.add_column(heading, justify="right")
    with tempfile.TemporaryDirectory() as folder:
        engine = open_database(sqlite_url(Path(folder)))
        write_results(engine, Random(1))
        of = Results(engine)
        people = everything(of)
        steps: list[tuple[str, Callable[[], object]]] = [
            ("everything", lambda: everything(of)),
            ("reading the results", of.columns),
            ("people, streaks", people.people),
            ("head to head", people.meetings),
            ("scores", people.scores),
        ]
        for name, call in steps:
            table.add_row(name, *(f"{seconds:.3f}" for seconds in timed(call, 5)))
        for name, speed in replays(Path(folder)):
            table.add_row(f"results made again a second: {name}", f"{speed:,.0f}", "")
    Console().print(table)


if __name__ == "__main__":
    main()
