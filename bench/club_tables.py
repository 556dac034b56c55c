"""The tables of `bench.club`: one process plays many of them, each with its own journal, publisher and mirror."""

from __future__ import annotations

import heapq
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from itertools import count
from multiprocessing.sharedctypes import Synchronized, SynchronizedArray
from pathlib import Path
from random import Random
from time import monotonic

from companion.club.address import Broker
from companion.club.backlog import Backlog, JournalRecords
from companion.club.marks import Marks
from companion.club.paho_link import PahoLink
from companion.club.public import OnTable, Place
from companion.club.publisher import Publisher
from companion.games import all_games
from companion.ports import SystemClock
from companion.rulebook.course import Course
from companion.session.record import Entry, Header, entry_of
from companion.store.database import open_database, sqlite_url
from companion.store.identity import TableIdentity
from companion.store.journal import Journal
from companion.store.mirror import Mirror
from tests.kit import NAMES, physical

SCRIPTS = 3
MIRROR_THREADS = 3
SLOTS = 4
"""What a process reports: entries played, entries the broker lacks, entries the hall lacks, tables connected."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What one process does: its number, tables, pace and where the servers are."""

    number: int
    tables: int
    every_s: float
    folder: Path
    broker_port: int
    hall_url: str


@cache
def script(game: int, seed: int) -> tuple[Course, ...]:
    """The courses of one physical game; they are shared by all tables, since nothing ever changes them."""
    chosen = all_games()[game]
    return tuple(physical(chosen, chosen.seats[seed % len(chosen.seats)], seed))[1:]


class BenchTable:
    """One table: `play` lets one entry happen."""

    def __init__(self, plan: Plan, number: int) -> None:
        self.word = f"table-{plan.number}-{number}"
        self.folder = plan.folder / self.word
        self.journal = Journal(open_database(sqlite_url(self.folder)))
        identity = TableIdentity(f"{plan.number:016x}{number:016x}", self.word)
        clock = SystemClock()
        marks = Marks(self.folder / "club.json")
        link = PahoLink(Broker("127.0.0.1", plan.broker_port), client_id=self.word)
        place = Place(self.word, self.word, "en", identity.id)
        backlog = Backlog(marks, JournalRecords(self.journal))
        self.publisher = Publisher(link, place, backlog, marks=marks, clock=clock)
        self.mirror = Mirror(self.journal, plan.hall_url, identity=identity, clock=clock)
        self.due_s = 0.0
        self.played = self.copied = 0
        self._clock = clock
        self._rng = Random(plan.number * 1000 + number)
        self._courses: Iterator[Course] = iter(())
        self._entries: tuple[Entry, ...] = ()
        self._game_id = ""
        self._header = Header("", ())

    def play(self) -> None:
        course = next(self._courses, None) or self._opened()
        entry = entry_of(course.seq, course.entries[-1], at=self._clock.utc(), source="touch")
        self.journal.append(self._game_id, entry)
        self._entries = (*self._entries, entry)
        self.publisher.offer(OnTable(self._game_id, self._header, course, self._entries))
        self.mirror.note(self._game_id)
        self.played += 1
        self.due_s = 0.0

    def copy(self) -> float:
        """Let the mirror do a piece of work; what was played before it is copied once it has nothing more to do."""
        played = self.played
        wait_s = self.mirror.step()
        if self.mirror.status.state == "caught_up":
            self.copied = played
        return wait_s

    def _opened(self) -> Course:
        courses = script(self._rng.randrange(len(all_games())), self._rng.randrange(SCRIPTS))
        self._courses, self._entries = iter(courses), ()
        self._header = Header(courses[0].game.key, NAMES[: courses[0].seats])
        self._game_id = self.journal.open_game(self._header, at_utc=self._clock.utc())
        return next(self._courses)


def work(plan: Plan, playing: Synchronized[bool], over: Synchronized[bool], told: SynchronizedArray[int]) -> None:
    """Play until it is over; `told` holds `SLOTS` numbers for every process."""
    for game in range(len(all_games())):
        for seed in range(SCRIPTS):
            script(game, seed)
    tables = [BenchTable(plan, number) for number in range(plan.tables)]
    for table in tables:
        table.publisher.start()
    stop = threading.Event()
    mirrors = [threading.Thread(target=_mirror, args=(tables[n::MIRROR_THREADS], stop)) for n in range(MIRROR_THREADS)]
    for thread in mirrors:
        thread.start()
    _play(tables, plan, playing, over, told)
    for table in tables:
        table.publisher.close()
    stop.set()
    for thread in mirrors:
        thread.join()


def _play(
    tables: list[BenchTable],
    plan: Plan,
    playing: Synchronized[bool],
    over: Synchronized[bool],
    told: SynchronizedArray[int],
) -> None:
    rng, began_s, numbers, pause = Random(plan.number), monotonic(), count(), threading.Event()
    queue = [(began_s + rng.random() * plan.every_s, next(numbers), table) for table in tables]
    heapq.heapify(queue)
    played, report_s = 0, 0.0
    while not over.value:
        now = monotonic()
        if now >= report_s:
            _report(tables, plan, told, played)
            report_s = now + 0.1
        if not playing.value or queue[0][0] > now:
            pause.wait(0.005 if not playing.value else min(0.005, queue[0][0] - now))
            continue
        _, _, table = heapq.heappop(queue)
        table.play()
        played += 1
        heapq.heappush(queue, (now + plan.every_s, next(numbers), table))


def _report(tables: list[BenchTable], plan: Plan, told: SynchronizedArray[int], played: int) -> None:
    states = [table.publisher.state for table in tables]
    lacks = sum(table.played - table.copied for table in tables)
    strangers = sum(table.mirror.status.state == "starting" for table in tables)
    unheard = sum(state.behind if state.is_up else max(1, state.behind) for state in states)
    at = SLOTS * plan.number
    told[at : at + SLOTS] = [played, unheard, lacks + strangers, sum(state.is_up for state in states)]


def _mirror(tables: list[BenchTable], stop: threading.Event) -> None:
    while not stop.is_set():
        now = monotonic()
        waiting = [table for table in tables if table.due_s <= now]
        for table in waiting:
            table.due_s = float("inf")  # a note that comes while it works sets it back
            wait_s = table.copy()
            table.due_s = min(table.due_s, monotonic() + wait_s)
        if not waiting:
            stop.wait(0.005)
    for table in tables:
        table.mirror.close()


def journal_of(folder: Path) -> list[tuple[str, int, str]]:
    """Game, number and body of every entry in the journal of a table."""
    with closing(sqlite3.connect(folder / "companion.sqlite3")) as connection:
        return list(connection.execute("SELECT game_id, seq, body FROM entries ORDER BY game_id, seq"))
