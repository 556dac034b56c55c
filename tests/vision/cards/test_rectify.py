import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.cards.drawn import lay, number_card, wooden_table
from vision.cards.rectify import CARD_HEIGHT_PX, CARD_WIDTH_PX, cut, inside, ordered, overlap


@given(st.floats(0, 360), st.integers(0, 3), st.booleans())
def test_ordered_corners_run_clockwise_from_a_short_side(turn_deg: float, begin: int, backwards: bool) -> None:
    half = np.array([[-30, -46], [30, -46], [30, 46], [-30, 46]], np.float64)
    spin = np.deg2rad(turn_deg)
    quad = half @ np.array([[np.cos(spin), np.sin(spin)], [-np.sin(spin), np.cos(spin)]]) + 200
    given_in = np.roll(quad, begin, 0)
    corners = ordered(given_in[::-1] if backwards else given_in)
    sides = np.linalg.norm(np.roll(corners, -1, 0) - corners, axis=1)
    assert sides[0] < sides[1]
    area = np.sum(corners[:, 0] * np.roll(corners[:, 1], -1) - np.roll(corners[:, 0], -1) * corners[:, 1])
    assert area > 0
    assert {tuple(np.round(point, 6)) for point in corners} == {tuple(np.round(point, 6)) for point in quad}


def test_many_quads_are_ordered_as_each_alone() -> None:
    quads = np.random.default_rng(4).uniform(0, 300, (40, 4, 2))
    np.testing.assert_array_equal(ordered(quads), [ordered(quad) for quad in quads])


def test_a_card_cut_out_looks_like_the_card() -> None:
    card = number_card("7")
    for height in (150, 240, 600):
        table = wooden_table()
        quad = lay(table, card, (480, 360), height, 17)
        difference = np.abs(cut(table, quad).astype(int) - card)[8:-8, 8:-8]
        assert np.median(difference) < 6


@given(st.integers(-1500, 1500), st.integers(-1500, 1500), st.integers(120, 1100), st.booleans())
def test_a_place_beside_the_picture_looks_like_its_edge(left: int, top: int, height: int, lies: bool) -> None:
    size = (height, height * 0.65) if lies else (height * 0.65, height)
    quad = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * size + (left, top)
    assert (cut(np.full((480, 640, 3), 77, np.uint8), quad) == 77).all()


def test_the_corners_of_a_quad_are_the_corners_of_its_card() -> None:
    quad = np.array([[10, 20], [110, 30], [100, 190], [5, 180]], np.float64)
    corners = inside(quad, quad)
    size = np.array([CARD_WIDTH_PX, CARD_HEIGHT_PX])
    np.testing.assert_allclose(np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * size - 0.5, corners, atol=1e-3)


def test_overlap_is_a_share_of_the_smaller_quad() -> None:
    large = np.array([[0, 0], [100, 0], [100, 100], [0, 100]], np.float64)
    assert overlap(large, large + 1000) == 0
    assert abs(overlap(large, large * 0.5 + 10) - 1) < 1e-6
    assert abs(overlap(large, large + np.array([50, 0])) - 0.5) < 1e-6
