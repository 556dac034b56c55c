from itertools import combinations

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from vision.cards.kinds import Kind
from vision.cards.outlines import Outline
from vision.cards.reader import CutCard, ValueRead
from vision.cards.rectify import Quad, overlap
from vision.cards.selection import MOST_SHARED, Reading, doubted_overlaps, first_choice

ROUNDING = 1e-4
HALF = np.array([[-30.0, -45], [30, -45], [30, 45], [-30, 45]])


def placed(x: float, y: float, turn_rad: float) -> Quad:
    turn = np.array([[np.cos(turn_rad), np.sin(turn_rad)], [-np.sin(turn_rad), np.cos(turn_rad)]])
    return HALF @ turn + (x, y)


places = st.builds(placed, st.floats(0, 400), st.floats(0, 300), st.floats(0, np.pi))


@settings(max_examples=60, deadline=None)
@given(st.lists(places, max_size=30), st.lists(places, max_size=2))
def test_an_outline_is_chosen_unless_it_shares_much_with_a_better_one(quads: list[Quad], blocked: list[Quad]) -> None:
    every = [*blocked, *quads]
    assume(all(abs(overlap(one, other) - MOST_SHARED) > ROUNDING for one, other in combinations(every, 2)))
    kept = list(blocked)
    for quad in quads:
        if all(overlap(quad, other) <= MOST_SHARED for other in kept):
            kept.append(quad)
    chosen = first_choice([Outline(quad, 1.0) for quad in quads], tuple(blocked))
    assert [id(one.quad) for one in chosen] == [id(quad) for quad in kept[len(blocked) :]]


def read_at(x: float, none: float) -> Reading:
    """An eight read surely on what looks so little like a card."""
    card = CutCard(np.zeros((240, 156, 3), np.uint8))
    return Reading(Outline(placed(x, 100, 0), 1.0), card, ValueRead(8, 0.9, kind=Kind(none, 1 - none, 0, 0)))


def test_figures_read_where_a_card_lies_name_no_other_place() -> None:
    for x, none, sure in ((148, 0.8, False), (148, 0.2, True), (170, 0.8, True)):
        card, other = doubted_overlaps([read_at(100, 0.0), read_at(x, none)])
        assert (card.value.confidence >= 0.5, other.value.confidence >= 0.5) == (True, sure)
