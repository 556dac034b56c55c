"""What a card looks like, as a list of numbers: for decks that were shown instead of known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.candidates import FIRST, Box, number_boxes, square
from vision.cards.colours import PAPER_PX, paper_white, white_of
from vision.cards.ink import binaries
from vision.cards.network import NumeralNetwork
from vision.cards.rectify import CARD_HEIGHT_PX, CARD_WIDTH_PX, Picture
from vision.colour import lab, linear

Floats: TypeAlias = npt.NDArray[np.float32]
Bytes: TypeAlias = npt.NDArray[np.uint8]

MIDDLE = (0.1, 0.2, 0.9, 0.8)
TINT_PX, RIM = (78, 120), 16
PLACES, PLACE_PX = (16, 10), 6
"""Rows and columns of places whose hues are compared, without the rim, and the pixels looked at along each."""
LEAST_CHROMA = 10.0
VIVID, RADIUS = 20.0, 30.0
BINS = 9
GLYPH_PX = 48
CELLS = 8
NO_SIGN: Box = (round(0.08 * CARD_WIDTH_PX), round(0.05 * CARD_HEIGHT_PX), 22, 28)
SHIFTS = ((0.0, 0.0, 0.0), (0.04, 0, 0), (-0.04, 0, 0), (0, 0.04, 0), (0, -0.04, 0), (0, 0, 0.08), (0, 0, -0.08))


class Looker:
    """Turns upright cards into looks, with the numeral network it is given."""

    def __init__(self, network: NumeralNetwork) -> None:
        self.network = network

    def look(self, card: Picture, usual: Box | None = None) -> Floats:
        """One look (2, features) of an upright card (240, 156, 3) uint8 BGR: middle and corner, each of length 1.

        Where signs of its deck stand is `usual`, if that is known.
        """
        return np.asarray(self._looks(card, corner_box(card, usual), SHIFTS[:1])[0], np.float32)

    def copies(self, card: Picture, corner: Box) -> Floats:
        """Looks (7, 2, features) of the card as if cut a little off to each side, too large, too small."""
        return self._looks(card, corner, SHIFTS)

    def _looks(self, card: Picture, corner: Box, shifts: tuple[tuple[float, float, float], ...]) -> Floats:
        parts = [self._part(card, box, shifts) for box in (figure_box(card), corner)]
        return np.stack(parts, axis=1)

    def _part(self, card: Picture, box: Box, shifts: tuple[tuple[float, float, float], ...]) -> Floats:
        crops = [square(card, _moved(box, *shift)) for shift in shifts]
        inner = self.network.features(crops)
        outer = np.stack([gradients(crop) for crop in crops])
        unit = [rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-9) for rows in (inner, outer)]
        return np.asarray(np.hstack(unit) / np.sqrt(2), np.float32)


def _moved(box: Box, right: float, down: float, growth: float) -> Box:
    x, y, w, h = box
    more = growth * max(w, h)
    return round(x + right * h - more / 2), round(y + down * h - more / 2), round(w + more), round(h + more)


def figure_box(card: Picture) -> Box:
    """The box of what is printed in the middle of a card, the middle itself where nothing stands out."""
    left, top, right, bottom = (
        int(share * size) for share, size in zip(MIDDLE, (CARD_WIDTH_PX, CARD_HEIGHT_PX) * 2, strict=True)
    )
    part = card[top:bottom, left:right]
    mask = min(binaries(part, thorough=False), key=lambda ink: float((ink > 0).mean()))
    stats = cv2.connectedComponentsWithStats(mask, connectivity=8)[2][1:]
    if not len(stats):
        return left, top, right - left, bottom - top
    x, y, w, h, area = stats.T
    inside = (x > 0) & (y > 0) & (x + w < mask.shape[1]) & (y + h < mask.shape[0])
    keep = inside & (area > 0.08 * area.max())
    if not keep.any():
        return left, top, right - left, bottom - top
    x0, y0 = int(x[keep].min()), int(y[keep].min())
    x1, y1 = int((x + w)[keep].max()), int((y + h)[keep].max())
    return left + x0, top + y0, x1 - x0, y1 - y0


def corner_box(card: Picture, usual: Box | None = None) -> Box:
    """The box of the tallest sign in the upper left corner, else in the right one, else the `usual` one of its deck.

    Where the usual one is known, a sign is looked for on its side only.
    """
    zone = FIRST[0]
    height, width = int(zone.bottom * CARD_HEIGHT_PX), int(zone.right * CARD_WIDTH_PX)
    sides = [0, CARD_WIDTH_PX - width] if usual is None else [_is_right(usual) * (CARD_WIDTH_PX - width)]
    for left in sides:
        part = np.ascontiguousarray(card[:height, left : left + width])
        boxes = [box for mask in binaries(part, thorough=False) for box in number_boxes(mask, large=False)]
        if boxes:
            x, y, w, h = max(boxes, key=lambda box: box[3])
            return left + x, y, w, h
    return usual or NO_SIGN


def usual_corner(boxes: Sequence[Box]) -> Box | None:
    """Where signs of a deck stand by those found on its faces; None where most have none."""
    found = np.array([box for box in boxes if box != NO_SIGN and box[3] > 0])
    if 2 * len(found) <= len(boxes):
        return None
    right = np.array([_is_right(tuple(box)) for box in found])
    x, y, w, h = np.median(found[right == (2 * right.sum() > len(right))], axis=0)
    return round(x), round(y), round(w), round(h)


def _is_right(box: Box) -> bool:
    return 2 * box[0] + box[2] > CARD_WIDTH_PX


def gradients(crop: Bytes) -> Floats:
    """Histograms of gradients (8 * 8 * 9,) of a crop (h, w, 3)."""
    layers = oriented(np.asarray(cv2.resize(crop, (GLYPH_PX, GLYPH_PX)), np.uint8))
    cells = cv2.resize(layers, (CELLS, CELLS), interpolation=cv2.INTER_AREA)
    return levelled(np.asarray(cells, np.float32)).ravel()


def oriented(picture: Bytes) -> Floats:
    """How strong the gradient of a picture (h, w, 3) is at each pixel, shared between the two nearest of 9 directions.

    The strongest of the three channels counts. Returns (h, w, 9).
    """
    soft = np.sqrt(picture.astype(np.float32))
    across, down = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
    channel = (across**2 + down**2).argmax(2)[..., None]
    across, down = (np.take_along_axis(part, channel, 2)[..., 0] for part in (across, down))
    place = (np.arctan2(down, across) % np.pi) / np.pi * BINS
    strength, lower = np.hypot(across, down), np.floor(place - 0.5)
    share = place - 0.5 - lower
    layers = np.zeros((*strength.shape, BINS), np.float32)
    for step, weight in ((0, 1 - share), (1, share)):
        at = ((lower + step) % BINS).astype(np.int64)[..., None]
        np.put_along_axis(layers, at, np.take_along_axis(layers, at, 2) + (strength * weight)[..., None], 2)
    return layers


def levelled(cells: npt.NDArray[np.floating]) -> Floats:
    """Each cell (h, w, 9) divided by the strength about it, so that uneven light does not show."""
    energy = np.sqrt(np.maximum(cv2.blur((cells**2).sum(2), (3, 3)), 0))  # Running sums end a hair below 0.
    level = cells / (energy + 0.15 * energy.max() + 1e-6)[..., None]
    return np.asarray(np.minimum(level, 0.6), np.float32)


def tint_of(card: Bytes) -> Floats:
    """The hue of a card's print (a, b) in Lab, measured against its own paper; (0, 0) where it is grey."""
    inner = card[card.shape[0] // RIM : -card.shape[0] // RIM, card.shape[1] // RIM : -card.shape[1] // RIM]
    light = linear(cv2.resize(inner, TINT_PX, interpolation=cv2.INTER_AREA)).reshape(-1, 3)
    paper = paper_white(linear(cv2.resize(card, PAPER_PX, interpolation=cv2.INTER_AREA)).reshape(-1, 3))
    tones = lab(np.minimum(light / paper, 1.0))
    chroma = np.linalg.norm(tones[:, 1:], axis=1)
    inked = chroma > max(LEAST_CHROMA, 0.5 * float(np.percentile(chroma, 99)))
    tint = np.median(tones[inked, 1:], axis=0) if inked.any() else np.zeros(2)
    return np.asarray(tint, np.float32)


def hues_of(card: Bytes) -> Floats:
    """The hue (a, b) in Lab of what is printed in each place of a card, measured against its white: (16, 10, 2)."""
    rows, columns = (count + 2 for count in PLACES)
    small = cv2.resize(card, (columns * PLACE_PX, rows * PLACE_PX), interpolation=cv2.INTER_AREA)
    light = linear(small.reshape(-1, 3)).reshape(small.shape)
    places = cv2.resize(light, (columns, rows), interpolation=cv2.INTER_AREA).reshape(-1, 3)
    tones = lab(np.minimum(places / white_of(card), 1.0)).reshape(rows, columns, 3)
    return np.asarray(tones[1:-1, 1:-1, 1:], np.float32)


def tints_apart(tints: Floats, other: Floats) -> Floats:
    """How far tints (n, 2) are from another (2,): hues on a circle of 30 Lab units, inside it where print is pale."""
    return np.asarray(np.linalg.norm(_on_circle(tints) - _on_circle(other), axis=-1), np.float32)


def _on_circle(tints: Floats) -> Floats:
    return np.asarray(RADIUS * tints / np.maximum(np.linalg.norm(tints, axis=-1, keepdims=True), VIVID), np.float32)
