"""Coloured masses before the back card, seen square in the plane in which towers stand: from afar, then closely."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.back_card import BackCard
from vision.colour import Floats
from vision.marker_layout import OBJECT_PLANE_MM
from vision.markers import Picture
from vision.piece_colours import Classes, Map32
from vision.tower_planes import PX_PER_MM, Window, see_colours, see_vivid

Mask: TypeAlias = npt.NDArray[np.bool_]

AREA: Final = Window(-100.0, 100.0, -45.0, 215.0)
"""Where towers stand, mm in their plane."""
COARSER: Final = 2.0
AREA_AFAR: Final = Window(*(end / COARSER for end in (AREA.left_mm, AREA.right_mm, AREA.bottom_mm, AREA.top_mm)))
"""`AREA` looked at more coarsely, in units so much longer than a mm."""
FRONT_MM: Final = 6.0
"""How far the front of a piece lies before its middle."""
ROOM_MM: Final = 16.0
"""So much beside a tower shows the table and the card alone."""
_LEAST_MM2 = 30.0
_HIGHEST_FOOT_MM = 35.0
_ASIDE_MM = 8.0
_ABOVE_MM = 8.0
# What is narrower than the first of each is gone, and gaps narrower than the second are closed.
_KERNELS: Final = np.ones((5, 5), np.uint8), np.ones((7, 3), np.uint8)
_KERNELS_AFAR: Final = np.ones((3, 3), np.uint8), np.ones((4, 2), np.uint8)


@dataclass(frozen=True, slots=True)
class Mass:
    """A mass looked at closely: the window, its classes, how unlike the ends of their row cells are, and its cells."""

    near: Window
    classes: Classes
    unlike: Map32
    cells: Mask

    @property
    def extent_mm(self) -> tuple[float, float, float]:
        """Left, right and top."""
        return _extent(self.cells, self.near)

    @property
    def widest_mm(self) -> float:
        """The longest run of one colour in any row; rows show more than one piece where they meet."""
        rows = np.pad(self.classes * self.cells, ((0, 0), (1, 1))).ravel()
        steps = np.flatnonzero(rows[1:] != rows[:-1]) + 1
        runs = np.diff(steps)[rows[steps[:-1]] > 0]
        return float(runs.max(initial=0)) / PX_PER_MM

    @property
    def goes_on(self) -> bool:
        """Whether it is cut off above: from afar, pieces whose colours mix to grey come apart where they meet."""
        return bool(self.cells[0].any()) and self.near.top_mm < AREA.top_mm


def masses_from_afar(picture: Picture, card: BackCard) -> list[Mask]:
    """Return the cells of each mass of `AREA_AFAR` that reaches down to the table.

    Args: `picture` (H, W, 3) uint8 BGR, balanced.
    """
    to_px = plane_to_px(card)
    return _masses(see_vivid(picture, AREA_AFAR, lambda points: to_px(COARSER * points)), AREA_AFAR, COARSER)


def look_closely(picture: Picture, card: BackCard, afar: Mask) -> Mass | None:
    """Return a mass of `masses_from_afar` seen closely, as far up as it reaches; None where nothing is left of it."""
    left, right, top = (COARSER * end for end in _extent(afar, AREA_AFAR))
    right += (COARSER - 1) / PX_PER_MM  # the last cell is so much wider
    near = Window(left - ROOM_MM, right + ROOM_MM, AREA.bottom_mm, min(top + _ABOVE_MM, AREA.top_mm))
    mass = _mass_in(picture, card, near)
    return _mass_in(picture, card, replace(near, top_mm=AREA.top_mm)) if mass and mass.goes_on else mass


def _mass_in(picture: Picture, card: BackCard, near: Window) -> Mass | None:
    """Return the mass in the middle of a window."""
    classes, unlike = see_colours(picture, near, plane_to_px(card))
    masses = _masses(classes > 0, near)
    if not masses:
        return None
    aside = [(middle_mm(mass, near) - (near.left_mm + near.right_mm) / 2) / _ASIDE_MM for mass in masses]
    worth = [mass.sum() * math.exp(-(off**2)) for mass, off in zip(masses, aside, strict=True)]
    return Mass(near, classes, unlike, masses[int(np.argmax(worth))])


def plane_to_px(card: BackCard) -> Callable[[Floats], Floats]:
    """Return where points (N, 2) mm of the plane of the pieces' fronts are in the picture, px."""
    front = OBJECT_PLANE_MM + FRONT_MM
    return lambda points: card.view.to_px(np.hstack([points, np.full((len(points), 1), front)]))


def middle_mm(mask: Mask, window: Window) -> float:
    """Return the middle of a mass from left to right, mm."""
    return window.left_mm + float(np.flatnonzero(mask.any(axis=0)).mean()) / PX_PER_MM


def _extent(mask: Mask, window: Window) -> tuple[float, float, float]:
    """Return left, right and top of a mass, mm."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    left, right = (window.left_mm + c / PX_PER_MM for c in (columns[0], columns[-1]))
    return float(left), float(right), float(window.top_mm - rows[0] / PX_PER_MM)


def _masses(coloured: Mask, window: Window, coarser: float = 1.0) -> list[Mask]:
    """Return the coloured masses that reach down to the table, in a window so much coarser."""
    opened, closed = _KERNELS if coarser == 1 else _KERNELS_AFAR
    seen = cv2.morphologyEx(coloured.view(np.uint8), cv2.MORPH_OPEN, opened)
    high, wide = closed.shape
    joined = cv2.erode(cv2.dilate(seen, closed, anchor=(0, 0)), closed, anchor=(wide - 1, high - 1))
    count, ids, stats, _ = cv2.connectedComponentsWithStats(np.asarray(joined, np.uint8))
    found = []
    for i in range(1, count):
        low = float(stats[i, cv2.CC_STAT_TOP] + stats[i, cv2.CC_STAT_HEIGHT]) / PX_PER_MM
        large = float(stats[i, cv2.CC_STAT_AREA]) * (coarser / PX_PER_MM) ** 2 > _LEAST_MM2
        if large and coarser * (window.top_mm - low) < _HIGHEST_FOOT_MM:
            found.append(np.asarray(np.asarray(ids) == i))
    return found
