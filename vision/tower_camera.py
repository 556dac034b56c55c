"""A tower without a reference: a camera guessed for where it stands in the picture.

The lens is taken for a usual one, the camera for level from left to right. The world is as before a back card: x right,
y up from the table, z towards the camera, the pieces' middle at the usual distance; the tower's foot is about x = 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.back_card import BackCard
from vision.colour import Floats
from vision.lens import Lens, View
from vision.marker_layout import BACK_PAGES, OBJECT_PLANE_MM
from vision.markers import Picture
from vision.piece_colours import Classes

FRONT_MM: Final = OBJECT_PLANE_MM + 6.0
"""Where the pieces' front faces are thought to be, amid thin and broad ones."""
_ASIDE_MM: Final = 40.0
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


def front_to_px(view: View) -> Callable[[Floats], Floats]:
    """Return what maps points (N, 2) mm of the plane of the pieces' front faces to pixels (N, 2)."""
    return lambda mm: view.to_px(np.hstack([mm, np.full((len(mm), 1), FRONT_MM)]))


def card_imagined(picture: Picture, foot: Foot, aim: Aim) -> BackCard:
    """Return a back card without patches as a camera would see it that looks so at a tower's foot."""
    height, width = picture.shape[:2]
    lens = Lens.usual(width, height)
    turn = _turn(aim)
    ray = np.append(lens.straight(np.array([[foot.x_px, foot.y_px]]))[0], 1.0)
    shift = lens.focal_px * aim.mm_per_px * ray - turn @ np.array([0.0, 0.0, FRONT_MM])
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
