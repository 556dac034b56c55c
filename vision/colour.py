"""Colours: light measured linearly, white balance from grey patches, names by likeness or under known counts.

Everything works on BGR, as OpenCV delivers it. A colour's *features* are the logarithms of its linear channels without
their mean, and 0.3 of that mean: a coloured lamp then only shifts them all by the same amount.
Source: measured on cube squares, where it beat Lab and chromaticity once the counts were known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]

_FLOOR = 0.002
_BRIGHTNESS_WEIGHT = 0.3


def linear(bgr: npt.ArrayLike) -> Floats:
    """Return sRGB values 0..255 of any shape as linear light 0..1. Source: IEC 61966-2-1."""
    value = np.asarray(bgr, np.float64) / 255.0
    low = value / 12.92
    light: Floats = np.where(value <= 0.04045, low, ((value + 0.055) / 1.055) ** 2.4)
    return light


def encoded(light: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    """Return linear light 0..1 as sRGB uint8, clipped; the inverse of `linear`."""
    value = np.clip(np.asarray(light, np.float64), 0, 1)
    high = 1.055 * np.power(value, 1 / 2.4) - 0.055
    level = np.rint(255 * np.where(value <= 0.0031308, 12.92 * value, high))
    return np.asarray(level, np.uint8)


def linear_grey(picture: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """Return the linear brightness, (H, W) float32 in 0..1, of a (H, W, 3) uint8 BGR picture."""
    table = linear(np.arange(256)).astype(np.float32)
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.LUT(grey, table), np.float32)


def balanced(picture: npt.NDArray[np.uint8], gains: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    """Return the picture with its linear B, G, R multiplied by `gains`, (H, W, 3) uint8."""
    levels = linear(np.arange(256))[:, None] * np.asarray(gains, np.float64)
    return np.asarray(cv2.LUT(picture, encoded(levels)[None]), np.uint8)


def lab(light_bgr: npt.ArrayLike) -> Floats:
    """Return CIE Lab (D65) of linear BGR of shape (..., 3). Source: CIE 15:2004."""
    bgr = np.asarray(light_bgr, np.float64)
    xyz = bgr[..., ::-1] @ _RGB_TO_XYZ.T / _WHITE
    cube = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    x, y, z = cube[..., 0], cube[..., 1], cube[..., 2]
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


_RGB_TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
_WHITE = np.array([0.9505, 1.0, 1.089])


def features(light_bgr: npt.ArrayLike) -> Floats:
    """Return the (..., 4) features of linear BGR colours (..., 3)."""
    logs = np.log(np.asarray(light_bgr, np.float64) + _FLOOR)
    mean = logs.mean(axis=-1, keepdims=True)
    return np.concatenate([logs - mean, _BRIGHTNESS_WEIGHT * mean], axis=-1)


@dataclass(frozen=True, slots=True)
class Palette:
    """Colour names with one prototype each: `prototypes` (names, 4) features."""

    names: tuple[str, ...]
    prototypes: tuple[tuple[float, ...], ...]

    @classmethod
    def from_srgb(cls, colours: dict[str, tuple[int, int, int]]) -> Palette:
        """Return the palette of named sRGB colours, each (R, G, B) in 0..255."""
        rgb = np.array(list(colours.values()), np.float64)
        return cls(tuple(colours), _rows(features(linear(rgb[:, ::-1]))))

    @classmethod
    def taught(cls, samples: dict[str, npt.ArrayLike]) -> Palette:
        """Return the palette of named samples, each (N, 3) sRGB BGR in 0..255: their median."""
        means = [np.median(features(linear(rows)), axis=0) for rows in samples.values()]
        return cls(tuple(samples), _rows(np.array(means)))


@dataclass(frozen=True, slots=True)
class Named:
    """A colour reading: its name, the probability of it, and the next likeliest name."""

    name: str
    confidence: float
    runner_up: str


def name_each(samples: npt.ArrayLike, palette: Palette) -> tuple[Named, ...]:
    """Return a name for each sample (N, 4) features alone, by the nearest prototype."""
    distance = _distances(np.asarray(samples, np.float64), np.array(palette.prototypes))
    return tuple(_named(row, int(row.argmin()), palette.names) for row in distance)


def name_counted(
    samples: npt.ArrayLike, palette: Palette, counts: dict[str, int], *, rounds: int = 15
) -> tuple[Named, ...]:
    """Return names for samples (N, 4) features, each name given as often as `counts` says.

    The assignment is solved for all together, then repeated with the prototypes moved to the middle of what they were
    given, so that a coloured lamp shifts all of them. Raises: ValueError unless the counts sum to N.
    """
    data = np.asarray(samples, np.float64)
    number = np.array([counts.get(name, 0) for name in palette.names])
    if number.sum() != len(data):
        raise ValueError(f"expected counts for {len(data)} samples, got {number.sum()}")
    centres = np.array(palette.prototypes)
    given = _assign(data, centres, number)
    for _ in range(rounds):
        moved = _middles(data, given, centres)
        again = _assign(data, moved, number)
        if np.array_equal(again, given):
            break
        given = again
    distance = _distances(data, _middles(data, given, centres))
    return tuple(_named(distance[i], int(given[i]), palette.names) for i in range(len(data)))


def _assign(data: Floats, centres: Floats, number: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    from scipy.optimize import linear_sum_assignment  # noqa: PLC0415 - 40 MB that a table of cards does not need

    slots = np.repeat(np.arange(len(centres)), number)
    rows, columns = linear_sum_assignment(_distances(data, centres)[:, slots])
    given = np.empty(len(data), np.int64)
    given[rows] = slots[columns]
    return given


def _middles(data: Floats, given: npt.NDArray[np.int64], centres: Floats) -> Floats:
    return np.array(
        [np.median(data[given == i], axis=0) if (given == i).any() else centre for i, centre in enumerate(centres)]
    )


def _distances(data: Floats, centres: Floats) -> Floats:
    squared: Floats = ((data[:, None] - centres[None]) ** 2).sum(axis=2)
    return squared


def _named(distances: Floats, chosen: int, names: tuple[str, ...]) -> Named:
    """Return the reading; the spread of a colour under one lamp is about 0.25 in features."""
    likeness = np.exp(-(distances - distances.min()) / (2 * 0.25**2))
    share = likeness / likeness.sum()
    others = [i for i in np.argsort(distances) if i != chosen]
    runner_up = names[others[0]] if others else names[chosen]
    return Named(names[chosen], float(share[chosen]), runner_up)


def _rows(array: Floats) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(float(value) for value in row) for row in array)
