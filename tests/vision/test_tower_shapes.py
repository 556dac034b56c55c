"""Names of blocks of unknown size."""

from __future__ import annotations

from dataclasses import replace

from vision.tower_shapes import Face, shape_of, shape_sureness


def face(high_mm: float, *, foot: float, waist: float, top: float) -> Face:
    left, right = ((sign * foot / 2, sign * waist / 2, sign * top / 2) for sign in (-1, 1))
    return Face(0.0, high_mm, 1, left, right, 10.0, 1.0)


def test_straight_sides_that_lean_make_a_trapezium() -> None:
    assert shape_of(face(30, foot=50, waist=42, top=34)) == "trapezium"
    assert shape_of(face(10, foot=50, waist=42, top=34)) == "trapezium"


def test_a_low_block_whose_sides_bend_is_no_trapezium_and_not_sure() -> None:
    bent = face(10, foot=47, waist=51, top=37)
    assert shape_of(bent) == "plank"
    assert shape_sureness(bent) < shape_sureness(face(10, foot=50, waist=50, top=50))
    assert shape_sureness(bent) < 0.7


def test_a_high_block_with_a_wide_waist_is_a_hexagon() -> None:
    assert shape_of(face(30, foot=20, waist=36, top=20)) == "hexagon"


def test_sides_that_are_no_lines_are_those_of_two_blocks_and_never_sure() -> None:
    straight = face(30, foot=40, waist=40, top=40)
    sure = [shape_sureness(replace(straight, rough_mm=rough)) for rough in (0.0, 0.5, 1.8, 3.0)]
    assert sure == sorted(sure, reverse=True)
    assert sure[1] > 0.9
    assert sure[2] <= 0.5
    assert sure[3] < 0.2
