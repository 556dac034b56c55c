"""How well an outline fits everywhere in one plane at once: its one colour inside and the edges along its rim.

Running sums make each side and each box of an outline one difference of slices. Scores are in mm-like units: a tenth or
so for each mm2 of face, a half for each mm of rim, less a fixed cost a piece.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

import cv2
import numpy as np

from vision.piece_colours import PIECE_COLOURS, Classes, Map32
from vision.tower_planes import PX_PER_MM, Plane, Points
from vision.tower_poses import span_of

_AREA_WORTH = 0.12
_SIDE_WORTH = 0.5
_FLAT_WORTH = 0.8
_SIDE_LEVEL = 0.42
_FLAT_LEVEL = 0.3
_PIECE_COST = 5.0
_PAD = 48
_FEWEST = 120
_PURE = 0.75
"""Share of one colour inside a face at which its area starts to speak for it."""

Box: TypeAlias = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """Score and colour index for bases (rows) and columns."""

    scores: Map32
    colours: Classes


@dataclass(frozen=True, slots=True, eq=False)
class PlaneSums:
    """Running sums of one plane, columns padded on both sides, so that any rim is one difference of slices.

    `counts` (colours, rows + 1, columns) of classes, `down` and `down_any` (rows + 1, columns) of edges, `right`
    (rows, columns) of level edges; `colours` are the class indices that occur.
    """

    counts: Map32
    down: Map32
    down_any: Map32
    right: Map32
    colours: Classes

    @classmethod
    def of(cls, plane: Plane) -> PlaneSums:
        """Return the sums of a plane."""
        found = np.bincount(plane.classes.ravel(), minlength=len(PIECE_COLOURS) + 1)[1:]
        colours = np.flatnonzero(found >= min(_FEWEST, found.max())).astype(np.uint8)
        rows, columns = plane.classes.shape
        counts = np.zeros((len(colours), rows + 1, columns + 1 + 2 * _PAD), np.float32)
        for count, colour in zip(counts, colours.tolist(), strict=True):
            summed = cv2.integral((plane.classes == colour + 1).view(np.uint8), sdepth=cv2.CV_32F)
            count[:, _PAD:-_PAD], count[:, -_PAD:] = summed, summed[:, -1:]
        down, down_any = (_summed(edges, 0) for edges in (plane.across, np.maximum(plane.across, plane.along)))
        return cls(counts, down, down_any, _summed(plane.along, 1), colours)

    @property
    def _columns(self) -> int:
        return len(self.down[0]) - 2 * _PAD

    def fit(self, outline: Points, hidden: int) -> Fit:
        """Return the fit with the outline's base on each row and its middle at each column, its top rows `hidden`."""
        rows, shown = len(self.right), round(max(y for _, y in outline) * PX_PER_MM) - hidden
        first = shown + hidden + 1
        scores = np.full((rows, self._columns), -np.inf, np.float32)
        colours = np.zeros(scores.shape, np.uint8)
        if first < rows:
            strips = _strips(outline)
            boxes = [(low, min(up, shown), left, right) for low, up, left, right in strips if low < shown]
            area = max(sum((up - low) * (right - left) for low, up, left, right in boxes), 1)
            best, colours[first:] = self._filled(boxes, first)
            pure = np.clip((best / area - _PURE) / (1 - _PURE), -1.5, 1)
            side = self.down if len(strips) == 1 else self.down_any
            rim = self._sides(side, boxes, first) + self._flats(outline, shown, first)
            scores[first:] = _AREA_WORTH * area / PX_PER_MM**2 * pure + rim / PX_PER_MM - _PIECE_COST
        return Fit(scores, colours)

    def _filled(self, boxes: list[Box], first: int) -> tuple[Map32, Classes]:
        """Return how many cells of the commonest colour lie in boxes above each base from a first one on, and which
        that is."""
        best = self._counted(self.counts[0], boxes, first)
        colours = np.full(best.shape, self.colours[0])
        for count, colour in zip(self.counts[1:], self.colours[1:], strict=True):
            other = self._counted(count, boxes, first)
            np.copyto(colours, colour, where=other > best)
            np.maximum(best, other, out=best)
        return best, colours

    def _counted(self, count: Map32, boxes: list[Box], first: int) -> Map32:
        total = np.zeros((len(self.right) - first, self._columns), np.float32)
        for low, high, left, right in boxes:
            total += self._at(count, first, low, right)
            total -= self._at(count, first, low, left)
            total -= self._at(count, first, high, right)
            total += self._at(count, first, high, left)
        return total

    def _sides(self, down: Map32, boxes: list[Box], first: int) -> Map32:
        """Return the worth of both sides of the boxes."""
        rim = np.zeros((len(self.right) - first, self._columns), np.float32)
        for low, high, left, right in boxes:
            for side in (left, right - 1):
                rim += self._at(down, first, low, side)
                rim -= self._at(down, first, high, side)
            rim -= 2 * (high - low) * _SIDE_LEVEL
        rim *= _SIDE_WORTH
        return rim

    def _flats(self, outline: Points, shown: int, first: int) -> Map32:
        """Return the worth of the level rims."""
        rim = np.zeros((len(self.right) - first, self._columns), np.float32)
        for up, left, right in _levels(outline):
            if up <= shown:
                rim += self._at(self.right, first, up, right)
                rim -= self._at(self.right, first, up, left)
                rim -= (right - left) * _FLAT_LEVEL
        rim *= _FLAT_WORTH
        return rim

    def _at(self, padded: Map32, first: int, up: int, aside: int) -> Map32:
        """Return the values so many cells above each base from a first one on, and beside each column."""
        return padded[first - up : len(self.right) - up, _PAD + aside : _PAD + aside + self._columns]


def _summed(values: Map32, axis: int) -> Map32:
    """Return running sums along an axis from 0 on, the first and last columns repeated beyond."""
    rows, columns = values.shape
    sums = np.zeros((rows + (axis == 0), columns + (axis == 1) + 2 * _PAD), np.float32)
    inner = sums[1:, _PAD:-_PAD] if axis == 0 else sums[:, _PAD + 1 : -_PAD]
    np.cumsum(values, axis=axis, out=inner)
    sums[:, :_PAD], sums[:, -_PAD:] = sums[:, _PAD : _PAD + 1], sums[:, -_PAD - 1 : -_PAD]
    return sums


@lru_cache(maxsize=256)
def _strips(outline: Points) -> tuple[Box, ...]:
    """Cut an outline into upright boxes (low, high, left, right) in cells; one for a rectangle."""
    strips = []
    for low, high in pairwise(sorted({y for _, y in outline})):
        ends = span_of(outline, low + 1e-6), span_of(outline, high - 1e-6)
        plain = np.allclose(*ends, atol=1e-3)
        parts = 1 if plain else max(round((high - low) * PX_PER_MM / 5), 2)
        for a, b in pairwise(np.linspace(low, high, parts + 1)):
            left, right = span_of(outline, (a + b) / 2)
            a_px, b_px, left_px, right_px = (round(v * PX_PER_MM) for v in (a, b, left, right))
            strips.append((a_px, b_px, left_px, right_px))
    return tuple(strips)


@lru_cache(maxsize=256)
def _levels(outline: Points) -> tuple[tuple[int, int, int], ...]:
    """Return the level rims of an outline as (height, left, right) in cells."""
    rims = []
    for (x0, y0), (x1, y1) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if abs(y0 - y1) < 1e-3:
            left, right = sorted((round(x0 * PX_PER_MM), round(x1 * PX_PER_MM)))
            rims.append((round(y0 * PX_PER_MM), left, right))
    return tuple(rims)
