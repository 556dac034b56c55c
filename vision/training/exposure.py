"""What a camera makes of a drawn numeral or card: light, glare, blur, few pixels, noise, JPEG."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.float32]
Rng = np.random.Generator
SIDE_PX = 32
CANVAS_PX = 56


def photograph(rng: Rng, picture: Picture) -> NDArray[np.uint8]:
    """What a camera makes of a drawn crop (56, 56, 3): light, glare, blur, few pixels, noise, JPEG; (32, 32, 3)
    uint8 BGR."""
    return exposed(rng, lit(rng, picture), int(rng.uniform(11, 44)), (SIDE_PX, SIDE_PX))


def lit(rng: Rng, picture: Picture) -> Picture:
    """The picture (h, w, 3) under a lamp: a slope of light, a cast, at times a spot of glare."""
    seen = picture * _light(rng, picture.shape[:2])
    if rng.random() < 0.06:
        seen = seen + _glare(rng, picture.shape[:2])
    return np.asarray(seen, np.float32)


def exposed(rng: Rng, picture: Picture, height_px: int, size: tuple[int, int]) -> NDArray[np.uint8]:
    """The picture through a lens, `height_px` high on the sensor, with noise and JPEG; resized to (width, height)."""
    sigma = rng.gamma(1.5, 0.7)
    if sigma > 0.3:
        picture = cv2.GaussianBlur(picture, (0, 0), min(sigma, 3.2))
    if rng.random() < 0.1:
        picture = cv2.filter2D(picture, -1, _streak(rng))
    return sensed(rng, np.asarray(picture, np.float32), height_px, size)


def sensed(rng: Rng, picture: Picture, height_px: int, size: tuple[int, int]) -> NDArray[np.uint8]:
    """The picture on a sensor, `height_px` high there, with noise and JPEG; resized to (width, height)."""
    pixels = (max(round(height_px * picture.shape[1] / picture.shape[0]), 4), height_px)
    small = cv2.resize(picture, pixels, interpolation=cv2.INTER_AREA)
    small = small + rng.normal(0, rng.gamma(1.2, 3.0), small.shape).astype(np.float32)
    seen = np.clip(small, 0, 255).astype(np.uint8)
    if rng.random() < 0.4:
        coded = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))])[1]
        seen = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    way = cv2.INTER_AREA if pixels[1] > 1.5 * size[1] else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(seen, size, interpolation=way), np.uint8)


def misjudged(rng: Rng, picture: Picture) -> Picture:
    """The picture as cameras take it that err: very dim, burnt out or with a strong cast, each now and then."""
    kind = rng.random()
    if kind < 0.12:
        return np.asarray(picture * np.float32(rng.uniform(0.2, 0.6)), np.float32)
    if kind < 0.2:
        return np.asarray(np.minimum(picture * np.float32(rng.uniform(1.2, 2.2)), 255), np.float32)
    if kind < 0.3:
        return np.asarray(np.minimum(picture * np.float32(rng.normal(1, 0.35, 3).clip(0.3, 2.0)), 255), np.float32)
    return picture


def glaring(rng: Rng, picture: Picture) -> Picture:
    """The picture (h, w, 3) with the mirror image of a lamp in it."""
    return np.asarray(np.clip(picture + 2 * _glare(rng, picture.shape[:2]), 0, 255), np.float32)


def _light(rng: Rng, shape: tuple[int, ...]) -> Picture:
    down, across = (np.linspace(-0.5, 0.5, side, dtype=np.float32) for side in shape)
    slope = rng.normal(0, 0.25, 2)
    field = 1 + slope[0] * down[:, None] + slope[1] * across[None, :]
    cast = rng.normal(1, 0.12, 3) * rng.uniform(0.4, 1.25)
    return np.asarray(field[..., None] * cast, np.float32)


def _glare(rng: Rng, shape: tuple[int, ...]) -> Picture:
    spot = np.zeros(shape, np.float32)
    centre = tuple(int(rng.integers(-10, side + 10)) for side in shape[::-1])
    least = min(shape)
    cv2.circle(spot, centre, int(rng.uniform(0.11, 0.46) * least), float(rng.uniform(60, 220)), -1)
    return np.asarray(cv2.GaussianBlur(spot, (0, 0), least * rng.uniform(0.05, 0.16))[..., None], np.float32)


def _streak(rng: Rng) -> Picture:
    kernel = np.zeros((7, 7), np.float32)
    angle = rng.uniform(0, np.pi)
    step = np.array([np.cos(angle), np.sin(angle)]) * rng.uniform(1, 3)
    first, last = (tuple(int(v) for v in np.round(3 + sign * step)) for sign in (-1, 1))
    cv2.line(kernel, first, last, 1.0)
    return kernel / kernel.sum()
