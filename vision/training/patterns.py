"""Patterns of many kinds, as the backs of cards and cloths have: fields over the plane, cut off to ink or ground."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Ink = NDArray[np.float32]
Rng = np.random.Generator


def pattern(rng: Rng, shape: tuple[int, int], *, steps: tuple[float, float] = (3.0, 17.0)) -> Ink:
    """Ink (h, w), 0..1, of a random pattern that repeats between `steps` times along the width."""
    kind = KINDS[rng.integers(len(KINDS))]
    step = shape[1] / rng.uniform(*steps)
    angle = rng.choice([0.0, np.pi / 4, rng.uniform(0, np.pi)])
    down, across = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
    down, across = down - shape[0] / 2, across - shape[1] / 2
    u = (across * np.cos(angle) + down * np.sin(angle)) / step
    v = (down * np.cos(angle) - across * np.sin(angle)) / (step * rng.choice([1.0, rng.uniform(0.5, 2.0)]))
    field = kind(rng, np.asarray(u, np.float32), np.asarray(v, np.float32))
    # Over about a pixel from ink to ground, as if drawn finely and scaled down.
    return np.clip(0.5 + field * step, 0, 1).astype(np.float32)


def _off(u: Ink) -> Ink:
    return np.asarray(np.abs(u - np.floor(u) - 0.5), np.float32)


def _lattice(rng: Rng, u: Ink, v: Ink) -> Ink:
    return np.float32(rng.uniform(0.06, 0.3)) - np.minimum(_off(u), _off(v))


def _stripes(rng: Rng, u: Ink, _: Ink) -> Ink:
    return np.float32(rng.uniform(0.1, 0.3)) - _off(u)


def _checks(_: Rng, u: Ink, v: Ink) -> Ink:
    return np.asarray(0.3 * np.sin(np.pi * u) * np.sin(np.pi * v), np.float32)


def _dots(rng: Rng, u: Ink, v: Ink) -> Ink:
    return np.float32(rng.uniform(0.15, 0.45)) - np.hypot(_off(u), _off(v))


def _rings(rng: Rng, u: Ink, v: Ink) -> Ink:
    return np.float32(rng.uniform(0.06, 0.16)) - np.abs(np.hypot(_off(u), _off(v)) - np.float32(rng.uniform(0.2, 0.45)))


def _diamonds(rng: Rng, u: Ink, v: Ink) -> Ink:
    far = _off(u) + _off(v)
    if rng.random() < 0.5:
        return np.float32(rng.uniform(0.2, 0.5)) - far
    return np.asarray(0.25 - _off(far * np.float32(rng.integers(2, 5))), np.float32) * 0.4


def _waves(rng: Rng, u: Ink, v: Ink) -> Ink:
    bent = u + np.float32(rng.uniform(0.1, 0.5)) * np.sin(2 * np.pi * v * np.float32(rng.uniform(0.3, 1.0)))
    return np.float32(rng.uniform(0.1, 0.3)) - _off(bent)


def _crosses(rng: Rng, u: Ink, v: Ink) -> Ink:
    thick, long = np.float32(rng.uniform(0.05, 0.14)), np.float32(rng.uniform(0.2, 0.42))
    one = np.maximum(_off(u) - thick, _off(v) - long)
    return -np.minimum(one, np.maximum(_off(v) - thick, _off(u) - long))


def _ornament(rng: Rng, u: Ink, v: Ink) -> Ink:
    """A random tile mirrored both ways, as damask and printed flowers are."""
    cells = int(rng.integers(4, 9))
    quarter = rng.normal(0, 1, (cells, cells)).astype(np.float32)
    half = np.hstack([quarter, quarter[:, ::-1]])
    tile = cv2.blur(np.vstack([half, half[::-1]]), (2, 2))
    size = tile.shape[0]
    x, y = ((part - np.floor(part)) * size for part in (u / 2, v / 2))
    padded = np.pad(tile, 2, mode="wrap")
    seen = cv2.remap(padded, np.float32(x + 1.5), np.float32(y + 1.5), cv2.INTER_LINEAR)
    return np.asarray(0.12 * (seen - np.float32(rng.normal(0, 0.15))), np.float32)


def _flower(rng: Rng, u: Ink, v: Ink) -> Ink:
    x, y = u - np.floor(u) - 0.5, v - np.floor(v) - 0.5
    petals = np.cos(np.arctan2(y, x) * int(rng.integers(3, 9)))
    return np.asarray(np.float32(rng.uniform(0.2, 0.34)) * (1 + 0.4 * petals) - np.hypot(x, y), np.float32)


KINDS: tuple[Callable[[Rng, Ink, Ink], Ink], ...] = (
    _lattice,
    _stripes,
    _checks,
    _dots,
    _rings,
    _diamonds,
    _waves,
    _crosses,
    _ornament,
    _ornament,
    _flower,
)
