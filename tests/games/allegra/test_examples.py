"""The worked examples G-A to G-G of Allegra (rules.md 3.6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.allegra import GAME
from companion.games.allegra import model as m
from companion.games.allegra.grid import lines
from companion.games.allegra.rules import apply
from companion.games.allegra.score import zones_now
from companion.rulebook.course import Course, Moment
from companion.rulebook.game import Over
from tests.games.allegra.table import Q, after, cards, scored, table


def test_example_g_a_zone_scores_and_each_closer() -> None:
    state = table(*Q, phase=m.Finishing())
    assert zones_now(state) == (57, 67, 54)
    assert scored(replace(state, closer=0)).points == (114, 67, 54)
    assert scored(replace(state, closer=1)).points == (57, 134, 54)
    assert scored(replace(state, closer=2)).points == (57, 67, 54)


@pytest.mark.parametrize(("sums", "closer", "points"), [((-2, -3), 0, -2), ((0, -1), 0, 0), ((12, 12, 20), 0, 12)])
def test_example_g_b_only_a_positive_sum_that_is_not_lowest_doubles(
    sums: tuple[int, ...], closer: int, points: int
) -> None:
    drawings = [f"{total} . . . / . . . . / . . . ." for total in sums]
    assert scored(table(*drawings, phase=m.Finishing(), closer=closer)).points[closer] == points


def test_example_g_c_a_line_over_the_border_leaves_both_grids() -> None:
    before = table(Q[0], Q[1], "9 1 2 3 / 4 4 5 6 / 0 1 1 2", phase=m.Taken(0, 2))
    assert zones_now(before) == (57, 62, 49)
    swapped = after(before, m.Swap(0, (0, 0, 1)))
    assert zones_now(swapped) == (57, 53, 46)
    assert swapped.removed == (3, 3, 3)


def test_example_g_d_crossing_lines_leave_as_their_union() -> None:
    cross = cards("5 5 5 1 / 5 2 3 4 / 5 6 7 8", "0 0 1 9 / 2 3 4 9 / 1 2 3 8")
    assert len(lines(cross, 2)) == 5
    assert len(lines(cards("4 4 4 4 / 0 1 0 2 / 6 7 8 9", "1 2 3 9 / 2 3 4 9 / 1 2 3 8"), 2)) == 4
    assert not lines(cards("4 4 . 4 / 0 1 0 2 / 6 7 8 9", "1 2 3 9 / 2 3 4 9 / 1 2 3 8"), 2)


def test_example_g_e_the_knock_exchange_step_by_step() -> None:
    start = table(*Q, phase=m.Choosing(0), deck=60, discard=(5,))
    placed = after(start, m.Draw(0, 3), m.Knock(1), m.Give(0, 1), m.Place(1, (1, 0, 2), 1))
    assert placed.removed == (3, 3, 3)
    assert placed.phase == m.Grabbing(0, 1, 1, (1, 0, 2))
    grabbed = after(placed, m.Grab(0, (1, 1, 2), 0), m.Put(0, (0, 2, 1), 8))
    own = tuple(sum(c for c in grabbed.cards[12 * s : 12 * s + 12] if isinstance(c, int)) for s in range(3))
    assert own == (29, 45, 43)
    assert zones_now(grabbed) == (49, 61, 54)
    assert (grabbed.deck, len(grabbed.removed), grabbed.discard) == (59, 3, (5, 8))
    assert grabbed.cards.count(None) == 3


def test_example_g_f_the_neighbour_whose_zone_is_complete_closes_and_extra_turns_skip_the_closer() -> None:
    shown, hidden = "1 2 3 4 / 5 6 7 8 / 9 10 11 0", "? 2 3 4 / 5 6 7 8 / 9 10 11 1"
    last_hidden = "1 2 3 ? / 5 6 7 8 / 9 10 11 0"
    only_the_neighbour = table(shown, hidden, hidden, last_hidden, phase=m.Taken(2, 3))
    closed = after(only_the_neighbour, m.Swap(2, (3, 0, 3), 4))
    assert (closed.closer, closed.extra) == (3, (0, 1, 2))
    both = table(shown, hidden, shown, last_hidden, phase=m.Taken(2, 3))
    closed = after(both, m.Swap(2, (3, 0, 3), 4))
    assert (closed.closer, closed.extra) == (2, (3, 0, 1))


def test_example_g_g_three_rounds_and_the_lower_total_wins() -> None:
    rounds = (m.RoundScore((20, 31), None), m.RoundScore((22, 15), 0), m.RoundScore((10, 18), None))
    state = table(
        "1 . . . / . . . . / . . . .", "1 . . . / . . . . / . . . .", phase=Over("lowest_total"), rounds=rounds
    )
    course = Course(GAME, state.house, 2, (), (Moment(0, 0, state),))
    assert course.totals == (74, 64)
    assert course.outcome is not None
    assert course.outcome.winners == (1,)
    with pytest.raises(ValueError, match="not_now"):
        apply(state, m.Deal("table", 3))
