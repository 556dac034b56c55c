"""What always holds in Allegra (rules.md 3.5), over random physical games with a known deck."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from companion.games.allegra import GAME
from companion.games.allegra import model as m
from companion.games.allegra.grid import lines
from companion.games.allegra.known import in_hand
from companion.games.allegra.score import zones_now
from companion.games.allegra.truth import USUAL
from companion.rulebook.game import Over
from tests.kit import physical

SEATS = st.sampled_from(GAME.seats)
OPTIONS = st.fixed_dictionaries(
    {
        "final_reveal_lines": st.booleans(),
        "close_by_neighbour": st.sampled_from(["immediate", "own_turn"]),
        "y_may_be_drawn_card": st.booleans(),
        "distribution": st.just({str(value): count for value, count in USUAL.pairs}),
    }
)
SEEDS = st.integers(0, 2**32)


@given(seats=SEATS, options=OPTIONS, seed=SEEDS)
def test_120_cards_at_every_step_and_no_zone_keeps_an_open_line(
    seats: int, options: dict[str, object], seed: int
) -> None:
    for step in physical(GAME, seats, seed, options):
        state = step.state
        if state.deck:
            lying = sum(card is not None for card in state.cards)
            total = state.deck + len(state.discard) + len(state.removed) + lying + len(in_hand(state.phase))
            assert total == m.CARDS
        if not isinstance(state.phase, m.Dealing | Over) or options["final_reveal_lines"]:
            assert not lines(state.cards, seats)


@given(seats=SEATS, options=OPTIONS, seed=SEEDS)
def test_within_a_round_removed_only_grows_and_face_up_stays_up(
    seats: int, options: dict[str, object], seed: int
) -> None:
    for before, after in pairwise(step.state for step in physical(GAME, seats, seed, options)):
        if isinstance(before.phase, m.Dealing):
            continue
        grown = len(after.removed) - len(before.removed)
        assert grown == 0 or grown >= 3
        for old, new in zip(before.cards, after.cards, strict=True):
            assert not (isinstance(old, int) and not (isinstance(new, int) or new is None))


@given(seats=SEATS, options=OPTIONS, seed=SEEDS)
def test_zone_sums_count_shared_columns_twice(seats: int, options: dict[str, object], seed: int) -> None:
    for step in physical(GAME, seats, seed, options):
        cards = step.state.cards
        shared = [cards[i] for i in range(3, len(cards), 4)]
        up = sum(card for card in (*cards, *shared) if isinstance(card, int))
        assert sum(zones_now(step.state)) == up


@given(seats=SEATS, options=OPTIONS, seed=SEEDS)
def test_one_extra_turn_each_and_at_most_one_doubling_a_round(
    seats: int, options: dict[str, object], seed: int
) -> None:
    *steps, last = physical(GAME, seats, seed, options)
    assert len(last.state.rounds) == m.ROUNDS
    for before, after in pairwise(step.state for step in steps):
        if before.closer is None and after.closer is not None:
            assert len(after.extra) == seats - 1
    for scored in last.state.rounds:
        assert sum(a != b for a, b in zip(scored.sums, scored.points, strict=True)) <= 1


@given(seats=SEATS, options=OPTIONS, seed=SEEDS)
def test_a_finished_turn_leaves_the_open_pile_one_higher_after_a_draw(
    seats: int, options: dict[str, object], seed: int
) -> None:
    pile = 0
    grown = 0
    for before, after in pairwise(physical(GAME, seats, seed, options)):
        action, state = after.entries[-1], after.state
        if isinstance(action, m.Take):
            pile, grown = len(before.state.discard), 0
        elif isinstance(action, m.Draw):
            pile, grown = len(state.discard), 1
        if isinstance(state.phase, m.Choosing | m.Finishing) and isinstance(action, m.Swap | m.Discard | m.Put):
            assert len(state.discard) - pile == grown
