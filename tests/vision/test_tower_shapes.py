"""Names of blocks of unknown size."""

from __future__ import annotations

from vision.tower_shapes import Face, shape_of


def face(high_mm: float, *, foot: float, waist: float, top: float) -> Face:
    left, right = ((sign * foot / 2, sign * waist / 2, sign * top / 2) for sign in (-1, 1))
    return Face(0.0, high_mm, 1, left, right, 10.0)


def test_straight_sides_that_lean_make_a_trapezium() -> None:
    assert shape_of(face(30, foot=50, waist=42, top=34)) == "trapezium"
    assert shape_of(face(10, foot=50, waist=42, top=34)) == "trapezium"


def test_a_low_block_whose_sides_bend_is_no_trapezium() -> None:
    assert shape_of(face(10, foot=47, waist=51, top=37)) == "plank"


def test_a_high_block_with_a_wide_waist_is_a_hexagon() -> None:
    assert shape_of(face(30, foot=20, waist=36, top=20)) == "hexagon"
