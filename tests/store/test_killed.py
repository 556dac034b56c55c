"""Kill it at any moment: at most the entry being written is missing, and what is there replays."""

from __future__ import annotations

import os
import struct
import time
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random

import pytest

from companion.compose import companion
from companion.feeds.evening import Evening
from companion.session.record import Header
from companion.session.session import Table, replayed
from companion.settings import Settings
from companion.store.database import open_database, sqlite_url
from companion.store.journal import Journal
from tests.own_process import CLEAN

KILLS = 200
TOLD_AT_MOST = 5
HEADER = Header("allegra", ("Ann", "Ben", "Cy"))


def play_on(folder: Path, told: Connection) -> None:
    """Resume the unfinished game, or open one, and play it; each kept entry is acknowledged to `told`."""
    with companion(Settings(), folder) as whole:
        kept = whole.unfinished()
        session = whole.resume(kept.id) if kept else whole.open(HEADER)
        games = len(whole.kept())
        evening = Evening(seed=games)
        while True:
            action = evening.next_action(session.course)
            if action is None:
                session = whole.open(HEADER)
                games += 1
                evening = Evening(seed=games)
                continue
            session.submit(action, "touch")
            os.write(told.fileno(), struct.pack("II", games, session.course.seq))


def started(folder: Path) -> tuple[BaseProcess, Connection]:
    """A player in a process of its own, and the end of the pipe that it tells its entries to."""
    reader, writer = CLEAN.Pipe(duplex=False)
    child = CLEAN.Process(target=play_on, args=(folder, writer))
    child.start()
    writer.close()
    return child, reader


def told_of(reader: Connection, entries: int) -> bytes:
    """What a player tells until it has kept so many entries, however long that takes here."""
    told = b"".join(os.read(reader.fileno(), 8) for _ in range(entries))
    assert len(told) == 8 * entries, "the player stopped by itself"
    return told


def killed_after(folder: Path, entries: int, delay_s: float) -> tuple[int, int] | None:
    """Play in a process of its own, kill it `delay_s` after so many entries; the last it acknowledged (game, seq)."""
    child, reader = started(folder)
    acknowledged = told_of(reader, entries)
    child.join(delay_s)
    assert child.exitcode is None, "the player stopped by itself"
    killed(child)
    while part := os.read(reader.fileno(), 65536):
        acknowledged += part
    reader.close()
    whole = len(acknowledged) - len(acknowledged) % 8
    return struct.unpack("II", acknowledged[whole - 8 : whole]) if whole else None


def killed(child: BaseProcess) -> None:
    child.kill()
    child.join()


def pace_s(folder: Path) -> tuple[float, float]:
    """How long a player takes now until its first entry, and from one to the next, seconds."""
    begun = time.monotonic()
    child, reader = started(folder)
    told_of(reader, 1)
    first = time.monotonic()
    told_of(reader, TOLD_AT_MOST)
    last = time.monotonic()
    killed(child)
    reader.close()
    return first - begun, (last - first) / TOLD_AT_MOST


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_200_kills_lose_at_most_the_entry_being_written(tmp_path: Path) -> None:
    seed = int.from_bytes(os.urandom(4))
    print(f"seed {seed}")
    rng = Random(seed)
    played = wanted = 0
    for kill in range(KILLS):
        if kill % 20 == 0:
            start_s, entry_s = pace_s(tmp_path)
        entries = rng.randrange(TOLD_AT_MOST + 1)
        wanted += entries
        last = killed_after(tmp_path, entries, rng.uniform(0.0, 2 * entry_s if entries else start_s))
        journal = Journal(open_database(sqlite_url(tmp_path)))
        games = journal.games()
        for kept in games[:2]:
            records = journal.entries(kept.id)
            assert [entry.seq for entry in records] == list(range(1, len(records) + 1))
            replayed(Table(kept.id, kept.header, records))
        if last is not None:
            number, seq = last
            assert len(games) in {number, number + 1}
            told = games[len(games) - number]
            assert told.length - seq in {0, 1}
        played = sum(kept.length for kept in games)
        journal.close()
    assert played >= wanted > KILLS
