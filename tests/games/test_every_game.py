"""What every game must hold, unasked: each folder under `companion.games` is found and put through this."""

from __future__ import annotations

import json
from copy import deepcopy
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import all_games, game_keys
from companion.rulebook.course import Undo
from companion.rulebook.entry import decode_entry, encode_entry
from companion.rulebook.errors import IllegalAction, SealBroken
from companion.rulebook.game import TABLE, Game, Over, word
from companion.rulebook.sealed import PUBLIC, Hidden, is_sealed, redact
from companion.rulebook.text import Said
from companion.texts import LANGUAGES, Texts
from tests.games.every import allowed, bent, immutable
from tests.games.sixth import sixth_game
from tests.kit import NAMES, course, finished, physical

with sixth_game():
    GAMES = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
SEEDS = st.integers(0, 2**32)


def seats_of(game: Game[Any, Any], seed: int) -> int:
    return game.seats[seed % len(game.seats)]


@GAMES
@given(seed=SEEDS)
def test_a_random_physical_game_ends_and_every_step_is_an_offered_option(game: Game[Any, Any], seed: int) -> None:
    for before in physical(game, seats_of(game, seed), seed):
        options = game.options(before.state)
        assert bool(options) != before.is_over
        assert before.is_over == isinstance(before.state.phase, Over)
    assert before.outcome is not None


@GAMES
@given(seed=SEEDS)
def test_what_is_done_is_among_the_options_and_what_is_not_is_refused(game: Game[Any, Any], seed: int) -> None:
    rng = Random(seed)
    steps = list(physical(game, seats_of(game, seed), seed))
    for before, after in rng.sample(list(pairwise(steps)), k=min(12, len(steps) - 1)):
        options = game.options(before.state)
        done = after.entries[-1]
        assert allowed(options, done), done
        for other in bent(done, before.seats, rng):
            if allowed(options, other):
                game.apply(before.state, other)
            else:
                with pytest.raises(IllegalAction):
                    game.apply(before.state, other)


@GAMES
@given(seed=SEEDS)
def test_every_listed_action_is_accepted(game: Game[Any, Any], seed: int) -> None:
    rng = Random(seed)
    steps = [step for step in physical(game, seats_of(game, seed), seed) if not step.is_over]
    for step in rng.sample(steps, k=min(6, len(steps))):
        listed = [action for option in game.options(step.state) for action in option.actions()]
        for action in rng.sample(listed, k=min(30, len(listed))):
            game.apply(step.state, action)


@GAMES
@given(seed=SEEDS)
def test_states_are_frozen_hashable_and_never_changed_by_apply(game: Game[Any, Any], seed: int) -> None:
    rng = Random(seed)
    steps = list(physical(game, seats_of(game, seed), seed))
    for before, after in rng.sample(list(pairwise(steps)), k=min(8, len(steps) - 1)):
        copy = deepcopy(before.state)
        game.apply(before.state, after.entries[-1])
        assert before.state == copy
        assert hash(before.state) == hash(copy)
        assert immutable(before.state)


@GAMES
@given(seed=SEEDS)
def test_actions_survive_json_and_a_replay_gives_the_same_states(game: Game[Any, Any], seed: int) -> None:
    last = finished(game, seats_of(game, seed), seed)
    again = course(game, last.seats)
    for action in last.entries:
        body = json.loads(json.dumps(encode_entry(action, opened=True)))
        read = decode_entry(game, last.seats, body)
        assert read == action
        again = again.after(read)
    assert again.state == last.state
    assert again.totals == last.totals


@GAMES
@given(seed=SEEDS, share=st.floats(0, 1))
def test_undo_gives_the_state_of_that_entry_and_can_itself_be_undone(
    game: Game[Any, Any], seed: int, share: float
) -> None:
    last = finished(game, seats_of(game, seed), seed)
    to = int(share * last.seq)
    undone = last.after(Undo(TABLE, to))
    assert undone.state == last.moments[to].state
    assert undone.trail == tuple(range(1, to + 1))
    assert undone.after(Undo(0, last.seq)).state == last.state


@GAMES
@given(seed=SEEDS)
def test_score_lines_sum_to_the_totals_and_facts_are_json(game: Game[Any, Any], seed: int) -> None:
    for step in physical(game, seats_of(game, seed), seed):
        assert step.totals == tuple(sum(line.points for line in lines) for lines in step.lines)
        assert json.loads(json.dumps(game.facts(step.state))) == dict(game.facts(step.state))
        assert len(game.seat_texts(step.state)) == step.seats
        assert all(len(text) <= 4 for text in game.seat_texts(step.state))


@GAMES
@given(seed=SEEDS)
def test_zones_stay_within_their_declared_labels(game: Game[Any, Any], seed: int) -> None:
    for step in physical(game, seats_of(game, seed), seed):
        zones = game.zones(step.state)
        assert len({zone.name for zone in zones}) == len(zones)
        for zone in zones:
            assert {label for row in zone.rows for label in row} <= set(zone.labels), zone.name


@GAMES
@given(seed=SEEDS)
def test_nothing_sealed_is_seen_by_another_seat_or_written_without_being_opened(
    game: Game[Any, Any], seed: int
) -> None:
    for step in physical(game, seats_of(game, seed), seed):
        assert not is_sealed(redact(step.state, PUBLIC))
        if step.entries and is_sealed(step.entries[-1]):
            action = step.entries[-1]
            with pytest.raises(SealBroken):
                encode_entry(action)
            other = (action.by + 1) % step.seats
            assert Hidden(action.by) in [getattr(redact(action, other), name) for name in action.__slots__]
            assert redact(action, action.by) == action


@GAMES
@given(seed=SEEDS)
def test_everything_said_has_words_in_all_languages(game: Game[Any, Any], seed: int) -> None:
    texts = [Texts(language, game.key) for language in LANGUAGES]
    for step in physical(game, seats_of(game, seed), seed):
        said = [*step.now.events, *game.hints(step.state), Said(f"phase.{game.phase(step.state)}")]
        said += [line.why for lines in step.lines for line in lines]
        said += [Said(f"what.{line.what}") for lines in step.lines for line in lines]
        said += [game.tell(action) for action in step.entries[-1:]]
        if step.outcome:
            said.append(Said(step.outcome.reason))
        for words in texts:
            for one in said:
                assert words.has(one.key), f"{one.key} has no sentence in {words.language}"
                assert words.said(one, NAMES)


@GAMES
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_names_itself_its_actions_and_its_fields(game: Game[Any, Any], language: str) -> None:
    words = Texts(language, game.key)
    keys = {"name", "about"} | {f"do.{word(kind)}" for kind in game.actions}
    assert [key for key in sorted(keys) if not words.has(key)] == []


def test_a_game_is_found_by_its_folder_alone() -> None:
    with sixth_game():
        assert "golf" in game_keys()
    assert "golf" not in game_keys()
