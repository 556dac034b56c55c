"""Results of finished games: always what the journal says, whatever happened to it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from companion.games import all_games, game_named
from companion.ports import HandClock
from companion.rulebook.course import Course, Undo
from companion.rulebook.game import TABLE
from companion.session.inbox import Inbox
from companion.session.record import Entry, Header, entry_of
from companion.session.session import Session, Table
from companion.store.database import open_database, sqlite_url
from companion.store.journal import Journal
from companion.store.results import CaughtUp, Reading, Results, reading_of
from tests.kit import NAMES, finished, physical

OPENED = "2026-01-01T20:00:00.000Z"


@pytest.fixture
def journal(any_url: str) -> Iterator[Journal]:
    kept_here = Journal(open_database(any_url))
    yield kept_here
    kept_here.close()


def record(course: Course, source: str = "touch") -> tuple[Entry, ...]:
    return tuple(entry_of(seq, action, at=OPENED, source=source) for seq, action in enumerate(course.entries, 1))


def kept(journal: Journal, course: Course, source: str = "touch") -> str:
    header = Header(course.game.key, NAMES[: course.seats])
    return journal.open_game(header, at_utc=OPENED, entries_before=record(course, source))


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
def test_a_finished_game_has_its_scores_winners_and_end(journal: Journal, game: object) -> None:
    course = finished(game, 3, 5)
    game_id = kept(journal, course)
    assert journal.results.catch_up() == CaughtUp(1)
    result = journal.results.of(game_id)
    assert result is not None
    assert (result.game, result.people, result.scores) == (game.key, NAMES[:3], course.totals)
    assert tuple(seat for seat, place in enumerate(result.places) if place == 1) == course.outcome.winners
    assert result.finished_at == OPENED


def test_a_game_that_runs_has_no_result(journal: Journal) -> None:
    steps = list(physical(game_named("die_bombe"), 3, 1))
    game_id = kept(journal, steps[-2])
    assert journal.results.catch_up() == CaughtUp(1)
    assert journal.results.of(game_id) is None


def test_an_undo_after_the_end_takes_the_result_back_and_the_new_end_gives_a_new_one(journal: Journal) -> None:
    course = finished(game_named("die_bombe"), 3, 1)
    game_id = kept(journal, course)
    results = journal.results
    results.catch_up()
    before = results.of(game_id)
    session = Session(
        Table(game_id, Header("die_bombe", NAMES[:3]), journal.entries(game_id)),
        keeper=journal,
        clock=HandClock(),
        inbox=Inbox(),
    )
    session.undo()
    results.catch_up()
    assert results.of(game_id) is None
    session.adjust(1, 1000, why="a bet")
    session.submit(course.entries[-1], "touch")
    results.catch_up()
    after = results.of(game_id)
    assert after is not None
    assert before is not None
    assert after.scores[1] == before.scores[1] + 1000
    assert after.places[1] == 1


@pytest.mark.slow
@given(seed=st.integers(0, 2**32))
def test_results_after_any_writes_are_those_of_a_rebuild(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    rng = Random(seed)
    journal = Journal(open_database(sqlite_url(tmp_path_factory.mktemp("games"))))
    results = journal.results
    games = {kept(journal, course): course for course in (finished(rng.choice(all_games()), 3, seed) for _ in range(2))}
    for _ in range(4):
        game_id, course = rng.choice(list(games.items()))
        games[game_id] = course.after(Undo(TABLE, rng.randint(0, course.seq)))
        journal.append(game_id, entry_of(course.seq + 1, games[game_id].entries[-1], at=OPENED))
        if rng.random() < 0.5:
            results.catch_up()
    results.catch_up()
    kept_up = [results.of(game_id) for game_id in games]
    results.rebuild()
    assert kept_up == [results.of(game_id) for game_id in games]
    assert [result is not None for result in kept_up] == [course.is_over for course in games.values()]
    journal.close()


def test_nothing_is_replayed_twice(journal: Journal) -> None:
    kept(journal, finished(game_named("splash"), 2, 1))
    assert journal.results.catch_up() == CaughtUp(1)
    assert journal.results.catch_up() == CaughtUp(0)


def test_an_entry_written_while_a_result_is_made_leaves_the_game_due(journal: Journal, any_url: str) -> None:
    course = finished(game_named("splash"), 2, 1)
    game_id = kept(journal, course)
    undo = entry_of(course.seq + 1, Undo(TABLE, 0))
    engine = open_database(any_url)
    looks = iter([lambda: None, lambda: journal.append(game_id, undo)])  # what is due; then the entries

    @sa.event.listens_for(engine, "checkin")
    def interrupt(*_: object) -> None:
        next(looks, lambda: None)()

    Results(engine).catch_up()
    assert journal.entries(game_id)[-1].body["do"] == "undo"
    assert journal.results.catch_up() == CaughtUp(1)
    assert journal.results.of(game_id) is None
    engine.dispose()


def test_a_record_that_no_longer_fits_the_rules_is_named_and_stays_due(journal: Journal) -> None:
    bad = journal.open_game(
        Header("allegra", NAMES[:2]), at_utc=OPENED, entries_before=(Entry(1, {"by": 0, "do": "knock"}),)
    )
    good = kept(journal, finished(game_named("allegra"), 2, 1))
    assert journal.results.catch_up() == CaughtUp(1, (bad,))
    assert journal.results.of(good) is not None
    assert journal.results.rebuild() == CaughtUp(1, (bad,))


@pytest.mark.parametrize(
    ("at", "finished_at"),
    [
        ("2026-03-01T21:00:00+01:00", "2026-03-01T20:00:00.000Z"),
        ("2026-03-01T20:00:00.250Z", "2026-03-01T20:00:00.250Z"),
        ("late in the evening, after the second bottle had been opened", OPENED),
        (None, OPENED),
    ],
)
def test_the_end_is_told_in_utc_and_by_the_opening_where_the_log_does_not_say(
    journal: Journal, at: str | None, finished_at: str
) -> None:
    course = finished(game_named("splash"), 2, 1)
    entries = tuple(Entry(entry.seq, entry.body, at) for entry in record(course))
    game_id = journal.open_game(Header("splash", NAMES[:2]), at_utc=OPENED, entries_before=entries)
    journal.results.catch_up()
    result = journal.results.of(game_id)
    assert result is not None
    assert result.finished_at == finished_at


def test_what_the_camera_read_and_people_took_back_is_corrected() -> None:
    game = game_named("die_bombe")
    steps = list(physical(game, 3, 1))
    course = steps[2].after(Undo(TABLE, 1)).after(steps[2].entries[1])
    sources = ("camera", "camera", "touch", "keyboard")
    entries = [entry_of(seq, action, source=sources[seq - 1]) for seq, action in enumerate(course.entries, 1)]
    assert reading_of(course, entries) == Reading(automatic=1, corrected=1, by_hand=1)


def test_several_that_bring_the_results_of_a_hall_up_to_date_at_once_make_the_same_ones(postgres_url: str) -> None:
    journal = Journal(open_database(postgres_url))
    games = {kept(journal, finished(game_named("splash"), 2, seed)) for seed in range(12)}
    others = [Results(open_database(postgres_url)) for _ in range(3)]
    with ThreadPoolExecutor(3) as pool:
        unreadable = [found.unreadable for found in pool.map(Results.catch_up, others)]
    assert unreadable == [(), (), ()]
    assert all(journal.results.of(game_id) is not None for game_id in games)
    assert journal.results.catch_up() == CaughtUp(0)
    journal.close()
