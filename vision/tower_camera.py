"""A tower without a reference: where it stands in the picture, and a camera guessed for it.

The lens is taken for a usual one, the camera for level from left to right. The world is as before a back card: x right,
y up from the table, z towards the camera, the pieces' middle at the usual distance; the tower's foot is about x = 0.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.back_card import BackCard
from vision.colour import Floats
from vision.lens import Lens, View
from vision.marker_layout import BACK_PAGES, OBJECT_PLANE_MM
from vision.markers import Picture
from vision.piece_colours import Classes
from vision.tower_planes import PX_PER_MM, Window, see_colours

Mask: TypeAlias = npt.NDArray[np.bool_]

_FRONT_MM: Final = 6.0
_ROUGH_MM_PER_PX: Final = 690.0
"""Width of what a picture shows of a tower's plane, mm, until the scale is known: a camera half a metre away."""
_HALF_WIDTH_MM: Final = 110.0
_LEAST_CELLS: Final = 270
_LARGE_CELLS: Final = 4000
_ASIDE_MM: Final = 40.0
_ABOVE_MM: Final = 60.0
_FOOT_CELLS: Final = 9
_SPECK_CELLS: Final = 20
_GAP_CELLS: Final = (9, 5)
_NEAR_FOOT_CELLS: Final = 30


@dataclass(frozen=True, slots=True)
class Foot:
    """The middle of a tower's lowest rim, px, and that rim's width, px."""

    x_px: float
    y_px: float
    width_px: float


@dataclass(frozen=True, slots=True)
class Aim:
    """How a camera looks at a tower's foot: mm a pixel there, and how far it looks down and stands to the right."""

    mm_per_px: float
    down_deg: float
    right_deg: float


def find_foot(picture: Picture) -> Foot | None:
    """Return the foot of the coloured thing that stands lowest near the picture's middle, None without one.

    Args: `picture` (H, W, 3) uint8 BGR.
    """
    height, width = picture.shape[:2]
    scale = _ROUGH_MM_PER_PX / max(height, width)
    middle = np.array([(width - 1) / 2, (height - 1) / 2])
    half = height / 2 * scale
    if 2 * half * PX_PER_MM < _FOOT_CELLS:  # a line across, in which nothing can stand
        return None
    window = Window(-_HALF_WIDTH_MM, _HALF_WIDTH_MM, -half, half)
    classes, _ = see_colours(picture, window, lambda mm: mm * np.array([1, -1]) / scale + middle)
    opened = cv2.morphologyEx((classes > 0).astype(np.uint8), cv2.MORPH_OPEN, np.ones((9, 9), np.uint8))
    found = max((_foot_of(mask, window) for mask in _parts(opened)), key=lambda rated: rated[0], default=None)
    if found is None:
        return None
    x, y, wide = found[1]
    return Foot(float(x / scale + middle[0]), float(middle[1] - y / scale), wide / scale)


def _parts(mask: npt.ArrayLike) -> list[Mask]:
    count, ids, stats, _ = cv2.connectedComponentsWithStats(np.asarray(mask, np.uint8))
    return [np.asarray(np.asarray(ids) == i) for i in range(1, count) if stats[i, cv2.CC_STAT_AREA] >= _LEAST_CELLS]


def _foot_of(mask: Mask, window: Window) -> tuple[float, tuple[float, float, float]]:
    """Return how likely a part is a tower's foot, and its foot's middle, height and its width, mm."""
    low = int(np.flatnonzero(mask.any(axis=1))[-1])
    columns = np.flatnonzero(mask[max(low - _FOOT_CELLS, 0) : low + 1].any(axis=0))
    x = window.left_mm + (columns[0] + columns[-1]) / 2 / PX_PER_MM
    y = window.top_mm - (low + 1) / PX_PER_MM
    high = low + 1 - int(np.flatnonzero(mask.any(axis=1))[0])
    upright = min(high / max(int(np.ptp(np.flatnonzero(mask.any(axis=0)))), 1), 1.0)
    size = min(int(mask.sum()), _LARGE_CELLS) * upright
    worth = size * math.exp(-((x / _ASIDE_MM) ** 2) - y / _ABOVE_MM)
    return worth, (float(x), float(y), float(columns[-1] - columns[0] + 1) / PX_PER_MM)


def card_imagined(picture: Picture, foot: Foot, aim: Aim) -> BackCard:
    """Return a back card without patches as a camera would see it that looks so at a tower's foot."""
    height, width = picture.shape[:2]
    lens = Lens.usual(width, height)
    turn = _turn(aim)
    ray = np.append(lens.straight(np.array([[foot.x_px, foot.y_px]]))[0], 1.0)
    shift = lens.focal_px * aim.mm_per_px * ray - turn @ np.array([0.0, 0.0, OBJECT_PLANE_MM + _FRONT_MM])
    rotation = np.asarray(cv2.Rodrigues(turn)[0]).ravel()
    view = View(lens, (float(rotation[0]), float(rotation[1]), float(rotation[2])), tuple(shift))
    page = BACK_PAGES[0]
    return BackCard(replace(page, patches=()), view, ())


def _turn(aim: Aim) -> Floats:
    """Return the rotation (3, 3) from the world to a camera that stands to the right and above and looks at it."""
    right, down = math.radians(aim.right_deg), math.radians(aim.down_deg)
    aside = np.array(
        [[math.cos(right), 0, -math.sin(right)], [0, 1, 0], [math.sin(right), 0, math.cos(right)]],
    )
    tilted = np.array([[1, 0, 0], [0, math.cos(down), -math.sin(down)], [0, math.sin(down), math.cos(down)]])
    turn: Floats = tilted @ np.diag([1.0, -1.0, -1.0]) @ aside
    return turn


def standing_at_foot(classes: Classes) -> Classes:
    """Return classes (rows, columns) without what leaves the window and what does not hang on the foot."""
    kept = classes.copy()
    for colour in np.unique(classes[classes > 0]):
        _n, ids, stats, _ = cv2.connectedComponentsWithStats((classes == colour).astype(np.uint8))
        left, top, wide, _, area = stats.T
        lost = (left == 0) | (top == 0) | (left + wide == classes.shape[1]) | (area < _SPECK_CELLS)
        lost[0] = False
        kept[lost[np.asarray(ids)]] = 0
    return _on_foot(kept)


def _on_foot(classes: Classes) -> Classes:
    gap = np.ones(_GAP_CELLS, np.uint8)
    joined = cv2.morphologyEx((classes > 0).astype(np.uint8), cv2.MORPH_CLOSE, gap)
    _n, ids, stats, middles = cv2.connectedComponentsWithStats(np.asarray(joined, np.uint8))
    lowest = stats[:, cv2.CC_STAT_TOP] + stats[:, cv2.CC_STAT_HEIGHT]
    aside = np.abs(middles[:, 0] - classes.shape[1] / 2) / _ASIDE_MM
    worth = stats[:, cv2.CC_STAT_AREA] * np.exp(-(aside**2)) * (lowest >= len(classes) - _NEAR_FOOT_CELLS)
    worth[0] = 0
    if not worth.any():
        return np.zeros_like(classes)
    return np.where(np.asarray(ids) == int(worth.argmax()), classes, 0).astype(np.uint8)
