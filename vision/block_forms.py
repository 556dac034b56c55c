"""Forms of blocks of any size, as numbers that can be changed a little: sides, height, place in depth and turn.

The sizes of a block are nine numbers: x of its left side at foot, middle and top, of its right side likewise, its
height, how far before the tower's lowest block it stands (all mm), and how far it is turned about the upright (rad).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.colour import Floats
from vision.tower_shapes import PLANK, Face, shape_of

FOOT, MIDDLE, TOP = [0, 3], [1, 4], [2, 5]
HEIGHT, NEARER, TURN = 6, 7, 8
_TURN_STEP = 0.035
_MISMEASURED = 0.07
"""How far off the ratio of two sizes may be, as a logarithm."""
_STEEP = 0.866
"""Height of a regular hexagon that lies on a side, as a share of its width."""


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """`changes` (K, 9) are what a step of one mm may do to a block's sizes; `cost` is how much rarer it is than a box,
    for it can look like more."""

    name: str
    changes: Floats
    cost: float


def _form(name: str, cost: float, *changes: tuple[float, ...]) -> Form:
    own = np.array([(*change, 0.0, 0.0) for change in changes])
    placed = np.zeros((2, 9))
    placed[0, NEARER], placed[1, TURN] = 1.0, _TURN_STEP
    return Form(name, np.vstack([own, placed]), cost)


BOX: Final = _form("box", 0.0, (1, 1, 1, 0, 0, 0, 0), (0, 0, 0, 1, 1, 1, 0), (0, 0, 0, 0, 0, 0, 1))
TRAPEZIUM: Final = _form(
    "trapezium",
    7.0,
    (1, 0.5, 0, 0, 0, 0, 0),
    (0, 0.5, 1, 0, 0, 0, 0),
    (0, 0, 0, 1, 0.5, 0, 0),
    (0, 0, 0, 0, 0.5, 1, 0),
    (1, 1, 1, 1, 1, 1, 0),
    (0, 0, 0, 0, 0, 0, 1),
)
HEXAGON: Final = _form(
    "hexagon",
    3.0,
    (1, 1, 1, 1, 1, 1, 0),
    (-0.25, -0.5, -0.25, 0.25, 0.5, 0.25, 0),
    (0, 0, 0, 0, 0, 0, 1),
    (-0.25, -0.5, -0.25, 0.25, 0.5, 0.25, _STEEP),
)
TRIANGLE: Final = _form(
    "triangle",
    3.0,
    (1, 0.5, 0, 0, 0, 0, 0),
    (0, 0, 0, 1, 0.5, 0, 0),
    (0, 0.5, 1, 0, 0.5, 1, 0),
    (0, 0, 0, 0, 0, 0, 1),
)
FORMS: Final = (BOX, TRAPEZIUM, HEXAGON, TRIANGLE)
_OF_SHAPE: Final = {"trapezium": TRAPEZIUM, "hexagon": HEXAGON, "triangle": TRIANGLE}


def form_of(face: Face) -> Form:
    """Return the form a face has at first sight."""
    return _OF_SHAPE.get(shape_of(face), BOX)


def sizes_of(face: Face) -> Floats:
    """Return the sizes (9,) of a block with a face, not turned."""
    return np.array([*face.left, *face.right, face.high_mm - face.low_mm, 0.0, 0.0])


def leaning_as(sizes: Floats, face: Face) -> Floats:
    """Return sizes (9,) with sides that lean as those of a face, flanks included, do about their middles."""
    lean, found = sizes_of(face), sizes.copy()
    for side in (slice(0, 3), slice(3, 6)):
        found[side] = sizes[side].mean() + lean[side] - lean[side].mean()
    return found


def formed(sizes: Floats, form: Form) -> Floats:
    """Return sizes (9,) as near as a form comes to them."""
    left, right = sizes[:3], sizes[3:6]
    if form is BOX:
        sides = [left.mean()] * 3 + [right.mean()] * 3
    elif form is HEXAGON:
        middle, half = (left.min() + right.max()) / 2, (right.max() - left.min()) / 2
        sides = [middle + share * half for share in (-0.5, -1.0, -0.5, 0.5, 1.0, 0.5)]
    else:
        tops = left[2], right[2]
        if form is TRIANGLE:
            tops = (left[2] + right[2]) / 2, (left[2] + right[2]) / 2
        sides = [x for foot, top in zip((left[0], right[0]), tops, strict=True) for x in (foot, (foot + top) / 2, top)]
    return np.array([*sides, *sizes[6:]])


def shape_named(form: Form, sizes: Floats) -> str:
    """Return the name of a block's shape: rectangle, plank, trapezium, triangle or hexagon."""
    if form is not BOX:
        return form.name
    return "plank" if np.ptp(sizes[FOOT]) > PLANK * sizes[HEIGHT] else "rectangle"


def is_doubtfully_named(form: Form, sizes: Floats) -> bool:
    """Return whether a block measured a little otherwise would be called otherwise: rectangle or plank."""
    return form is BOX and abs(math.log(float(np.ptp(sizes[FOOT])) / float(sizes[HEIGHT]) / PLANK)) < _MISMEASURED
