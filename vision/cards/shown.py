"""A card shown by itself: of all outlines about it the outermost that has an edge along all four sides.

A panel printed on a card is an outline too, and so is the light about it; what a deck is taught by must be cut as
every card of it is cut later on.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.edges import FAR, NEAR, EdgeMap
from vision.cards.outlines import ASPECTS, Outline, Shape, find_shapes, thinned
from vision.cards.rectify import Picture, Quad

LEAST_AREA: Final = 0.1
"""Of the picture, that a card shown by itself takes up."""
LEAST_FILL: Final = 0.85
ALONG: Final = np.linspace(0.12, 0.88, 40)
BESIDE: Final = np.array([0.012, 0.018, 0.024])
"""Where colours beside a side are looked up, as shares of the side and of the short side."""
LEAST_STEP: Final = 12.0
"""What colours inside and outside differ by, three channels together, where a side lies on an edge."""
LEAST_SIDE: Final = 0.6
CLEAR_SIDE: Final = 0.8
"""The share of its faintest side that lies on an edge: at least, and so that more does not matter."""
HARDLY_LESS: Final = 0.05
MOST_STEP: Final = 120.0
SAME: Final = 0.012
"""Corners so near, as a share of a card's height, belong to one edge: its boldest line is taken, no outer one."""
MOST: Final = 4


def outermost(picture: Picture) -> list[Outline]:
    """A few outlines that a card shown by itself on a picture (H, W, 3) uint8 BGR may have, the largest first."""
    area = picture.shape[0] * picture.shape[1]
    quads = [one.quad for one in find_shapes(picture) if _may_be_card(one, LEAST_AREA * area)]
    if not quads:
        return []
    edges = EdgeMap(picture)
    fitted = np.array(edges.fitted(edges.fitted(quads, FAR), NEAR))
    steps = _steps(edges, fitted)
    shares = (steps > LEAST_STEP).mean(2).min(1)
    good = np.flatnonzero(shares >= max(min(CLEAR_SIDE, shares.max() - HARDLY_LESS), LEAST_SIDE))
    convex = [i for i in good if cv2.isContourConvex(fitted[i].astype(np.float32))]
    boldest = sorted(convex, key=lambda i: -float(np.minimum(steps[i], MOST_STEP).mean()))
    apart = thinned([Outline(fitted[i], float(shares[i])) for i in boldest], SAME)
    return thinned(sorted(apart, key=lambda one: -cv2.contourArea(one.quad.astype(np.float32))))[:MOST]


def _may_be_card(shape: Shape, least: float) -> bool:
    sides = np.linalg.norm(np.roll(shape.quad, -1, 0) - shape.quad, axis=1)
    aspect = (sides[1] + sides[3]) / max(sides[0] + sides[2], 1e-6)
    return shape.hull >= least and shape.fill >= LEAST_FILL and bool(ASPECTS[0] < aspect < ASPECTS[1])


def _steps(edges: EdgeMap, quads: Quad) -> npt.NDArray[np.float64]:
    """How far colours inside and outside of the sides of outlines (n, 4, 2) differ, place by place, (n, 4, places)."""
    seen = edges.beside(quads, ALONG, BESIDE).astype(np.float32)
    inside, outside = seen.reshape(len(quads), 4, len(ALONG), 2, len(BESIDE), 3).mean(4).transpose(3, 0, 1, 2, 4)
    return np.asarray(np.abs(inside - outside).sum(3))
