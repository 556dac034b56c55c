"""Measuring a lens once, with a chessboard of markers (ChArUco) held before the camera a few times.

Ids 24 to 40, none of which any other page carries. One radial coefficient, as `vision.lens` has.
Source: OpenCV's ChArUco board.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.errors import NotCalibrated
from vision.lens import Lens
from vision.marker_layout import DICTIONARY
from vision.markers import Picture

SQUARES: Final = (7, 5)
SQUARE_MM: Final = 36.0
MARKER_MM: Final = 26.0
FIRST_ID: Final = 24
_LEAST_CORNERS = 8
_LEAST_PICTURES = 3
_MOST_PX = 1.5


def board_squares() -> tuple[tuple[int, int, int | None], ...]:
    """Return the board's squares as (column, row, marker id or None for a black one), row by row from the top left."""
    columns, rows = SQUARES
    ids = iter(range(FIRST_ID, FIRST_ID + columns * rows))
    return tuple(
        (column, row, next(ids) if (column + row) % 2 else None) for row in range(rows) for column in range(columns)
    )


def measure_lens(pictures: Sequence[Picture]) -> Lens:
    """Return the lens that took pictures (H, W, 3) uint8 BGR of the board, turned and tilted differently.

    Raises: NotCalibrated with fewer than three useful pictures, or where they do not fit one lens.
    """
    seen = [found for picture in pictures if (found := _corners(picture)) is not None]
    if len(seen) < _LEAST_PICTURES:
        raise NotCalibrated(f"lens: expected the board on {_LEAST_PICTURES} pictures or more, got {len(seen)}")
    height, width = pictures[0].shape[:2]
    start = Lens.usual(width, height)
    matrix = np.array([[start.focal_px, 0, start.middle_px[0]], [0, start.focal_px, start.middle_px[1]], [0, 0, 1.0]])
    flags = cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_ZERO_TANGENT_DIST
    flags |= cv2.CALIB_FIX_K2 | cv2.CALIB_FIX_K3
    off, solved, bend, _, _ = cv2.calibrateCamera(
        [points for points, _ in seen], [px for _, px in seen], (width, height), matrix, np.zeros(5), flags=flags
    )
    if off > _MOST_PX:
        raise NotCalibrated(f"lens: corners lie {off:.1f} px off, expected at most {_MOST_PX}: hold the page flat")
    middle = (float(solved[0, 2]), float(solved[1, 2]))
    return Lens(float(solved[0, 0]), middle, float(np.asarray(bend).ravel()[0]), known=True)


def _corners(picture: Picture) -> tuple[np.ndarray, np.ndarray] | None:
    """Return board points (N, 3) mm and where they are seen (N, 2) px, None where too few are."""
    board = _board()
    corners, ids, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    if ids is None or len(ids) < _LEAST_CORNERS:
        return None
    points = np.asarray(board.getChessboardCorners(), np.float32)[np.asarray(ids).ravel()]
    return points, np.asarray(corners, np.float32).reshape(-1, 2)


def _board() -> cv2.aruco.CharucoBoard:
    ids = np.array([number for _, _, number in board_squares() if number is not None], np.int32)
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    return cv2.aruco.CharucoBoard(SQUARES, SQUARE_MM, MARKER_MM, dictionary, ids)
