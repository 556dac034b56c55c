"""Where on an upright card numerals may stand: connected ink, joined into numbers, cut out square."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.ink import GLOBAL, Bytes, binaries, ink_masks
from vision.cards.network import SIDE_PX
from vision.cards.rectify import CARD_HEIGHT_PX, Picture

Box: TypeAlias = tuple[int, int, int, int]
Mask: TypeAlias = npt.NDArray[np.bool_]

LEAST_HEIGHT = 0.045
MARGIN = 1.42
TALLEST = 4
BADGE = 0.12
RIM_PX = 4
LEAST_AREA = 9
MOST_COVERED = 0.2
MOST_HIDDEN = 0.7


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


@dataclass(frozen=True, slots=True)
class _Part:
    """A zone of a card one way up: where it begins, px, what is seen there, ink masks of that."""

    view: _View
    left: int
    top: int
    picture: Picture
    masks: list[Bytes]


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
    ways = (
        _View("upper ", card, covered),
        _View("lower ", half_turned(card), None if covered is None else covered[::-1, ::-1]),
    )
    found = []
    for zone in zones:
        for part in _parts(zone, ways, thorough=thorough):
            name = part.view.half + zone.name
            before = None if known is None else [one.box for one in known if one.zone == name]
            boxes = _in_part(part, zone, before, thorough=thorough)
            found += [Candidate(name, box, square(part.view.card, box)) for box in boxes]
    return found


def half_turned(card: Picture) -> Picture:
    """The card on its head."""
    return np.asarray(cv2.flip(card, -1), np.uint8)


def _parts(zone: Zone, ways: tuple[_View, _View], *, thorough: bool) -> Iterator[_Part]:
    """The zone on the card both ways up; what stands in the middle is split into ink and ground once for both."""
    upper = _part(zone, ways[0], thorough=thorough)
    yield upper
    if not zone.large:
        yield _part(zone, ways[1], thorough=thorough)
        return
    rows, columns = upper.view.card.shape[:2]
    left, top = columns - upper.left - upper.picture.shape[1], rows - upper.top - upper.picture.shape[0]
    masks = [half_turned(mask) for mask in upper.masks]
    yield _Part(ways[1], left, top, half_turned(upper.picture), masks)


def _part(zone: Zone, view: _View, *, thorough: bool) -> _Part:
    left, top, right, bottom = zone.within(view.card)
    picture = view.card[top:bottom, left:right]
    return _Part(view, left, top, picture, ink_masks(picture, large=zone.large, thorough=thorough))


def _in_part(part: _Part, zone: Zone, known: list[Box] | None, *, thorough: bool) -> list[Box]:
    """Boxes on the card; those that are new where some are known."""
    view, left, top = part.view, part.left, part.top
    rows, columns = part.picture.shape[:2]
    if view.covered is not None and view.covered[top : top + rows, left : left + columns].mean() > MOST_HIDDEN:
        return []
    before = [(x - left, y - top, w, h) for x, y, w, h in known or ()]
    masks = part.masks[0 if known is None else GLOBAL :]
    boxes = before + [box for mask in masks for box in number_boxes(mask, large=zone.large)]
    if thorough and not zone.large:
        boxes += [inner for box in boxes if _is_badge(box) for inner in _on_badge(part.picture, box)]
    shifted = [(x + left, y + top, w, h) for x, y, w, h in _distinct(boxes)[len(before) :]]
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
