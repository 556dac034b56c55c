"""The camera's twin: it draws a believable table from what should lie on it, then reads like any camera.

A wooden table with corner cards and cards of our own art, seen a little from the viewer's side by a usual lens, lit
from one side, with blur and sensor noise. The same seed and zones give the same table; every read has its own noise.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import TypeAlias

import cv2
import numpy as np

from vision.card_art import ART_PX_PER_MM, draw_card, draw_corner_card
from vision.errors import CameraLost
from vision.frames import Frame
from vision.lens import Floats, Lens, View
from vision.markers import Picture
from vision.readings import GAP
from vision.table_plan import Laid, TablePlan, cell_centre, plan_table, shape_of

_PICTURES = ((1280, 960), (1640, 1232))
_LEAST_PX_PER_MM = 1.5
_TABLE_PX_PER_MM = 2.0
_MARGIN_MM = 14.0
_TILT_RAD = math.radians(11.0)
_BLUR_PX = 0.6
_NOISE = 2.2
_TILE = 512
_BAND = 64
"""Rows that are reckoned in floats at once; a whole table would take a hundred megabytes for a moment."""

Noise: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.int8]]


@dataclass(frozen=True, slots=True)
class Placed:
    """A drawing on the table: BGRA picture, centre mm, turn (degrees, clockwise from above)."""

    art: Picture
    x_mm: float
    y_mm: float
    turn_deg: float


class SimulatedTable:
    """A drawn table that answers like a camera; `show` says what lies on it.

    Args: `seed` fixes wood, light, camera and how carelessly cards lie; `clock` gives monotonic seconds.
    """

    def __init__(self, seed: int, *, clock: Callable[[], float] = monotonic) -> None:
        self._seed = seed
        self._clock = clock
        self._looks = np.random.default_rng([seed, 7])
        self._closed = False
        self._noise = _noise(seed)
        self._clean = self._draw(plan_table(()), ())

    def show(self, zones: Sequence[Laid]) -> None:
        """Lay the table anew: card zones by the default plan, one card for each label that is no gap.

        Raises: ValueError for a label no card has.
        """
        self._clean = self._draw(plan_table(zones), zones)

    def read(self) -> Frame:
        """Return a picture of the table, with noise of its own. Raises: CameraLost once closed."""
        if self._closed:
            raise CameraLost("the simulated camera was closed")
        return Frame(_grained(self._clean, self._noise, self._looks), self._clock())

    def close(self) -> None:
        """End the reading."""
        self._closed = True

    def _draw(self, plan: TablePlan, zones: Sequence[Laid]) -> Picture:
        view, size = _camera(plan, np.random.default_rng([self._seed, 1]))
        span = (plan.width_mm + 160, plan.height_mm + 160)
        table = _wood(span, np.random.default_rng([self._seed, 2]))
        to_px = _table_to_px(view, span)
        flat = cv2.warpPerspective(table, to_px, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT)
        for placed in [*_corner_cards(plan, self._seed), *_cards(plan, zones, self._seed)]:
            _lay(table, placed, span)
        cv2.warpPerspective(table, to_px, size, flat, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
        return _lit(np.asarray(flat, np.uint8), np.random.default_rng([self._seed, 3]))


def _camera(plan: TablePlan, rng: np.random.Generator) -> tuple[View, tuple[int, int]]:
    """Return a view in which the whole table fits, and the picture's size in px."""
    wide, high = plan.width_mm + 2 * _MARGIN_MM, plan.height_mm + 2 * _MARGIN_MM
    fits = [s for s in _PICTURES if min(s[0] / wide, s[1] / high) >= _LEAST_PX_PER_MM]
    size = fits[0] if fits else _PICTURES[-1]
    lens = Lens.usual(*size)
    tilt, turn = _TILT_RAD + rng.uniform(-0.03, 0.03), rng.uniform(-0.02, 0.02)
    rotation = cv2.Rodrigues(np.array([-tilt, 0.0, 0.0]))[0] @ cv2.Rodrigues(np.array([0.0, 0.0, turn]))[0]
    vector = np.asarray(cv2.Rodrigues(rotation)[0], np.float64).ravel()
    corners = np.array([[x, y, 0.0] for x in (-wide / 2, wide / 2) for y in (-high / 2, high / 2)])
    distance = lens.focal_px * max(wide / size[0], high / size[1])
    for _ in range(40):
        view = View(lens, (vector[0], vector[1], vector[2]), (0.0, 0.0, distance))
        px = view.to_px(corners)
        if px.min() >= 0 and (px.max(axis=0) < size).all():
            break
        distance *= 1.02
    return view, size


def _table_to_px(view: View, span: tuple[float, float]) -> Floats:
    """Return the homography from the drawn table's px to the picture's."""
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(span) / 2
    seen = view.to_px(np.hstack([corners, np.zeros((4, 1))]))
    drawn = (corners + np.array(span) / 2) * _TABLE_PX_PER_MM
    matrix = cv2.getPerspectiveTransform(drawn.astype(np.float32), seen.astype(np.float32))
    return np.asarray(matrix, np.float64)


def _corner_cards(plan: TablePlan, seed: int) -> list[Placed]:
    rng = np.random.default_rng([seed, 4])
    turns = rng.uniform(-4, 4, 4)
    return [
        Placed(draw_corner_card(number), x, y, float(turns[number])) for number, (x, y) in plan.card_centres.items()
    ]


