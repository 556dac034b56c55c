"""How well an outline fits everywhere in one plane at once: its one colour inside and the edges along its rim.

Running sums make each side and each box of an outline one difference of slices. Scores are in mm-like units: a tenth or
so for each mm2 of face, a half for each mm of rim, less a fixed cost a piece.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias, TypeVar

import cv2
import numpy as np
import numpy.typing as npt

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
Counts: TypeAlias = npt.NDArray[np.uint16]
Sums = TypeVar("Sums", Map32, Counts)


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """Score and colour index for bases (rows) and columns."""

    scores: Map32
    colours: Classes


@dataclass(frozen=True, slots=True, eq=False)
class PlaneSums:
    """Running sums of one `plane`, columns padded on both sides, so that any rim is one difference of slices.

    `counts` (colours, rows + 1, columns) of classes, `down` (rows + 1, columns) of upright edges, `right` (rows,
    columns) of level ones; `colours` are the class indices that occur. Counts may pass what 16 bits hold: differences,
    which never do, are right all the same.
    """

    plane: Plane
    counts: Counts
    down: Map32
    right: Map32
    colours: Classes

    @classmethod
    def of(cls, plane: Plane) -> PlaneSums:
        """Return the sums of a plane."""
        whole = [np.asarray(cv2.integral((plane.classes == i + 1).view(np.uint8))) for i in range(len(PIECE_COLOURS))]
        found = np.array([summed[-1, -1] for summed in whole])
        colours = np.flatnonzero(found >= min(_FEWEST, found.max())).astype(np.uint8)
        rows, columns = plane.classes.shape
        counts = np.zeros((len(colours), rows + 1, columns + 1 + 2 * _PAD), np.uint16)
        for count, colour in zip(counts, colours.tolist(), strict=True):
            count[:, _PAD:-_PAD], count[:, -_PAD:] = whole[colour], whole[colour][:, -1:]
        return cls(plane, counts, _summed(plane.across, 0), _summed(plane.along, 1), colours)

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
            best, colours[first:] = self._filled(boxes, first)
            rims = self._flats(outline, shown, first)
            self._add_sides(rims, self.down if len(strips) == 1 else self._down_any(), boxes)
            np.add(_worth(best, boxes), rims, out=scores[first:])
        return Fit(scores, colours)

    def _down_any(self) -> Map32:
        """Return the running sums of edges both upright and level: sides that lean show either."""
        return _summed(np.maximum(self.plane.across, self.plane.along), 0)

    def _filled(self, boxes: list[Box], first: int) -> tuple[Counts, Classes]:
        """Return how many cells of the commonest colour lie in boxes above each base from a first one on, and which
        that is."""
        best, *others = (self._counted(count, boxes, first) for count in self.counts)
        colours = np.full(best.shape, self.colours[0])
        for other, colour in zip(others, self.colours[1:], strict=True):
            np.copyto(colours, colour, where=other > best)
            np.maximum(best, other, out=best)
        return best, colours

    def _counted(self, count: Counts, boxes: list[Box], first: int) -> Counts:
        total = np.zeros((len(self.right) - first, self._columns), np.uint16)
        for low, high, left, right in boxes:
            band = self._band(count, first, (low, high), (left, right))
            total += band[:, right - left :]
            total -= band[:, : self._columns]
        return total

    def _add_sides(self, rims: Map32, down: Map32, boxes: list[Box]) -> None:
        """Add the worth of both sides of the boxes."""
        sides = np.zeros_like(rims)
        for low, high, left, right in boxes:
            band = self._band(down, len(self.right) - len(rims), (low, high), (left, right - 1))
            sides += band[:, : self._columns]
            sides += band[:, right - 1 - left :]
        sides *= _SIDE_WORTH / PX_PER_MM
        sides -= 2 * _SIDE_LEVEL * _SIDE_WORTH / PX_PER_MM * sum(high - low for low, high, _, _ in boxes)
        rims += sides

    def _flats(self, outline: Points, shown: int, first: int) -> Map32:
        """Return the worth of the level rims."""
        rims = np.zeros((len(self.right) - first, self._columns), np.float32)
        long = 0
        for up, left, right in _levels(outline):
            if up <= shown:
                rims += self._at(self.right, first, up, right)
                rims -= self._at(self.right, first, up, left)
                long += right - left
        rims -= long * _FLAT_LEVEL
        rims *= _FLAT_WORTH / PX_PER_MM
        return rims

    def _band(self, padded: Sums, first: int, rows: tuple[int, int], beside: tuple[int, int]) -> Sums:
        """Return what lies between two numbers of cells above each base from a first one on, beside all columns."""
        (low, high), (left, right), some = rows, beside, len(self.right)
        part = padded[:, _PAD + left : _PAD + right + self._columns]
        return part[first - low : some - low] - part[first - high : some - high]

    def _at(self, padded: Map32, first: int, up: int, aside: int) -> Map32:
        """Return the values so many cells above each base from a first one on, and beside each column."""
        return padded[first - up : len(self.right) - up, _PAD + aside : _PAD + aside + self._columns]


def _worth(best: Counts, boxes: list[Box]) -> Map32:
    """Return what faces are worth in which so many cells of boxes are of one colour, less what a piece costs."""
    area = max(sum((up - low) * (right - left) for low, up, left, right in boxes), 1)
    full = _AREA_WORTH * area / PX_PER_MM**2
    worth = best.astype(np.float32)
    worth *= full / area / (1 - _PURE)
    worth -= full * _PURE / (1 - _PURE)
    np.clip(worth, -1.5 * full, full, out=worth)
    worth -= _PIECE_COST
    return worth


def _summed(values: Map32, axis: int) -> Map32:
    """Return running sums along an axis from 0 on, the first and last columns repeated beyond."""
    both = np.asarray(cv2.integral(values, sdepth=cv2.CV_64F))
    inner = np.diff(both, axis=1 - axis)
    sums = np.empty((len(inner), inner.shape[1] + 2 * _PAD), np.float32)
    sums[:, _PAD:-_PAD] = inner
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
