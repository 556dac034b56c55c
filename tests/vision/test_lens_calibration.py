"""The lens, measured from a drawn board."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from vision.errors import NotCalibrated
from vision.lens import Lens
from vision.lens_calibration import BoardView, board_squares, fit_lens, see_board
from vision.markers import Picture
from vision.simulated_lens import held_up

LENS = Lens(930.0, (655.0, 470.0))


def seen(turn: tuple[float, float, float], shift: tuple[float, float, float]) -> Picture:
    return held_up(LENS, turn, shift, size_px=(1280, 960))


POSES = (
    ((0.0, 0.0, 0.0), (0.0, 0.0, 420.0)),
    ((0.5, 0.0, 0.1), (20.0, 10.0, 450.0)),
    ((-0.4, 0.4, 0.0), (-30.0, 0.0, 430.0)),
    ((0.1, -0.55, 0.3), (0.0, 20.0, 440.0)),
    ((0.35, 0.3, -0.4), (10.0, -20.0, 400.0)),
)


Pose = tuple[tuple[float, float, float], tuple[float, float, float]]


def views_of(poses: Sequence[Pose]) -> list[BoardView]:
    return [view for pose in poses if (view := see_board(seen(*pose))) is not None]


def test_a_lens_is_measured_to_a_hundredth() -> None:
    lens = fit_lens(views_of(POSES)).lens
    assert lens.known
    assert lens.focal_px == pytest.approx(LENS.focal_px, rel=0.01)
    assert lens.middle_px == pytest.approx(LENS.middle_px, abs=8)
    assert lens.k1 == pytest.approx(0, abs=0.02)


def test_two_pictures_are_too_few() -> None:
    with pytest.raises(NotCalibrated, match="3 pictures or more, got 2"):
        fit_lens(views_of(POSES[:2]))


def test_every_second_square_carries_a_marker_of_its_own() -> None:
    ids = [number for _, _, number in board_squares() if number is not None]
    assert len(set(ids)) == len(ids) == 17
    assert min(ids) > 23


def test_a_view_knows_where_the_whole_page_is_and_the_fit_says_how_exact_it_is() -> None:
    views = views_of(POSES)
    expected = [(376, 271), (934, 271), (934, 669), (376, 669)]  # 252 x 180 mm at 420 mm before a lens of 930 px
    assert np.array(views[0].quad) == pytest.approx(np.array(expected), abs=4)
    found = fit_lens(views)
    assert found.views == len(POSES)
    assert 0 < found.error_px < 1


def test_a_picture_without_the_board_shows_none() -> None:
    assert see_board(np.full((480, 640, 3), 90, np.uint8)) is None
