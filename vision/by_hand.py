"""The way out where no corner card is in view: four corners pointed at by a person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from vision.errors import NotCalibrated
from vision.lens import Floats, Lens, place_camera
from vision.markers import Picture
from vision.registration import Registration

Quad: TypeAlias = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]
"""Four corners, clockwise from the top left."""

_POINTING_MM = 3.0


@dataclass(frozen=True, slots=True)
class PointedAt:
    """A rectangle on the table that a person pointed at: corners as shares of the picture's width and height, mm."""

    quad: Quad
    size_mm: tuple[float, float]

    def registration(self, picture: Picture, lens: Lens | None = None) -> Registration:
        """Return where it lies in a picture of any size. Raises: NotCalibrated as `from_corners`."""
        height, width = picture.shape[:2]
        corners = np.array(self.quad) * (width, height)
        return from_corners(corners, size_mm=self.size_mm, picture_px=(width, height), lens=lens)


def from_corners(
    corners_px: Floats, *, size_mm: tuple[float, float], picture_px: tuple[int, int], lens: Lens | None = None
) -> Registration:
    """Return the registration of a rectangle on the table whose corners a person pointed at.

    Args: `corners_px` (4, 2), clockwise from the top left as the camera sees it; `size_mm` its width and height;
    `picture_px` width and height of the picture; `lens` where it was measured. The origin is the rectangle's middle.
    Raises: NotCalibrated where the four points are no convex quadrilateral in that order.
    """
    px = np.asarray(corners_px, np.float64)
    if px.shape != (4, 2) or not _clockwise(px):
        raise NotCalibrated(f"four corners clockwise from the top left expected, got {px.tolist()}")
    width, height = size_mm[0] / 2, size_mm[1] / 2
    points = np.array([[-width, -height, 0], [width, -height, 0], [width, height, 0], [-width, height, 0.0]])
    view = place_camera(points, px, lens or Lens.usual(*picture_px))
    return Registration(view, (), (), sigma_mm=_POINTING_MM)


def _clockwise(px: Floats) -> bool:
    """Whether every corner turns right as seen in the picture (y down)."""
    edges = np.roll(px, -1, axis=0) - px
    after = np.roll(edges, -1, axis=0)
    return bool((edges[:, 0] * after[:, 1] - edges[:, 1] * after[:, 0] > 1e-6).all())
