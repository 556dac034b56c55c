"""Where on an upright card numerals may stand: connected ink, grouped into numbers, cut out square."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.network import SIDE_PX
from vision.cards.rectify import CARD_HEIGHT_PX, CARD_WIDTH_PX, Picture

CORNER_WIDTH = 0.46
CORNER_HEIGHT = 0.34
LEAST_HEIGHT = 0.045
MARGIN = 1.42


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the card, as shares of it, that may hold a number; `large` for the figure in the middle."""

    name: str
    left: float
    top: float
    right: float
    bottom: float
    large: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """A crop that may be a numeral: zone, centre (x, y) and size of its ink in card px as read upright, picture (32, 32, 3)."""

    zone: str
    box: tuple[int, int, int, int]
    crop: npt.NDArray[np.uint8]


TOP_ZONES = (
    Zone("left", 0.0, 0.0, CORNER_WIDTH, CORNER_HEIGHT),
    Zone("right", 1 - CORNER_WIDTH, 0.0, 1.0, CORNER_HEIGHT),
)
MIDDLE = Zone("middle", 0.08, 0.16, 0.92, 0.84, large=True)


def find_candidates(card: Picture) -> list[Candidate]:
    """Every crop worth naming on an upright card (288, 188, 3).

    The two upper corners are read upright, the two lower ones turned by half (their names begin with "lower"), the middle
    both ways.
    """
    below = np.ascontiguousarray(card[::-1, ::-1])
    found = []
    for view, prefix in ((card, "upper "), (below, "lower ")):
        for zone in (*TOP_ZONES, MIDDLE):
            found += _in_zone(view, zone, prefix)
    return found


def _in_zone(view: Picture, zone: Zone, prefix: str) -> list[Candidate]:
    x0, y0 = int(zone.left * CARD_WIDTH_PX), int(zone.top * CARD_HEIGHT_PX)
    part = view[y0 : int(zone.bottom * CARD_HEIGHT_PX), x0 : int(zone.right * CARD_WIDTH_PX)]
    boxes: list[tuple[int, int, int, int]] = []
    for binary in binaries(part):
        for box in number_boxes(binary, large=zone.large):
            if not any(_alike(box, other) for other in boxes):
                boxes.append(box)
    shifted = [(x + x0, y + y0, w, h) for x, y, w, h in boxes]
    return [Candidate(prefix + zone.name, box, square(view, box)) for box in shifted]


def binaries(part: Picture) -> list[npt.NDArray[np.uint8]]:
    """Ink masks of a zone: the strongest contrast split in two by Otsu, both ways round, and a local threshold."""
    axis = _contrast(part)
    level, dark = cv2.threshold(axis, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    local = cv2.adaptiveThreshold(axis, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, 41, 6)
    lower = cv2.adaptiveThreshold(axis, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, 41, 6)
    return [np.asarray(mask, np.uint8) for mask in (dark, 255 - dark, local, lower)]


def _contrast(part: Picture) -> npt.NDArray[np.uint8]:
    pixels = part.reshape(-1, 3).astype(np.float32)
    centred = pixels - pixels.mean(0)
    axis = np.linalg.eigh(centred.T @ centred)[1][:, -1]
    values = (centred @ axis).reshape(part.shape[:2])
    low, high = np.percentile(values, (1, 99))
    return np.asarray(np.clip((values - low) * (255 / max(high - low, 1)), 0, 255), np.uint8)


def number_boxes(binary: npt.NDArray[np.uint8], *, large: bool) -> list[tuple[int, int, int, int]]:
    """Boxes (x, y, width, height) of ink that has the size of a number, neighbours on one line joined."""
    rows, columns = binary.shape
    _, _, stats, _ = cv2.connectedComponentsWithStats(binary, connectivity=8)
    parts = []
    for x, y, w, h, area in stats[1:]:
        inside = x > 0 and y > 0 and x + w < columns and y + h < rows
        if inside and area >= 12 and w < 0.9 * columns:
            parts.append((int(x), int(y), int(w), int(h)))
    least = LEAST_HEIGHT * CARD_HEIGHT_PX * (2.5 if large else 1)
    most = CARD_HEIGHT_PX * (0.6 if large else 0.3)
    tall = sorted((p for p in parts if least <= p[3] <= most and p[2] < 1.6 * p[3]), key=lambda p: -p[3])[:4]
    return _distinct([_grown(box, parts) for box in tall])


def _grown(box: tuple[int, int, int, int], parts: list[tuple[int, int, int, int]]) -> tuple[int, int, int, int]:
    x, y, w, h = box
    joined = [box]
    for other in parts:
        if other != box and (_beside(box, other) or _below(box, other)):
            joined.append(other)
    left, top = min(p[0] for p in joined), min(p[1] for p in joined)
    right, bottom = max(p[0] + p[2] for p in joined), max(p[1] + p[3] for p in joined)
    return left, top, right - left, bottom - top


def _beside(box: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    """A second digit of like height on the same line, or a minus before it."""
    x, y, w, h = box
    ox, oy, ow, oh = other
    gap = max(ox - (x + w), x - (ox + ow))
    if gap > 0.35 * h or gap < -0.2 * h:
        return False
    same_line = abs(oy - y) < 0.15 * h and abs(oy + oh - y - h) < 0.15 * h
    minus = ox + ow <= x + 0.1 * w and 0.25 * h < oy + oh / 2 - y < 0.75 * h and oh < 0.3 * h and 0.2 * h < ow < h
    return same_line or minus


def _below(box: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    """The bar or dot that tells a 6 from a 9."""
    x, y, w, h = box
    ox, oy, ow, oh = other
    bar = (
        0 <= oy - (y + h) + 0.05 * h < 0.25 * h
        and oh < 0.22 * h
        and 0.5 * w < ow < 1.5 * w
        and abs(ox + ow / 2 - x - w / 2) < 0.3 * w
    )
    dot = 0 <= ox - (x + w) + 0.05 * h < 0.2 * h and abs(oy + oh - y - h) < 0.1 * h and max(ow, oh) < 0.25 * h
    return bar or dot


def _distinct(boxes: list[tuple[int, int, int, int]]) -> list[tuple[int, int, int, int]]:
    kept: list[tuple[int, int, int, int]] = []
    for box in boxes:
        if not any(_alike(box, other) for other in kept):
            kept.append(box)
    return kept


def _alike(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= max(2, 0.1 * one[3])


def square(view: Picture, box: tuple[int, int, int, int]) -> npt.NDArray[np.uint8]:
    """The square round a box that the network expects: (32, 32, 3)."""
    x, y, w, h = box
    side = MARGIN * max(h, 0.85 * w)
    scale = side / SIDE_PX
    left, top = x + w / 2 - side / 2, y + h / 2 - side / 2
    if scale > 1.6:
        step = int(scale)
        view = np.asarray(cv2.blur(view, (step, step)), np.uint8)
    warp = np.array([[scale, 0, left + scale / 2 - 0.5], [0, scale, top + scale / 2 - 0.5]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(view, warp, (SIDE_PX, SIDE_PX), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
