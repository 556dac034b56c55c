"""Patches of one saturated colour in a picture: where a plastic bucket or a painted block may be.

Found at several levels of saturation, since a blue bucket on a blue cloth stands out at one of them only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.colour import Floats, lab, linear
from vision.markers import Picture

Bytes: TypeAlias = npt.NDArray[np.uint8]

LEVELS = (0.35, 0.5, 0.62, 0.74, 0.84, 0.92)
_LEAST_PX, _LEAST_FILL = 12, 0.55
_DARK = 80
_LABEL_PX, _LABEL_FILL, _RIM_PX, _AMID = (6, 60), 0.6, 3, 0.6
"""Labels: grey level of a gap, edges, share of their box; width of what is round one, share of one colour there."""
_LEAST_BAND_PX, _FLATTEST = 4, 8.0
_ALIGNED, _AS_WIDE, _WIDEST_STRIPE, _MOST_OF = 0.15, 0.45, 0.5, 0.85
"""Bands of one bucket: shares of its width and of its height, and a difference of widths as a logarithm."""
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


@lru_cache(maxsize=1)
def hues() -> Floats:
    """Return the Lab hue in degrees 0..360 of each 5-bit BGR colour, (32768,)."""
    return hue_of(_light())


def find_blobs(picture: Picture, names: tuple[str, ...]) -> list[Blob]:
    """Return compact blobs of the named colours that lie whole in a small (about 640 px wide) balanced picture."""
    index = colour_index(picture)
    classes, strength = hue_classes(names).take(index), saturations().take(index)
    blue, green, red = cv2.split(picture)
    pale = (strength < LEVELS[0] * 255) & (cv2.max(cv2.max(blue, green), red) > _DARK)
    for spot in _spots(pale):
        _take_in(spot, classes, strength)
    found: list[Blob] = []
    striped: list[Blob] = []
    for level in LEVELS:
        kept = np.asarray(cv2.medianBlur(classes * (strength >= level * 255), 3), np.uint8)
        closed = np.asarray(cv2.morphologyEx(kept, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
        # Handles and seams cut a bucket, and a seam is all that parts it from a neighbour of its colour.
        for seen in (kept, np.asarray(cv2.copyTo(kept, kept, closed), np.uint8)):
            whole, bands = _at_level(seen, names, level)
            found += whole
            striped += [both for both in _joined(bands) if _may_be_one(_box(both), kept.shape)]
    alone = [blob for blob in found if not any(_is_band(blob, both) for both in striped)]
    return _distinct(alone + striped)


def _spots(pale: npt.NDArray[np.bool_]) -> list[npt.NDArray[np.int32]]:
    """Return the outlines of pale spots as large as a label, without what may be pictured on them."""
    smooth = cv2.medianBlur(pale.view(np.uint8), 3)
    outlines, tree = cv2.findContours(smooth, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    spots = []
    for outline, (_, _, _, around) in zip(outlines, () if tree is None else tree[0], strict=True):
        _, _, w, h = cv2.boundingRect(outline)
        if around < 0 and min(w, h) >= _LABEL_PX[0] and max(w, h) <= _LABEL_PX[1]:
            spots.append(np.asarray(outline, np.int32))
    return spots


def _take_in(spot: npt.NDArray[np.int32], classes: Bytes, strength: Bytes) -> None:
    """Colour a compact spot, in place, like what is round it where one colour mostly is: a label on a bucket."""
    x, y, w, h = cv2.boundingRect(spot)
    left, top = max(x - _RIM_PX, 0), max(y - _RIM_PX, 0)
    part = np.s_[top : y + h + _RIM_PX, left : x + w + _RIM_PX]
    filled = cv2.drawContours(np.zeros_like(classes[part]), [spot], -1, 1, cv2.FILLED, offset=(-left, -top))
    rim = cv2.dilate(filled, np.ones((2 * _RIM_PX + 1, 2 * _RIM_PX + 1), np.uint8)) > filled
    seen = np.where(strength[part] >= LEVELS[0] * 255, classes[part], 0)
    main = int(np.bincount(seen[rim], minlength=2)[1:].argmax()) + 1
    own = rim & (seen == main)
    if filled.mean() < _LABEL_FILL * w * h / filled.size or own.sum() < _AMID * rim.sum():
        return
    strength[part][filled > 0] = np.median(strength[part][own])
    classes[part][filled > 0] = main


def _at_level(kept: Bytes, names: tuple[str, ...], level: float) -> tuple[list[Blob], list[Blob]]:
    """Return patches that may be buckets, and those that may be what a stripe leaves of one."""
    two = np.ones((2, 2), np.uint8)
    even = cv2.compare(cv2.erode(kept, two, anchor=(0, 0)), cv2.dilate(kept, two, anchor=(0, 0)), cv2.CMP_EQ)
    inside = np.asarray(cv2.bitwise_and(even, kept), np.uint8)
    patches, tree = cv2.findContours(inside, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    blobs, bands = [], []
    for outline, (_, _, _, around) in zip(patches, () if tree is None else tree[0], strict=True):
        x, y, w, h = box = cv2.boundingRect(outline)
        one = _may_be_one(box, kept.shape)
        if around >= 0 or not (one or _may_be_band(box)):
            continue
        fill = _filled(np.asarray(outline, np.int32), inside)
        if fill > _LEAST_FILL:
            left, top = outline[0, 0]
            blob = Blob(x, y, w + 1, h + 1, fill, names[int(kept[top, left]) - 1], level)
            bands.append(blob)
            blobs += [blob] * one
    return blobs, bands


def _filled(outline: npt.NDArray[np.int32], inside: Bytes) -> float:
    """Return the share of its box that an outline holds of what is inside."""
    x, y, w, h = cv2.boundingRect(outline)
    filled = cv2.drawContours(np.zeros((h, w), np.uint8), [outline], -1, 255, cv2.FILLED, offset=(-x, -y))
    return cv2.countNonZero(cv2.bitwise_and(filled, inside[y : y + h, x : x + w])) / (w * h)


def _is_band(blob: Blob, both: Blob) -> bool:
    """Whether a patch is but a band of a bucket with stripes."""
    if blob.colour != both.colour or blob.height >= _MOST_OF * both.height:
        return False
    inside = both.y - 2 <= blob.y and blob.y + blob.height <= both.y + both.height + 2
    return inside and abs(blob.x + blob.width / 2 - both.x - both.width / 2) < _ALIGNED * both.width


def _may_be_band(box: Sequence[int]) -> bool:
    """Whether a box (x, y, width, height) px has the form of what a stripe all round a bucket leaves of it."""
    _, _, width, height = box
    return height >= _LEAST_BAND_PX and width >= _LEAST_PX and width < _FLATTEST * height


def _joined(bands: list[Blob]) -> list[Blob]:
    """Return what bands of one colour, one above the other and alike in width, are together: a bucket with stripes."""
    x, y, w, h = np.array([_box(band) for band in bands]).reshape(-1, 4).T
    middle, foot = x + w / 2, y + h
    gap = y - foot[:, None]
    alike = (np.abs(middle - middle[:, None]) < _ALIGNED * w[:, None]) & (np.abs(np.log(w / w[:, None])) < _AS_WIDE)
    near = (gap >= 0) & (gap < _WIDEST_STRIPE * (foot - y[:, None]))
    pairs = zip(*np.nonzero(alike & near), strict=True)
    return [_union(bands[i], bands[j]) for i, j in pairs if bands[i].colour == bands[j].colour]


def _union(one: Blob, other: Blob) -> Blob:
    x, y = min(one.x, other.x), min(one.y, other.y)
    width = max(one.x + one.width, other.x + other.width) - x
    height = max(one.y + one.height, other.y + other.height) - y
    area = sum(blob.fill * blob.width * blob.height for blob in (one, other))
    return Blob(x, y, width, height, area / (width * height), one.colour, one.level)


def _box(blob: Blob) -> tuple[int, int, int, int]:
    return blob.x, blob.y, blob.width, blob.height


def _may_be_one(box: Sequence[int], shape: tuple[int, ...]) -> bool:
    """Whether a box (x, y, width, height) px lies whole in a picture (height, width) and has the form of a bucket."""
    x, y, width, height = box
    # The last row and column of a picture have no neighbour to be compared with, so no box reaches them.
    whole = min(x, y) > 0 and x + width < shape[1] - 1 and y + height < shape[0] - 1
    return whole and min(width, height) >= _LEAST_PX and 0.5 * height < width < 1.7 * height and height < shape[0] // 3


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
    light, middles = _light(), np.array([HUES[name] for name in names])
    classes = np.abs((hues()[:, None] - middles + 180) % 360 - 180).argmin(axis=1) + 1
    low, high = light.min(axis=1) + 0.004, light.max(axis=1) + 0.004
    return classes.astype(np.uint8), (255 * (1 - low / high)).astype(np.uint8)


def _light() -> Floats:
    """Return the linear BGR of each 5-bit colour, (32768, 3)."""
    steps = np.arange(32) * 8 + 4
    return linear(np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), axis=-1)).reshape(-1, 3)


def hue_of(light_bgr: npt.ArrayLike) -> Floats:
    """Return the Lab hue in degrees 0..360 of linear BGR (..., 3)."""
    values = lab(light_bgr)
    hue: Floats = np.degrees(np.arctan2(values[..., 2], values[..., 1])) % 360
    return hue
