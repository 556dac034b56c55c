"""How a table is tilted, told by the edges of what lies on it."""

import numpy as np
import pytest

from tests.vision.cards.drawn import SHAPE, checked_cloth, laid_at, number_card, on_tilted_table, slopes, wooden_table
from vision.cards.tilt import _edges, tilt_of

PLACES = [(-150.0, -90.0, 0.1), (20.0, -80.0, 1.2), (140.0, -60.0, -0.4), (-90.0, 70.0, 0.7), (110.0, 80.0, 2.0)]
TILTS = [(0.0, 0.0), (0.0, 0.3), (0.1, 0.55), (-0.2, 0.4), (0.3, -0.2)]


def plain_table() -> np.ndarray:
    noise = np.random.default_rng(3).normal(0, 2, SHAPE)
    return np.clip(np.array([90, 100, 105]) + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(("sideways", "forward"), TILTS)
def test_cards_that_lie_anyhow_tell_how_the_table_is_tilted(sideways: float, forward: float) -> None:
    table = plain_table()
    for number, quad in enumerate(on_tilted_table(sideways, forward, PLACES)):
        laid_at(table, number_card(str(number + 1)), quad)
    assert np.linalg.norm(tilt_of(table) - slopes(sideways, forward)) < 0.1


@pytest.mark.parametrize(("sideways", "forward"), TILTS)
def test_a_checked_cloth_tells_how_the_table_is_tilted(sideways: float, forward: float) -> None:
    assert np.linalg.norm(tilt_of(checked_cloth(sideways, forward)) - slopes(sideways, forward)) < 0.1


def test_lines_that_all_lead_one_way_tell_nothing_against_cards() -> None:
    table = wooden_table(2, SHAPE[:2])
    for number, quad in enumerate(on_tilted_table(0.0, 0.4, PLACES)):
        laid_at(table, number_card(str(number + 1)), quad)
    assert np.linalg.norm(tilt_of(table) - slopes(0.0, 0.4)) < 0.15


def test_where_nothing_is_seen_a_table_is_level() -> None:
    assert tilt_of(np.full(SHAPE, 120, np.uint8)).tolist() == [0.0, 0.0]


def test_how_strong_an_edge_is_does_not_depend_on_where_it_lies_in_memory() -> None:
    table = plain_table()
    for number, quad in enumerate(on_tilted_table(0.1, 0.55, PLACES)):
        laid_at(table, number_card(str(number + 1)), quad)
    strong = _edges(table).counts
    inner = strong[strong < strong.max()]  # At most so much is counted.
    exact = np.sqrt((np.round(16 * inner**2) / 16).astype(np.float32))  # Changes are multiples of a quarter.
    assert len(inner) > 100
    assert (inner == exact).all()
