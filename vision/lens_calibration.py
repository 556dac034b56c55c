"""Measuring a lens once, with a chessboard of markers (ChArUco) held before the camera a few times.

Ids 24 to 40, none of which any other page carries. One radial coefficient, as `vision.lens` has.
Source: OpenCV's ChArUco board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import NotCalibrated
from vision.lens import Lens
from vision.marker_layout import DICTIONARY
from vision.markers import Picture

Points: TypeAlias = npt.NDArray[np.float32]

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


@dataclass(frozen=True, slots=True, eq=False)
class BoardView:
    """The board on one picture: points of the board (N, 3) mm, where they are seen (N, 2) px, the picture's size px."""

    points_mm: Points
    seen_px: Points
    size_px: tuple[int, int]

    @property
    def quad(self) -> tuple[tuple[float, float], ...]:
        """The corners of the whole board in the picture, px, clockwise from its top left."""
        width, height = SQUARES[0] * SQUARE_MM, SQUARES[1] * SQUARE_MM
        rim = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float32)
        found, _ = cv2.findHomography(self.points_mm[:, :2], self.seen_px)
        corners = np.asarray(cv2.perspectiveTransform(rim, np.asarray(found, np.float64))).reshape(-1, 2)
        return tuple((float(x), float(y)) for x, y in corners)


@dataclass(frozen=True, slots=True)
class MeasuredLens:
    """A lens, how far the corners lay from where it puts them (px, root mean square), and of how many views."""

    lens: Lens
    error_px: float
    views: int


def fit_lens(views: Sequence[BoardView]) -> MeasuredLens:
    """Return the lens that explains views of the board, all of one picture size.

    Raises: NotCalibrated with fewer than three views, or where they do not fit one lens.
    """
    if len(views) < _LEAST_PICTURES:
        raise NotCalibrated(f"lens: expected the board on {_LEAST_PICTURES} pictures or more, got {len(views)}")
    width, height = views[0].size_px
    start = Lens.usual(width, height)
    matrix = np.array([[start.focal_px, 0, start.middle_px[0]], [0, start.focal_px, start.middle_px[1]], [0, 0, 1.0]])
    flags = cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_ZERO_TANGENT_DIST
    flags |= cv2.CALIB_FIX_K2 | cv2.CALIB_FIX_K3
    points, seen = [view.points_mm for view in views], [view.seen_px for view in views]
    off, solved, bend, _, _ = cv2.calibrateCamera(points, seen, (width, height), matrix, np.zeros(5), flags=flags)
    if off > _MOST_PX:
        raise NotCalibrated(f"lens: corners lie {off:.1f} px off, expected at most {_MOST_PX}: hold the page flat")
    middle = (float(solved[0, 2]), float(solved[1, 2]))
    lens = Lens(float(solved[0, 0]), middle, float(np.asarray(bend).ravel()[0]), known=True)
    return MeasuredLens(lens, float(off), len(views))


def see_board(picture: Picture) -> BoardView | None:
    """Return the board in a picture (H, W, 3) uint8 BGR, None where too little of it is seen."""
    board = _board()
    corners, ids, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    if ids is None or len(ids) < _LEAST_CORNERS:
        return None
    points = np.asarray(board.getChessboardCorners(), np.float32)[np.asarray(ids).ravel()]
    return BoardView(points, np.asarray(corners, np.float32).reshape(-1, 2), (picture.shape[1], picture.shape[0]))


def _board() -> cv2.aruco.CharucoBoard:
    ids = np.array([number for _, _, number in board_squares() if number is not None], np.int32)
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    return cv2.aruco.CharucoBoard(SQUARES, SQUARE_MM, MARKER_MM, dictionary, ids)
