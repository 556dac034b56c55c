"""The worked examples A0 to A6: every figure below was derived by hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from companion.games.alles_im_eimer import GAME
from companion.games.alles_im_eimer.model import COLOURS, Cell, Defend
from companion.games.alles_im_eimer.pyramid import CELLS, contacts, parts, without
from companion.rulebook.course import Course
from tests.games.alles_im_eimer.turns import (
    STAR,
    attack,
    built,
    changed,
    defend,
    drawn,
    keep,
    left,
    lose,
    on_turn,
    passes,
    size,
)
from tests.kit import facts, phase, play, refused


@pytest.mark.parametrize(
    ("cell", "lost", "sizes"),
    [
        ((0, 0), 4, [6]),
        ((0, 1), 6, [1, 3]),
        ((0, 2), 6, [3, 1]),
        ((0, 3), 4, [6]),
        ((1, 0), 3, [7]),
        ((1, 1), 4, [6]),
        ((1, 2), 3, [7]),
        ((2, 0), 2, [8]),
        ((2, 1), 2, [8]),
        ((3, 0), 1, [9]),
    ],
)
def test_a0_a_single_removal_from_a_full_pyramid(cell: Cell, lost: int, sizes: list[int]) -> None:
    after = without(STAR, cell)
    assert 10 - size(after) == lost
    assert [size(part) for part in parts(after)] == sizes


def test_a1_a_violet_hit_on_the_reference_pyramid() -> None:
    now = play(built(), attack(0, "violet", 1), passes(1))
    [options] = GAME.options(now.state)
    assert [action.cell for action in options.actions()] == [(1, 0), (3, 0)]
    assert left(play(now, lose(1, 3, 0)), 1) == 9
    assert play(now, lose(1, 1, 0)).state.pyramids[1] == drawn("RBGY .RB .Y .")


def test_a2_a_blue_hit_on_the_reference_pyramid() -> None:
    now = play(built(), attack(0, "blue", 1), passes(1))
    assert left(play(now, lose(1, 1, 2)), 1) == 7
    split = play(now, lose(1, 0, 1))
    assert parts(split.state.pyramids[1]) == (drawn("R... ... .. ."), drawn("..GY ..B .. ."))
    assert left(play(split, keep(1, "left")), 1) == 1
    assert left(play(split, keep(1, "right")), 1) == 3


def test_a3_two_rounds_on_the_reference_pyramid() -> None:
    first = without(STAR, (1, 1))
    assert first == drawn("RBGY V.B .. .")
    second = without(first, (0, 2))
    assert parts(second) == (drawn("RB.. V.. .. ."), drawn("...Y ... .. ."))


def test_a4_a_round_of_three_players() -> None:
    now = play(built(), attack(0, "violet", 5), defend(1, 3, 7), defend(2, 8, 3), defend(0, 7))
    assert facts(now)["to_beat"] == 12
    assert refused(now, defend(1, 2)) == "total_too_low"
    now = play(now, defend(1, 4))
    assert facts(now)["to_beat"] == 14
    now = play(now, passes(2), lose(2, 3, 0))
    assert (now.state.hands, now.state.deck, len(now.state.discard)) == ((8, 7, 7), 51, 7)
    assert sum(now.state.hands) + 51 + 7 == 80
    assert (on_turn(now), left(now, 2)) == (2, 9)


def second_lap(options: dict[str, bool]) -> Course:
    """Seat 0 has 5 on the table and must beat 10."""
    return play(built(2, **options), attack(0, "green", 5), defend(1, 2, 8))


@pytest.mark.parametrize("options", [{}, {"equal_reverses": True}])
def test_a5_the_legal_plays_of_a_hand(options: dict[str, bool]) -> None:
    offered = GAME.options(second_lap(options).state)
    subsets = [cards for k in (1, 2, 3) for cards in combinations((1, 3, 3, 7, 8), k)]
    legal = [cards for cards in subsets if any(Defend(0, cards) in option for option in offered)]
    assert [len([cards for cards in legal if len(cards) == k]) for k in (1, 2, 3)] == [2, 8, 10]
    by_value = {tuple(sorted(cards)) for cards in legal}
    assert [len([cards for cards in by_value if len(cards) == k]) for k in (1, 2, 3)] == [2, 6, 7]


def test_a6_the_second_destroyed_pyramid_of_five_ends_the_game_with_two_winners() -> None:
    four, three, one = drawn("RBGY ... .. ."), drawn("RBG. ... .. ."), drawn("R... ... .. .")
    none = drawn(".... ... .. .")
    now = changed(built(5, first=2), pyramids=(four, none, four, one, three))
    assert now.totals == (4, 0, 4, 1, 3)
    now = play(now, attack(2, "red", 1), passes(3), lose(3, 0, 0))
    assert now.outcome is not None
    assert (now.outcome.winners, phase(now)) == ((0, 2), "over")


def test_there_are_eighteen_contacts() -> None:
    assert len(set(contacts())) == 18
    assert len(set(contacts(upright=False))) == 6


def colourings(so_far: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """All arrangements of two of each colour without equal neighbours, cell by cell from the base up."""
    if len(so_far) == len(CELLS):
        yield so_far
        return
    cell = CELLS[len(so_far)]
    touching = [so_far[CELLS.index(other)] for pair in contacts() for other in _others(pair, cell, len(so_far))]
    for colour in COLOURS:
        if so_far.count(colour) < 2 and colour not in touching:
            yield from colourings((*so_far, colour))


def _others(pair: tuple[Cell, Cell], cell: Cell, known: int) -> list[Cell]:
    return [other for other in pair if cell in pair and other != cell and CELLS.index(other) < known]


def test_7560_pyramids_are_legal() -> None:
    assert sum(1 for _ in colourings()) == 7560
