"""The printed house of Büro Crazy: whose figure stands on which place, by the colour seen there.

The board is found by its own four markers; two across from each other are enough. Light is judged place by place
against the brightest paper near by, so that a lamp from one side does not matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.errors import NotCalibrated
from vision.house_board import BOARD_MM, HOUSE_MARKS, PLACES, centres_of
from vision.marker_layout import Mark
from vision.markers import Picture, find_markers

Floats: TypeAlias = npt.NDArray[np.float64]
Srgb: TypeAlias = tuple[int, int, int]

_PX_PER_MM = 3.0
_RADIUS_MM = 5.2
_AROUND_MM = 16.0
_PAPER_SHARE = 90
_LEAST_CHROMA = 14.0
_LEAST_LIGHT = 35.0
_TOLD_BY = 10.0
"""How steeply confidence rises with the share of the place by which the first is ahead of the second."""


@dataclass(frozen=True, slots=True)
class HouseSeen:
    """Rows of places from the stairs up: the number of the colour that stands there or None, and a probability each."""

    floors: tuple[tuple[int | None, ...], ...]
    confidence: tuple[tuple[float, ...], ...]


def read_house(picture: Picture, colours: Sequence[Srgb]) -> HouseSeen:
    """Read every place of the board on a picture (H, W, 3) uint8 BGR; `colours` are those of the figures, sRGB 0..255.

    Raises: NotCalibrated where neither three markers of the board nor two across from each other are in view.
    """
    flat = _flattened(picture)
    wanted = _chroma(np.asarray(np.array([colours])[..., ::-1] / 255, np.float32))[0][:, 1:]
    rows = [[_told(flat, centre, wanted) for centre in centres_of(floor)] for floor in range(len(PLACES))]
    return HouseSeen(
        tuple(tuple(who for who, _ in row) for row in rows), tuple(tuple(sure for _, sure in row) for row in rows)
    )


def _flattened(picture: Picture) -> Picture:
    """The board seen from straight above, `_PX_PER_MM` pixels a mm."""
    found = find_markers(picture, tuple(mark.id for mark in HOUSE_MARKS))
    # From two on one side a small error there would be a large one at the other side.
    if len(found) < 2 or (len(found) == 2 and max(found) - min(found) != 2):
        raise NotCalibrated(f"house: expected three of its markers, or two across, in view, got {tuple(sorted(found))}")
    marks = [mark for mark in HOUSE_MARKS if mark.id in found]
    seen = np.vstack([found[mark.id] for mark in marks])
    to_board, _ = cv2.findHomography(seen, _PX_PER_MM * np.vstack([_corners(mark) for mark in marks]))
    size = tuple(round(_PX_PER_MM * side) for side in BOARD_MM)
    return np.asarray(cv2.warpPerspective(picture, to_board, size, flags=cv2.INTER_LINEAR), np.uint8)


def _corners(mark: Mark) -> Floats:
    """The corners (4, 2) of a marker, mm, clockwise from its upper left."""
    half = mark.size_mm / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    return np.asarray(half + np.array([mark.x_mm, mark.y_mm]), np.float64)


def _told(flat: Picture, centre: tuple[float, float], wanted: npt.NDArray[np.float32]) -> tuple[int | None, float]:
    """Which of the colours `wanted`, (n, 2) a and b of Lab, covers most of a place, or None for paper; how surely."""
    x, y = (round(_PX_PER_MM * at) for at in centre)
    around, radius = round(_PX_PER_MM * _AROUND_MM), round(_PX_PER_MM * _RADIUS_MM)
    near = flat[max(y - around, 0) : y + around, max(x - around, 0) : x + around]
    paper = np.maximum(np.percentile(near.reshape(-1, 3), _PAPER_SHARE, axis=0), 1)
    place = flat[max(y - radius, 0) : y + radius + 1, max(x - radius, 0) : x + radius + 1]
    seen = _chroma(np.minimum(place / paper, 1).astype(np.float32)).reshape(-1, 3)
    seen = seen[seen[:, 0] > _LEAST_LIGHT]
    coloured = np.linalg.norm(seen[:, 1:], axis=1) > _LEAST_CHROMA
    likeness = _directions(seen[coloured, 1:]) @ _directions(wanted).T
    counts = np.bincount(likeness.argmax(1), minlength=len(wanted)) if coloured.any() else np.zeros(len(wanted))
    shares = np.append(counts, (~coloured).sum()) / max(len(seen), 1)
    best, second = np.sort(shares)[::-1][:2]
    who = int(shares.argmax())
    sure = float(1 / (1 + np.exp(-_TOLD_BY * (best - second) + 1)))
    return (None if who == len(wanted) else who), round(sure, 4)


def _directions(chroma: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Unit vectors (n, 2): hues, however pale."""
    return np.asarray(chroma / np.maximum(np.linalg.norm(chroma, axis=1, keepdims=True), 1e-6), np.float32)


def _chroma(bgr: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Lab of BGR 0..1 of shape (h, w, 3)."""
    return np.asarray(cv2.cvtColor(np.ascontiguousarray(bgr), cv2.COLOR_BGR2Lab), np.float32)
