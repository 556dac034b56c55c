"""What holds in every game of Alles im Eimer, over random physical games of every size and house."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, pairwise
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.games.alles_im_eimer import GAME
from companion.games.alles_im_eimer.model import CARDS, COLOURS, VALUES, Attack, Cell, Defend, Keeping, Pyramid
from companion.games.alles_im_eimer.pyramid import CELLS, contacts, parts, standing, supports, without
from companion.games.alles_im_eimer.rules import running
from companion.games.alles_im_eimer.truth import Table
from companion.rulebook.codec import decode_options
from companion.rulebook.course import Course, open_course
from tests.games.alles_im_eimer.turns import HOUSES, STAR, size
from tests.kit import facts, physical

SEEDS = st.integers(0, 2**32)
SEATS = st.sampled_from(GAME.seats)
OPTIONS = st.sampled_from(HOUSES)
REMOVALS = st.lists(st.sampled_from(CELLS), max_size=6)


def physical_with_truth(seats: int, seed: int, options: dict[str, Any]) -> Iterator[tuple[Course, Table]]:
    """A random physical game and the table that knows all its cards, brought up to the state."""
    house = decode_options(GAME.house, options)
    now = open_course(GAME, house, seats)
    table = Table(house, seats, Random(seed))
    while not now.is_over:
        now = now.after(table.act(now.state))
        table.follow(now.state)
        yield now, table


@given(seed=SEEDS, seats=SEATS, options=OPTIONS)
def test_hands_deck_discard_and_table_are_always_the_eighty_cards(
    seed: int, seats: int, options: dict[str, Any]
) -> None:
    twice = Counter({(colour, value): 2 for colour in COLOURS for value in VALUES})
    for now, table in physical_with_truth(seats, seed, options):
        state = now.state
        laid = running(state).laid if running(state) else ()
        assert sum(state.hands) + state.deck + len(state.discard) + state.hidden + sum(map(len, laid)) == CARDS
        assert Counter([*chain(*table.hands), *table.deck, *table.discard, *table.laid]) == twice
        assert [len(hand) for hand in table.hands] == list(state.hands)
        assert (len(table.deck), len(table.discard)) == (state.deck, len(state.discard) + state.hidden)
        assert Counter(state.discard) <= Counter(table.discard)


@given(seed=SEEDS, seats=SEATS, options=OPTIONS)
def test_hands_never_exceed_eight_so_a_card_can_always_be_drawn(seed: int, seats: int, options: dict[str, Any]) -> None:
    for now in physical(GAME, seats, seed, options):
        assert max(now.state.hands) <= 8
        assert now.state.deck + len(now.state.discard) + now.state.hidden >= CARDS - 8 * seats - 16


@given(seed=SEEDS, seats=SEATS, options=OPTIONS)
def test_pyramids_only_shrink_and_hold_at_most_two_of_each_colour(
    seed: int, seats: int, options: dict[str, Any]
) -> None:
    for before, after in pairwise(physical(GAME, seats, seed, options)):
        shrunk = zip(facts(before)["buckets_left"], facts(after)["buckets_left"], strict=True)
        assert all(old >= new for old, new in shrunk)
        for pyramid in filter(None, after.state.pyramids):
            assert max(Counter(filter(None, sum(pyramid, ()))).values(), default=0) <= 2
    assert after.totals == tuple(facts(after)["buckets_left"])


@given(seed=SEEDS, seats=SEATS, options=OPTIONS)
def test_what_stands_is_supported_and_is_one_part_except_while_one_is_chosen(
    seed: int, seats: int, options: dict[str, Any]
) -> None:
    for now in physical(GAME, seats, seed, options):
        for seat, pyramid in enumerate(now.state.pyramids):
            if pyramid is None:
                continue
            cells = set(standing(pyramid))
            assert all(set(supports(cell)) <= cells for cell in cells if cell[0])
            choosing = isinstance(now.state.phase, Keeping) and now.state.phase.seat == seat
            assert len(touching_parts(cells)) == (2 if choosing else min(1, len(cells)))


@given(seed=SEEDS, seats=SEATS, options=OPTIONS)
def test_totals_rise_within_a_round_and_only_an_equal_one_turns(seed: int, seats: int, options: dict[str, Any]) -> None:
    for before, after in pairwise(physical(GAME, seats, seed, options)):
        if not isinstance(after.entries[-1], Defend):
            continue
        old, new = running(before.state), running(after.state)
        assert old is not None
        assert new is not None
        assert new.total > old.total or (options.get("equal_reverses") and new.total == old.total)
        assert (new.step != old.step) == (new.total == old.total)


@given(seed=SEEDS, seats=SEATS, options=OPTIONS)
def test_exactly_one_player_loses_buckets_in_each_round(seed: int, seats: int, options: dict[str, Any]) -> None:
    rounds = 0
    started: list[int] = [10] * seats
    for now in physical(GAME, seats, seed, options):
        ended = running(now.state) is None and now.entries and type(now.entries[-1]).__name__ in {"Lose", "Keep"}
        if ended:
            left = facts(now)["buckets_left"]
            assert sum(new < old for old, new in zip(started, left, strict=True)) == 1
            started, rounds = left, rounds + 1
    assert rounds <= 10 * seats
    assert started.count(0) == (1 if seats < 5 else 2)


@given(seed=SEEDS, seats=SEATS)
def test_a_hand_changes_by_the_cards_laid_and_the_one_drawn(seed: int, seats: int) -> None:
    for before, after in pairwise(physical(GAME, seats, seed)):
        action = after.entries[-1]
        changes = [new - old for old, new in zip(before.state.hands, after.state.hands, strict=True)]
        if isinstance(action, Attack | Defend):
            assert changes[int(action.by)] == 1 - len(action.cards)
            assert sum(map(abs, changes)) == len(action.cards) - 1
        elif 0 not in facts(after)["buckets_left"]:
            assert not any(changes)


@given(cells=REMOVALS)
def test_removal_and_parts_agree_with_a_plain_search(cells: list[Cell]) -> None:
    pyramid: Pyramid = STAR
    for cell in cells:
        left = fallen_plainly(set(standing(pyramid)) - {cell})
        pyramid = without(pyramid, cell)
        assert set(standing(pyramid)) == left
        assert [set(standing(part)) for part in parts(pyramid)] == touching_parts(left)
        assert size(pyramid) == sum(map(size, parts(pyramid)))


def fallen_plainly(cells: set[Cell]) -> set[Cell]:
    """What is left of `cells` after buckets without two supports were taken away one by one."""
    loose = [cell for cell in cells if cell[0] and not set(supports(cell)) <= cells]
    return fallen_plainly(cells - {loose[0]}) if loose else cells


def touching_parts(cells: set[Cell]) -> list[set[Cell]]:
    """The sets of cells that touch, by spreading from each along all contacts."""
    found: list[set[Cell]] = []
    for start in CELLS:
        if start not in cells or any(start in part for part in found):
            continue
        part, grown = {start}, set[Cell]()
        while part != grown:
            grown = set(part)
            part |= {b for pair in contacts() for a, b in (pair, pair[::-1]) if a in grown and b in cells}
        found.append(part)
    return found
