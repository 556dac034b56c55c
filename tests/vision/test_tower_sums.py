"""Sums over a plane: right however large the plane is, and the same at its rims as amid it."""

import numpy as np
import pytest

from vision.piece_colours import counted
from vision.tower_blocks import longest_runs
from vision.tower_canvas import Edges
from vision.tower_mass import Mass
from vision.tower_planes import PX_PER_MM, Plane, Window
from vision.tower_sums import PlaneSums

SQUARE = ((-5.0, 0.0), (5.0, 0.0), (5.0, 10.0), (-5.0, 10.0))
SIDE = round(10 * PX_PER_MM)


def plane(classes: np.ndarray) -> Plane:
    rows, columns = classes.shape
    none = np.zeros(classes.shape, np.float32)
    window = Window(0.0, columns / PX_PER_MM, 0.0, rows / PX_PER_MM)
    return Plane(classes, np.zeros(classes.shape, bool), none, none, window)


@pytest.mark.parametrize("top", [1, 160, 568])
def test_a_face_is_worth_as_much_wherever_it_stands_on_a_wall_of_one_colour(top: int) -> None:
    classes = np.zeros((600, 300), np.uint8)
    classes[:, :60] = 1
    classes[: top + SIDE + 1, 60:] = 2
    fit = PlaneSums.of(plane(classes)).fit(SQUARE, 0)
    low, middle = top + SIDE, 180
    assert fit.scores[low, middle] == pytest.approx(fit.scores[SIDE + 1, middle])
    assert fit.colours[low, middle] == 1
    assert fit.colours[low, 30] == 0


def test_a_border_is_worth_what_the_edges_along_it_are_and_none_lies_between_the_ends_of_rows() -> None:
    rng = np.random.default_rng(5)
    across, along = rng.random((2, 9, 7)).astype(np.float32)
    edges = Edges.of(across, along, PX_PER_MM)
    ids = np.zeros((9, 7), np.uint8)
    ids[:, 3:] = 1
    other = 1 - ids
    upright = edges.along(ids)
    assert upright == pytest.approx(edges.along(other), abs=1e-5)
    assert upright == pytest.approx(float((0.45 / PX_PER_MM * (across[:, 3] - 0.4)).sum()), abs=1e-5)
    level = np.repeat(np.arange(9) > 4, 7).reshape(9, 7).astype(np.uint8)
    assert edges.along(level) == pytest.approx(float((0.6 / PX_PER_MM * (along[5] - 0.3)).sum()), abs=1e-5)


@pytest.mark.parametrize("shape", [(0, 7), (5, 0), (13, 9)])
def test_values_are_counted_as_numpy_counts_them(shape: tuple[int, int]) -> None:
    values = np.random.default_rng(3).integers(0, 8, shape).astype(np.uint8)
    assert counted(values, 8).tolist() == np.bincount(values.ravel(), minlength=8).tolist()
    assert counted(values[::2, 1:], 8).tolist() == np.bincount(values[::2, 1:].ravel(), minlength=8).tolist()


def test_the_longest_run_of_a_colour_in_each_row_counts_the_first_of_equal_ones() -> None:
    rows = np.array([[1, 1, 0, 1, 1, 1], [2, 1, 2, 1, 2, 2], [0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 1, 1]], np.uint8)
    assert longest_runs(rows, 1).tolist() == [[2.5, 5.5], [0.5, 1.5], [0.0, 0.0], [-0.5, 5.5]]


def test_the_widest_run_of_one_colour_ends_where_a_mass_a_row_or_a_colour_does() -> None:
    classes = np.array([[1, 1, 1, 1, 2, 2], [2, 2, 0, 2, 2, 2], [2, 1, 1, 1, 1, 1]], np.uint8)
    whole, empty = np.ones(classes.shape, bool), np.zeros(classes.shape, bool)
    part = whole.copy()
    part[2] = False

    def widest_cells(cells: np.ndarray) -> float:
        return Mass(plane(classes).window, classes, np.zeros(classes.shape, np.float32), cells).widest_mm * PX_PER_MM

    assert [widest_cells(cells) for cells in (whole, part, empty)] == pytest.approx([5, 4, 0])
