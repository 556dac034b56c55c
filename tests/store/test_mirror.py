"""The mirror of a table's games in a hall: nothing lost, nothing doubled, order kept, nothing sealed shown."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa

from companion.games import all_games, game_named
from companion.ports import HandClock
from companion.rulebook.course import Undo
from companion.rulebook.game import TABLE
from companion.rulebook.sealed import is_sealed
from companion.session.record import Entry, Header, entry_of
from companion.store.database import open_database, sqlite_url
from companion.store.hall import open_hall
from companion.store.journal import Journal
from companion.store.mirror import ENTRIES_AT_ONCE, Mirror
from companion.store.tables import entries as entry_rows
from tests.kit import NAMES, finished, physical
from tests.postgres import Postgres
from tests.store.mirrors import ONE, OPENED, kept, record, same, settle


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
def test_a_game_and_its_result_come_to_the_hall(journal: Journal, any_url: str, game: object) -> None:
    game_id = kept(journal, finished(game, 3, 5))
    clock = HandClock()
    mirror = Mirror(journal, any_url, identity=ONE, clock=clock)
    settle(mirror)
    assert (mirror.status.state, mirror.status.behind) == ("caught_up", 0)
    assert same(journal, any_url)
    hall = open_hall(any_url)
    assert [(table.id, table.name, table.seen_at) for table in hall.tables()] == [(ONE.id, "One", clock.utc())]
    hall.journal.results.catch_up()
    journal.results.catch_up()
    assert [(found.result, found.table) for found in hall.finished()] == [(journal.results.of(game_id), ONE.id)]
    mirror.close()
    hall.close()


def test_a_table_without_games_is_known_to_the_hall(journal: Journal, any_url: str) -> None:
    mirror = Mirror(journal, any_url, identity=ONE, clock=HandClock())
    settle(mirror)
    hall = open_hall(any_url)
    assert [table.name for table in hall.tables()] == ["One"]
    hall.close()
    mirror.close()


def test_entries_follow_one_by_one_while_a_game_is_played(journal: Journal, any_url: str) -> None:
    mirror = Mirror(journal, any_url, identity=ONE, clock=HandClock())
    settle(mirror)
    game_id = journal.open_game(Header("allegra", NAMES[:2]), at_utc=OPENED)
    hall = open_hall(any_url)
    for entry in record(finished(game_named("allegra"), 2, 1))[:20]:
        journal.append(game_id, entry)
        mirror.note(game_id)
        settle(mirror)
        assert hall.journal.entries(game_id)[-1] == entry
    assert same(journal, any_url)
    hall.close()
    mirror.close()


def test_no_sealed_bid_is_in_the_hall_before_its_reveal(journal: Journal, any_url: str) -> None:
    mirror = Mirror(journal, any_url, identity=ONE, clock=HandClock())
    hall = open_hall(any_url)
    game_id = journal.open_game(Header("die_bombe", NAMES[:3]), at_utc=OPENED)
    for step in list(physical(game_named("die_bombe"), 3, 1))[1:40]:
        journal.append(game_id, record(step)[-1])
        mirror.note(game_id)
        settle(mirror)
        there = hall.journal.entries(game_id)
        assert not is_sealed(step.moments[len(there)].state)
        assert not any(is_sealed(action) for action in step.entries[len(there) - 1 : len(there)])
        assert mirror.status.held == step.seq - len(there)
        if not is_sealed(step.state):
            assert len(there) == step.seq
    hall.close()
    mirror.close()


def test_a_game_that_nobody_can_read_is_held_back_whole(journal: Journal, any_url: str) -> None:
    odd = (Entry(1, {"by": 0, "do": "something_of_a_later_version", "bid": 7}),)
    journal.open_game(Header("die_bombe", NAMES[:3]), at_utc=OPENED, entries_before=odd)
    mirror = Mirror(journal, any_url, identity=ONE, clock=HandClock())
    settle(mirror)
    hall = open_hall(any_url)
    assert [game.length for game in hall.journal.games()] == [0]
    assert mirror.status.held == 1
    hall.close()
    mirror.close()


def test_a_long_game_comes_in_portions_and_each_is_whole(journal: Journal, any_url: str) -> None:
    course = finished(game_named("allegra"), 4, 3)
    undone = course
    while undone.seq <= 2 * ENTRIES_AT_ONCE:
        undone = undone.after(Undo(TABLE, 0)).after(course.entries[0])
    game_id = kept(journal, undone)
    mirror = Mirror(journal, any_url, identity=ONE, clock=HandClock())
    hall = open_hall(any_url)
    reached = []
    while mirror.step() == 0:
        reached.append(len(hall.journal.entries(game_id)))
        assert mirror.status.behind == undone.seq - reached[-1]
    assert reached[:2] == [ENTRIES_AT_ONCE, 2 * ENTRIES_AT_ONCE]
    assert same(journal, any_url)
    hall.close()
    mirror.close()


def test_another_entry_in_the_same_place_is_told_and_not_overwritten(journal: Journal, any_url: str) -> None:
    course = finished(game_named("splash"), 2, 1)
    game_id, other_id = kept(journal, course), kept(journal, finished(game_named("splash"), 2, 2))
    first = Mirror(journal, any_url, identity=ONE, clock=HandClock())
    settle(first)
    first.close()
    hall = open_database(any_url)
    with hall.begin() as connection:
        last = entry_rows.c.seq == course.seq
        connection.execute(entry_rows.update().where(entry_rows.c.game_id == game_id, last).values(source="other"))
    journal.append(other_id, entry_of(len(journal.entries(other_id)) + 1, Undo(TABLE, 0), at=OPENED))
    second = Mirror(journal, any_url, identity=ONE, clock=HandClock())
    settle(second)
    assert second.status.conflicts == (game_id,)
    assert Journal(hall).entries(game_id)[-1].source == "other"
    assert Journal(hall).entries(other_id) == journal.entries(other_id)
    second.close()
    hall.dispose()


def test_a_table_set_back_to_an_old_copy_does_not_go_on_over_what_the_hall_has(tmp_path: Path, any_url: str) -> None:
    steps = record(finished(game_named("splash"), 2, 1))
    header = Header("splash", NAMES[:2])
    journal = Journal(open_database(sqlite_url(tmp_path / "table")))
    game_id = journal.open_game(header, at_utc=OPENED, entries_before=steps[:10])
    mirror = Mirror(journal, any_url, identity=ONE, clock=HandClock())
    settle(mirror)
    mirror.close()
    with journal.reading() as connection:
        connection.execute(entry_rows.delete().where(entry_rows.c.seq > 6))
        connection.commit()
    for behind in (0, 6):
        for entry in steps[6 : 6 + behind]:
            journal.append(game_id, Entry(entry.seq, entry.body, "2026-02-02T20:00:00.000Z", entry.source))
        again = Mirror(journal, any_url, identity=ONE, clock=HandClock())
        settle(again)
        assert again.status.conflicts == (game_id,)
        again.close()
    hall = open_hall(any_url)
    assert hall.journal.entries(game_id) == steps[:10]
    hall.close()


@pytest.mark.parametrize("lost", [entry_rows.c.seq == 3, entry_rows.c.seq > 10, entry_rows.c.seq > 0], ids=str)
def test_what_the_hall_has_lost_is_filled_in_again(
    journal: Journal, any_url: str, lost: sa.ColumnElement[bool]
) -> None:
    game_id = kept(journal, finished(game_named("splash"), 2, 1))
    mirror = Mirror(journal, any_url, identity=ONE, clock=HandClock())
    settle(mirror)
    mirror.close()
    hall = open_database(any_url)
    with hall.begin() as connection:
        connection.execute(entry_rows.delete().where(entry_rows.c.game_id == game_id, lost))
    hall.dispose()
    again = Mirror(journal, any_url, identity=ONE, clock=HandClock())
    settle(again)
    assert same(journal, any_url)
    again.close()


def test_a_value_that_the_hall_does_not_take_holds_nothing_else_up(journal: Journal, postgres_url: str) -> None:
    good = [kept(journal, finished(game_named("splash"), 2, seed)) for seed in range(3)]
    course = finished(game_named("splash"), 2, 9)
    spoilt = tuple(Entry(entry.seq, entry.body, entry.at, "a\0b") for entry in record(course))
    bad = journal.open_game(Header("splash", NAMES[:2]), at_utc=OPENED, entries_before=spoilt)
    mirror = Mirror(journal, postgres_url, identity=ONE, clock=HandClock())
    settle(mirror)
    assert mirror.status.conflicts == (bad,)
    hall = open_hall(postgres_url)
    assert sorted(game.id for game in hall.journal.games()) == sorted(good)
    hall.close()
    mirror.close()


def test_a_hall_of_a_newer_version_is_left_alone_and_told(journal: Journal, any_url: str) -> None:
    hall = open_database(any_url)
    with hall.begin() as connection:
        connection.execute(sa.text("UPDATE schema_version SET version = 99"))
    mirror = Mirror(journal, any_url, identity=ONE, clock=HandClock())
    assert mirror.step() > 0
    assert mirror.status.state == "refused"
    assert mirror.status.why is not None
    assert mirror.status.why.key == "store_newer"
    hall.dispose()
    mirror.close()


def test_a_wrong_password_is_told_as_such(journal: Journal, postgres: Postgres) -> None:
    mirror = Mirror(journal, postgres.url().replace(postgres.password, "wrong"), identity=ONE, clock=HandClock())
    mirror.step()
    assert mirror.status.why is not None
    assert mirror.status.why.key == "store_not_let_in"
    assert postgres.password not in str(mirror.status)
