"""Shapes cover as much as they should, and their edges fade instead of forming stairs."""

from __future__ import annotations

from math import cos, hypot, pi, sin

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kivy.graphics import Color
from kivy.uix.widget import Widget

from companion.ui import feather
from companion.ui.feather import Point, Shape, arc, corners_of, fill, paired, stroke

RADII = st.floats(4, 200)
ANGLES = st.floats(0, 2 * pi)


class Drawn:
    """The meshes that were drawn: how much they cover, each place by its share."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.covered = 0.0
        self.meshes = 0
        monkeypatch.setattr(feather, "_draw", self._add)

    def _add(self, shape: Shape) -> None:
        corners = np.array(shape.vertices, float).reshape(-1, 4)[np.array(shape.indices).reshape(-1, 3)]
        (ax, ay), (bx, by) = (corners[:, i, :2].T - corners[:, 0, :2].T for i in (1, 2))
        alpha = np.where(corners[:, :, 2] > 0.5, 1.0, 0.0).mean(axis=1)
        self.covered += float((np.abs(ax * by - ay * bx) / 2 * alpha).sum())
        self.meshes += 1


def drawn(draw: object, *args: object, **kwargs: object) -> Drawn:
    with pytest.MonkeyPatch.context() as patch:
        found = Drawn(patch)
        draw(*args, **kwargs)
    return found


def regular(corners: int, radius: float, turn: float) -> list[Point]:
    angles = [turn + 2 * pi * i / corners for i in range(corners)]
    return [(300 + radius * cos(a), 200 + radius * sin(a)) for a in angles]


@given(corners=st.integers(3, 12), radius=RADII, turn=ANGLES, backwards=st.booleans())
def test_a_polygon_covers_its_area_in_whichever_order_its_corners_come(
    corners: int, radius: float, turn: float, *, backwards: bool
) -> None:
    points = regular(corners, radius, turn)
    area = corners / 2 * radius**2 * sin(2 * pi / corners)
    assert drawn(fill, points[::-1] if backwards else points).covered == pytest.approx(area, abs=1.5)


@given(half=st.floats(0.5, 12), length=st.floats(1, 300), turn=ANGLES)
def test_a_line_covers_its_length_and_two_half_discs(half: float, length: float, turn: float) -> None:
    end = (length * cos(turn), length * sin(turn))
    expected = 2 * half * length + pi * half**2
    assert drawn(stroke, [(0.0, 0.0), end], half).covered == pytest.approx(expected, rel=0.05, abs=0.5)
    assert drawn(stroke, [(0.0, 0.0), end], half, ends="flat").covered == pytest.approx(2 * half * length, rel=1e-3)
    there_and_back = drawn(stroke, [(0.0, 0.0), end], half, closed=True).covered
    assert there_and_back == pytest.approx(expected, rel=0.05, abs=0.5), "two points make no loop"


@given(corners=st.integers(3, 12), radius=st.floats(30, 200), turn=ANGLES, half=st.floats(0.6, 5))
def test_a_closed_line_covers_its_length_and_is_round_at_its_corners(
    corners: int, radius: float, turn: float, half: float
) -> None:
    points = regular(corners, radius, turn)
    length = corners * hypot(points[1][0] - points[0][0], points[1][1] - points[0][1])
    covered = drawn(stroke, points, half, closed=True).covered
    assert covered == pytest.approx(2 * half * length, rel=0.08)
    assert drawn(stroke, [*points, points[0]], half).covered == pytest.approx(covered), "it ends where it began"


@given(radius=st.floats(10, 200), share=st.floats(0.1, 1), half=st.floats(0.6, 5))
def test_an_arc_covers_its_length(radius: float, share: float, half: float) -> None:
    caps = 0.0 if share == 1 else pi * half**2
    expected = 2 * half * radius * 2 * pi * share + caps
    assert drawn(arc, (0.0, 0.0), radius, (1.0, 1.0 + 2 * pi * share), half).covered == pytest.approx(
        expected, rel=0.05
    )


@pytest.mark.parametrize("points", [[], [(3.0, 4.0)], [(3.0, 4.0), (3.0, 4.0)]])
def test_a_line_to_nowhere_is_not_drawn(points: list[Point]) -> None:
    assert drawn(stroke, points, 2.0).meshes == 0


@given(radius=st.floats(0.5, 1000))
def test_a_circle_of_so_many_sides_is_off_by_no_more_than_a_tenth_of_a_pixel(radius: float) -> None:
    assert radius * (1 - cos(pi / corners_of(radius))) <= 0.1 + 1e-6


def test_flat_lists_become_points() -> None:
    assert paired([1.0, 2.0, 3.0, 4.0]) == [(1.0, 2.0), (3.0, 4.0)]


def test_a_slanted_edge_fades_from_all_to_nothing() -> None:
    widget = Widget(size=(40, 40), pos=(0, 0))
    with widget.canvas:
        Color(1, 1, 1)
        fill([(5.0, 5.0), (35.0, 12.0), (20.0, 35.0)])
    image = widget.export_as_image()
    alpha = np.frombuffer(image.texture.pixels, np.uint8).reshape(40, 40, 4)[..., 3]
    assert alpha.max() == 255
    assert alpha[0, 0] == 0
    assert len(np.unique(alpha)) > 20
