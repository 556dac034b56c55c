"""Shapes as the faces of cards have them instead of a number: stars, pips, piles and rows of equal signs."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training import fonts
from vision.training.fonts import Mask
from vision.training.glyphs import Stock

Picture = NDArray[np.float32]
Rng = np.random.Generator
SIDE_PX = 48
MOST = 12


def pile(rng: Rng, art: Picture, stock: Stock, tone: Picture) -> None:
    """One to twelve equal shapes in the middle of a card (h, w, 3): in a column, in rows, or as pips lie."""
    shape, count = _shape(rng, stock), int(rng.integers(1, MOST + 1))
    rows, columns = art.shape[:2]
    places = _column(rng, count) if rng.random() < 0.5 else _rows(rng, count)
    size = float(rng.uniform(0.12, 0.5)) * columns
    turned, second = rng.random() < 0.3, tone * np.float32(rng.choice([1.0, rng.uniform(0.5, 1.0)]))
    for number, (x, y) in enumerate(places):
        mask = shape[::-1, ::-1] if turned and y > 0.5 else shape
        share = placed(np.ascontiguousarray(mask), (x, y), size, (columns, rows))
        inked(art, share, second if number % 2 else tone)


def placed(mask: Mask, at: tuple[float, float], width: float, size: tuple[int, int]) -> Picture:
    """Ink (h, w), 0..1, of a mask made `width` px wide, its middle at shares (x, y) of a `size` (width, height)."""
    scale = width / mask.shape[1]
    left, top = at[0] * size[0] - width / 2, at[1] * size[1] - scale * mask.shape[0] / 2
    soft = cv2.blur(mask, (max(int(1 / scale), 1),) * 2)
    warped = cv2.warpAffine(soft, np.array([[scale, 0, left], [0, scale, top]]), size, flags=cv2.INTER_LINEAR)
    return np.asarray(warped.astype(np.float32) / 255, np.float32)


def inked(art: Picture, mask: NDArray[np.uint8] | Picture, tone: Picture | float) -> None:
    """Print a tone onto a card (h, w, 3), in place, where a mask says: (h, w) uint8, or float32 0..1."""
    share = np.float32(mask) * np.float32(1 / 255 if mask.dtype == np.uint8 else 1)
    step = np.float32(tone) - art
    step *= share[..., None]
    art += step


def star(rng: Rng) -> Mask:
    """A star or polygon that fills its square (48, 48)."""
    count = int(rng.integers(3, 12))
    angles = np.linspace(0, 2 * np.pi, 2 * count, endpoint=False) + rng.choice([0.0, rng.uniform(0, np.pi)])
    reach = (SIDE_PX / 2 - 1) * np.where(np.arange(2 * count) % 2, rng.uniform(0.4, 1.0), 1.0)
    points = SIDE_PX / 2 + reach[:, None] * np.stack([np.sin(angles), -np.cos(angles)], 1)
    return np.asarray(cv2.fillPoly(np.zeros((SIDE_PX, SIDE_PX), np.uint8), [points.astype(np.int32)], 255, cv2.LINE_AA))


def _shape(rng: Rng, stock: Stock) -> Mask:
    kind = rng.random()
    if kind < 0.3:
        return stock.sign(rng, fonts.SIGNS)
    if kind < 0.55:
        return star(rng)
    mask, high = np.zeros((SIDE_PX, SIDE_PX), np.uint8), SIDE_PX * float(rng.uniform(0.3, 1.0)) / 2
    half = SIDE_PX / 2
    if kind < 0.75:
        corners = np.array([[0, -high], [half - 1, 0], [0, high], [1 - half, 0]]) + half
        cv2.fillConvexPoly(mask, corners.astype(np.int32), 255, cv2.LINE_AA)
    elif kind < 0.9:
        cv2.ellipse(mask, ((half, half), (SIDE_PX - 2, 2 * high), 0.0), 255, -1, cv2.LINE_AA)
    else:
        cv2.rectangle(mask, (1, round(half - high)), (SIDE_PX - 2, round(half + high) - 1), 255, -1)
    return np.asarray(mask, np.uint8)


def _column(rng: Rng, count: int) -> list[tuple[float, float]]:
    """One above the other, near enough to touch or apart."""
    step = min(float(rng.uniform(0.03, 0.2)), 0.7 / count)
    return [(0.5, 0.5 + step * (number - (count - 1) / 2)) for number in range(count)]


def _rows(rng: Rng, count: int) -> list[tuple[float, float]]:
    """In rows of two or three, the last one perhaps shorter."""
    across = int(rng.integers(2, 4))
    rows = -(-count // across)
    wide, high = float(rng.uniform(0.18, 0.32)), min(float(rng.uniform(0.1, 0.25)), 0.7 / rows)
    places = []
    for number in range(count):
        row, column = divmod(number, across)
        length = min(across, count - row * across)
        places.append((0.5 + wide * (column - (length - 1) / 2), 0.5 + high * (row - (rows - 1) / 2)))
    return places
