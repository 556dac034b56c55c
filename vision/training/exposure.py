"""What a camera makes of a drawn numeral: light, glare, blur, few pixels, noise, JPEG."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.float32]
Rng = np.random.Generator
SIDE_PX = 32
CANVAS_PX = 56


def photograph(rng: Rng, picture: Picture) -> NDArray[np.uint8]:
    """What a camera makes of it: light, glare, blur, few pixels, noise, JPEG; (32, 32, 3) uint8 BGR."""
    lit = picture * _light(rng)
    if rng.random() < 0.06:
        lit = lit + _glare(rng)
    sigma = rng.gamma(1.5, 0.7)
    if sigma > 0.3:
        lit = cv2.GaussianBlur(lit, (0, 0), min(sigma, 3.2))
    if rng.random() < 0.1:
        lit = cv2.filter2D(lit, -1, _streak(rng))
    pixels = int(rng.uniform(11, 44))
    small = cv2.resize(lit, (pixels, pixels), interpolation=cv2.INTER_AREA)
    small = small + rng.normal(0, rng.gamma(1.2, 3.0), small.shape).astype(np.float32)
    seen = np.clip(small, 0, 255).astype(np.uint8)
    if rng.random() < 0.4:
        coded = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))])[1]
        seen = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    return np.asarray(cv2.resize(seen, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_LINEAR), np.uint8)


def _light(rng: Rng) -> Picture:
    ramp = np.linspace(-0.5, 0.5, CANVAS_PX, dtype=np.float32)
    slope = rng.normal(0, 0.25, 2)
    field = 1 + slope[0] * ramp[:, None] + slope[1] * ramp[None, :]
    cast = rng.normal(1, 0.12, 3) * rng.uniform(0.4, 1.25)
    return np.asarray(field[..., None] * cast, np.float32)


def _glare(rng: Rng) -> Picture:
    spot = np.zeros((CANVAS_PX, CANVAS_PX), np.float32)
    centre = tuple(int(v) for v in rng.integers(-10, CANVAS_PX + 10, 2))
    cv2.circle(spot, centre, int(rng.integers(6, 26)), float(rng.uniform(60, 220)), -1)
    return np.asarray(cv2.GaussianBlur(spot, (0, 0), rng.uniform(3, 9))[..., None], np.float32)


def _streak(rng: Rng) -> Picture:
    kernel = np.zeros((7, 7), np.float32)
    angle = rng.uniform(0, np.pi)
    step = np.array([np.cos(angle), np.sin(angle)]) * rng.uniform(1, 3)
    first, last = (tuple(int(v) for v in np.round(3 + sign * step)) for sign in (-1, 1))
    cv2.line(kernel, first, last, 1.0)
    return kernel / kernel.sum()
