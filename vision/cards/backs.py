"""Is this a card, and may it be a back? Not surely where it only shows the colours of the table."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.edges import EdgeMap
from vision.cards.outlines import Outline
from vision.cards.rectify import Picture, Quad
from vision.cards.selection import Reading
from vision.cards.unlike import Small
from vision.readings import BACK

Floats: TypeAlias = npt.NDArray[np.float32]

CELLS, TRIM_PX = (6, 9), 3
TABLE_PX = 112
NEAR_LAB = 9.0
LEAST_LIKE = 0.015
MOST_LIKE_TABLE = 0.85
FOUR_SIDES = 0.96
SURE, UNSURE = 0.5, 0.45
LEAST_UNLIKE = 0.45
LEAST_STEP = 10.0
BESIDE, ALONG = np.linspace(0.025, 0.09, 4), np.linspace(0.13, 0.87, 16)
"""Where colours beside a side are looked up, as shares of the short side and of the side."""


class Table:
    """The colours of a table, cards taken out: tells whether something looks like more of the same table."""

    def __init__(self, picture: Picture, cards: list[Quad]) -> None:
        step = max(1, max(picture.shape[:2]) // TABLE_PX)
        rows, columns = (side // step for side in picture.shape[:2])
        whole = picture[: rows * step, : columns * step]  # Whole steps are shrunk several times as fast.
        small = cv2.resize(whole, (columns, rows), interpolation=cv2.INTER_AREA)
        free = np.ones(small.shape[:2], np.uint8)
        for quad in cards:
            cv2.fillConvexPoly(free, np.round((quad + 0.5) / step - 0.5).astype(np.int32), 0)
        self._tones = _lab(np.asarray(small, np.uint8))[free > 0][::3]
        self._squares = (self._tones**2).sum(1)
        self._twice = -2 * self._tones.T

    def sorted_out(self, found: list[Reading]) -> list[Reading]:
        """The readings without what is plain and not read surely; plain backs are not sure."""
        kept = [one for one in found if one.value.confidence >= SURE or not one.card.plain]
        return [self._doubted(one) if one.card.plain else one for one in kept]

    def doubted(self, found: list[Reading]) -> list[Reading]:
        """The readings, backs unsure where the table has the same colours: cloths are patterned too."""
        return [self._doubted(one) for one in found]

    def _doubted(self, one: Reading) -> Reading:
        if one.value.value != BACK or self.likeness(one.card.picture) < MOST_LIKE_TABLE:
            return one
        return _unsure(one)

    def shows(self, outline: Outline, card: Picture) -> bool:
        """Whether the upright card (240, 156, 3) cut from an outline, not all of it on edges, may be more table."""
        return outline.score <= FOUR_SIDES and self.likeness(card) >= MOST_LIKE_TABLE

    def likeness(self, card: Picture) -> float:
        """The share of an upright card (240, 156, 3) whose colours the table has too."""
        inner = card[TRIM_PX:-TRIM_PX]  # Whole steps are shrunk several times as fast.
        cells = _lab(np.asarray(cv2.resize(inner, CELLS, interpolation=cv2.INTER_AREA), np.uint8)).reshape(-1, 3)
        if not len(self._tones):
            return 0.0
        near = cells @ self._twice + self._squares < NEAR_LAB**2 - (cells**2).sum(1)[:, None]
        counts = cv2.reduce(near.view(np.uint8), 1, cv2.REDUCE_SUM, dtype=cv2.CV_32S)
        return float((counts > LEAST_LIKE * len(self._tones)).mean())


def backs_doubted(table: Small, found: list[Reading]) -> list[Reading]:
    """The readings, backs unsure where they are much like the table: cloths are patterned too."""
    sure = [one for one in found if one.value.confidence >= SURE]
    if all(one.value.value != BACK for one in sure):
        return found
    unlike = table.unlike([one.outline.quad for one in sure if one.value.value != BACK])
    shares = unlike.shares([one.outline for one in found])
    return [
        _unsure(one) if one.value.value == BACK and share < LEAST_UNLIKE else one
        for one, share in zip(found, shares, strict=True)
    ]


def bounded(found: list[Reading], edges: EdgeMap) -> list[Reading]:
    """The readings, backs unsure where what they show goes on beyond two opposite sides: so do planks and patterns."""
    at = [i for i, one in enumerate(found) if one.value.value == BACK and one.value.confidence >= SURE]
    if not at:
        return found
    steps = _steps(np.array([found[i].outline.quad for i in at]), edges)
    clear = np.maximum(steps[:, :2], steps[:, 2:]).min(1)
    endless = {i for i, step in zip(at, clear, strict=True) if step < LEAST_STEP}
    return [_unsure(one) if i in endless else one for i, one in enumerate(found)]


def _steps(quads: Quad, edges: EdgeMap) -> Floats:
    """How far apart, in Lab, the colours inside and outside of most of each side are, (n, 4) for outlines (n, 4, 2)."""
    seen = _lab(edges.beside(quads, ALONG, BESIDE)).reshape(len(quads), 4, len(ALONG), 2, -1, 3)
    inside, outside = seen.mean(4).transpose(3, 0, 1, 2, 4)
    return np.asarray(np.median(np.linalg.norm(inside - outside, axis=3), 2), np.float32)


def _unsure(one: Reading) -> Reading:
    return replace(one, value=replace(one.value, confidence=min(one.value.confidence, UNSURE)))


def _lab(picture: Picture) -> Floats:
    return np.asarray(cv2.cvtColor(picture.astype(np.float32) / 255, cv2.COLOR_BGR2Lab), np.float32)
