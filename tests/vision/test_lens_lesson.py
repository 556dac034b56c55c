"""The guided measuring of a lens: it takes what is new, asks for what is missing, and knows when it is enough."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.test_lens_calibration import LENS, POSES, seen
from vision.lens_calibration import BoardView, see_board
from vision.lens_lesson import ENOUGH_CELLS, ENOUGH_VIEWS, LensLesson, Wish

ROUND = (
    *POSES,
    ((0.3, 0.0, 0.0), (-90.0, -60.0, 420.0)),
    ((-0.3, 0.2, 0.0), (90.0, -60.0, 420.0)),
    ((0.0, 0.4, 0.1), (-90.0, 60.0, 430.0)),
    ((0.2, -0.4, 0.0), (90.0, 60.0, 430.0)),
    ((0.0, 0.0, 0.2), (0.0, 80.0, 440.0)),
)


@pytest.fixture(scope="module")
def views() -> list[BoardView]:
    return [view for pose in ROUND if (view := see_board(seen(*pose))) is not None]


def test_the_same_view_twice_is_taken_once_and_a_moving_page_never(views: list[BoardView]) -> None:
    lesson = LensLesson()
    assert lesson.see(views[0], still=False).views == 0
    assert lesson.see(views[0], still=True).views == 1
    assert lesson.see(views[0], still=True).views == 1


def test_without_the_page_it_asks_for_it_and_for_a_small_one_to_come_closer(views: list[BoardView]) -> None:
    assert LensLesson().see(None, still=True).wish is Wish.SHOW
    far = see_board(seen((0.0, 0.0, 0.0), (0.0, 0.0, 1100.0)))
    assert LensLesson().see(far, still=False).wish is Wish.CLOSER


def test_a_flat_page_in_the_middle_is_asked_to_be_tilted(views: list[BoardView]) -> None:
    assert LensLesson().see(views[0], still=True).wish is Wish.TILT


def test_a_round_of_views_measures_the_lens_and_then_takes_no_more(views: list[BoardView]) -> None:
    lesson = LensLesson()
    done = [lesson.see(view, still=True) for view in views]
    assert len(done[-1].cells) >= ENOUGH_CELLS
    assert ENOUGH_VIEWS <= done[-1].views <= len(views)
    assert done[-1].wish is Wish.ENOUGH
    found = done[-1].found
    assert found is not None
    assert found.lens.focal_px == pytest.approx(LENS.focal_px, rel=0.01)
    assert found.error_px < 1
    assert lesson.see(views[0], still=True).views == done[-1].views


def test_views_that_fit_no_lens_are_thrown_away_and_it_begins_anew(views: list[BoardView]) -> None:
    lesson, random = LensLesson(), np.random.default_rng(3)
    crooked = [
        BoardView(v.points_mm, v.seen_px + random.normal(0, 9, v.seen_px.shape).astype(np.float32), v.size_px)
        for v in views
    ]
    done = [lesson.see(view, still=True) for view in crooked]
    assert any(progress.misfit for progress in done)
    assert all(progress.found is None for progress in done)
