"""A hall of many tables on one broker and one PostgreSQL, with outages. ``python -m bench.club --tables 500``."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from queue import Empty
from time import monotonic, sleep, time
from typing import Any

import numpy as np
import psycopg
from rich.console import Console
from rich.table import Table

from bench.club_tables import SLOTS, Plan, journal_of, work
from companion.club.address import Broker
from companion.club.hall import utc_now
from companion.club.listener import Listener
from companion.club.paho_link import PahoLink
from companion.exchange.play import parsed_time
from companion.ports import SystemClock
from companion.store.hall_copy import open_entries
from companion.store.journal import open_journal
from tests.club.mosquitto import Mosquitto
from tests.cut_line import CutLine
from tests.postgres import Postgres, postgres_binaries

REPORT_S = 0.5
"""So long after play the tables have certainly reported; they do every 0.1 s, later on a busy PC."""
CONTEXT = multiprocessing.get_context("spawn")


@dataclass(slots=True)
class Heard:
    """What the hall heard: delay of each event in s with when it came, each event's game and number, and doubles."""

    delays: list[tuple[float, float]] = field(default_factory=list)
    events: dict[str, list[int]] = field(default_factory=dict)
    doubles: int = 0


def listen(port: int, over: Synchronized[bool], count: Synchronized[int], out: Any) -> None:
    """The hall's ear, in a process of its own."""
    link = PahoLink(Broker("127.0.0.1", port), client_id="hall", session_s=600)
    listener, heard = Listener(link, clock=SystemClock(), now=utc_now, wants="games"), Heard()
    while not over.value:
        for event in listener.listen(0.05):
            now = time()
            made = parsed_time(event["at"])
            heard.delays.append((now, now - made.timestamp() if made else 0.0))
            heard.events.setdefault(event["game"], []).append(event["seq"])
            count.value += 1
    heard.doubles = listener.doubles
    listener.close()
    out.put(heard)


def carry(port: int, is_cut: Synchronized[bool], over: Synchronized[bool], out: Any) -> None:
    """A line to a server that can be cut, in a process of its own; tells its port."""
    with CutLine(port) as line:
        out.put(line.port)
        was_cut = False
        while not over.value:
            if bool(is_cut.value) != was_cut:
                was_cut = not was_cut
                (line.cut if was_cut else line.mend)()
            sleep(0.02)


