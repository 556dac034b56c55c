"""A simulated evening: people at a physical table, read, proposed, confirmed and scored."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.companion import Companion
from companion.feeds.evening import Evening
from companion.feeds.people import Pace, People
from companion.games import all_games, game_named
from companion.games.allegra.model import Discard, Swap
from companion.ports import HandClock
from companion.rulebook.course import Course, Undo
from companion.rulebook.game import TABLE
from companion.session.record import Header
from companion.settings import Settings
from companion.store.journal import open_journal
from tests.feeds.sharp_eye import SharpEye
from tests.kit import NAMES, course, finished

SEED = 7


def test_an_evening_plays_the_game_that_its_seed_decides() -> None:
    game = game_named("allegra")
    evening, now = Evening(SEED), course(game, 3)
    while (action := evening.next_action(now)) is not None:
        assert evening.next_action(now) == action
        now = now.after(action)
    assert now.totals == finished(game, 3, SEED).totals


def test_after_an_undo_the_evening_plays_the_same_again() -> None:
    evening, now = Evening(SEED), course(game_named("allegra"), 3)
    for _ in range(40):
        now = now.after(evening.next_action(now))
    undone = now.after(Undo(TABLE, 20))
    assert evening.next_action(undone) == now.entries[20]


def test_off_its_path_the_evening_waits_until_that_is_undone() -> None:
    game = game_named("allegra")
    evening, now = Evening(SEED), course(game, 3)
    now = now.after(evening.next_action(now))
    other = next(a for o in game.options(now.state) for a in o.actions() if a != evening.next_action(now))
    astray = now.after(other)
    assert evening.next_action(astray) is None
    assert evening.next_action(astray.after(Undo(TABLE, 1))) is not None


def test_other_words_for_the_same_change_of_the_table_do_not_stop_the_evening() -> None:
    game, said_otherwise = game_named("allegra"), 0
    for seed in range(SEED, SEED + 5):
        evening, now = Evening(seed), course(game, 3)
        while (action := evening.next_action(now)) is not None:
            twin = next((a for a in _other_words(now, action)), action)
            said_otherwise += twin != action
            now = now.after(twin)
        assert now.is_over
        assert Evening(seed).next_action(now.after(Undo(TABLE, now.seq - 1))) is not None
    assert said_otherwise


def _other_words(now: Course, action: object) -> Iterator[object]:
    """What else leaves the table as `action` does: a discard, and a swap of the card for an equal one."""
    state = now.state
    there = now.game.apply(state, action).state
    if isinstance(action, Discard | Swap):
        others = (a for o in now.game.options(state) for a in o.actions() if isinstance(a, Discard | Swap))
        yield from (a for a in others if type(a) is not type(action) and now.game.apply(state, a).state == there)


class Desk:
    """A companion with perfect sight and people in a hurry."""

    def __init__(self, folder: Path, game: str, seats: int) -> None:
        self.clock = HandClock()
        self.eye = SharpEye()
        self.people = People(Evening(SEED), clock=self.clock, table=self.eye, pace=Pace(0.0, 1.0))
        journal = open_journal("", folder)
        feeds = (self.people, self.eye)
        self.whole = Companion(Settings(), journal, clock=self.clock, feeds=feeds, keep_settings=lambda *_: None)
        self.session = self.whole.open(Header(game, NAMES[:seats]))

    def play(self) -> None:
        for _ in range(20_000):
            self.clock.move(0.1)
            self.whole.pump()
            if self.session.course.is_over:
                return
        pytest.fail("the evening did not end")


@pytest.mark.parametrize("key", [game.key for game in all_games()])
def test_a_whole_evening_is_read_confirmed_and_scored_as_the_truth_says(key: str, tmp_path: Path) -> None:
    seats = Random(key).choice(game_named(key).seats)
    desk = Desk(tmp_path, key, seats)
    desk.play()
    truth = finished(game_named(key), seats, SEED)
    assert desk.session.course.totals == truth.totals
    assert desk.session.course.outcome == truth.outcome
    assert desk.session.course.entries == truth.entries


def test_in_allegra_most_of_the_evening_is_seen_and_only_the_unseeable_is_entered(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "allegra", 4)
    desk.play()
    by_source = dict.fromkeys(("camera", "touch", "button"), 0)
    for entry in desk.session.entries:
        by_source[str(entry.source)] += 1
    assert by_source["camera"] > 0.8 * len(desk.session.entries)
    assert by_source["button"] == sum(entry.body["do"] == "knock" for entry in desk.session.entries)
    touched = {entry.body["do"] for entry in desk.session.entries if entry.source == "touch"}
    # A discard looks the same as swapping the card for an equal one; the people then say which it was.
    assert touched <= {"give", "take", "place", "grab", "put", "discard"}
