"""Outlines: what is refused, and areas that must add up."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from physics.errors import BadOutline, BadPiece
from physics.outline import centroid_mm, convex_parts, inertia_mm2, is_convex, moved, signed_area_mm2, tidy
from physics.pieces import mirrored, piece, placed, tower
from tests.physics.random_towers import CROWNS, box

SQUARE = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ([], "at least 3"),
        ([(0, 0), (1, 0)], "at least 3"),
        ([(0, 0), (1, 0), (1, 0), (0, 0)], "at least 3"),
        ([(0, 0), (10, 10), (10, 0), (0, 10)], "crosses itself"),
        ([(0, 0), (10, 0), (5, 0)], "crosses itself"),
        ([(0, 0), (10, 0), (10, 10), (10, -5), (0, -5)], "crosses itself"),
        ([(0, 0), (0.01, 0), (0, 0.01)], "mm2"),
        ([(0, 0), (10, 0), (float("nan"), 5)], "point 2"),
        ([(0, 0), (10, 0), (float("inf"), 5)], "point 2"),
        ([(0, 0), (10, 0), (10**400, 5)], "point 2"),
        ([(0, 0), (10, 0), ("3", 5)], "point 2"),
        ([(0, 0), (10, 0), (True, 5)], "point 2"),
        ([(0, 0), (10, 0), (1, 2, 3)], "point 2"),
        ([(0, 0), (10, 0), 7], "point 2"),
    ],
)
def test_an_outline_without_an_inside_is_refused_with_the_reason(points, words):
    with pytest.raises(BadOutline, match=words):
        tidy(points)


@given(st.integers(0, 3), st.booleans())
def test_an_outline_may_start_anywhere_and_run_either_way(start, backwards):
    points = SQUARE[start:] + SQUARE[:start]
    found = tidy(points[::-1] if backwards else points)
    assert set(found) == set(SQUARE)
    assert signed_area_mm2(found) == pytest.approx(100.0)


def test_repeated_points_are_dropped():
    assert tidy([(0, 0), (10, 0), (10, 0), (10, 10), (0, 10), (0, 0)]) == SQUARE


@given(st.integers(0, 10_000), st.sampled_from(CROWNS))
def test_convex_parts_tile_the_outline(seed, maker):
    outline = tidy(maker(random.Random(seed)).outline)
    parts = convex_parts(outline)
    areas = [signed_area_mm2(part) for part in parts]
    assert all(is_convex(part) and area > 0 for part, area in zip(parts, areas, strict=True))
    assert sum(areas) == pytest.approx(signed_area_mm2(outline))
    weighted = [area * centroid_mm(part)[0] for part, area in zip(parts, areas, strict=True)]
    assert sum(weighted) / sum(areas) == pytest.approx(centroid_mm(outline)[0], abs=1e-9)


@given(st.floats(-500, 500), st.floats(-500, 500), st.floats(-math.pi, math.pi))
def test_centroid_and_inertia_travel_with_the_piece(x, y, turn):
    ell = tidy([(0, 0), (30, 0), (30, 10), (10, 10), (10, 40), (0, 40)])
    there = moved(ell, (x, y), turn)
    assert centroid_mm(there) == pytest.approx(moved((centroid_mm(ell),), (x, y), turn)[0])
    assert inertia_mm2(there) == pytest.approx(inertia_mm2(ell))


def test_inertia_of_a_rectangle_is_that_of_the_textbook():
    assert inertia_mm2(tidy(box(3, 4, 20, 10))) == pytest.approx((20**2 + 10**2) / 12)


@pytest.mark.parametrize("grams", [0, -1, float("nan"), float("inf"), "4", None, True])
def test_a_piece_needs_a_weight(grams):
    with pytest.raises(BadPiece, match="grams"):
        piece(SQUARE, grams)


def test_a_tower_needs_a_piece_and_a_friction():
    with pytest.raises(BadPiece, match="at least one piece"):
        tower([])
    with pytest.raises(BadPiece, match="friction"):
        tower([piece(SQUARE, 1)], friction=-0.1)


def test_mirrored_twice_is_the_same_piece():
    ell = placed(piece([(0, 0), (30, 0), (30, 10), (10, 10), (10, 40), (0, 40)], 5), (3, 4))
    assert mirrored(ell).centroid_mm[0] == pytest.approx(-ell.centroid_mm[0])
    assert set(mirrored(mirrored(ell)).outline_mm) == set(ell.outline_mm)
