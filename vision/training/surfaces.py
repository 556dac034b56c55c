"""Tables that cards lie on."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.numerals import colour
from vision.training.patterns import pattern
from vision.training.piles import inked

Picture = NDArray[np.float32]
Rng = np.random.Generator


def surface(rng: Rng, size: tuple[int, int]) -> Picture:
    """A table (height, width, 3) of a `size` (width, height): plain, grained, printed, or the squares of a marker."""
    tone = colour(rng) * np.float32(rng.uniform(0.3, 1.0))
    ground = np.empty((size[1], size[0], 3), np.float32)
    ground[:] = tone
    kind = rng.random()
    if kind < 0.45:
        cells = (int(rng.integers(2, 40)), int(rng.integers(2, 40)))
        if rng.random() < 0.4:  # wood
            cells = (int(rng.integers(2, 6)), int(rng.integers(20, 70)))[:: int(rng.choice([-1, 1]))]
        grain = cv2.resize(rng.normal(0, rng.uniform(0.03, 0.3), cells).astype(np.float32), size)
        ground *= (1 + grain)[..., None]
    elif kind < 0.55:
        inked(ground, pattern(rng, ground.shape[:2], steps=(0.7, 9.0)), colour(rng))
    elif kind < 0.62:
        bits = (rng.random((int(rng.integers(4, 9)), int(rng.integers(3, 6)))) < 0.5).astype(np.float32)
        inked(ground, cv2.resize(bits, size, interpolation=cv2.INTER_NEAREST), rng.uniform(0, 60))
    ground += rng.standard_normal(ground.shape, np.float32) * np.float32(rng.uniform(0, 6))
    return np.clip(ground, 0, 255)
