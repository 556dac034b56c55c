"""Patches of one saturated colour in a picture: where a plastic bucket or a painted block may be.

Found at several levels of saturation, since a blue bucket on a blue cloth stands out at one of them only.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.colour import Floats, lab, linear
from vision.markers import Picture

Bytes: TypeAlias = npt.NDArray[np.uint8]

LEVELS = (0.35, 0.5, 0.62, 0.74, 0.84)
HUES: dict[str, float] = {
    "red": 31.0,
    "orange": 60.0,
    "yellow": 88.0,
    "green": 143.0,
    "blue": 285.0,
    "violet": 317.0,
}
"""Lab hue (degrees) of what people call so; printed and painted things lie within about 12 of it."""


@dataclass(frozen=True, slots=True)
class Blob:
    """A connected patch of one colour: box (x, y, width, height) in px, share of the box it fills, colour, level."""

    x: int
    y: int
    width: int
    height: int
    fill: float
    colour: str
    level: float


def hue_classes(names: tuple[str, ...]) -> Bytes:
    """Return the class (1-based index into `names`) of each 5-bit BGR colour, (32768,) uint8."""
    return _tables(names)[0]


def saturations() -> Bytes:
    """Return the saturation 0..255 of each 5-bit BGR colour in linear light, (32768,) uint8."""
    return _tables(("red",))[1]


def colour_index(picture: Picture) -> npt.NDArray[np.int32]:
    """Return each pixel's index into the 5-bit tables, (H, W) int32."""
    b, g, r = (picture[..., i].astype(np.int32) >> 3 for i in range(3))
    return (b << 10) | (g << 5) | r


def find_blobs(picture: Picture, names: tuple[str, ...]) -> list[Blob]:
    """Return compact blobs of the named colours that lie whole in a small (about 640 px wide) balanced picture."""
    index = colour_index(picture)
    classes, strength = hue_classes(names)[index], saturations()[index]
    found: list[Blob] = []
    for level in LEVELS:
        kept = cv2.medianBlur(np.where(strength >= level * 255, classes, 0).astype(np.uint8), 3)
        found += _at_level(np.asarray(kept, np.uint8), names, level)
    return _distinct(found)


def _at_level(kept: Bytes, names: tuple[str, ...], level: float) -> list[Blob]:
    inside = kept > 0
    inside[:, :-1] &= kept[:, :-1] == kept[:, 1:]
    inside[:-1] &= kept[:-1] == kept[1:]
    _, ids, stats, _ = cv2.connectedComponentsWithStats(inside.astype(np.uint8), connectivity=4)
    boxes = np.asarray(stats, np.int64)
    width, height, area = boxes[:, 2], boxes[:, 3], boxes[:, 4]
    good = (width >= 12) & (height >= 12) & (area > 0.55 * width * height)
    # The last row and column of `kept` have no neighbour to be compared with, so no box reaches them.
    good &= (boxes[:, :2].min(axis=1) > 0) & (boxes[:, 0] + width < kept.shape[1] - 1)
    good &= boxes[:, 1] + height < kept.shape[0] - 1
    good &= (width > 0.5 * height) & (width < 1.7 * height) & (height < kept.shape[0] // 3)
    blobs = []
    for i in np.flatnonzero(good[1:]) + 1:
        x, y, w, h, filled = (int(value) for value in boxes[i])
        window = kept[y : y + h, x : x + w][np.asarray(ids)[y : y + h, x : x + w] == i]
        colour = names[int(window[len(window) // 2]) - 1]
        blobs.append(Blob(x, y, w + 1, h + 1, filled / (w * h), colour, level))
    return blobs


def _distinct(blobs: list[Blob]) -> list[Blob]:
    """Drop blobs that are nearly the same place and colour as a better filled one."""
    kept: list[Blob] = []
    for blob in sorted(blobs, key=lambda b: (-round(b.fill, 1), -b.width * b.height)):
        if not any(blob.colour == other.colour and overlap(blob, other) > 0.6 for other in kept):
            kept.append(blob)
    return kept


def overlap(one: Blob, other: Blob) -> float:
    """Return intersection over union of two boxes, 0..1."""
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    shared = max(across, 0) * max(down, 0)
    return shared / (one.width * one.height + other.width * other.height - shared)


@lru_cache(maxsize=8)
def _tables(names: tuple[str, ...]) -> tuple[Bytes, Bytes]:
    steps = np.arange(32) * 8 + 4
    light = linear(np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), axis=-1)).reshape(-1, 3)
    hue = hue_of(light)
    hues = np.array([HUES[name] for name in names])
    classes = np.abs((hue[:, None] - hues + 180) % 360 - 180).argmin(axis=1) + 1
    low, high = light.min(axis=1) + 0.004, light.max(axis=1) + 0.004
    return classes.astype(np.uint8), (255 * (1 - low / high)).astype(np.uint8)


def hue_of(light_bgr: npt.ArrayLike) -> Floats:
    """Return the Lab hue in degrees 0..360 of linear BGR (..., 3)."""
    values = lab(light_bgr)
    hue: Floats = np.degrees(np.arctan2(values[..., 2], values[..., 1])) % 360
    return hue
