"""Pictures of a table, spoilt in the ways in which a table is badly seen; how much, a generator says."""

from collections.abc import Callable

import cv2
import numpy as np

from vision.marker_layout import CORNER_IDS
from vision.markers import Picture, find_markers

Spoil = Callable[[Picture, np.random.Generator], Picture]


def clean(picture: Picture, _: np.random.Generator) -> Picture:
    return picture


def noisy(picture: Picture, sigma: float) -> Picture:
    grain = np.empty(picture.shape, np.int16)
    cv2.randn(grain, 0, sigma)
    return np.asarray(cv2.add(picture, grain, dtype=cv2.CV_8U), np.uint8)


def glaring(picture: Picture, rng: np.random.Generator) -> Picture:
    """Three lamps mirrored in the cards, bright in the middle."""
    height, width = picture.shape[:2]
    light = np.zeros((height, width), np.float32)
    for _ in range(3):
        at = (int(rng.uniform(0.15, 0.85) * width), int(rng.uniform(0.15, 0.85) * height))
        axes = (int(rng.uniform(0.05, 0.1) * width), int(rng.uniform(0.03, 0.06) * width))
        cv2.ellipse(light, at, axes, float(rng.uniform(0, 180)), 0, 360, 230.0, -1)
    soft = cv2.GaussianBlur(light, (0, 0), width / 60)
    return np.asarray(np.clip(picture + soft[..., None], 0, 255), np.uint8)


def murky(picture: Picture, rng: np.random.Generator) -> Picture:
    """A dim room, lamps mirrored in the cards, and a camera out of focus."""
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), rng.uniform(1.5, 3.0)), np.uint8)
    return noisy((glaring(soft, rng) * rng.uniform(0.2, 0.4)).astype(np.uint8), 4.0)


def far(picture: Picture, rng: np.random.Generator) -> Picture:
    """A cheap camera too far away: figures of a few pixels."""
    height, width = picture.shape[:2]
    share = 1 / rng.uniform(3.0, 5.5)
    small = np.asarray(cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(cv2.resize(noisy(small, 5.0), (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)


def shaken(picture: Picture, rng: np.random.Generator) -> Picture:
    """A table that is knocked: everything drawn out in one direction."""
    size = int(rng.integers(7, 14))
    kernel, middle = np.zeros((size, size), np.float32), (size - 1) / 2
    angle = rng.uniform(0, np.pi)
    step = middle * np.array([np.cos(angle), np.sin(angle)])
    ends = [tuple(map(int, np.round(middle + way * step))) for way in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1)
    return noisy(np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.uint8), 4.0)


def strewn(picture: Picture, rng: np.random.Generator) -> Picture:
    """Crumbs and coins as wide as an index all over the cards, the camera a little too far away."""
    height, width = picture.shape[:2]
    spoilt = picture.copy()
    for _ in range(int(rng.integers(250, 700))):
        at = (int(rng.uniform(0.12, 0.88) * width), int(rng.uniform(0.12, 0.88) * height))
        size = tuple(float(v) for v in rng.uniform(0.008, 0.03, 2) * width)
        tone = tuple(float(v) for v in rng.uniform(20, 230, 3))
        cv2.ellipse(spoilt, (at, size, float(rng.uniform(0, 180))), tone, -1, cv2.LINE_AA)
    for corners in find_markers(picture, CORNER_IDS).values():
        (left, top), (right, bottom) = corners.min(0).astype(int) - 12, corners.max(0).astype(int) + 12
        spoilt[top:bottom, left:right] = picture[top:bottom, left:right]  # The table stays known.
    return np.asarray(cv2.GaussianBlur(spoilt, (0, 0), 1.5), np.uint8)


SPOILT: dict[str, Spoil] = {f.__name__: f for f in (clean, murky, far, shaken, strewn)}
