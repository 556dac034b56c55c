"""Where on an upright card numerals may stand: connected ink, joined into numbers, cut out square."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.network import SIDE_PX
from vision.cards.rectify import CARD_HEIGHT_PX, Picture

Box: TypeAlias = tuple[int, int, int, int]
Bytes: TypeAlias = npt.NDArray[np.uint8]
Mask: TypeAlias = npt.NDArray[np.bool_]

LEAST_HEIGHT = 0.045
MARGIN = 1.42
TALLEST = 4
BADGE = 0.12
RIM_PX = 4
LEAST_AREA = 9
LEAST_SPLIT = 0.05
TWO_TONES = 0.8
STROKE_PX = 13
MOST_COVERED = 0.2
MOST_HIDDEN = 0.7
TONES = np.arange(256)
GLOBAL = 2
"""Masks by one threshold for all of a zone: the first ones."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the card, as shares of it, that may hold a number; `large` for the figure in the middle."""

    name: str
    left: float
    top: float
    right: float
    bottom: float
    large: bool = False

    def within(self, view: Picture) -> tuple[int, int, int, int]:
        """Left, top, right and bottom px on a view of a card, which may lie on its side."""
        rows, columns = view.shape[:2]
        shares = (self.left, self.top, self.right, self.bottom)
        if columns > rows:
            shares = (self.top, self.left, self.bottom, self.right)
        left, top, right, bottom = (int(s * size) for s, size in zip(shares, (columns, rows) * 2, strict=True))
        return left, top, right, bottom


@dataclass(frozen=True, slots=True)
class Candidate:
    """What may be a numeral: its zone, the box (x, y, width, height) of its ink as read upright, the crop (32, 32,
    3)."""

    zone: str
    box: Box
    crop: Bytes


FIRST = (Zone("left", 0.0, 0.0, 0.46, 0.34),)
REST = (Zone("right", 0.54, 0.0, 1.0, 0.34), Zone("middle", 0.08, 0.16, 0.92, 0.84, large=True))


@dataclass(frozen=True, slots=True)
class _View:
    """A card (h, w, 3) one way up, where others lie on it (h, w) bool, and which of its halves is the upper one."""

    half: str
    card: Picture
    covered: Mask | None


def find_candidates(
    card: Picture,
    zones: tuple[Zone, ...],
    *,
    thorough: bool,
    covered: Mask | None = None,
    known: Sequence[Candidate] | None = None,
) -> list[Candidate]:
    """Every crop worth naming in `zones` of an upright card (240, 156, 3), or of one on its side (156, 240, 3).

    Each zone is looked at twice: as it is, and on the card turned by half (names begin with "lower"). `thorough` adds
    local thresholds, for uneven light; where it is `known` what the others show, they alone are tried, and what they
    add is returned. Where others lie on the card, (240, 156) bool, nothing is looked for.
    """
    upper = _View("upper ", card, covered)
    lower = _View("lower ", half_turned(card), None if covered is None else covered[::-1, ::-1])
    found = []
    for view in (upper, lower):
        for zone in zones:
            before = None if known is None else [one.box for one in known if one.zone == view.half + zone.name]
            found += [
                Candidate(view.half + zone.name, box, square(view.card, box))
                for box in _in_zone(view, zone, before, thorough)
            ]
    return found


def half_turned(card: Picture) -> Picture:
    """The card on its head."""
    return np.asarray(cv2.flip(card, -1), np.uint8)


def _in_zone(view: _View, zone: Zone, known: list[Box] | None, thorough: bool) -> list[Box]:  # noqa: FBT001
    """Boxes on the card; those that are new where some are known."""
    x0, y0, right, bottom = zone.within(view.card)
    if view.covered is not None and view.covered[y0:bottom, x0:right].mean() > MOST_HIDDEN:
        return []
    part = view.card[y0:bottom, x0:right]
    before = [(x - x0, y - y0, w, h) for x, y, w, h in known or ()]
    axis = _contrast(part)
    masks = _binaries(axis, thorough=thorough)
    if thorough:
        masks += _finer(part, axis, masks, large=zone.large)
    boxes = before + [
        box for mask in masks[0 if known is None else GLOBAL :] for box in number_boxes(mask, large=zone.large)
    ]
    if thorough and not zone.large:
        boxes += [inner for box in boxes if _is_badge(box) for inner in _on_badge(part, box)]
    shifted = [(x + x0, y + y0, w, h) for x, y, w, h in _distinct(boxes)[len(before) :]]
    return [box for box in shifted if not _is_rim(box, view.card.shape[1]) and not _is_covered(box, view.covered)]


