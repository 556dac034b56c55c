"""Where a table does not look like itself: what lies there and is no card found yet may be one.

Plain or patterned, a table has much the same mean and spread of colours in any window about as wide as a card; a card
that fills a window has not, even in colours of the pattern.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.outlines import Outline
from vision.cards.plan import Matrix, Plan, searched
from vision.cards.rectangles import Part
from vision.cards.rectify import Picture, Quad

Map: TypeAlias = npt.NDArray[Any]

PX_PER_MM = 0.2
MOST_PX = 300
SHRUNK = 4
WINDOW_MM = 40.0
LEAST_FREE = 0.35
UNLIKE = 4.0
LEAST_SPREADS = np.array([[1.2, 0.8, 0.8], [0.8, 0.5, 0.5]], np.float32)
"""Least usual deviations, in Lab, of means and of spreads."""
SAMPLED, KEPT_SHARE, FITS = 17, 0.8, 3
LEAST_AREA = 0.2
MOST_AREA = 6.0
MOST_AREAS = 6
LEAST_SHARE, SHARE_COUNTS = 0.25, 0.3
BESIDE_MM = 55.0
MOST_ALIKE, CLEAR, BOLD = 0.7, 0.85, 8.0
ACROSS, DOWN = (side.ravel() for side in np.meshgrid(*(np.linspace(0, 1, count) for count in (7, 10))))
CORNERS_COUNT = np.stack([(1 - ACROSS) * (1 - DOWN), ACROSS * (1 - DOWN), ACROSS * DOWN, (1 - ACROSS) * DOWN], 1)
"""Where in an outline the map is looked up: how much each of its corners counts, (n, 4)."""


@dataclass(frozen=True, slots=True)
class Unlike:
    """The plan as a small picture: `strange` (h, w) uint8 where it is unlike the table, `free` (h, w) uint8 where no
    known card lies; the usual `spread` of colours in a window, Lab; the matrix (3, 3) from picture px to its px and
    from there to mm: scale, lowest mm; the outlines (4, 2) px of the cards that are `known`."""

    strange: Map
    free: Map
    spread: float
    from_picture: Matrix
    px_per_mm: float
    low_mm: Quad
    known: tuple[Quad, ...]

    def parts(self, plan: Plan, least: float = LEAST_AREA, most: float = MOST_AREA) -> list[Part]:
        """Where something lies of so many times a card's area, the largest first, with room for a card about it."""
        width, height = plan.sizes_mm[0]
        opened = cv2.morphologyEx(self.strange, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        _, _, stats, _ = cv2.connectedComponentsWithStats(opened)
        sizes = stats[1:, cv2.CC_STAT_AREA] / (self.px_per_mm**2 * width * height)
        order = [i for i in np.argsort(-sizes) if least < sizes[i] < most][:MOST_AREAS]
        boxes = stats[1:, :4][order].astype(np.float64)
        lows = boxes[:, :2] / self.px_per_mm + self.low_mm
        highs = lows + boxes[:, 2:] / self.px_per_mm
        return [
            Part((low - BESIDE_MM, high + BESIDE_MM), self.strange, self.from_picture)
            for low, high in zip(lows, highs, strict=True)
        ]

    def shares(self, outlines: Sequence[Outline]) -> Map:
        """The share (n,) of each outline that is unlike the table, of what no known card covers."""
        if not outlines:
            return np.zeros(0)
        points = CORNERS_COUNT @ np.array([one.quad for one in outlines])
        at = cv2.perspectiveTransform(points, self.from_picture).astype(np.float32)
        both = cv2.merge([self.free, self.strange])
        found = cv2.remap(both, at[..., 0], at[..., 1], cv2.INTER_NEAREST, borderMode=cv2.BORDER_CONSTANT)
        seen, strange = cv2.reduce(found, 1, cv2.REDUCE_SUM, dtype=cv2.CV_32S)[:, 0].T
        return np.asarray(strange / np.maximum(seen, 1))

    def likely(self, outlines: list[Outline]) -> list[Outline]:
        """The outlines without those that have faint edges and look like the table, if that has no bold pattern."""
        if self.spread > BOLD:
            return outlines
        shares = self.shares(outlines)
        return [one for one, share in zip(outlines, shares, strict=True) if share > MOST_ALIKE or one.score >= CLEAR]

    def ranked(self, outlines: list[Outline], least: float = LEAST_SHARE) -> list[Outline]:
        """Those outlines of which more than such a share is unlike the table, the best first."""
        shares = self.shares(outlines)
        fitting = [(one, share) for one, share in zip(outlines, shares, strict=True) if share > least]
        return [one for one, _ in sorted(fitting, key=lambda pair: -pair[0].score - SHARE_COUNTS * pair[1])]


@dataclass(frozen=True, slots=True)
class Small:
    """A table as a small picture: `tones` (h, w, 3) float32 Lab as if lit evenly; `free` (h, w) uint8 where the picture
    shows it and no corner card lies; the matrix (3, 3) from picture px to its px and from there to mm: scale, lowest
    mm; what was compared before, by the outlines of the cards taken out."""

    tones: Map
    free: Map
    from_picture: Matrix
    px_per_mm: float
    low_mm: Quad
    before: dict[frozenset[bytes], Unlike] = field(default_factory=dict)

    def unlike(self, known: Sequence[Quad]) -> Unlike:
        """Compare the table with itself, cards that are known (4, 2) px taken out; once for the same ones."""
        which = frozenset(quad.tobytes() for quad in known)
        if which not in self.before:
            self.before[which] = self._unlike(known)
        return self.before[which]

    def _unlike(self, known: Sequence[Quad]) -> Unlike:
        free = self.free & ~covered(known, self.from_picture, self.free.shape)
        strange, spread = _strange(self.tones, free, round(WINDOW_MM * self.px_per_mm) | 1)
        return Unlike(strange, free, spread, self.from_picture, self.px_per_mm, self.low_mm, tuple(known))


def compared(picture: Picture, plan: Plan) -> tuple[Small, Unlike]:
    """The table as a small picture, and where it is unlike itself."""
    small = small_table(picture, plan)
    return small, small.unlike(())


def small_table(picture: Picture, plan: Plan) -> Small:
    """The table on a picture (H, W, 3) uint8 BGR, seen from straight above."""
    low, high = searched(picture, plan)
    scale = min(PX_PER_MM, MOST_PX / float((high - low).max()))
    matrix = np.asarray([[scale, 0, -low[0] * scale], [0, scale, -low[1] * scale], [0, 0, 1]] @ plan.to_mm)
    size = tuple(int(v) for v in np.ceil((high - low) * scale))
    small = cv2.resize(picture, None, fx=1 / SHRUNK, fy=1 / SHRUNK, interpolation=cv2.INTER_AREA)
    shrunk = matrix @ np.diag([SHRUNK, SHRUNK, 1.0])
    seen = cv2.warpPerspective(small, shrunk, size, flags=cv2.INTER_LINEAR)
    free = cv2.warpPerspective(np.ones(small.shape[:2], np.uint8), shrunk, size, flags=cv2.INTER_NEAREST)
    free = np.asarray(free & ~covered(plan.blocked, matrix, free.shape))
    return Small(_evenly_lit(np.asarray(seen, np.uint8), free), free, matrix, scale, low)


def covered(quads: Sequence[Quad], matrix: Matrix, shape: tuple[int, ...]) -> Map:
    """Where outlines (4, 2), picture px, lie on a map of this shape, and close about them: 1, else 0."""
    taken = np.zeros(shape, np.uint8)
    for quad in quads:
        corners = cv2.perspectiveTransform(quad[None].astype(np.float64), matrix)[0]
        cv2.fillConvexPoly(taken, np.round(corners).astype(np.int32), 1)
    return np.asarray(cv2.dilate(taken, np.ones((3, 3), np.uint8)), np.uint8)


def _evenly_lit(seen: Picture, free: Map) -> Map:
    """Lab (h, w, 3) float32 less what changes slowly all over the table, for lamps light no table evenly."""
    lab = cv2.cvtColor(seen.astype(np.float32) / 255, cv2.COLOR_BGR2Lab)
    rows, columns = free.shape
    y, x = np.mgrid[:rows, :columns].astype(np.float32)
    x, y = x / columns - 0.5, y / rows - 0.5
    slow = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], -1)
    at = np.flatnonzero(free)[::SAMPLED]
    if not len(at):
        return np.asarray(lab)
    places, tones = slow.reshape(-1, 6)[at], lab.reshape(-1, 3)[at]
    near = np.ones(len(at), bool)
    for _ in range(FITS):
        change = np.linalg.lstsq(places[near], tones[near], rcond=None)[0]
        off = np.abs(tones - places @ change).max(1)
        near = off <= np.quantile(off, KEPT_SHARE)
    return np.asarray(lab - slow @ change, np.float32)


