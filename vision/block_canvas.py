"""Blocks of any size drawn as solids, all equally deep, and compared with what the plane of their front faces shows.

Cells that show another colour than drawn count against them; borders between what is drawn count for them where the
picture has an edge there, against them where it has none. What few towers do costs: leaning sides, turned blocks.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

import cv2
import numpy as np

from vision.block_forms import (
    BOX,
    FOOT,
    HEIGHT,
    HEXAGON,
    MIDDLE,
    NEARER,
    TOP,
    TRAPEZIUM,
    TRIANGLE,
    TURN,
    Form,
    formed,
    shape_named,
)
from vision.colour import Floats
from vision.piece_colours import Classes, Map32, counted
from vision.tower_canvas import FRONT, Edges
from vision.tower_check import MISMATCH_WORTH
from vision.tower_planes import PX_PER_MM, Plane, Points, seen_cells
from vision.tower_poses import Pose

_PX_PER_MM: Final = PX_PER_MM / 2
_SHIFT: Final = 4
_PIECE_COST: Final = 12.0
_LEAN_COST: Final = 2.0
"""What a mm costs by which one side leans out while the other leans in, as in a block that is turned."""
_UPRIGHT_COST: Final = 25.0
_UPRIGHT: Final = 0.12
"""A trapezium that narrows by less, as a share of its width, is rather a box: at most it costs so much."""
_POINTED, _POINTED_COST = 0.35, 15.0
"""One that narrows to less is rather a triangle."""
_HIGH_MM, _HIGH_COST = 60.0, 2.0
"""Who hands blocks from seat to seat holds none higher; what looks so is two, if anything but its colour says so."""
_LOW_MM, _LOW_COST = 16.0, 2.0
"""What is so low is rather a plank: the ends of its sides are too near each other to tell how they lean."""
_DEPTH_MM: Final = (27.0, 8.0)
_DRIFT_MM: Final = 1.5
_TURN_SIGMA: Final = 0.05
_LEAST_HEIGHT_MM: Final = 7.0
_LEAST_WIDTH_MM: Final = 3.0
_LEAST_DEPTH_MM: Final = 14.0
_LEAST_CONTACT_MM: Final = 0.5
_ROUNDED_MM: Final = 0.01
_LEAST_SIGMA_MM: Final = 1.5
_PAIR: Final = np.ones((2, 2), np.uint8)
_DOUBTED: Final = 2.5
SEAM: Final = 0.115
"""A weaker edge than this is none: true seams of one colour measured 0.12 to 0.5, imagined ones up to 0.10."""
_INSET: Final = 3
_AROUND: Final = [FOOT[0], FOOT[1], MIDDLE[1], TOP[1], TOP[0], MIDDLE[0]]
_AHEAD: Final = np.array([[[0.5]], [[-0.5]]])
_UP: Final = np.array([0.0, 0.0, 0.5, 1.0, 1.0, 0.5])


@dataclass(frozen=True, slots=True, eq=False)
class Blocks:
    """Blocks from the base up as (form, colour index), their sizes (N, 9), how far before the card the base's front
    face is, how deep all are, and how well they look."""

    kinds: tuple[tuple[Form, int], ...]
    sizes: Floats
    front_mm: float
    depth_mm: float
    worth: float = -np.inf

    @property
    def feet_mm(self) -> Floats:
        """The height (N,) each block stands at."""
        return np.asarray(self.sizes[:, HEIGHT].cumsum() - self.sizes[:, HEIGHT])

    def corners(self) -> Floats:
        """Return the corners (2, N, 6, 3) mm of the front faces and of the back ones, anticlockwise."""
        sizes = self.sizes
        across = sizes[:, _AROUND]
        middle = (across.min(axis=1) + across.max(axis=1))[:, None] / 2
        off, ahead = across - middle, _AHEAD * self.depth_mm
        cos, sin = np.cos(sizes[:, TURN])[:, None], np.sin(sizes[:, TURN])[:, None]
        found = np.empty((2, *across.shape, 3))
        found[..., 0] = middle + off * cos + ahead * sin
        found[..., 1] = self.feet_mm[:, None] + sizes[:, HEIGHT, None] * _UP
        found[..., 2] = self.front_mm - self.depth_mm / 2 + sizes[:, NEARER, None] - off * sin + ahead * cos
        return found

    def may_be(self) -> bool:
        """Whether every block has a size and rests on the one below."""
        if self.depth_mm < _LEAST_DEPTH_MM:
            return False
        left, right = -np.inf, np.inf
        for l0, l1, l2, r0, r1, r2, high, *_ in self.sizes.tolist():
            is_sized = r0 - l0 >= _LEAST_WIDTH_MM and r1 - l1 >= _LEAST_WIDTH_MM and r2 - l2 > -_ROUNDED_MM
            rests = min(right, r0) - max(left, l0) > _LEAST_CONTACT_MM
            if high < _LEAST_HEIGHT_MM or not is_sized or not rests:
                return False
            left, right = l2, r2
        return True

    def unlikely(self) -> float:
        """Return what so many blocks of such forms cost, standing and turned as they do."""
        depth = (self.depth_mm - _DEPTH_MM[0]) / _DEPTH_MM[1]
        cost, strange, below = 0.0, depth**2, 0.0
        for (form, _), (*sides, high, nearer, turn) in zip(self.kinds, self.sizes.tolist(), strict=True):
            cost += form.cost + _PIECE_COST + _HIGH_COST * max(high - _HIGH_MM, 0.0)
            cost += _leaning(sides) if form is TRAPEZIUM else 0.0
            cost += _LOW_COST * max(_LOW_MM - high, 0.0) if form is not BOX else 0.0
            strange += ((nearer - below) / _DRIFT_MM) ** 2 + (turn / _TURN_SIGMA) ** 2
            below = nearer
        return cost + strange / 2

    def pose(self, i: int) -> tuple[Pose, float]:
        """Return a block as a pose, and the x of its middle, mm."""
        (form, _), sizes, solid = self.kinds[i], self.sizes[i], self.corners()[:, i]
        left, right = solid[:, [0, 5, 4], 0].min(axis=0), solid[:, [1, 2, 3], 0].max(axis=0)
        x = float(left.min() + right.max()) / 2
        solid -= (x, self.feet_mm[i], self.front_mm - self.depth_mm / 2 + sizes[NEARER])
        shape, outline = shape_named(form, sizes), _outline(form, left - x, right - x, float(sizes[HEIGHT]))
        corners = tuple((float(a), float(b), float(c)) for a, b, c in solid.reshape(-1, 3))
        return Pose.of(shape, outline, self.depth_mm / 2, corners), x


def _leaning(sides: list[float]) -> float:
    """Return what a trapezium's sides cost."""
    l0, _, l2, r0, _, r2 = sides
    left, right = l2 - l0, r0 - r2
    aslant = _LEAN_COST * min(abs(left), abs(right)) if left * right < 0 else 0.0
    narrow, wide = sorted((r0 - l0, r2 - l2))
    pointed = _POINTED_COST * max(1 - narrow / wide / _POINTED, 0.0)
    return aslant + pointed + _UPRIGHT_COST * max(1 - abs(left + right) / wide / _UPRIGHT, 0.0)


