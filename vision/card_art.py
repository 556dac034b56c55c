"""Cards of our own, drawn for the twin: a white rim, a colour by value, the number in two corners and in the middle.

The 6 and the 9 are underlined, as decent decks do. Pictures are BGR with an alpha channel for the rounded corners.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.marker_layout import CORNER_PAGES, SRGB
from vision.markers import Picture, marker_bits
from vision.readings import BACK
from vision.table_plan import CARD_MM

ART_PX_PER_MM: Final = 4.0
_LABEL = re.compile(r"^(?P<colour>[a-z]+)?(?P<value>-?\d+)$")
_INKS: dict[str, tuple[int, int, int]] = {
    "red": (200, 40, 45),
    "yellow": (216, 168, 24),
    "green": (45, 145, 75),
    "blue": (40, 95, 180),
    "violet": (125, 60, 155),
    "orange": (228, 120, 30),
}
_BY_VALUE = ("blue", "green", "yellow", "orange", "red", "violet")


@lru_cache(maxsize=128)
def draw_card(label: str) -> Picture:
    """Return the face (or back) for a label, (364, 236, 4) uint8 BGR and alpha, upright.

    Labels: a number, a colour and a number (``"red7"``), ``"bomb"`` or ``"back"``. Raises: ValueError for others.
    """
    width, height = (round(side * ART_PX_PER_MM) for side in CARD_MM)
    card = np.full((height, width, 3), 250, np.uint8)
    if label == BACK:
        _draw_back(card)
    elif label == "bomb":
        _draw_bomb(card)
    else:
        _draw_number(card, *_ink_and_text(label))
    return np.dstack([card, _rounded(height, width)])


def _ink_and_text(label: str) -> tuple[tuple[int, int, int], str]:
    match = _LABEL.match(label)
    if match is None or (match["colour"] or "red") not in _INKS:
        raise ValueError(f"expected a number, a colour and a number, 'bomb' or 'back', got {label!r}")
    name = match["colour"] or _BY_VALUE[(int(match["value"]) + 1) // 2 % len(_BY_VALUE)]
    return _bgr(name), match["value"]


def _bgr(name: str) -> tuple[int, int, int]:
    r, g, b = _INKS[name]
    return b, g, r


def _draw_number(card: Picture, ink: tuple[int, int, int], text: str) -> None:
    height, width = card.shape[:2]
    rim = round(4 * ART_PX_PER_MM)
    _round_box(card, rim, ink)
    middle = (width // 2, height // 2)
    cv2.ellipse(card, (middle, (width * 0.62, height * 0.56), 18.0), (248, 248, 248), -1, cv2.LINE_AA)
    _write(card, text, middle, 96, (48, 44, 40))
    across = 11.5 if len(text) == 1 else 14.0
    for half_turn in (False, True):
        view = card[::-1, ::-1] if half_turn else card
        corner = np.ascontiguousarray(view[: height // 3])
        _write(corner, text, (round(across * ART_PX_PER_MM), round(13.5 * ART_PX_PER_MM)), 44, (255, 255, 255))
        view[: height // 3] = corner


def _write(card: Picture, text: str, middle: tuple[int, int], size: int, ink: tuple[int, int, int]) -> None:
    """Write a number about a point, a 6 or 9 underlined."""
    face = cv2.FontFace("sans")
    shown = text.replace("0", "O")  # the built-in face strikes its zeros through
    size = size if len(text) == 1 else round(size * 0.8)
    canvas = (card.shape[1], card.shape[0])
    x, y, wide, high = cv2.getTextSize(canvas, shown, (0, 0), face, size, 700)
    at = (round(middle[0] - wide / 2 - x), round(middle[1] - high / 2 - y))
    cv2.putText(card, shown, at, ink, face, size, 700)
    if text in {"6", "9"}:
        below = round(middle[1] + high / 2 + 0.12 * size)
        start, end = (round(middle[0] + side * wide * 0.42) for side in (-1, 1))
        cv2.line(card, (start, below), (end, below), ink, max(round(size * 0.09), 2))


def _draw_back(card: Picture) -> None:
    rim = round(4 * ART_PX_PER_MM)
    _round_box(card, rim, (112, 78, 60))
    height, width = card.shape[:2]
    inner = card[2 * rim : height - 2 * rim, 2 * rim : width - 2 * rim]
    down, across = np.mgrid[: inner.shape[0], : inner.shape[1]]
    lines = ((down + across) % 22 < 4) | ((down - across) % 22 < 4)
    inner[lines] = (205, 190, 170)


def _draw_bomb(card: Picture) -> None:
    _round_box(card, round(4 * ART_PX_PER_MM), (70, 200, 245))
    height, width = card.shape[:2]
    middle = (width // 2, round(height * 0.55))
    cv2.circle(card, middle, round(width * 0.27), (25, 25, 25), -1, cv2.LINE_AA)
    top = (width // 2 + round(width * 0.16), round(height * 0.36))
    cv2.line(card, middle, top, (25, 25, 25), 26, cv2.LINE_AA)
    cv2.ellipse(card, (top[0] + 22, top[1]), (22, 34), 0, 180, 300, (30, 60, 90), 6, cv2.LINE_AA)
    cv2.circle(card, (top[0] + 40, top[1] - 26), 13, (40, 120, 250), -1, cv2.LINE_AA)
    cv2.circle(card, (middle[0] - 22, middle[1] - 20), 9, (230, 230, 230), -1, cv2.LINE_AA)


def _round_box(card: Picture, rim: int, ink: tuple[int, int, int]) -> None:
    height, width = card.shape[:2]
    mask = _rounded(height - 2 * rim, width - 2 * rim) > 127
    card[rim : height - rim, rim : width - rim][mask] = ink


def _rounded(height: int, width: int) -> npt.NDArray[np.uint8]:
    mask = np.zeros((height, width), np.uint8)
    radius = round(3 * ART_PX_PER_MM)
    cv2.rectangle(mask, (radius, 0), (width - radius, height), 255, -1)
    cv2.rectangle(mask, (0, radius), (width, height - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return mask


@lru_cache(maxsize=4)
def draw_corner_card(number: int) -> Picture:
    """Return a printed corner card, (360, 360, 4) uint8 BGR and alpha, upright."""
    page = CORNER_PAGES[number]
    side = round(page.width_mm * ART_PX_PER_MM)
    card = np.full((side, side, 3), 250, np.uint8)
    for patch in page.patches:
        r, g, b = SRGB[patch.colour]
        _square(card, (patch.x_mm, patch.y_mm), patch.size_mm)[:] = (b, g, r)
    mark = page.marks[0]
    inside = _square(card, (mark.x_mm, mark.y_mm), mark.size_mm)
    grey = np.where(marker_bits(number), 250, 18).astype(np.uint8)
    bits = cv2.resize(grey, inside.shape[1::-1], interpolation=cv2.INTER_NEAREST)
    inside[:] = np.asarray(bits)[..., None]
    return np.dstack([card, np.full((side, side), 255, np.uint8)])


def _square(card: Picture, middle_mm: tuple[float, float], size_mm: float) -> Picture:
    x, y = ((value - size_mm / 2) * ART_PX_PER_MM for value in middle_mm)
    side = round(size_mm * ART_PX_PER_MM)
    return card[round(y) : round(y) + side, round(x) : round(x) + side]
