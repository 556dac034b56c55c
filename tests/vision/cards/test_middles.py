import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.cards.drawn import lay, number_card, wooden_table
from vision.cards.edges import EdgeMap
from vision.cards.middles import centred
from vision.cards.plan import Plan

HEIGHT_PX = 182
PLAN = Plan(np.diag([0.5, 0.5, 1.0]), ((57.5, 89.0),))


def white_table() -> np.ndarray:
    """As white as the border of the cards: their frames alone stand out."""
    noise = np.random.default_rng(5).normal(0, 2, (720, 960, 3))
    return np.clip(243 + noise, 0, 255).astype(np.uint8)


def turned(quad: np.ndarray, degrees: float) -> np.ndarray:
    middle = quad.mean(0)
    spin = np.deg2rad(degrees)
    return (quad - middle) @ np.array([[np.cos(spin), np.sin(spin)], [-np.sin(spin), np.cos(spin)]]) + middle


@pytest.mark.parametrize("table", [wooden_table(), white_table()], ids=["wood", "white"])
@settings(max_examples=12, deadline=None)
@given(
    lies_deg=st.floats(-80, 80), off_deg=st.floats(-4, 4), right_mm=st.floats(-4.5, 4.5), down_mm=st.floats(-4.5, 4.5)
)
def test_a_card_is_found_again_from_beside_it(
    table: np.ndarray, lies_deg: float, off_deg: float, right_mm: float, down_mm: float
) -> None:
    picture = table.copy()
    quad = lay(picture, number_card("7"), (480, 350), HEIGHT_PX, lies_deg)
    (found,) = centred([turned(quad, off_deg) + np.array([2 * right_mm, 2 * down_mm])], PLAN, EdgeMap(picture))
    assert np.linalg.norm(found.mean(0) - quad.mean(0)) < 3.0
    assert np.abs(found - quad).max() < 6.0


def test_two_cards_that_touch_are_not_taken_for_one_another() -> None:
    picture = wooden_table()
    width = HEIGHT_PX * 156 / 240
    quads = [lay(picture, number_card(str(n)), (300 + n * width, 350), HEIGHT_PX, 0) for n in range(3)]
    found = centred([quad + np.array([6, -5]) for quad in quads], PLAN, EdgeMap(picture))
    assert np.abs(np.array(found) - quads).max() < 4.0


def test_where_nothing_is_a_card_stays_where_it_was() -> None:
    quad = np.array([[400.0, 250], [515, 250], [515, 428], [400, 428]])
    (found,) = centred([quad], PLAN, EdgeMap(np.full((720, 960, 3), 120, np.uint8)))
    assert np.allclose(found, quad, atol=0.01)
    assert centred([], PLAN, EdgeMap(np.zeros((64, 64, 3), np.uint8))) == []
