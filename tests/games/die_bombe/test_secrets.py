"""Nothing public depends on a bid before its reveal."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.die_bombe import GAME
from companion.games.die_bombe.model import Bidding, Revealing, State
from companion.rulebook.course import Course
from companion.rulebook.errors import IllegalAction
from companion.rulebook.sealed import PUBLIC, Sealed, redact
from tests.games.die_bombe.turns import REVEAL, SETTINGS, after, bid, show, table
from tests.kit import physical, play, told

BIDS = st.lists(st.integers(1, 40), min_size=6, max_size=6)


def refusals(course: Course) -> list[str]:
    """What refused attempts say at this moment."""
    attempts = [bid(seat, amount) for seat in range(course.seats) for amount in (0, 41)]
    said = []
    for body in (*attempts, *(REVEAL | {"by": by} for by in ("table", 0))):
        try:
            play(course, body)
        except IllegalAction as error:
            said.append(str(error))
    return said


def seen(state: State, viewer: int | str) -> Any:
    """The redacted state, and what the game makes of it."""
    view = redact(state, viewer)
    return view, GAME.hints(view), GAME.zones(view), GAME.seat_texts(view), GAME.facts(view), GAME.score(view)


def is_sealed_round(state: State) -> bool:
    return isinstance(state.phase, Bidding | Revealing) and bool(state.phase.bids)


@pytest.mark.slow
@given(
    seed=st.integers(0, 2**32),
    seats=st.sampled_from(GAME.seats),
    options=st.sampled_from(SETTINGS),
    other=BIDS,
    turns=st.sets(st.integers(1, 14), min_size=2, max_size=2),
)
def test_two_games_that_differ_in_one_bid_are_equal_for_every_other_viewer(
    seed: int, seats: int, options: dict[str, Any], other: list[int], turns: set[int]
) -> None:
    before = changed = None
    for step in physical(GAME, seats, seed, options):
        if not is_sealed_round(step.state) or len(step.state.seen) // 2 not in turns:
            before, changed = step, None
            continue
        action = step.entries[-1]
        if changed is None:
            owner = int(action.by)
            changed = before.after(type(action)(owner, Sealed(owner, other[owner])))
        else:
            changed = changed.after(action)
        assert told(step) == told(changed)
        assert refusals(step) == refusals(changed)
        for viewer in {PUBLIC, *range(seats)} - {owner}:
            assert seen(step.state, viewer) == seen(changed.state, viewer)


def test_the_owner_of_a_bid_sees_it_and_nobody_else() -> None:
    course = after(table(), show("red7", "green9"), bid(1, 23))
    assert "23" not in repr(course.state)
    assert redact(course.state, 1).phase.bids[0].value == 23
    assert not hasattr(redact(course.state, 0).phase.bids[0], "value")
    assert not hasattr(redact(course.state, PUBLIC).phase.bids[0], "value")


@pytest.mark.parametrize("amount", [0, 41, 77])
def test_a_refused_bid_is_not_repeated_by_the_refusal(amount: int) -> None:
    with pytest.raises(IllegalAction) as caught:
        after(table(), show("red7", "green9"), bid(0, amount))
    assert str(caught.value) == "bid_out_of_range(least=1, most=40)"


def test_displays_show_the_same_dashes_for_one_and_two_digits() -> None:
    course = after(table(), show("red7", "green9"), bid(0, 3), bid(2, 33))
    assert GAME.seat_texts(course.state) == ("---", "", "---")
