"""The mirror where server, network or process fail in the middle: nothing lost, nothing doubled."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from subprocess import PIPE, Popen

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import all_games, game_named
from companion.ports import HandClock
from companion.rulebook.course import Undo
from companion.rulebook.game import TABLE
from companion.session.record import Header, entry_of
from companion.store.database import open_database, sqlite_url
from companion.store.errors import StoreUnreachable
from companion.store.hall import open_hall
from companion.store.journal import Journal
from companion.store.line import Line
from companion.store.mirror import Mirror
from tests.cut_line import CutLine
from tests.kit import NAMES, PATIENCE_S, finished
from tests.postgres import Postgres
from tests.store.mirrors import ONE, OPENED, kept, record, same, settle, until_caught_up


def test_a_hall_that_is_gone_is_asked_again_ever_less_often(journal: Journal) -> None:
    clock = HandClock()
    mirror = Mirror(journal, "postgresql://nobody@127.0.0.1:1/none", identity=ONE, clock=clock)
    waits = []
    for _ in range(10):
        waits.append(mirror.step())
        assert mirror.status.state == "unreachable"
        assert mirror.step() == pytest.approx(waits[-1])
        clock.move(waits[-1] + 0.001)
    assert all(0.75 * 2**n <= wait <= 1.25 * 2**n for n, wait in enumerate(waits[:6]))
    assert all(45 <= wait <= 75 for wait in waits[6:])
    assert mirror.status.since == HandClock().utc()


def test_a_server_killed_in_mid_game_and_started_again_has_everything_once(
    journal: Journal, postgres: Postgres
) -> None:
    url = postgres.emptied()
    postgres.stop()
    postgres.start(fsync=True)
    clock = HandClock()
    mirror = Mirror(journal, url, identity=ONE, clock=clock)
    game_id = journal.open_game(Header("allegra", NAMES[:2]), at_utc=OPENED)
    for number, entry in enumerate(record(finished(game_named("allegra"), 2, 1))[:60]):
        if number == 20:
            postgres.kill()
        if number == 40:
            assert mirror.status.state == "unreachable"
            assert mirror.status.behind == 20
            postgres.start()
            clock.move(61)
        journal.append(game_id, entry)
        mirror.note(game_id)
        settle(mirror)
    assert mirror.status.state == "caught_up"
    assert same(journal, url)
    postgres.stop()
    journal.append(game_id, entry_of(61, Undo(TABLE, 3), at=OPENED))
    mirror.note(game_id)
    settle(mirror)
    assert mirror.status.state == "unreachable"
    postgres.start()
    until_caught_up(mirror, clock)
    assert same(journal, url)
    mirror.close()


def test_a_line_that_opens_after_its_deadline_is_cut_at_once(postgres_url: str) -> None:
    line = Line(postgres_url, deadline_s=60.0)
    real = line._opened

    def opened_late(raw: object) -> None:
        line._cut()  # the watch rings while the line is being opened
        real(raw)

    line._opened = opened_late
    with pytest.raises(StoreUnreachable), line.transaction():
        pytest.fail("the line is open")
    line.hang_up()


@pytest.mark.slow
@given(seed=st.integers(0, 2**32))
@settings(max_examples=6)
def test_a_network_cut_at_any_byte_loses_and_doubles_nothing(
    tmp_path_factory: pytest.TempPathFactory, postgres_server: Postgres, seed: int
) -> None:
    rng = Random(seed)
    journal = Journal(open_database(sqlite_url(tmp_path_factory.mktemp("table"))))
    url = postgres_server.emptied()
    clock = HandClock()
    with CutLine(postgres_server.port) as line:
        there = postgres_server.url(url.rsplit("/", 1)[1], line.port)
        mirror = Mirror(journal, there, identity=ONE, clock=clock, deadline_s=PATIENCE_S)
        games = [journal.open_game(Header("die_bombe", NAMES[:3]), at_utc=OPENED) for _ in range(3)]
        records = {
            game_id: list(record(finished(game_named("die_bombe"), 3, seed + n))) for n, game_id in enumerate(games)
        }
        while any(records.values()):
            game_id = rng.choice([game_id for game_id in games if records[game_id]])
            count = rng.randint(1, 30)
            journal.append_all(game_id, tuple(records[game_id][:count]))
            del records[game_id][:count]
            mirror.note(game_id, count)
            trouble = rng.random()
            if trouble < 0.4:
                line.cut_after(rng.randint(0, 6000))
            elif trouble < 0.45 and mirror.status.state == "caught_up":
                line.freeze()
                mirror._line._deadline_s = 0.5
            settle(mirror)
            line.mend()
            mirror._line._deadline_s = PATIENCE_S
            clock.move(rng.choice((0, 61)))
        until_caught_up(mirror, clock)
        assert same(journal, url)
        mirror.close()
    journal.close()


COPYING = """
import sys
import sys
from pathlib import Path
from companion.ports import SystemClock
from companion.store.identity import TableIdentity
from companion.store.journal import open_journal
from companion.store.errors import StoreUnreachable
from companion.store.line import Line
from companion.store.mirror import Mirror
journal = open_journal("", Path(sys.argv[1]))
mirror = Mirror(journal, sys.argv[2], identity=TableIdentity("1" * 32, "One"), clock=SystemClock())
print("ready", flush=True)
sys.stdin.readline()
while mirror.status.state != "caught_up":
    mirror.step()
mirror.close()
sys.exit(len(mirror.status.conflicts))
"""


@pytest.mark.slow
def test_three_processes_that_copy_the_same_games_at_once_copy_them_once(tmp_path: Path, postgres_url: str) -> None:
    journal = Journal(open_database(sqlite_url(tmp_path)))
    for seed in range(20):
        kept(journal, finished(all_games()[seed % 5], 3, seed))
    command = [sys.executable, "-c", COPYING, str(tmp_path), postgres_url]
    copying = [Popen(command, stdin=PIPE, stdout=PIPE, text=True) for _ in range(3)]
    for process in copying:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in copying:
        process.communicate("go\n")
    assert [process.returncode for process in copying] == [0, 0, 0]
    assert same(journal, postgres_url)
    hall = open_hall(postgres_url)
    assert hall.journal.results.catch_up().made == 20
    hall.close()
    journal.close()
