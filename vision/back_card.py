"""The upright back card: from its markers to a camera pose, so that pixels become mm in the objects' plane.

World frame: x right, y up from the table, z from the card towards the camera; origin in the middle of the card's bottom
edge, all mm. Source: the marker specification, sections 2 and 3.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from vision.errors import NotCalibrated
from vision.lens import Floats, Lens, View, place_camera
from vision.marker_layout import BACK_PAGES, Mark, Page
from vision.markers import Picture, find_markers

_WORST_PX = 2.5


@dataclass(frozen=True, slots=True)
class BackCard:
    """A back card seen: which page, the camera's view of it, and the markers that agreed."""

    page: Page
    view: View
    seen: tuple[int, ...]

    def page_to_world(self, points_mm: Floats) -> Floats:
        """Return page points (N, 2), y down, as world points (N, 3)."""
        return _to_world(self.page, points_mm)

    def sigma_mm(self) -> float:
        """Return the standard deviation of a point on the card, mm; wider with few markers."""
        eye = self.view.eye_mm
        mm_per_px = float(np.linalg.norm(eye)) / self.view.lens.focal_px
        return mm_per_px * max(self.view.sigma_px, 0.2) * 2 / math.sqrt(max(len(self.seen), 1))


def find_back_card(picture: Picture, lens: Lens | None = None) -> BackCard:
    """Return the back card (A4 or A3) in a picture.

    Args: `picture` (H, W, 3) uint8 BGR; `lens` where calibrated. Raises: NotCalibrated below two markers.
    """
    ids = tuple(mark.id for page in BACK_PAGES for mark in page.marks)
    found = find_markers(picture, ids)
    page = max(BACK_PAGES, key=lambda p: sum(mark.id in found for mark in p.marks))
    marks = [mark for mark in page.marks if mark.id in found]
    if len(marks) < 2:
        raise NotCalibrated(f"back card: expected two markers or more in view, got {len(marks)}")
    height, width = picture.shape[:2]
    return _solve(page, marks, found, lens or Lens.usual(width, height))


def _solve(page: Page, marks: list[Mark], found: dict[int, Floats], lens: Lens) -> BackCard:
    """Solve the pose; while corners disagree, drop the worst marker, but keep two."""
    while True:
        points = np.vstack([_to_world(page, mark_corners(mark)) for mark in marks])
        px = np.vstack([found[mark.id] for mark in marks])
        view = place_camera(points, px, lens)
        off = np.linalg.norm(view.to_px(points) - px, axis=1).reshape(-1, 4).max(axis=1)
        if off.max() < _WORST_PX or len(marks) <= 2:
            return BackCard(page, view, tuple(mark.id for mark in marks))
        marks = [mark for mark in marks if mark is not marks[int(off.argmax())]]


def mark_corners(mark: Mark) -> Floats:
    """Return a marker's corners on its page, (4, 2) mm, clockwise from its top left."""
    half = mark.size_mm / 2
    corners: Floats = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    corners += np.array([mark.x_mm, mark.y_mm])
    return corners


def _to_world(page: Page, points_mm: Floats) -> Floats:
    x = points_mm[:, 0] - page.width_mm / 2
    y = page.height_mm - points_mm[:, 1]
    return np.stack([x, y, np.zeros(len(points_mm))], axis=1)