def _strange(tones: Map, free: Map, window: int) -> tuple[Map, float]:
    """Where means and spreads of a window are unlike those of most others, (h, w) uint8; the largest usual spread."""
    seen_share = cv2.blur(free.astype(np.float32), (window, window))
    usable = (seen_share > LEAST_FREE) & (free > 0)
    share = cv2.merge([1 / np.maximum(seen_share, LEAST_FREE)] * 3)
    seen = cv2.copyTo(tones, free)
    mean, square = (cv2.multiply(cv2.blur(part, (window, window)), share) for part in (seen, cv2.multiply(seen, seen)))
    _, variance = cv2.threshold(cv2.subtract(square, cv2.multiply(mean, mean)), 0, 0, cv2.THRESH_TOZERO)
    at = np.flatnonzero(usable)[::SAMPLED]
    if not len(at):
        return np.zeros_like(free), 0.0
    off = np.zeros(free.shape, np.float32)
    for look, least in zip((mean, cv2.sqrt(variance)), LEAST_SPREADS, strict=True):
        sample = np.ascontiguousarray(look.reshape(-1, 3)[at].T)
        middle = np.median(sample, 1)
        usual = np.maximum(1.48 * np.median(np.abs(sample - middle[:, None]), 1), least)
        apart = cv2.transform(look, np.column_stack([np.diag(1 / usual), -middle / usual]))
        off += cv2.transform(cv2.multiply(apart, apart), np.ones((1, 3)))
    strange = usable & (off > 2 * UNLIKE**2)
    return np.asarray(strange, np.uint8), float(middle.max())