def _outline(form: Form, left: Floats, right: Floats, high: float) -> Points:
    """Return an outline from the x of its sides at foot, middle and top."""
    (l0, l1, l2), (r0, r1, r2) = (np.round(side, 3).tolist() for side in (left, right))
    if form is HEXAGON:
        return ((l0, 0.0), (r0, 0.0), (r1, high / 2), (r2, high), (l2, high), (l1, high / 2))
    if form is TRIANGLE:
        return ((l0, 0.0), (r0, 0.0), ((l2 + r2) / 2, high))
    return ((l0, 0.0), (r0, 0.0), (r2, high), (l2, high))


class BlockCanvas:
    """What one plane shows, half as finely: `plane` lies `plane_mm` before the card, the camera's eye (3,) at `eye_mm`.

    The base's front face is thought to lie in the plane, give or take `sigma_mm`.
    """

    def __init__(self, plane: Plane, plane_mm: float, eye_mm: Floats, sigma_mm: float) -> None:
        self._window, self._plane_mm, self._eye_mm = plane.window, plane_mm, eye_mm
        self._sigma_mm = max(sigma_mm, _LEAST_SIGMA_MM)
        self._along = plane.along
        self._classes, self._between = plane.classes[::2, ::2].copy(), plane.between[::2, ::2]
        across, along = (_halved(edges) for edges in (plane.across, plane.along))
        self._edges = Edges.of(across, along, _PX_PER_MM)

    def rated(self, blocks: Blocks) -> Blocks:
        """Return blocks with their worth."""
        if not blocks.may_be():
            return replace(blocks, worth=-np.inf)
        ids, classes = self.drawn(blocks)
        wrong = cv2.countNonZero(cv2.compare(classes, self._classes, cv2.CMP_NE))
        off = MISMATCH_WORTH / _PX_PER_MM**2 * wrong
        astray = ((blocks.front_mm - self._plane_mm) / self._sigma_mm) ** 2 / 2
        return replace(blocks, worth=self._edges.along(ids) - off - astray - blocks.unlikely())

    def deepened(self, blocks: Blocks, depth_mm: float) -> Blocks:
        """Return blocks of another depth that are seen where they were: their fronts end nearer to flanks and top.

        What was the highest is none where nothing but a top is left of it.
        """
        (x, y, z), sizes = self._eye_mm.tolist(), blocks.sizes.copy()
        far = z - blocks.front_mm
        wider = (far + depth_mm) / (far + max(blocks.depth_mm, 0.0))
        left, right = sizes[:, :3], sizes[:, 3:6]
        sizes[:, :3] = np.where(left > x, x + (left - x) * wider, left)
        sizes[:, 3:6] = np.where(right < x, x + (right - x) * wider, right)
        for i, (form, _) in enumerate(blocks.kinds):
            if form is TRIANGLE:
                sizes[i, TOP] = blocks.sizes[i, TOP[1]] if sizes[i, 0] > blocks.sizes[i, 0] else blocks.sizes[i, TOP[0]]
            sizes[i] = formed(sizes[i], form)
        high = float(sizes[:, HEIGHT].sum())
        high -= max(y - high, 0.0) * (wider - 1)
        count = max(int(np.count_nonzero(blocks.feet_mm < high - _LEAST_HEIGHT_MM)), 1)
        sizes = sizes[:count]
        sizes[-1, HEIGHT] = high - blocks.feet_mm[count - 1]
        return replace(blocks, kinds=blocks.kinds[:count], sizes=sizes, depth_mm=depth_mm)

    def unlike(self, blocks: Blocks) -> tuple[float, Floats]:
        """Return the penalty for cells that look otherwise than drawn, and how much (mm2) bears each block out."""
        ids, classes = self.drawn(blocks)
        wrong = classes != self._classes
        doubted = ids[wrong | self._between]
        shown, off = (counted(some & np.uint8(FRONT - 1), FRONT)[1:] for some in (ids, doubted))
        borne = (shown - _DOUBTED * off)[: len(blocks.kinds)] / _PX_PER_MM**2
        return MISMATCH_WORTH / _PX_PER_MM**2 * np.count_nonzero(wrong), borne

    def seams(self, blocks: Blocks) -> list[float]:
        """Return how strong an edge parts the front of each block from the next, 0..1; 1 where they hardly touch."""
        cells = seen_cells(self._window, self._plane_mm, self._eye_mm, blocks.corners()[0])
        return [self._seam(np.vstack([below[3:5], above[:2]])) for below, above in pairwise(cells)]

    def _seam(self, ends: Floats) -> float:
        """Return the strength of the level edge near the ends (4, 2) of two rims, in cells."""
        across = np.sort(ends[:, 0])
        first, last = int(across[1]) + _INSET, int(across[2]) - _INSET
        row = round(float(ends[:, 1].mean()))
        rows = self._along[max(row - _INSET, 0) : row + _INSET + 1, max(first, 0) : max(last, 0)]
        return float(np.median(rows, axis=1).max()) if rows.size and first < last else 1.0

    def drawn(self, blocks: Blocks) -> tuple[Classes, Classes]:
        """Return which block is drawn at each cell, from 1 on, its front face higher by 32; and the class of each."""
        cells = seen_cells(self._window, self._plane_mm, self._eye_mm, blocks.corners())
        cells = np.rint(cells * (2**_SHIFT * _PX_PER_MM / PX_PER_MM)).astype(np.int32)
        ids, classes = np.zeros((2, *self._classes.shape), np.uint8)
        for i, both in enumerate(np.concatenate(cells, axis=1), start=1):
            hull = cv2.convexHull(both)
            cv2.fillConvexPoly(classes, hull, blocks.kinds[i - 1][1] + 1, shift=_SHIFT)
            cv2.fillConvexPoly(ids, hull, i, shift=_SHIFT)
            cv2.fillConvexPoly(ids, both[:6], i + FRONT, shift=_SHIFT)
        return ids, classes


def _halved(edges: Map32) -> Map32:
    """Return edges half as finely, the strongest of four."""
    return np.asarray(cv2.dilate(edges, _PAIR, anchor=(0, 0)), np.float32)[::2, ::2]