def _is_covered(box: Box, covered: Mask | None) -> bool:
    x, y, w, h = box
    return covered is not None and bool(covered[y : y + h, x : x + w].mean() > MOST_COVERED)


def _is_rim(box: Box, columns: int) -> bool:
    """Slivers along the side of a card: its border or what lies beside it, no 1."""
    x, _, w, h = box
    return w < 0.45 * h and (x < RIM_PX or x + w > columns - RIM_PX)


def _is_badge(box: Box) -> bool:
    return box[3] > BADGE * CARD_HEIGHT_PX and abs(box[2] - box[3]) < 0.15 * box[3]


def _on_badge(part: Picture, box: Box) -> list[Box]:
    """What is printed on a round badge: ground and badge and figure are three tones, too many for one threshold."""
    x, y, w, h = box
    badge = part[y : y + h, x : x + w].copy()
    disc = np.zeros((h, w), np.uint8)
    cv2.ellipse(disc, ((w / 2 - 0.5, h / 2 - 0.5), (0.92 * w, 0.92 * h), 0), 1, cv2.FILLED)
    badge[disc == 0] = np.median(badge[disc > 0], axis=0)
    found = [inner for binary in binaries(badge, thorough=False) for inner in number_boxes(binary, large=False)]
    return [(x + inner[0], y + inner[1], *inner[2:]) for inner in found]


def binaries(part: Picture, *, thorough: bool) -> list[Bytes]:
    """Ink masks of a zone: its strongest contrast split in two by Otsu, both ways round, and by a local threshold."""
    return _binaries(_contrast(part), thorough=thorough)


