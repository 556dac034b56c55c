"""What is read entry by entry is what would be read anew, and as much of it may be seen."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import game_named
from companion.rulebook.course import Undo, open_course
from companion.rulebook.game import TABLE
from companion.session.record import Entry, Header, entry_of
from companion.store.database import open_database, sqlite_url
from companion.store.hall_copy import open_entries
from companion.store.journal import Journal
from companion.store.played import Played
from tests.kit import NAMES, physical

OPENED = "2026-01-01T20:00:00.000Z"


@settings(max_examples=8)
@given(seed=st.integers(0, 2**32), key=st.sampled_from(["die_bombe", "buero_crazy", "splash"]))
def test_after_every_entry_as_much_may_be_seen_as_of_the_whole_record(
    tmp_path_factory: pytest.TempPathFactory, seed: int, key: str
) -> None:
    rng = Random(seed)
    game = game_named(key)
    journal = Journal(open_database(sqlite_url(tmp_path_factory.mktemp("table"))))
    game_id = journal.open_game(Header(key, NAMES[:3]), at_utc=OPENED)
    other_id = journal.open_game(Header("splash", NAMES[:2]), at_utc=OPENED)
    played = Played(journal)
    *_, whole = (step for step, _ in zip(physical(game, 3, seed), range(25), strict=False))
    course = open_course(game, whole.options, 3)
    for _ in range(30):
        forward = len(course.trail)
        if forward == whole.seq or (course.seq and rng.random() < 0.2):
            action = Undo(TABLE, rng.randint(max(0, course.seq - 8), course.seq))
        else:
            action = whole.entries[forward]
        course = course.after(action)
        journal.append(game_id, entry_of(course.seq, action, at=OPENED))
        if rng.random() < 0.1:
            played.read(other_id)
        record = played.read(game_id)
        assert record is not None
        written = journal.entries(game_id)
        assert tuple(record.entries) == written
        assert record.visible == len(open_entries(record.kept, written))
    journal.close()


def test_nothing_is_seen_of_a_record_that_does_not_fit_the_rules_from_there_on(tmp_path: Path) -> None:
    journal = Journal(open_database(sqlite_url(tmp_path)))
    game_id = journal.open_game(Header("die_bombe", NAMES[:3]), at_utc=OPENED)
    played = Played(journal)
    for seq in (1, 2):
        journal.append(game_id, Entry(seq, {"by": 0, "do": "something_else"}))
        record = played.read(game_id)
        assert record is not None
        assert (len(record.entries), record.visible) == (seq, 0)
    unknown = journal.open_game(Header("a_game_of_a_later_version", NAMES[:3]), at_utc=OPENED)
    record = played.read(unknown)
    assert record is not None
    assert record.visible == 0
    assert played.read("f" * 32) is None
    journal.close()
