"""What is still to be told: in order, whatever the broker acknowledges first, refuses, or is asked for again."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.club.backlog import Backlog
from companion.club.marks import Marks
from companion.games import game_named
from tests.club.tables import MemoryRecords, on_table
from tests.kit import finished

GAME = "a" * 32


@pytest.fixture
def marks(tmp_path: Path) -> Marks:
    return Marks(tmp_path / "club.json")


@pytest.fixture
def backlog(marks: Marks) -> Backlog:
    """Five entries of one game are under way."""
    begun = Backlog(marks, MemoryRecords())
    begun.note(on_table(finished(game_named("splash"), 2, 1), GAME))
    for seq in range(1, 6):
        assert due(begun) == seq
        begun.handed(GAME, seq)
    return begun


def due(backlog: Backlog) -> int:
    """The number of the next entry to hand over."""
    found = backlog.next()
    assert found is not None
    return found[1]


def test_a_game_is_marked_up_to_the_first_entry_that_is_not_acknowledged(backlog: Backlog, marks: Marks) -> None:
    backlog.acknowledged(GAME, 2)
    backlog.acknowledged(GAME, 4)
    assert marks.of(GAME) == 0
    backlog.acknowledged(GAME, 1)
    assert marks.of(GAME) == 2
    backlog.acknowledged(GAME, 3)
    assert marks.of(GAME) == 4
    assert due(backlog) == 6


def test_an_entry_that_was_refused_is_handed_over_again_with_those_after_it(backlog: Backlog, marks: Marks) -> None:
    backlog.refused(GAME, 3)
    assert [due(backlog), marks.of(GAME)] == [3, 0]


def test_a_game_that_somebody_missed_is_handed_over_again_and_strange_ones_are_not(backlog: Backlog) -> None:
    backlog.again("b" * 32, 1)
    backlog.again(GAME, 9)
    assert due(backlog) == 6
    backlog.again(GAME, 2)
    assert due(backlog) == 2
