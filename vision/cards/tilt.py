"""How a table is tilted, told by edges alone: cards, checks, boards and books are square, however they lie.

Seen along the right tilt many edges in each small part of a picture stand square to others there; along another, fewer.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.rectangles import gradients
from vision.cards.rectify import Picture
from vision.lens import Lens

Floats: TypeAlias = npt.NDArray[np.float64]
Map: TypeAlias = npt.NDArray[Any]

WORK_PX, CELL_PX, RIM_PX = 640, 48, 2
SHARE, OVER_NOISE, LEAST, MOST = 80, 3.0, 2.0, 4.0
"""An edge is stronger than such a percentage of all pixels, so many times the usual, and that in any case; how many
times as strong it counts at most."""
MANY, FEW, LEAST_PIXELS = 6000, 1500, 8
"""Edge pixels looked at when the tilt is nearly known, and before; the least in a cell that is heard."""
BINS = 90
STEEPEST_DEG, STEP_DEG, WAY_DEG = 45, 7.5, 22.5
MOST_TILT, USUAL_TILT = 1.1, 2.0
"""Slopes: how steep a table is at most, and the spread about level that is believed in."""
CLOSEST = 9.0
STEP, HALVINGS = 0.06, 4
AROUND = np.array([(x, y) for x, y in product((-1, 0, 1), repeat=2) if x or y])


@dataclass(frozen=True, slots=True)
class _Edges:
    """Pixels on edges: as seen along rays (n, 2); which ways the edges lead, (n, 2); the cells (n,) they lie in; how
    much they count, (n,)."""

    rays: Floats
    ways: Floats
    cells: npt.NDArray[np.intp]
    counts: Floats

    def some(self, most: int) -> _Edges:
        """Not many more than `most` of them."""
        step = max(1, len(self.rays) // most)
        return _Edges(self.rays[::step], self.ways[::step], self.cells[::step], self.counts[::step])

    def squareness(self, tilt: Floats) -> float:
        """How much of the edges of a cell stands square to others of it on a table of such a tilt (2,)."""
        if tilt @ tilt > MOST_TILT**2:
            return 0.0
        directions, counts = self._on_table(tilt)
        place = directions / np.pi * BINS
        low = place.astype(np.intp)
        size = int(self.cells.max()) + 1
        seen = np.bincount(self.cells * BINS + low % BINS, counts * (low + 1 - place), size * BINS)
        seen += np.bincount(self.cells * BINS + (low + 1) % BINS, counts * (place - low), size * BINS)
        bins = seen.reshape(-1, BINS)
        soft = bins + 0.5 * (np.roll(bins, 1, 1) + np.roll(bins, -1, 1))
        pixels = np.bincount(self.cells, minlength=size)
        heard = np.where(pixels < LEAST_PIXELS, 0, pixels)
        square = (soft[:, : BINS // 2] * soft[:, BINS // 2 :]).sum(1) / np.maximum(soft.sum(1) ** 2, 1e-9)
        return float(square @ heard * np.exp(-(tilt @ tilt) / (2 * USUAL_TILT**2)))

    def _on_table(self, tilt: Floats) -> tuple[Floats, Floats]:
        """Which way edges lead on the table, 0..pi, and how much they count: in such a way that edges that lead
        anywhere in the picture lead anywhere on the table."""
        along = self.ways @ tilt
        level = self.ways * (1 + self.rays @ tilt)[:, None] - self.rays * along[:, None]
        ways = np.column_stack([level, -along])
        down = np.array([*tilt, 1.0]) / np.hypot(1, np.linalg.norm(tilt))
        right = np.cross([0.0, 1.0, 0.0], down)
        right /= np.linalg.norm(right)
        x, y = ways @ right, ways @ np.cross(down, right)
        return np.arctan2(y, x) % np.pi, self.counts * np.minimum(1 / (x * x + y * y), CLOSEST)


def tilt_of(picture: Picture) -> Floats:
    """The slopes (2,) of the table on a picture (H, W, 3) uint8 BGR, to the right and downwards: how much nearer it is,
    as a share, a focal length away from the middle. Level where there are no edges."""
    edges = _edges(picture)
    if not len(edges.rays):
        return np.zeros(2)
    few = edges.some(FEW)
    best: Floats = max(_tilts(), key=few.squareness)
    most, reach = edges.squareness(best), STEP
    for _ in range(2 * HALVINGS):
        beside: Floats = max((best + reach * off for off in AROUND), key=edges.squareness)
        better = edges.squareness(beside)
        if better > most:
            best, most = beside, better
        else:
            reach /= 2
    return best


def _tilts() -> Floats:
    """Tilts (n, 2) to be tried first."""
    steep = np.tan(np.deg2rad(np.arange(STEP_DEG, STEEPEST_DEG + 1, STEP_DEG)))
    way = np.deg2rad(np.arange(0, 360, WAY_DEG))
    ways = np.stack([np.cos(way), np.sin(way)], -1)
    return np.vstack([np.zeros((1, 2)), (steep[:, None, None] * ways).reshape(-1, 2)])


def _edges(picture: Picture) -> _Edges:
    scale = min(1.0, WORK_PX / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    across, down = gradients(np.asarray(cv2.GaussianBlur(small, (0, 0), 0.8), np.uint8))
    strength = np.sqrt(across * across + down * down)  # OpenCV's rounds differently at different places in memory.
    level = max(float(np.percentile(strength, SHARE)), OVER_NOISE * float(np.median(strength)), LEAST)
    inner = np.zeros(strength.shape, bool)
    inner[RIM_PX:-RIM_PX, RIM_PX:-RIM_PX] = True
    at = np.flatnonzero((strength > level) & inner)
    at = at[:: max(1, len(at) // MANY)]
    y, x = np.divmod(at, strength.shape[1])
    strong = strength.ravel()[at]
    ways = np.column_stack([-down.ravel()[at], across.ravel()[at]]) / strong[:, None]
    lens = Lens.usual(*small.shape[1::-1])
    rays = (np.column_stack([x, y]) - lens.middle_px) / lens.focal_px
    cells = y // CELL_PX * (strength.shape[1] // CELL_PX + 1) + x // CELL_PX
    return _Edges(rays, ways.astype(np.float64), cells, np.minimum(strong, MOST * level).astype(np.float64))
