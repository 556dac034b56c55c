"""The lens page's twin: the chessboard as a camera sees it when somebody holds it up."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from vision.lens import Lens, View
from vision.lens_calibration import MARKER_MM, SQUARE_MM, SQUARES, board_squares
from vision.markers import Picture, marker_bits

_PX_PER_MM = 6.0
_BLUR_PX = 0.8
_ROOM = (120, 120, 120)
_PAPER_MM = 20.0


def held_up(
    lens: Lens, turn: tuple[float, float, float], shift_mm: tuple[float, float, float], *, size_px: tuple[int, int]
) -> Picture:
    """Return a picture (H, W, 3) uint8 BGR of the page turned by a rotation vector (rad), its middle at `shift_mm`.

    Only the pinhole of `lens` is drawn: the page is flat, and stays so.
    """
    page = _page()
    size = np.array(page.shape[1::-1]) / _PX_PER_MM
    corners = np.array([[0, 0, 0], [size[0], 0, 0], [*size, 0], [0, size[1], 0]])
    px = View(lens, turn, shift_mm).to_px(corners - np.array([*size / 2, 0])).astype(np.float32)
    matrix = cv2.getPerspectiveTransform((corners[:, :2] * _PX_PER_MM).astype(np.float32), px)
    picture = cv2.warpPerspective(page, matrix, size_px, flags=cv2.INTER_AREA, borderValue=_ROOM)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), _BLUR_PX), np.uint8)


@cache
def _page() -> Picture:
    """The printed page with a rim of paper around the board; it is only ever read."""
    rim = round(_PAPER_MM * _PX_PER_MM)
    width, height = (round(count * SQUARE_MM * _PX_PER_MM) for count in SQUARES)
    drawn = np.full((height + 2 * rim, width + 2 * rim, 3), 255, np.uint8)
    for column, row, number in board_squares():
        top, left = (rim + round(place * SQUARE_MM * _PX_PER_MM) for place in (row, column))
        side = round(SQUARE_MM * _PX_PER_MM)
        part = drawn[top : top + side, left : left + side]
        if number is None:
            part[:] = 0
            continue
        inset = round((SQUARE_MM - MARKER_MM) / 2 * _PX_PER_MM)
        inner = part[inset:-inset, inset:-inset]
        bits = np.where(marker_bits(number), 255, 0).astype(np.uint8)
        inner[:] = cv2.resize(bits, inner.shape[1::-1], interpolation=cv2.INTER_NEAREST)[..., None]
    return drawn
