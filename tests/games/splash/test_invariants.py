"""What holds in every game of Splash, over random physical games of every size and house."""

from __future__ import annotations

from itertools import chain, pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.games.splash import GAME
from companion.games.splash.model import ChoosingBase, Collecting, Drafting, Give, Giving, Placing, Stands, State
from companion.games.splash.pieces import PIECES, fits
from companion.rulebook.game import Over
from tests.games.splash.turns import HOUSES
from tests.kit import facts, physical

SEEDS = st.integers(0, 2**32)
SEATS = st.sampled_from(GAME.seats)
OPTIONS = st.sampled_from(HOUSES)
TEAMS = st.sampled_from((4, 6))


def places(state: State) -> list[str]:
    """Every piece, wherever it is."""
    in_hand = () if state.given is None else (state.given,)
    return [*chain(*state.reserves, *state.fallen), *in_hand, *state.tower, *state.box]


@given(seed=SEEDS, seats=SEATS, options=OPTIONS)
def test_every_piece_is_in_exactly_one_place(seed: int, seats: int, options: dict[str, Any]) -> None:
    for now in physical(GAME, seats, seed, options):
        if not isinstance(now.state.phase, Drafting):
            assert sorted(places(now.state)) == sorted(PIECES)


@given(seed=SEEDS, seats=SEATS, options=OPTIONS)
def test_something_has_fallen_only_while_a_base_or_pieces_are_chosen(
    seed: int, seats: int, options: dict[str, Any]
) -> None:
    for now in physical(GAME, seats, seed, options):
        state = now.state
        ended_by_drop = isinstance(state.phase, Over) and state.phase.reason == "three_drops"
        assert bool(state.fallen) == (isinstance(state.phase, ChoosingBase | Collecting) or ended_by_drop)
        ended_by_give = isinstance(state.phase, Over) and not ended_by_drop
        assert (state.given is not None) == (isinstance(state.phase, Placing) or ended_by_give)


@given(seed=SEEDS, seats=SEATS, options=OPTIONS)
def test_a_tower_once_begun_is_empty_only_until_its_base_is_chosen(
    seed: int, seats: int, options: dict[str, Any]
) -> None:
    begun = False
    for now in physical(GAME, seats, seed, options):
        begun |= bool(facts(now)["tower"])
        if begun and not isinstance(now.state.phase, ChoosingBase | Over):
            assert facts(now)["tower"]


@given(seed=SEEDS, seats=SEATS, options=OPTIONS)
def test_the_box_never_shrinks_and_drops_stay_within_bounds(seed: int, seats: int, options: dict[str, Any]) -> None:
    for before, after in pairwise(physical(GAME, seats, seed, options)):
        assert facts(after)["box"] >= facts(before)["box"]
        drops = facts(after)["drops"]
        assert sum(drops) <= 2 * seats + 1
        assert max(drops) <= 3
        assert (3 in drops) == (isinstance(after.state.phase, Over) and after.state.phase.reason == "three_drops")


@given(seed=SEEDS, seats=SEATS, options=OPTIONS)
def test_a_turn_moves_one_piece_from_a_reserve_to_the_tower(seed: int, seats: int, options: dict[str, Any]) -> None:
    for before, after in pairwise(physical(GAME, seats, seed, options)):
        action = after.entries[-1]
        if isinstance(action, Give):
            assert sum(facts(after)["reserves"]) == sum(facts(before)["reserves"]) - 1
            assert facts(after)["tower"] == facts(before)["tower"]
        elif isinstance(action, Stands):
            assert facts(after)["tower"][:-1] == facts(before)["tower"]
            assert facts(after)["reserves"] == facts(before)["reserves"]


@given(seed=SEEDS, seats=SEATS, options=OPTIONS)
def test_after_a_fall_at_most_three_are_collected_and_the_rest_is_boxed(
    seed: int, seats: int, options: dict[str, Any]
) -> None:
    standing: State | None = None
    for now in physical(GAME, seats, seed, options):
        if isinstance(now.state.phase, Placing):
            standing = now.state
        elif isinstance(now.state.phase, Giving) and standing is not None:
            lay, base = len(standing.tower) + 1, len(now.state.tower)
            receiver = now.state.phase.seat
            gained = len(now.state.reserves[receiver]) - len(standing.reserves[receiver])
            assert gained == min(3, lay - base)
            assert len(now.state.box) - len(standing.box) == max(0, lay - base - 3)
            assert receiver == (standing.phase.giver + 1) % seats  # type: ignore[union-attr]


@given(seed=SEEDS, seats=SEATS, options=OPTIONS)
def test_a_give_fits_unless_nobody_could_and_is_taken_only_in_need(
    seed: int, seats: int, options: dict[str, Any]
) -> None:
    for before, after in pairwise(physical(GAME, seats, seed, options)):
        give = after.entries[-1]
        if not isinstance(give, Give) or not before.state.tower:
            continue
        top = before.state.tower[-1]
        own = before.state.reserves[int(give.by)]
        assert give.piece in facts(before)["legal"]
        assert fits(give.piece, top) or not any(fits(piece, top) for piece in chain(*before.state.reserves))
        assert give.from_ is None or not any(fits(piece, top) for piece in own)


@given(seed=SEEDS, seats=SEATS, options=OPTIONS)
def test_exactly_one_player_wins(seed: int, seats: int, options: dict[str, Any]) -> None:
    *_, last = physical(GAME, seats, seed, options)
    assert last.outcome is not None
    [winner] = last.outcome.winners
    assert facts(last)["drops"][winner] == 3 or not last.state.reserves[winner]


@given(seed=SEEDS, seats=TEAMS)
def test_exactly_one_team_wins(seed: int, seats: int) -> None:
    *_, last = physical(GAME, seats, seed, {"teams": True})
    assert last.outcome is not None
    one, other = last.outcome.winners
    assert other - one == seats // 2
