"""How cards lie: on a table, and under hands, cups, papers, other cards that hide part of them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.exposure import Picture
from vision.training.numerals import colour
from vision.training.piles import inked

Rng = np.random.Generator
MOST = 0.45


def lay(rng: Rng, art: Picture, ground: Picture, off: NDArray[np.float64]) -> Picture:
    """The card (h, w, 3) on a ground of its size, in place, its corners (4, 2) so many widths off those of the cut."""
    high, wide = art.shape[:2]
    corners = np.float32([[0, 0], [wide, 0], (wide, high), [0, high]])
    to = corners + np.float32(off * wide)
    warp = cv2.getPerspectiveTransform(corners, to)
    whole = np.full(art.shape[:2], 255, np.uint8)
    if rng.random() < 0.7:
        radius = int(rng.integers(2, 9))
        whole[:] = 0
        cv2.rectangle(whole, (radius, radius), (wide - radius, high - radius), 255, -1)
        whole = cv2.dilate(whole, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1,) * 2))
    hides = np.asarray(cv2.warpPerspective(whole, warp, (wide, high)), np.uint8)
    inked(ground, hides, cv2.warpPerspective(art, warp, (wide, high)))
    return ground


def cover(rng: Rng, picture: Picture, card: Picture) -> Picture:
    """The picture (h, w, 3) float32 BGR with something over up to three of its sides, less than half of it, in place.

    `card` (h, w, 3) is another card, for where one lies on it.
    """
    kind = rng.random()
    hides, tone = np.zeros(picture.shape[:2], np.uint8), np.asarray(card, np.float32)
    for _ in range(int(rng.integers(1, 4))):
        more = hides.copy()
        if kind < 0.4:
            _finger(rng, more)
        elif kind < 0.6:
            _round(rng, more)
        else:
            _straight(rng, more)
        if np.count_nonzero(more) > MOST * more.size:
            break
        hides = more
    if kind < 0.4:
        tone = np.float32((0.62, 0.76, 1.0)) * np.float32(rng.uniform(60, 235)) * rng.normal(1, 0.05, 3)
    elif kind < 0.75:
        tone = colour(rng)
    shade = cv2.GaussianBlur(np.roll(hides, rng.integers(-5, 6, 2), (0, 1)), (0, 0), 4)
    picture *= 1 - np.float32(rng.uniform(0, 0.5)) * (shade[..., None] / np.float32(255))
    inked(picture, hides, np.float32(tone))
    return picture


def _border(rng: Rng, shape: tuple[int, ...]) -> tuple[NDArray[np.float64], float]:
    """A place on the rim of a picture, (x, y) px, and the direction inward, radians."""
    side, along = int(rng.integers(4)), rng.uniform(0.05, 0.95)
    x, y = ((along, 0.0), (1.0, along), (along, 1.0), (0.0, along))[side]
    return np.array([x * shape[1], y * shape[0]]), (side + 1) * np.pi / 2 + rng.normal(0, 0.5)


def _finger(rng: Rng, mask: NDArray[np.uint8]) -> None:
    at, way = _border(rng, mask.shape)
    reach, thick = rng.uniform(0.1, 0.55) * mask.shape[1], int(rng.uniform(0.12, 0.3) * mask.shape[1])
    step = np.array([np.cos(way), np.sin(way)])
    start, end = (tuple(int(v) for v in at + step * far) for far in (-60, reach))
    cv2.line(mask, start, end, 255, thick, cv2.LINE_AA)


def _round(rng: Rng, mask: NDArray[np.uint8]) -> None:
    at, way = _border(rng, mask.shape)
    radius = rng.uniform(0.3, 1.2) * mask.shape[1]
    centre = at - np.array([np.cos(way), np.sin(way)]) * radius * rng.uniform(0.3, 0.9)
    cv2.circle(mask, (int(centre[0]), int(centre[1])), int(radius), 255, -1, cv2.LINE_AA)


def _straight(rng: Rng, mask: NDArray[np.uint8]) -> None:
    at, way = _border(rng, mask.shape)
    inward = np.array([np.cos(way), np.sin(way)])
    beside = np.array([-inward[1], inward[0]]) * rng.choice([400.0, rng.uniform(30, 120)])
    edge = at + inward * rng.uniform(0.05, 0.5) * mask.shape[1]
    corners = np.array([edge - beside, edge + beside, edge + beside - 400 * inward, edge - beside - 400 * inward])
    cv2.fillConvexPoly(mask, corners.astype(np.int32), 255, cv2.LINE_AA)
