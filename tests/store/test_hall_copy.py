"""What is added to a hall while others add to it too: never changed, never doubled."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games import game_named
from companion.session.record import Header
from companion.store.database import open_database
from companion.store.errors import HallDiffers, HallRaced
from companion.store.hall_copy import Portion, add, announce
from companion.store.journal import Journal, Kept
from tests.kit import NAMES, finished
from tests.store.mirrors import ONE, OPENED, record


def test_what_another_process_added_meanwhile_is_kept_and_not_added_twice(any_url: str) -> None:
    entries = record(finished(game_named("splash"), 2, 1))
    kept = Kept("a" * 32, Header("splash", NAMES[:2]), OPENED, len(entries))
    hall = open_database(any_url)
    with hall.begin() as connection:
        announce(connection, ONE, at_utc=OPENED)
        add(connection, [Portion(kept, entries[:5], is_new=True)], ONE)
    with pytest.raises(HallRaced), hall.begin() as connection:
        add(connection, [Portion(kept, entries[:7], is_new=True)], ONE)
    with pytest.raises(HallDiffers), hall.begin() as connection:
        add(connection, [Portion(kept, (replace(entries[4], source="other"), entries[5]), is_new=False)], ONE)
    assert Journal(hall).entries(kept.id) == entries[:5]
    with hall.begin() as connection:
        add(connection, [Portion(kept, entries[3:7], is_new=False)], ONE)
    assert Journal(hall).entries(kept.id) == entries[:7]
    hall.dispose()
