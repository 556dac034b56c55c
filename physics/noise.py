"""How sure a camera is of what it measured, and how centroids follow corners.

Corners err on their own; whole pieces err in pose; errors of scale and lean are common to all pieces.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from physics.contacts import TABLE
from physics.outline import signed_area_mm2
from physics.pieces import Piece, Tower
from physics.statics import Support

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Noise:
    """Standard deviations of a measurement.

    Args:
        corner_mm: of each corner, in x and in y, independent of all others.
        poses: for each piece, base first, the covariance of its pose (x mm, y mm, turn rad), 3 by 3, or
            empty where poses are not measured apart from the corners.
        scale: of the common scale, as a share (0.01: one per cent).
        lean_rad: of the angle between the picture's upright and the table's.
    """

    corner_mm: float = 0.5
    poses: tuple[tuple[tuple[float, ...], ...], ...] = ()
    scale: float = 0.0
    lean_rad: float = 0.0

    @property
    def place_mm(self) -> float:
        """The standard deviation of a corner, errors of place of its whole piece with it, for the least known piece."""
        return math.sqrt(self.corner_mm**2 + max((max(pose[0][0], pose[1][1]) for pose in self.poses), default=0.0))

    @property
    def turn_rad(self) -> float:
        """The standard deviation of the turn of the least known piece."""
        return math.sqrt(max((pose[2][2] for pose in self.poses), default=0.0))


@dataclass(frozen=True, slots=True)
class Corners:
    """All corners of a tower in one array, and where each piece starts.

    Args:
        xy: (corners, 2) float64, mm.
        starts: index of the first corner of each piece.
        owner: (corners,) index of the piece of each corner.
    """

    xy: FloatArray
    starts: tuple[int, ...]
    owner: npt.NDArray[np.intp]


def corners_of(tower: Tower) -> Corners:
    """Return all corners of a tower, base first."""
    counts = [len(piece.outline_mm) for piece in tower.pieces]
    starts = tuple(int(v) for v in np.cumsum([0, *counts[:-1]]))
    xy = np.array([corner for piece in tower.pieces for corner in piece.outline_mm])
    return Corners(xy, starts, np.repeat(np.arange(len(counts)), counts))


def centroid_slopes(piece: Piece) -> FloatArray:
    """Return how the centroid's x follows each corner: (corners, 2) derivatives by x and by y."""
    xy = np.array(piece.outline_mm) - piece.centroid_mm
    (x, y), (xb, yb) = xy.T, np.roll(xy, 1, axis=0).T
    xn, yn = np.roll(xy, -1, axis=0).T
    by_x = (x * yn - xn * y) + (xb * y - x * yb) + (x + xn) * yn - (xb + x) * yb
    by_y = (xb + x) * xb - (x + xn) * xn
    slopes: FloatArray = np.stack([by_x, by_y], axis=1) / (6 * signed_area_mm2(piece.outline_mm))
    return slopes


def area_slopes(piece: Piece) -> FloatArray:
    """Return by what share of itself the area follows each corner: (corners, 2) derivatives by x and by y, 1/mm."""
    xy = np.array(piece.outline_mm)
    along = (np.roll(xy, -1, axis=0) - np.roll(xy, 1, axis=0)) / (2 * signed_area_mm2(piece.outline_mm))
    slopes: FloatArray = np.stack([along[:, 1], -along[:, 0]], axis=1)
    return slopes


def shares_above(tower: Tower, supports: Sequence[Support]) -> FloatArray:
    """Return (pieces, pieces): row i holds each piece's share of the weight above contact i."""
    count = len(supports)
    above = np.zeros((count, count))
    for start in range(count):
        at = start
        while at != TABLE:
            above[at, start] = tower.pieces[start].grams
            at = supports[at].lower
    shares: FloatArray = above / above.sum(axis=1, keepdims=True)
    return shares
