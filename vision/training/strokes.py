"""Numerals written by a simulated hand: stroke skeletons with jitter, smoothed and inked.

Each digit has a few ways in which people write it (a 7 with and without its bar, an open and a closed 4). The points
are ours,
in a unit box with y down; no handwriting of anybody was used.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.fonts import Mask, tight

Strokes = tuple[tuple[tuple[float, float], ...], ...]
BOX_PX = 96

WAYS: dict[str, tuple[Strokes, ...]] = {
    "0": (
        (((0.5, 0.0), (0.12, 0.2), (0.1, 0.65), (0.42, 1.0), (0.82, 0.8), (0.88, 0.3), (0.55, 0.0)),),
        (((0.65, 0.05), (0.2, 0.2), (0.1, 0.75), (0.45, 1.0), (0.85, 0.6), (0.75, 0.12), (0.4, 0.02)),),
    ),
    "1": (
        (((0.5, 0.0), (0.5, 0.5), (0.5, 1.0)),),
        (((0.62, 0.0), (0.5, 0.5), (0.4, 1.0)),),
        (((0.2, 0.3), (0.4, 0.15), (0.55, 0.0)), ((0.55, 0.0), (0.55, 0.5), (0.55, 1.0))),
        (
            ((0.25, 0.25), (0.4, 0.12), (0.55, 0.0)),
            ((0.55, 0.0), (0.54, 0.5), (0.53, 1.0)),
            ((0.25, 1.0), (0.55, 1.0), (0.85, 1.0)),
        ),
        (((0.02, 0.55), (0.35, 0.28), (0.66, 0.0)), ((0.66, 0.0), (0.62, 0.5), (0.58, 1.0))),
    ),
    "2": (
        (
            ((0.1, 0.25), (0.35, 0.0), (0.75, 0.08), (0.8, 0.4), (0.45, 0.75), (0.08, 1.0)),
            ((0.08, 1.0), (0.5, 0.98), (0.95, 0.97)),
        ),
        (
            (
                (0.12, 0.22),
                (0.4, 0.0),
                (0.75, 0.12),
                (0.72, 0.45),
                (0.35, 0.85),
                (0.1, 0.95),
                (0.12, 0.75),
                (0.4, 0.78),
                (0.7, 0.98),
                (0.95, 0.88),
            ),
        ),
        (((0.15, 0.1), (0.6, 0.0), (0.85, 0.25), (0.5, 0.65), (0.1, 1.0)), ((0.1, 1.0), (0.5, 1.0), (0.9, 1.0))),
    ),
    "3": (
        (
            (
                (0.12, 0.1),
                (0.5, 0.0),
                (0.82, 0.2),
                (0.6, 0.43),
                (0.4, 0.47),
                (0.7, 0.52),
                (0.88, 0.75),
                (0.55, 1.0),
                (0.1, 0.9),
            ),
        ),
        (
            ((0.12, 0.02), (0.5, 0.0), (0.85, 0.02)),
            ((0.85, 0.02), (0.6, 0.25), (0.42, 0.42)),
            ((0.42, 0.42), (0.82, 0.5), (0.85, 0.85), (0.45, 1.0), (0.1, 0.88)),
        ),
    ),
    "4": (
        (
            ((0.25, 0.0), (0.18, 0.3), (0.12, 0.58)),
            ((0.12, 0.58), (0.5, 0.56), (0.9, 0.54)),
            ((0.7, 0.15), (0.68, 0.6), (0.65, 1.0)),
        ),
        (
            ((0.65, 0.0), (0.35, 0.35), (0.05, 0.68)),
            ((0.05, 0.68), (0.5, 0.68), (0.95, 0.68)),
            ((0.66, 0.0), (0.66, 0.5), (0.66, 1.0)),
        ),
        (((0.2, 0.0), (0.12, 0.4), (0.45, 0.55), (0.75, 0.42)), ((0.78, 0.0), (0.75, 0.5), (0.72, 1.0))),
        (
            ((0.35, 0.0), (0.2, 0.35), (0.05, 0.65)),
            ((0.05, 0.65), (0.5, 0.66), (0.95, 0.64)),
            ((0.7, 0.35), (0.6, 1.0)),
        ),
    ),
    "5": (
        (
            ((0.85, 0.02), (0.5, 0.0), (0.22, 0.02)),
            ((0.22, 0.02), (0.2, 0.2), (0.17, 0.42)),
            ((0.17, 0.42), (0.55, 0.36), (0.85, 0.6), (0.7, 0.92), (0.35, 1.0), (0.1, 0.9)),
        ),
        (
            (
                (0.88, 0.0),
                (0.5, 0.03),
                (0.28, 0.08),
                (0.2, 0.38),
                (0.5, 0.4),
                (0.8, 0.6),
                (0.65, 0.93),
                (0.3, 1.0),
                (0.08, 0.88),
            ),
        ),
    ),
    "6": (
        (
            (
                (0.72, 0.0),
                (0.35, 0.25),
                (0.15, 0.65),
                (0.3, 0.97),
                (0.7, 0.95),
                (0.85, 0.72),
                (0.6, 0.52),
                (0.3, 0.58),
                (0.17, 0.75),
            ),
        ),
        (((0.6, 0.0), (0.25, 0.35), (0.12, 0.75), (0.4, 1.0), (0.78, 0.85), (0.7, 0.58), (0.35, 0.6), (0.15, 0.8)),),
    ),
    "7": (
        (((0.08, 0.02), (0.5, 0.02), (0.92, 0.0)), ((0.92, 0.0), (0.6, 0.45), (0.4, 1.0))),
        (
            ((0.08, 0.02), (0.5, 0.02), (0.92, 0.0)),
            ((0.92, 0.0), (0.6, 0.45), (0.4, 1.0)),
            ((0.3, 0.52), (0.55, 0.5), (0.82, 0.48)),
        ),
        (
            ((0.1, 0.18), (0.12, 0.06), (0.15, 0.02)),
            ((0.15, 0.02), (0.5, 0.06), (0.9, 0.0)),
            ((0.9, 0.0), (0.65, 0.5), (0.5, 1.0)),
        ),
        (
            ((0.1, 0.2), (0.12, 0.08), (0.14, 0.02)),
            ((0.14, 0.02), (0.5, 0.05), (0.88, 0.0)),
            ((0.88, 0.0), (0.6, 0.5), (0.38, 1.0)),
            ((0.32, 0.5), (0.58, 0.52), (0.85, 0.5)),
        ),
    ),
    "8": (
        (
            (
                (0.75, 0.12),
                (0.45, 0.0),
                (0.2, 0.18),
                (0.4, 0.42),
                (0.7, 0.6),
                (0.8, 0.85),
                (0.5, 1.0),
                (0.2, 0.85),
                (0.35, 0.58),
                (0.68, 0.38),
                (0.8, 0.15),
                (0.6, 0.02),
            ),
        ),
        (
            ((0.5, 0.0), (0.2, 0.12), (0.22, 0.38), (0.5, 0.46), (0.78, 0.36), (0.78, 0.1), (0.5, 0.0)),
            ((0.5, 0.46), (0.15, 0.6), (0.18, 0.92), (0.5, 1.0), (0.84, 0.9), (0.84, 0.6), (0.5, 0.46)),
        ),
    ),
    "9": (
        (
            ((0.82, 0.15), (0.5, 0.0), (0.18, 0.15), (0.2, 0.42), (0.5, 0.5), (0.8, 0.32), (0.83, 0.12)),
            ((0.83, 0.12), (0.8, 0.55), (0.76, 1.0)),
        ),
        (
            (
                (0.8, 0.2),
                (0.5, 0.0),
                (0.2, 0.15),
                (0.22, 0.42),
                (0.55, 0.48),
                (0.8, 0.25),
                (0.82, 0.5),
                (0.65, 0.85),
                (0.3, 1.0),
            ),
        ),
        (((0.8, 0.1), (0.4, 0.02), (0.15, 0.28), (0.4, 0.48), (0.78, 0.2)), ((0.8, 0.08), (0.62, 0.5), (0.45, 1.0))),
    ),
}


def write_digit(rng: np.random.Generator, digit: str) -> Mask:
    """One digit as somebody might write it: tight mask, uint8."""
    ways = WAYS[digit]
    strokes = ways[rng.integers(len(ways))]
    width = rng.uniform(0.45, 0.9)
    thick = int(rng.uniform(5, 15))
    canvas = np.zeros((BOX_PX + 48, BOX_PX + 48), np.uint8)
    for stroke in strokes:
        points = np.asarray(stroke) + rng.normal(0, 0.035, (len(stroke), 2))
        line = smooth(points) * (BOX_PX * width, BOX_PX) + 24
        cv2.polylines(
            canvas, [np.round(line).astype(np.int32)], isClosed=False, color=255, thickness=thick, lineType=cv2.LINE_AA
        )
    inked = tight(canvas)
    assert inked is not None, f"digit {digit} left no ink"  # noqa: S101
    return inked


def write_number(rng: np.random.Generator, text: str) -> Mask:
    """A whole number of one or two digits, "-" allowed, by the same hand: tight mask, uint8."""
    height = BOX_PX
    parts = [_minus(rng) if sign == "-" else write_digit(rng, sign) for sign in text]
    gap = np.zeros((height, int(rng.integers(4, 16))), np.uint8)
    rows: list[NDArray[np.uint8]] = []
    for part in parts:
        padded = np.zeros((height, part.shape[1]), np.uint8)
        fitted = part if len(part) <= height else cv2.resize(part, (part.shape[1], height))
        top = (height - len(fitted)) // 2
        padded[top : top + len(fitted)] = fitted
        rows += [padded, gap]
    inked = tight(np.hstack(rows[:-1]))
    assert inked is not None  # noqa: S101
    return inked


def smooth(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """A Catmull-Rom curve through the points (n, 2), twelve steps a segment."""
    padded = np.vstack([2 * points[0] - points[1], points, 2 * points[-1] - points[-2]])
    t = np.linspace(0, 1, 12)[:, None]
    pieces = []
    for a, b, c, d in zip(padded[:-3], padded[1:-2], padded[2:-1], padded[3:], strict=True):
        pieces.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3))
    return np.vstack(pieces)


def _minus(rng: np.random.Generator) -> Mask:
    return np.full((int(rng.integers(6, 14)), int(rng.integers(24, 44))), 255, np.uint8)
