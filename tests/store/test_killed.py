"""Kill it at any moment: at most the entry being written is missing, and what is there replays."""

from __future__ import annotations

import os
import select
import signal
import struct
import time
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

KILLS = 200
TOLD_AT_MOST = 10
"""A player is killed before it is about to keep so many entries; how long that takes depends on the machine."""
HEADER = Header("allegra", ("Ann", "Ben", "Cy"))


def play_on(folder: Path, told: int) -> None:
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
            os.write(told, struct.pack("II", games, session.course.seq))


def started(folder: Path) -> tuple[int, int]:
    """A player in a process of its own, and the end of the pipe that it tells its entries to."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        try:
            play_on(folder, writer)
        finally:
            os._exit(1)
    os.close(writer)
    return child, reader


def killed_after(folder: Path, delay_s: float) -> tuple[int, int] | None:
    """Play in a process of its own and kill it after `delay_s`; the last entry it acknowledged (game, seq)."""
    child, reader = started(folder)
    watched = os.pidfd_open(child)
    ended, _, _ = select.select([watched], [], [], delay_s)
    os.close(watched)
    assert not ended, "the player stopped by itself"
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    acknowledged = b""
    while part := os.read(reader, 65536):
        acknowledged += part
    os.close(reader)
    whole = len(acknowledged) - len(acknowledged) % 8
    return struct.unpack("II", acknowledged[whole - 8 : whole]) if whole else None


def usual_s(folder: Path) -> float:
    """How long a player takes now to start and keep some entries, seconds."""
    start = time.monotonic()
    child, reader = started(folder)
    for _ in range(TOLD_AT_MOST):
        assert os.read(reader, 8)
    usual = time.monotonic() - start
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(reader)
    return usual


@pytest.mark.slow
def test_200_kills_lose_at_most_the_entry_being_written(tmp_path: Path) -> None:
    seed = int.from_bytes(os.urandom(4))
    print(f"seed {seed}")
    rng = Random(seed)
    played, usual = 0, 0.0
    for kill in range(KILLS):
        if kill % 20 == 0:
            usual = usual_s(tmp_path)
        last = killed_after(tmp_path, rng.uniform(0.004, usual))
        journal = Journal(open_database(sqlite_url(tmp_path)))
        games = journal.games()
        for kept in games[:2]:
            entries = journal.entries(kept.id)
            assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
            replayed(Table(kept.id, kept.header, entries))
        if last is not None:
            number, seq = last
            assert len(games) in {number, number + 1}
            told = games[len(games) - number]
            assert told.length - seq in {0, 1}
        played = sum(kept.length for kept in games)
        journal.close()
    assert played > 2 * KILLS
