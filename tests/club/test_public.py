"""What goes over the wire is public: nothing sealed before its reveal, in any game, in any payload."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.club.public import OnTable, Place, as_bytes, event_of, view_of
from companion.games import all_games
from companion.rulebook.course import Course, Undo, open_course
from companion.rulebook.errors import CompanionError
from companion.rulebook.game import TABLE, Game
from companion.rulebook.sealed import Sealed, is_sealed
from companion.session.record import Header, entry_of
from companion.texts import LANGUAGES
from tests.games.sixth import sixth_game
from tests.kit import NAMES, physical

with sixth_game():
    GAMES = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
SEEDS = st.integers(0, 2**32)
PLACE = Place("Table 1", "table-1", "en", "0" * 32)
AT = "2026-01-01T20:00:00.000Z"


def on_table(course: Course) -> OnTable:
    entries = tuple(entry_of(seq, action, at=AT, source="touch") for seq, action in enumerate(course.entries, 1))
    return OnTable("f" * 32, Header(course.game.key, NAMES[: course.seats]), course, entries)


def payloads(course: Course) -> list[bytes]:
    """Everything that is told when this course has just got its last entry."""
    game = on_table(course)
    told = [as_bytes(view_of(game, PLACE, at=AT, since=AT))]
    return [*told, as_bytes(event_of(game, course.seq, PLACE))] if course.seq else told


def others(action: Any, rng: Random) -> Iterator[Any]:
    """The same action with another secret."""
    for field in fields(action):
        value = getattr(action, field.name)
        if isinstance(value, Sealed):
            yield from (
                replace(action, **{field.name: Sealed(value.owner, other)}) for other in _near(value.value, rng)
            )


def _near(value: Any, rng: Random) -> list[Any]:
    if isinstance(value, int):
        return [value + 1, max(0, value - 1), rng.randrange(40)]
    pairs = tuple((number, rng.randrange(3)) for number, _ in value.pairs)
    return [type(value)(pairs), type(value)(value.pairs[:1])]


def with_other_secret(course: Course, rng: Random) -> Course | None:
    """`course` with the secret of its last action changed; None where the rules allow no other."""
    before = replace(course, entries=course.entries[:-1], moments=course.moments[:-1])
    for action in others(course.entries[-1], rng):
        try:
            changed = before.after(action)
        except CompanionError:
            continue
        if action != course.entries[-1]:
            return changed
    return None


@pytest.mark.slow
@GAMES
@given(seed=SEEDS)
def test_two_games_that_differ_in_what_is_sealed_tell_the_same(game: Game[Any, Any], seed: int) -> None:
    rng = Random(seed)
    for course in physical(game, game.seats[seed % len(game.seats)], seed):
        if course.seq and is_sealed(course.entries[-1]) and (twin := with_other_secret(course, rng)) is not None:
            assert is_sealed(twin.state) == is_sealed(course.state)
            if is_sealed(course.state):
                assert payloads(course) == payloads(twin)


@pytest.mark.slow
@GAMES
@given(seed=SEEDS)
def test_no_payload_of_a_whole_evening_holds_a_number_before_its_reveal(game: Game[Any, Any], seed: int) -> None:
    """Sealed values are replaced by one that stands out; it is looked for in every byte until the table is open."""
    marker = 918_273_645
    for course in physical(game, game.seats[seed % len(game.seats)], seed):
        if is_sealed(course.state):
            for payload in payloads(_marked(course, marker)):
                assert str(marker).encode() not in payload


def _marked(course: Course, marker: int) -> Course:
    """`course` with every sealed number of its last state and its last entry replaced by `marker`."""
    entries = (*course.entries[:-1], _with_marker(course.entries[-1], marker))
    return replace(course, entries=entries, moments=(*course.moments[:-1], _with_marker(course.now, marker)))


def _with_marker(thing: Any, marker: int) -> Any:
    if isinstance(thing, Sealed):
        inner = marker if isinstance(thing.value, int) else type(thing.value)(((marker, 1),))
        return Sealed(thing.owner, inner)
    if isinstance(thing, tuple):
        return tuple(_with_marker(part, marker) for part in thing)
    if hasattr(thing, "__dataclass_fields__") and is_sealed(thing):
        return replace(thing, **{f.name: _with_marker(getattr(thing, f.name), marker) for f in fields(thing)})
    return thing


@pytest.mark.slow
@GAMES
def test_every_entry_of_a_game_can_be_told_in_words_and_as_json(game: Game[Any, Any]) -> None:
    *_, last = physical(game, game.seats[-1], 3)
    whole = on_table(last)
    for language in LANGUAGES:
        place = replace(PLACE, language=language)
        told = [json.loads(as_bytes(event_of(whole, seq, place))) for seq in range(1, last.seq + 1)]
        assert [event["seq"] for event in told] == list(range(1, last.seq + 1))
        assert all(event["text"] and "{" not in event["text"] for event in told)
        assert told[-1]["over"]
        assert told[-1]["totals"] == list(last.totals)


@GAMES
def test_a_view_tells_game_seats_totals_phase_and_round(game: Game[Any, Any]) -> None:
    *_, last = physical(game, game.seats[0], 3)
    view = view_of(on_table(last), PLACE, at=AT, since=AT)
    assert view["kind"] == game.key
    assert view["seats"] == list(NAMES[: last.seats])
    assert view["totals"] == list(last.totals)
    assert view["phase"] == "over"
    assert view["winners"] == list(last.outcome.winners) if last.outcome else []
    assert "round" in view


def test_a_table_without_a_game_says_so() -> None:
    assert view_of(None, PLACE, at=AT, since=AT)["game"] is None


def test_an_undo_is_told_with_the_entry_it_goes_back_to_and_no_stale_events() -> None:
    game = all_games()[0]
    course = next(c for c in physical(game, 2, 1) if c.seq == 5)
    event = event_of(on_table(course.after(Undo(TABLE, 2))), 6, PLACE)
    assert (event["do"], event["fields"], event["sealed"]) == ("undo", {"to": 2}, [])


def test_a_sealed_field_is_named_and_left_out() -> None:
    bomb = next(game for game in all_games() if game.key == "die_bombe")
    house = bomb.house()
    course, truth = open_course(bomb, house, 3), bomb.truth(house, 3, Random(1))
    while not (course.seq and is_sealed(course.entries[-1])):
        course = course.after(truth.act(course.state))
    event = event_of(on_table(course), course.seq, PLACE)
    assert (event["do"], event["fields"], event["sealed"]) == ("bid", {}, ["amount"])