class Hall:
    """The servers, the tables and the ear; everything goes through lines that can be cut."""

    def __init__(self, asked: argparse.Namespace, folder: Path, rig: ExitStack) -> None:
        self.broker = Mosquitto(folder / "broker")
        rig.callback(self.broker.stop)
        self.postgres = self._postgres(folder / "postgres", asked)
        rig.callback(self._stop_postgres)
        self.url = self.postgres.database("companion_template")
        self.playing, self.over, self.deaf, self.cut = (CONTEXT.Value("b", 0) for _ in range(4))
        self.count = CONTEXT.Value("q", 0)
        self.told = CONTEXT.Array("q", SLOTS * asked.processes)
        self.out = CONTEXT.Queue()
        self.lines: list[Any] = []
        to_broker, to_postgres = map(self._line, (self.broker.port, self.postgres.port))
        through = self.url.replace(f":{self.postgres.port}/", f":{to_postgres}/")
        each = asked.tables // asked.processes
        self.plans = [Plan(n, each, asked.every, folder / "tables", to_broker, through) for n in range(asked.processes)]
        self.tables = each * asked.processes
        shared = (self.playing, self.over, self.told)
        self.workers = [CONTEXT.Process(target=work, args=(plan, *shared), daemon=True) for plan in self.plans]
        self.ear = CONTEXT.Process(target=listen, args=(self.broker.port, self.deaf, self.count, self.out), daemon=True)

    def begin(self) -> float:
        """Start all; returns the seconds until every table is connected to both."""
        began = monotonic()
        for process in (self.ear, *self.workers):
            process.start()
        self.until(lambda: self.sum(3) == self.tables and self.sum(2) == 0)
        return monotonic() - began

    def processor_s(self) -> tuple[float, ...]:
        """Processor time so far of the tables, the broker, the database, the ear and the lines."""
        server = int((self.postgres.data / "postmaster.pid").read_text().split()[0])
        groups = ([worker.pid for worker in self.workers], [self.broker.pid], family(server))
        return tuple(map(processor_s, (*groups, [self.ear.pid], [line.pid for line in self.lines])))

    def sum(self, slot: int) -> int:
        return sum(self.told[slot::SLOTS])

    def is_caught_up(self) -> bool:
        """Whether broker, hall and ear have everything; tables report every 0.1 s."""
        return self.sum(1) == self.sum(2) == 0 and self.count.value == self.sum(0)

    def until(self, reached: Callable[[], bool], limit_s: float = 180.0) -> float:
        """Seconds until so; raises TimeoutError with what is still missing."""
        began = monotonic()
        while not reached():
            if monotonic() - began > limit_s:
                raise TimeoutError(f"{list(self.told)}, heard {self.count.value}")
            sleep(0.02)
        return monotonic() - began

    def play(self, seconds: float) -> tuple[float, int]:
        """Let everybody play; returns how long it took and how many entries were played."""
        before, began = self.sum(0), monotonic()
        self.playing.value = True
        sleep(seconds)
        self.playing.value = False
        spent = monotonic() - began
        sleep(REPORT_S)
        return spent, self.sum(0) - before

    def end(self) -> Heard:
        """End the tables, then the ear, in good order."""
        self.over.value = True
        for worker in self.workers:
            worker.join()
        sleep(1)
        self.deaf.value = True
        try:
            heard: Heard = self.out.get(timeout=60)
        except Empty:
            raise RuntimeError("the ear has died") from None
        self.ear.join()
        return heard

    def _line(self, port: int) -> int:
        """The port of a line to the server at `port`."""
        out = CONTEXT.Queue()
        self.lines.append(CONTEXT.Process(target=carry, args=(port, self.cut, self.deaf, out), daemon=True))
        self.lines[-1].start()
        through: int = out.get(timeout=30)
        return through

    def _stop_postgres(self) -> None:
        if self.postgres.is_running:
            self.postgres.stop()

    def _postgres(self, folder: Path, asked: argparse.Namespace) -> Postgres:
        binaries = postgres_binaries()
        assert binaries is not None, "PostgreSQL is not installed"
        folder.mkdir()
        most = f"max_connections={asked.tables + 50}"
        server = Postgres(binaries, folder, settings=(most, "track_commit_timestamp=on"))
        server.start(fsync=True)
        server.make_template()
        return server


def family(first: int) -> list[int]:
    """A process and those it has begun."""
    return [first, *map(int, Path(f"/proc/{first}/task/{first}/children").read_text().split())]