def _cards(plan: TablePlan, zones: Sequence[Laid], seed: int) -> list[Placed]:
    return [card for zone in zones if zone.kind == "cards" for card in _zone(plan, zone, seed)]


def _zone(plan: TablePlan, zone: Laid, seed: int) -> list[Placed]:
    """Return a zone's cards, each lying a little askew, the same way as long as the same card lies there."""
    placed = []
    for r, row in enumerate(zone.rows):
        for c, label in enumerate(row):
            if label == GAP:
                continue
            x, y = cell_centre(plan.regions[zone.name], (r, c), shape_of(zone))
            key = zlib.crc32(f"{zone.name}/{r}/{c}/{label}".encode())
            dx, dy, turn = np.random.default_rng([seed, key]).uniform(-1, 1, 3)
            placed.append(Placed(draw_card(label), x + 1.2 * dx, y + 1.2 * dy, 2.0 * turn))
    return placed


def _lay(table: Picture, placed: Placed, span: tuple[float, float]) -> None:
    """Draw a card on the table with a soft shadow beside it."""
    factor = _TABLE_PX_PER_MM / ART_PX_PER_MM
    high, wide = placed.art.shape[:2]
    half = round(math.hypot(high, wide) / 2 * factor) + 3
    x, y = (
        (value + extent / 2) * _TABLE_PX_PER_MM for value, extent in zip((placed.x_mm, placed.y_mm), span, strict=True)
    )
    left, top = round(x) - half, round(y) - half
    turn = cv2.getRotationMatrix2D(((wide - 1) / 2, (high - 1) / 2), -placed.turn_deg, factor)
    turn[:, 2] += (x - left - (wide - 1) / 2, y - top - (high - 1) / 2)
    art = cv2.warpAffine(placed.art, turn, (2 * half, 2 * half), flags=cv2.INTER_AREA)
    window = table[top : top + 2 * half, left : left + 2 * half]
    cover = np.asarray(art, np.float32)[..., 3:] / 255
    shadow = cv2.GaussianBlur(np.roll(cover[..., 0], (2, 2), axis=(0, 1)), (0, 0), 2.0)
    ground = window * (1 - 0.35 * np.asarray(shadow)[..., None])
    window[:] = (ground * (1 - cover) + np.asarray(art)[..., :3] * cover).astype(np.uint8)


def _wood(span: tuple[float, float], rng: np.random.Generator) -> Picture:
    """Return a wooden table top of a span in mm: grain along x."""
    width, height = (round(side * _TABLE_PX_PER_MM) for side in span)
    coarse = rng.normal(0, 1, (height // 3 + 2, width // 60 + 2)).astype(np.float32)
    grain = np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC))
    tone = np.array(rng.choice([(52, 78, 112), (70, 96, 128), (38, 54, 78)]), np.float32)
    wood = np.empty((height, width, 3), np.uint8)
    for rows in _bands(height):
        wood[rows] = np.clip(tone * (1 + 0.09 * grain[rows, :, None]), 0, 255)
    return wood


def _lit(picture: Picture, rng: np.random.Generator) -> Picture:
    """Light falls off across the table, the white balance is a little off, the lens is not quite sharp."""
    height, width = picture.shape[:2]
    angle, depth = rng.uniform(0, 2 * math.pi), rng.uniform(0.08, 0.2)
    down, x = np.linspace(-1, 1, height, dtype=np.float32)[:, None], np.linspace(-1, 1, width, dtype=np.float32)
    cast = np.array([rng.uniform(0.86, 1.0), 0.97, rng.uniform(0.95, 1.04)], np.float32)
    seen = np.empty_like(picture)
    for rows in _bands(height):
        y = down[rows]
        light = 0.95 + depth / 2 * (math.cos(angle) * x + math.sin(angle) * y) - 0.06 * (x * x + y * y)
        seen[rows] = np.clip(picture[rows] * (light[..., None] * cast), 0, 255)
    return np.asarray(cv2.GaussianBlur(seen, (0, 0), _BLUR_PX), np.uint8)


def _bands(height: int) -> Iterator[slice]:
    """Yield the rows of a picture, some at a time."""
    return (slice(top, top + _BAND) for top in range(0, height, _BAND))


def _noise(seed: int) -> Noise:
    """Return a square of noise, of which pictures are covered with copies."""
    tile = np.random.default_rng([seed, 5]).normal(0, _NOISE, (_TILE, _TILE, 3))
    return np.clip(np.rint(tile), -127, 127).astype(np.int8)


def _grained(clean: Picture, noise: Noise, rng: np.random.Generator) -> Picture:
    """Return the picture with noise, moved by a random step."""
    moved = np.roll(noise, rng.integers(0, _TILE, 2), axis=(0, 1))
    grained = np.empty_like(clean)
    for top in range(0, clean.shape[0], _TILE):
        for left in range(0, clean.shape[1], _TILE):
            place = np.s_[top : top + _TILE, left : left + _TILE]
            height, width = clean[place].shape[:2]
            cv2.add(clean[place], moved[:height, :width], grained[place], dtype=cv2.CV_8U)
    return grained
