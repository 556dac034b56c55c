"""Games a minute, time of a proposal, of a kept entry and of a replay. ``python -m bench.session``."""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter

from rich.console import Console
from rich.table import Table

from companion.exchange.log import read_log, write_log
from companion.exchange.statistics import Tally
from companion.games import all_games, game_named
from companion.session.explain import explain
from companion.session.record import Entry, Header, entry_of
from companion.store.database import open_database, sqlite_url
from companion.store.journal import Journal
from tests.kit import NAMES, finished, physical
from tests.session.test_explain import looks


def milliseconds(measured: Callable[[], object], times: int) -> tuple[float, float]:
    """Median and 95th percentile of a call, ms."""
    taken = []
    for _ in range(times):
        started = perf_counter()
        measured()
        taken.append(1000 * (perf_counter() - started))
    return statistics.median(taken), sorted(taken)[int(0.95 * len(taken))]


def games_a_minute() -> Table:
    table = Table(title="Random games, one process", title_justify="left")
    for heading in ("game", "seats", "games a minute", "entries a game"):
        table.add_column(heading, justify="right")
    for game in all_games():
        for seats in (game.seats[0], game.seats[-1]):
            tally = Tally(game, seats)
            for seed in range(40):
                tally.play(seed)
            entries = f"{statistics.mean(tally.lengths):.0f}"
            table.add_row(game.key, str(seats), f"{tally.games_a_minute:,.0f}", entries)
    return table


def single_steps(folder: Path) -> Table:
    table = Table(title="Single steps, ms", title_justify="left")
    for heading in ("what", "median", "p95"):
        table.add_column(heading, justify="right")
    game = game_named("allegra")
    steps = list(physical(game, 4, 1))
    rng = Random(1)
    pairs = [(steps[i], looks(steps[i + 1])) for i in rng.sample(range(20, len(steps) - 1), 60)]
    queue = iter(pairs * 2)
    table.add_row("proposal, Allegra, 4 seats", *map("{:.2f}".format, milliseconds(lambda: explain(*next(queue)), 100)))
    journal = Journal(open_database(sqlite_url(folder)))
    game_id = journal.open_game(Header("allegra", NAMES[:4]), at_utc="2026-01-01T20:00:00Z")
    numbers = iter(range(1, 1000))
    keep = lambda: journal.append(game_id, Entry(next(numbers), {"by": 0, "do": "take"}))  # noqa: E731
    table.add_row("entry on the disk (full sync)", *map("{:.2f}".format, milliseconds(keep, 200)))
    played = finished(game, 4, 1)
    entries = [entry_of(seq, action) for seq, action in enumerate(played.entries, 1)]
    lines = list(write_log(Header("allegra", NAMES[:4]), entries))
    replay = milliseconds(lambda: read_log(lines), 20)
    table.add_row(f"replay of {len(entries)} entries", *map("{:.2f}".format, replay))
    return table


def main() -> None:
    console = Console()
    console.print(games_a_minute())
    with tempfile.TemporaryDirectory() as folder:
        console.print(single_steps(Path(folder)))


if __name__ == "__main__":
    main()
