"""Nothing public depends on a choice of cards before its reveal."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.buero_crazy import GAME
from companion.games.buero_crazy.model import Play, Revealing, Selecting, State
from companion.games.buero_crazy.purse import as_counts
from companion.rulebook.course import Course
from companion.rulebook.errors import IllegalAction
from companion.rulebook.sealed import PUBLIC, Sealed, redact
from tests.games.buero_crazy.duels import REVEAL, SETTINGS, A, B, choose, placed
from tests.kit import physical, play, told

FEW = st.tuples(*[st.integers(0, 1)] * 5)


def refusals(course: Course) -> list[str]:
    """What refused attempts say at this moment."""
    attempts = [choose(seat, *cards) for seat in range(course.seats) for cards in ((20,) * 31, (3,))]
    said = []
    for body in (*attempts, REVEAL | {"by": 0}):
        try:
            play(course, body)
        except IllegalAction as error:
            said.append(str(error))
    return said


def seen(state: State, viewer: int | str) -> Any:
    """The redacted state, and what the game makes of it."""
    view = redact(state, viewer)
    return view, GAME.hints(view), GAME.zones(view), GAME.seat_texts(view), GAME.facts(view), GAME.score(view)


@pytest.mark.slow
@given(seed=st.integers(0, 2**32), seats=st.sampled_from(GAME.seats), options=st.sampled_from(SETTINGS), other=FEW)
def test_two_games_that_differ_in_one_choice_are_equal_for_every_other_viewer(
    seed: int, seats: int, options: dict[str, Any], other: tuple[int, ...]
) -> None:
    changed = None
    for before, step in pairwise(physical(GAME, seats, seed, options)):
        phase = step.state.phase
        if not isinstance(phase, Selecting | Revealing) or not phase.bids:
            changed = None
            continue
        action = step.entries[-1]
        if changed is not None:
            changed = changed.after(action)
        elif (bid := as_counts(other)).worth <= before.state.hands[action.by]:
            owner = action.by
            changed = before.after(Play(owner, Sealed(owner, bid)))
        else:
            continue
        assert told(step) == told(changed)
        assert refusals(step) == refusals(changed)
        for viewer in {PUBLIC, *range(seats)} - {owner}:
            assert seen(step.state, viewer) == seen(changed.state, viewer)


def test_the_owner_of_a_choice_sees_it_and_nobody_else() -> None:
    course = play(placed(), choose(B, 20, 5, 5))
    assert redact(course.state, B).phase.bids[0].value.worth == 30
    assert not hasattr(redact(course.state, A).phase.bids[0], "value")
    assert not hasattr(redact(course.state, PUBLIC).phase.bids[0], "value")


def test_a_sealed_choice_lies_as_one_back_however_many_cards_it_is() -> None:
    for cards in ((), (1,), (20,) * 4):
        course = play(placed(), choose(A, *cards))
        assert [zone.rows for zone in GAME.zones(course.state) if zone.name.startswith("played")] == [
            (("back",),),
            ((),),
            ((),),
        ]
        assert GAME.seat_texts(course.state) == ("---", "", "")


@pytest.mark.parametrize("cards", [(20,) * 8, (1,) * 31])
def test_a_refused_choice_is_not_repeated_by_the_refusal(cards: tuple[int, ...]) -> None:
    with pytest.raises(IllegalAction) as caught:
        play(placed(), choose(A, *cards))
    assert str(caught.value) == "not_in_hand(points=152)"


def test_sealed_choices_count_as_in_hand_until_the_reveal() -> None:
    course = play(placed(), choose(A, 20, 20), choose(B, 1))
    assert course.totals == (152, 152, 152)
