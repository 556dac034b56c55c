"""Towers without a back card: the camera imagined for them, and pieces that are guessed but never sure."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.exchange.piece_sets import SETS, SPLASH
from tests.kit import SHARED
from tests.vision.test_towers import standing
from vision.simulated_side import SimulatedSide
from vision.tower_camera import Aim, Foot, card_imagined, standing_at_foot
from vision.tower_column import find_column
from vision.towers import guess_tower, read_any_tower, read_tower

BLANK = np.full((480, 640, 3), 128, np.uint8)


@given(
    scale=st.floats(0.4, 1.5),
    down=st.floats(-2, 30),
    right=st.floats(-25, 25),
    x=st.floats(200, 440),
    y=st.floats(200, 400),
)
def test_an_imagined_camera_sees_the_foot_where_it_is(
    scale: float, down: float, right: float, x: float, y: float
) -> None:
    view = card_imagined(BLANK, Foot(x, y, 20.0), Aim(scale, down, right)).view
    assert view.to_px([[0.0, 0.0, 36.0]])[0] == pytest.approx((x, y), abs=1e-6)


@given(right=st.floats(1, 25), down=st.floats(1, 30))
def test_an_imagined_camera_stands_where_its_aim_says(right: float, down: float) -> None:
    seen = card_imagined(BLANK, Foot(319.5, 239.5, 20.0), Aim(1.0, down, right))
    across, up, towards = seen.view.eye_mm - np.array([0.0, 0.0, 36.0])
    assert np.degrees(np.arctan2(across, towards)) == pytest.approx(right, abs=1e-6)
    assert np.degrees(np.arctan2(up, np.hypot(across, towards))) == pytest.approx(down, abs=1e-6)


def test_what_leaves_the_window_is_no_part_of_a_tower() -> None:
    classes = np.zeros((90, 60), np.uint8)
    classes[40:80, 22:38] = 3
    classes[10:30, 40:60] = 5
    kept = standing_at_foot(classes)
    assert np.array_equal(kept == 3, classes == 3)
    assert not (kept == 5).any()


def test_an_empty_picture_has_no_column_and_no_tower() -> None:
    assert find_column(BLANK) is None
    assert guess_tower(BLANK, tuple(SETS.values())).pieces == ()


def test_a_hand_before_a_tower_leaves_nothing_sure() -> None:
    side = SimulatedSide(1, poses=SPLASH)
    side.show([standing(("large_cube/green",), ("plate/red",), ("large_cube/blue",))])
    picture = side.read().picture.copy()
    free = read_any_tower(picture, tuple(SETS.values())).pieces
    assert [piece.confidence > 0.9 for piece in free] == [True] * 3
    height, width = picture.shape[:2]
    hand = (width // 2, round(height * 0.6))
    cv2.line(picture, hand, (width - 1, height // 3), (110, 140, 205), height // 10)
    cv2.circle(picture, hand, height // 14, (110, 140, 205), -1)
    assert all(piece.confidence < 0.5 for piece in read_any_tower(picture, tuple(SETS.values())).pieces)


@pytest.mark.shared
@pytest.mark.slow
@pytest.mark.skipif(not SHARED.is_dir(), reason="the measuring material is not beside the checkout")
def test_a_rendered_tower_without_a_card_is_guessed_and_never_sure() -> None:
    picture = cv2.imread(str(SHARED / "photos/renders-side/seq1_00.jpg"))
    assert picture is not None
    rendered = np.asarray(picture, np.uint8)
    assert read_tower(rendered, SPLASH).pieces == ()
    seen = guess_tower(rendered, (SPLASH,)).pieces
    assert [(piece.shape, piece.colour) for piece in seen][1:4] == [
        ("plate", "blue"),
        ("large_cube", "blue"),
        ("stick", "blue"),
    ]
    assert all(piece.confidence < 0.5 for piece in seen)
