"""Cards cut out of a picture and stood upright, all at one size."""

from __future__ import annotations

from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

Picture: TypeAlias = npt.NDArray[np.uint8]
Quad: TypeAlias = npt.NDArray[np.float64]

CARD_HEIGHT_PX = 240
CARD_WIDTH_PX = 156


def ordered(quads: npt.ArrayLike) -> Quad:
    """The corners (..., 4, 2) clockwise, beginning where a short side follows: cards standing upright, or on their
    heads."""
    points = np.asarray(quads, np.float64)
    off = points - points.mean(-2, keepdims=True)
    points = _taken(points, np.arctan2(off[..., 1], off[..., 0]).argsort(-1))
    sides = np.linalg.norm(np.roll(points, -1, -2) - points, axis=-1)
    first = (sides[..., 0] + sides[..., 2] > sides[..., 1] + sides[..., 3]).astype(int)
    points = _taken(points, (first[..., None] + np.arange(4)) % 4)
    # Of the two ways round, the one whose first side lies higher: most cards are read so.
    height = points[..., 1]
    first = 2 * (height[..., 0] + height[..., 1] > height[..., 2] + height[..., 3])
    return _taken(points, (first[..., None] + np.arange(4)) % 4)


def _taken(points: Quad, order: npt.NDArray[np.int64]) -> Quad:
    return np.take_along_axis(points, order[..., None], -2)


def turned(quad: Quad, quarters: int) -> Quad:
    """The same corners, beginning `quarters` corners later."""
    return np.roll(quad, -quarters, 0)


def cut(picture: Picture, quad: Quad) -> Picture:
    """The card inside `quad` (4, 2), px, as (240, 156, 3) uint8 BGR, its first corner at the top left."""
    size = (CARD_WIDTH_PX, CARD_HEIGHT_PX)
    target = np.array([[0, 0], [size[0], 0], size, [0, size[1]]], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    scale = float(np.linalg.norm(quad[3] - quad[0])) / size[1]
    if scale > 1.6:
        picture, warp = _shrunk(picture, quad, target, scale)
    return np.asarray(
        cv2.warpPerspective(picture, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def _shrunk(
    picture: Picture, quad: Quad, target: npt.NDArray[np.float32], scale: float
) -> tuple[Picture, npt.NDArray[np.float64]]:
    # Warping a large card down in one step would skip pixels and break thin strokes.
    # What lies beside the picture is cut from a strip at its edge, which is repeated outwards.
    strip = int(np.ceil(2 * scale))
    start = np.clip(np.floor(quad.min(0)).astype(int) - 2, 0, np.maximum(np.array(picture.shape[1::-1]) - strip, 0))
    (left, top), (right, bottom) = start, np.maximum(np.ceil(quad.max(0)).astype(int) + 3, start + strip)
    part = picture[top:bottom, left:right]
    part = np.asarray(cv2.resize(part, None, fx=1 / scale, fy=1 / scale, interpolation=cv2.INTER_AREA), np.uint8)
    moved = ((quad - (left, top) + 0.5) / scale - 0.5).astype(np.float32)
    return part, np.asarray(cv2.getPerspectiveTransform(moved, target))


def inside(quad: Quad, points: Quad) -> Quad:
    """Points (n, 2) px of the picture as pixels of the upright card cut from `quad`."""
    size = (CARD_WIDTH_PX, CARD_HEIGHT_PX)
    target = np.array([[0, 0], [size[0], 0], size, [0, size[1]]], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    return np.asarray(cv2.perspectiveTransform(points.astype(np.float64)[None], warp)[0])


def overlap(one: Quad, other: Quad) -> float:
    """The shared area of two quadrangles as a share of the smaller one."""
    a, b = one.astype(np.float32, copy=False), other.astype(np.float32, copy=False)
    shared = cv2.intersectConvexConvex(a, b)[0]
    return float(shared) / max(min(cv2.contourArea(a), cv2.contourArea(b)), 1e-6)
