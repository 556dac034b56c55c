"""Cards told by being alike: of all quadrangles on a picture those that are equal rectangles on one tilted table.

Seen from the side cards have any proportions, and what is printed on them may mean nothing to us: that many are of one
size, and that of cards, tells them from what else lies there, and how the table is tilted.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
import numpy.typing as npt

from vision.cards.outlines import Shape
from vision.cards.plan import USUAL_ASPECT, lengths, rays_to
from vision.cards.rectify import Quad
from vision.cards.selection import is_free

Floats = npt.NDArray[np.float64]

LEAST_FILL = 0.9
LEAST_ALIKE = 3
NEAR = 0.1 * np.array([(0, 0), *((x, y) for x, y in product((-1, 0, 1), repeat=2) if x or y)])
"""Tilts beside the likeliest that are tried first."""
STEEPEST_DEG, STEP_DEG, WAY_DEG = 60, 10, 30
LEAST_DEPTH = 0.15
"""Of the distance to the middle of the picture, at which a quadrangle is too near the horizon."""
UNSQUARE, UNUSUAL, UNLIKE = 0.1, 0.14, 0.08
"""Logarithms by which opposite sides and the diagonals of one may differ, its proportions from usual ones, its sides
from those of the others."""
ROUGHLY, LARGER_COUNTS = 0.12, 0.01
"""The latter where a tilt is known roughly; what a larger size counts, of one more of that size."""


def cards_alike(shapes: Sequence[Shape], size: tuple[int, ...], leaning: Floats) -> list[Quad]:
    """The outlines (4, 2) px, apart from each other, of the most shapes that may be equal cards; none of fewer than
    three. `size` is that of the picture, (H, W, ...), `leaning` the likeliest tilt of its table (2,)."""
    quads = [one.quad for one in shapes if one.fill >= LEAST_FILL]
    if len(quads) < LEAST_ALIKE:
        return []
    rays = rays_to(np.array(quads), size)
    for tilts in (leaning + NEAR, _tilts()):
        apart: list[Quad] = []
        for index in np.flatnonzero(_equal(rays, tilts)):
            if is_free(quads[index], apart):
                apart.append(quads[index])
        if len(apart) >= LEAST_ALIKE:
            return apart
    return []


def of_one_size(quads: Sequence[Quad], size: tuple[int, ...], leaning: Floats) -> list[int]:
    """Which of outlines (4, 2) px are the most that are of one size on a table of that tilt; of as many the larger
    ones: what is printed on cards may be alike, too."""
    pairs, _ = _sizes(*lengths(rays_to(np.array(quads), size), leaning))
    same = np.asarray((np.abs(pairs[:, None] - pairs) < ROUGHLY).all(2))
    best = int((same.sum(1) + LARGER_COUNTS * pairs.sum(1)).argmax())
    return [int(index) for index in np.flatnonzero(same[best])]


def _tilts() -> Floats:
    """Tilts (n, 2) of a table to be tried: slopes to the right and downwards."""
    steep = np.tan(np.deg2rad(np.arange(STEP_DEG, STEEPEST_DEG + 1, STEP_DEG)))
    way = np.deg2rad(np.arange(0, 360, WAY_DEG))
    ways = np.stack([np.cos(way), np.sin(way)], -1)
    return np.vstack([np.zeros((1, 2)), (steep[:, None, None] * ways).reshape(-1, 2)])


def _equal(rays: Floats, tilts: Floats) -> npt.NDArray[np.bool_]:
    """Which of quadrangles seen along rays (n, 4, 3) are equal cards on that of the tilts (m, 2) on which most are."""
    best, most = np.zeros(len(rays), bool), 0.0
    for tilt in tilts:
        seen = np.flatnonzero((1 + rays[..., :2] @ tilt > LEAST_DEPTH).all(1))
        size, square = _sizes(*lengths(rays[seen], tilt))
        size, seen = size[square], seen[square]
        alike = np.asarray((np.abs(size[:, None] - size) < UNLIKE).all(2))
        counts = alike.sum(1)
        if counts.max(initial=0) > most:
            most, best = counts.max(), np.zeros(len(rays), bool)
            best[seen[alike[counts.argmax()]]] = True
    return best


def _sizes(sides: Floats, diagonals: Floats) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Width and height (n, 2), logarithms as they are given, and which are rectangles of a card's proportions."""
    pairs = np.sort(np.stack([sides[:, ::2].mean(1), sides[:, 1::2].mean(1)], 1), 1)
    skew = np.abs(np.column_stack([sides[:, 0] - sides[:, 2], sides[:, 1] - sides[:, 3], np.diff(diagonals)[:, 0]]))
    unusual = np.abs(pairs[:, 1] - pairs[:, 0] - np.log(USUAL_ASPECT))
    return pairs, (skew < UNSQUARE).all(1) & (unusual < UNUSUAL)