def _binaries(axis: Bytes, *, thorough: bool) -> list[Bytes]:
    _, light = cv2.threshold(axis, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    masks = [light, cv2.bitwise_not(light)]
    if thorough:
        for kind, offset in ((cv2.THRESH_BINARY, -6), (cv2.THRESH_BINARY_INV, 6)):
            masks.append(cv2.adaptiveThreshold(axis, 255, cv2.ADAPTIVE_THRESH_MEAN_C, kind, 35, offset))
    return [np.asarray(mask, np.uint8) for mask in masks]


def _finer(part: Picture, axis: Bytes, masks: list[Bytes], *, large: bool) -> list[Bytes]:
    """More ink masks of a zone: the two tones of each of its halves, for figures on a ground with a border or badge of
    a third tone; where figures are not `large`, lines darker or lighter than what is about them."""
    tones = [tone for half in masks[:GLOBAL] for tone in _split(part, half)]
    return tones if large else tones + _strokes(axis)


def _split(part: Picture, half: Bytes) -> list[Bytes]:
    """The two tones among the pixels of a mask; none where these are but shades of one."""
    size = cv2.countNonZero(half)
    if size < LEAST_SPLIT * half.size:
        return []
    axis = _contrast(part, half)
    inside = axis[half > 0]
    level, _ = cv2.threshold(inside, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    counts = np.bincount(inside, minlength=256)
    upper = counts[int(level) + 1 :]
    share = float(upper.sum()) / size
    if not LEAST_SPLIT < share < 1 - LEAST_SPLIT:
        return []
    mean = float(counts @ TONES) / size
    # The variance between the two tones against all of it.
    between = (float(upper @ TONES[int(level) + 1 :]) / size - share * mean) ** 2 / (share * (1 - share))
    if between < TWO_TONES * (float(counts @ TONES**2) / size - mean**2):
        return []
    return [np.asarray(half * (side > 0), np.uint8) for side in (axis > level, axis <= level)]


def _strokes(axis: Bytes) -> list[Bytes]:
    """Lines thinner than a stroke may be, darker or lighter than what is about them."""
    about = np.ones((STROKE_PX, STROKE_PX), np.uint8)
    lines = [cv2.morphologyEx(axis, kind, about) for kind in (cv2.MORPH_BLACKHAT, cv2.MORPH_TOPHAT)]
    return [np.asarray(cv2.threshold(one, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1], np.uint8) for one in lines]


def _contrast(part: Picture, among: Bytes | None = None) -> Bytes:
    """The zone (h, w, 3) along the direction in which its colours differ most, stretched to 0..255; `among` (h, w)
    tells the pixels that count."""
    sparse = part[::2, ::2] if among is None else part[::2, ::2][among[::2, ::2] > 0]
    sparse = sparse.reshape(-1, 3).astype(np.float32)
    if len(sparse) < LEAST_AREA:
        return np.zeros(part.shape[:2], np.uint8)
    spread, mean = cv2.calcCovarMatrix(sparse, np.zeros((1, 3)), cv2.COVAR_NORMAL | cv2.COVAR_ROWS, ctype=cv2.CV_32F)
    axis = np.linalg.eigh(spread)[1][:, -1]
    rim = len(sparse) // 100
    values = np.partition(sparse @ axis - mean[0] @ axis, (rim, -1 - rim))
    low, high = values[rim], values[-1 - rim]
    gain = 255 / max(float(high - low), 1.0)
    row = np.append(axis * gain, -(mean[0] @ axis + low) * gain)
    return np.asarray(cv2.transform(part, row[None]), np.uint8)


def number_boxes(binary: Bytes, *, large: bool) -> list[Box]:
    """Boxes of ink that has the size of a number, neighbours on one line joined."""
    rows, columns = binary.shape
    outlines, nesting = cv2.findContours(binary, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    outer = nesting[0, :, 3] < 0 if nesting is not None else ()
    boxes = [cv2.boundingRect(outline) for outline, is_outer in zip(outlines, outer, strict=True) if is_outer]
    parts: list[Box] = [
        (x, y, w, h)
        for x, y, w, h in boxes
        if x > 0 and y > 0 and x + w < columns and y + h < rows and w * h >= LEAST_AREA and w < 0.9 * columns
    ]
    least = LEAST_HEIGHT * CARD_HEIGHT_PX * (2.5 if large else 1)
    most = CARD_HEIGHT_PX * (0.6 if large else 0.3)
    tall = sorted((p for p in parts if least <= p[3] <= most and p[2] < 1.6 * p[3]), key=lambda p: -p[3])
    return _distinct([_grown(box, parts) for box in tall[:TALLEST]])


def _grown(box: Box, parts: list[Box]) -> Box:
    joined = [box, *(other for other in parts if other != box and (_beside(box, other) or _below(box, other)))]
    left, top = min(p[0] for p in joined), min(p[1] for p in joined)
    right, bottom = max(p[0] + p[2] for p in joined), max(p[1] + p[3] for p in joined)
    return left, top, right - left, bottom - top


def _beside(box: Box, other: Box) -> bool:
    """A second digit on the same line, or a plus or minus before it."""
    x, y, w, h = box
    ox, oy, ow, oh = other
    gap = max(ox - (x + w), x - (ox + ow))
    if not -0.2 * h <= gap <= 0.45 * h:
        return False
    same_line = abs(oy + oh - y - h) < 0.15 * h and (abs(oy - y) < 0.15 * h or 0.5 * h < oh < h)
    half_way = 0.25 * h < oy + oh / 2 - y < 0.75 * h
    minus = ox + ow <= x + 0.1 * w and half_way and oh < 0.3 * h and 0.2 * h < ow < h
    return same_line or minus


def _below(box: Box, other: Box) -> bool:
    """The bar or dot that tells a 6 from a 9."""
    x, y, w, h = box
    ox, oy, ow, oh = other
    under = -0.05 * h <= oy - (y + h) < 0.2 * h and abs(ox + ow / 2 - x - w / 2) < 0.3 * w
    bar = under and oh < 0.22 * h and 0.5 * w < ow < 1.5 * w
    dot = -0.05 * h <= ox - (x + w) < 0.2 * h and abs(oy + oh - y - h) < 0.1 * h and max(ow, oh) < 0.25 * h
    return bar or dot


def _distinct(boxes: list[Box]) -> list[Box]:
    kept: list[Box] = []
    for box in boxes:
        if not any(_alike(box, other) for other in kept):
            kept.append(box)
    return kept


def _alike(one: Box, other: Box) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= max(2, 0.1 * one[3])


def square(view: Picture, box: Box) -> Bytes:
    """The square round a box that the network expects: (32, 32, 3)."""
    x, y, w, h = box
    side = MARGIN * max(h, 0.85 * w)
    scale = side / SIDE_PX
    left, top = x + w / 2 - side / 2, y + h / 2 - side / 2
    if scale > 1.6:
        x0, y0 = max(int(left) - 3, 0), max(int(top) - 3, 0)
        step = int(scale)
        view = np.asarray(cv2.blur(view[y0 : int(top + side) + 4, x0 : int(left + side) + 4], (step, step)), np.uint8)
        left, top = left - x0, top - y0
    warp = np.array([[scale, 0, left + scale / 2 - 0.5], [0, scale, top + scale / 2 - 0.5]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    crop = cv2.warpAffine(view, warp, (SIDE_PX, SIDE_PX), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, np.uint8)
