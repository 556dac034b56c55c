"""What holds in every game of Die Bombe, over random physical games of every size and house."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.games.die_bombe import GAME
from companion.games.die_bombe.model import BOMB, VALUE_CARDS, Bombing, Showing, Take, value_of
from tests.games.die_bombe.turns import SETTINGS
from tests.kit import facts, physical

SEEDS = st.integers(0, 2**32)
SEATS = st.sampled_from(GAME.seats)
HOUSES = st.sampled_from(SETTINGS)


@given(seed=SEEDS, seats=SEATS, options=HOUSES)
def test_pile_open_won_and_set_aside_are_always_thirty(seed: int, seats: int, options: dict[str, Any]) -> None:
    deck = Counter({**dict.fromkeys(VALUE_CARDS, 1), BOMB: 6})
    for step in physical(GAME, seats, seed, options):
        seen = Counter(step.state.seen)
        assert seen <= deck
        assert facts(step)["pile"] == 30 - max(2, seen.total())
        live = [card for cards in facts(step)["live"] for card in cards]
        assert len(live) == len(set(live))
        assert BOMB not in live
    assert Counter(step.state.seen) == deck


@given(seed=SEEDS, seats=SEATS, options=HOUSES)
def test_exactly_fifteen_pairs_and_no_bomb_in_the_first(seed: int, seats: int, options: dict[str, Any]) -> None:
    *_, last = physical(GAME, seats, seed, options)
    pairs = [entry.cards for entry in last.entries if type(entry).__name__ == "Show"]
    assert len(pairs) == 15
    assert BOMB not in pairs[0]


@given(seed=SEEDS, seats=SEATS, options=HOUSES)
def test_at_most_one_deficit_a_turn_and_only_for_who_takes(seed: int, seats: int, options: dict[str, Any]) -> None:
    for before, after in pairwise(physical(GAME, seats, seed, options)):
        paid = [b - a for a, b in zip(facts(before)["deficits"], facts(after)["deficits"], strict=True)]
        action = after.entries[-1]
        if isinstance(action, Take):
            assert 1 <= paid[int(action.by)] <= 40
            assert sum(map(abs, paid)) == paid[int(action.by)]
        else:
            assert not any(paid)
    assert sum(facts(after)["deficits"]) <= 600


@given(seed=SEEDS, seats=SEATS, options=HOUSES)
def test_a_score_is_its_cards_once_or_twice_less_its_deficits(seed: int, seats: int, options: dict[str, Any]) -> None:
    for step in physical(GAME, seats, seed, options):
        assert sum(value_of(card) for cards in facts(step)["live"] for card in cards) <= 336
        for seat, cards in enumerate(facts(step)["live"]):
            sums = [sum(value_of(card) for card in cards if card.startswith(colour)) for colour in ("red", "green")]
            red, green, deficit = (line.points for line in step.lines[seat])
            assert red in {sums[0], 2 * sums[0]}
            assert green in {sums[1], 2 * sums[1]}
            assert deficit == -facts(step)["deficits"][seat]


@given(seed=SEEDS, seats=SEATS, options=HOUSES)
def test_a_bomb_takes_exactly_one_card_from_another_seat(seed: int, seats: int, options: dict[str, Any]) -> None:
    for before, after in pairwise(physical(GAME, seats, seed, options)):
        if not isinstance(before.state.phase, Bombing):
            continue
        action = after.entries[-1]
        assert action.victim != action.by
        assert set(before.state.live[action.victim]) - set(after.state.live[action.victim]) == {action.card}
        assert action.card in after.state.aside


@given(seed=SEEDS, seats=SEATS, options=HOUSES)
def test_nothing_lies_open_between_turns(seed: int, seats: int, options: dict[str, Any]) -> None:
    for step in physical(GAME, seats, seed, options):
        if isinstance(step.state.phase, Showing):
            assert step.state.shown == (None, None)
