"""Ways out where no corner card is in view: four corners pointed at by a person, or nothing but a guessed scale."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.errors import NotCalibrated
from vision.lens import Floats, Lens, View, place_camera
from vision.registration import Registration

_POINTING_MM = 3.0
_GUESS_SHARE = 0.1


def from_corners(corners_px: Floats, *, size_mm: tuple[float, float], picture_px: tuple[int, int]) -> Registration:
    """Return the registration of a rectangle on the table whose corners a person pointed at.

    Args: `corners_px` (4, 2), clockwise from the top left as the camera sees it; `size_mm` its width and height;
    `picture_px` width and height of the picture. The origin is the rectangle's middle.
    Raises: NotCalibrated where the four points are no convex quadrilateral in that order.
    """
    px = np.asarray(corners_px, np.float64)
    if px.shape != (4, 2) or not _clockwise(px):
        raise NotCalibrated(f"four corners clockwise from the top left expected, got {px.tolist()}")
    width, height = size_mm[0] / 2, size_mm[1] / 2
    points = np.array([[-width, -height, 0], [width, -height, 0], [width, height, 0], [-width, height, 0.0]])
    view = place_camera(points, px, Lens.usual(*picture_px))
    return Registration(view, (), (), sigma_mm=_POINTING_MM)


def without_reference(picture_px: tuple[int, int], *, px_per_mm: float) -> Registration:
    """Return the registration of a camera taken to look straight down at a guessed scale.

    The origin is the middle of the picture. `sigma_mm` is a tenth of half the picture's width.
    Raises: NotCalibrated for a scale that is not above 0.
    """
    if not px_per_mm > 0:
        raise NotCalibrated(f"expected a scale above 0 px/mm, got {px_per_mm}")
    lens = replace(Lens.usual(*picture_px), known=True)
    view = View(lens, (0.0, 0.0, 0.0), (0.0, 0.0, lens.focal_px / px_per_mm))
    return Registration(view, (), (), sigma_mm=_GUESS_SHARE * max(picture_px) / px_per_mm / 2)


def _clockwise(px: Floats) -> bool:
    """Whether every corner turns right as seen in the picture (y down)."""
    edges = np.roll(px, -1, axis=0) - px
    after = np.roll(edges, -1, axis=0)
    return bool((edges[:, 0] * after[:, 1] - edges[:, 1] * after[:, 0] > 1e-6).all())