def processor_s(pids: Sequence[int | None]) -> float:
    """Processor time of processes, and of those of theirs that have ended."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def row_delays(url: str, since: float) -> list[float]:
    """Seconds from an entry to its row being there for others, for games without secrets (others wait for a reveal)."""
    query = """
        SELECT extract(epoch FROM pg_xact_commit_timestamp(e.xmin)) - extract(epoch FROM e.at_utc::timestamptz)
        FROM entries e JOIN games g ON g.id = e.game_id
        WHERE g.game NOT IN ('die_bombe', 'buero_crazy') AND extract(epoch FROM e.at_utc::timestamptz) >= %s
    """
    with psycopg.connect(url) as connection:
        return [float(row[0]) for row in connection.execute(query, (since,))]


def compared(hall: Hall, heard: Heard) -> tuple[int, int, int]:
    """Entries in all journals, rows in the hall, and differences of any kind between journals, rows and ear."""
    with psycopg.connect(hall.url) as connection:
        rows = {(g, s): b for g, s, b in connection.execute("SELECT game_id, seq, body FROM entries")}
    written, visible, wrong = 0, 0, 0
    for folder in sorted((hall.plans[0].folder).iterdir()):
        entries = journal_of(folder)
        written += len(entries)
        own = {(game, seq): json.loads(body) for game, seq, body in entries}
        journal = open_journal("", folder)
        for kept in journal.games():
            numbers = [seq for game, seq in own if game == kept.id]
            open_ = open_entries(kept, journal.entries(kept.id))
            visible += len(open_)
            wrong += sum(rows.get((kept.id, entry.seq)) != own[kept.id, entry.seq] for entry in open_)
            wrong += sorted(heard.events.get(kept.id, [])) != sorted(numbers)
        journal.close()
    return written, len(rows), wrong + abs(len(rows) - visible) + abs(written - sum(map(len, heard.events.values())))


def quantiles(delays: Sequence[float]) -> str:
    values = np.percentile(delays, (50, 95, 99)) * 1000 if delays else (0, 0, 0)
    return " / ".join(f"{value:,.0f}" for value in values)


def outage(hall: Hall, seconds: float, down: Callable[[], None], up: Callable[[], None]) -> tuple[float, int]:
    """Play through an outage; returns how long everything took to catch up, and how many entries it was."""
    down()
    _, played = hall.play(seconds)
    up()
    return hall.until(hall.is_caught_up), played


def switch(hall: Hall, *, is_cut: bool) -> None:
    """Cut or mend the lines of all tables to both servers."""
    hall.cut.value = is_cut
    sleep(0.1)


def measure(asked: argparse.Namespace, folder: Path, shown: Table) -> None:
    """Fill the table; raises SystemExit where something was lost or doubled."""
    with ExitStack() as rig:
        hall = Hall(asked, folder, rig)
        shown.add_row("until all are connected, s", f"{hall.begin():.1f}")
        since, before = time(), hall.processor_s()
        spent, played = hall.play(asked.seconds)
        shown.add_row("entries a second", f"{played / spent:,.0f}")
        caught_up_s = REPORT_S + hall.until(hall.is_caught_up)
        shown.add_row(f"until all of it is heard and kept, s (at least {REPORT_S:g})", f"{caught_up_s:.1f}")
        each = (f"{1000 * (now - then) / played:.1f}" for then, now in zip(before, hall.processor_s(), strict=True))
        shown.add_row("processor ms an entry: tables / broker / PostgreSQL / ear / lines", " / ".join(each))
        until = time()
        shown.add_row("table to row in PostgreSQL, ms: p50 / p95 / p99", quantiles(row_delays(hall.url, since)))
        outages: list[tuple[str, Callable[[], None], Callable[[], None]]] = [
            ("broker killed", hall.broker.kill, hall.broker.start),
            ("database killed", hall.postgres.kill, lambda: hall.postgres.start(fsync=True)),
            ("network cut", lambda: switch(hall, is_cut=True), lambda: switch(hall, is_cut=False)),
        ]
        for name, down, up in outages:
            caught_up_s, missed = outage(hall, asked.outage, down, up)
            shown.add_row(f"{name} for {asked.outage:g} s: catch-up of {missed:,} entries, s", f"{caught_up_s:.1f}")
        heard = hall.end()
        delays = [delay for came, delay in heard.delays if since <= came <= until]
        shown.add_row("table to hall by MQTT, ms: p50 / p95 / p99", quantiles(delays))
        written, rows, wrong = compared(hall, heard)
        shown.add_row("entries in all journals / rows in the hall", f"{written:,} / {rows:,}")
        shown.add_row("events heard once / doubles dropped", f"{len(heard.delays):,} / {heard.doubles:,}")
        shown.add_row("lost, doubled or different", f"{wrong}")
    if wrong:
        raise SystemExit("something was lost or doubled")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--processes", type=int, default=4, help="processes that share the tables")
    parser.add_argument("--every", type=float, default=4.0, help="seconds between two entries of a table")
    parser.add_argument("--seconds", type=float, default=30.0, help="how long is played without an outage")
    parser.add_argument("--outage", type=float, default=10.0, help="how long each outage lasts, seconds")
    asked = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="companion-club-"))
    folder.chmod(0o755)
    shown = Table(title=f"A hall of {asked.tables} tables, an entry every {asked.every:g} s each", title_justify="left")
    for heading in ("what", "value"):
        shown.add_column(heading, justify="left" if heading == "what" else "right")
    try:
        measure(asked, folder, shown)
    finally:
        Console().print(shown)
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
