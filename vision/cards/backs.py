"""Is this card lying face down? Backs are printed all over, look the same turned by half, and unlike the table."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.reader import ValueRead
from vision.cards.rectify import Picture, Quad
from vision.cards.selection import Reading
from vision.readings import BACK

Floats: TypeAlias = npt.NDArray[np.float32]

SIZE_PX = (78, 120)
RIM_PX = 7
OFF_PX = 6
FINE_PX = 1.2
COARSE_PX = 9.0
CELLS = (6, 9)
SYMMETRIC = 0.42
FILLED = 0.62
TABLE_PX = 112
NEAR_LAB = 9.0
LEAST_LIKE = 0.015
MOST_LIKE_TABLE = 0.85
FOUR_SIDES = 0.96
BACK_VOTES = 1.2
FAINT_VOTES = 0.3
SURELY_ALIKE, SURELY_FILLED = 0.6, 0.95
PERHAPS_ALIKE, PERHAPS_FILLED = 0.5, 0.45
RING_ALIKE = 0.8
ROUND = (0, 1, 8, 11)
"""Figures that look the same turned by half, as backs do: only these may a back pretend to show in its middle."""
UNSURE = 0.45
LEAST_BACK = 0.25
SURE = 0.5


class Table:
    """The colours of a table, cards taken out: tells whether something looks like more of the same table."""

    def __init__(self, picture: Picture, cards: list[Quad]) -> None:
        scale = TABLE_PX / max(picture.shape[:2])
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        free = np.ones(small.shape[:2], np.uint8)
        for quad in cards:
            cv2.fillConvexPoly(free, np.round((quad + 0.5) * scale - 0.5).astype(np.int32), 0)
        self._tones = _lab(np.asarray(small, np.uint8))[free > 0][::3]
        self._squares = (self._tones**2).sum(1)

    def sorted_out(self, found: list[Reading]) -> list[Reading]:
        """The readings without those that show only more table; where no index was read, backs named where they look
        it."""
        kept = []
        for one in found:
            if one.value.confidence >= SURE and one.value.indexed and one.value.places > 1:
                kept.append(one)
            elif (
                one.value.confidence >= SURE
                or one.outline.score > FOUR_SIDES
                or self.likeness(one.card.picture) < MOST_LIKE_TABLE
            ):
                kept.append(named_back(one))
        return kept

    def likeness(self, card: Picture) -> float:
        """The share of an upright card (240, 156, 3) whose colours the table has too."""
        cells = _lab(np.asarray(cv2.resize(card, CELLS, interpolation=cv2.INTER_AREA), np.uint8)).reshape(-1, 3)
        if not len(self._tones):
            return 0.0
        squares = (cells**2).sum(1)[:, None] + self._squares - 2 * cells @ self._tones.T
        near = squares < NEAR_LAB**2
        return float((near.mean(1) > LEAST_LIKE).mean())


def named_back(one: Reading) -> Reading:
    """The reading, or that of a back where the card looks like one and no index says otherwise."""
    return replace(one, value=_or_back(one.value, one.card.picture))


def _or_back(value: ValueRead, card: Picture) -> ValueRead:
    """A back is sure only where nothing was read; so is a value not, where a back might show it: in its middle (a ring
    is no 0) or in a single place."""
    alike, filled = features(card)
    odds = back_odds(card)
    backlike = alike > SURELY_ALIKE and filled > SURELY_FILLED
    if value.votes > FAINT_VOTES or not backlike:
        odds = min(odds, UNSURE)
    if value.value is not None and _may_be_print(value, alike, filled):
        if backlike or (alike > SURELY_ALIKE and filled > PERHAPS_FILLED and value.value in ROUND):
            return replace(value, value=BACK, confidence=UNSURE, runner_up=value.value)
        value = replace(value, confidence=min(value.confidence, UNSURE))
    against = value.votes if value.indexed or value.value not in ROUND else 0.0
    odds *= max(0.0, 1 - against / (2 * BACK_VOTES))
    return ValueRead(BACK, odds, value.value) if odds > max(value.confidence, LEAST_BACK) else value


def _may_be_print(value: ValueRead, alike: float, filled: float) -> bool:
    """Whether the pattern of a back, with or without a ring in its middle, might have been read so."""
    ring = not value.indexed and value.value in ROUND and (filled > PERHAPS_FILLED or alike > RING_ALIKE)
    return ring or (alike > PERHAPS_ALIKE and filled > PERHAPS_FILLED and (value.places < 2 or not value.indexed))


def _lab(picture: Picture) -> Floats:
    return np.asarray(cv2.cvtColor(picture.astype(np.float32) / 255, cv2.COLOR_BGR2Lab), np.float32)


def back_odds(card: Picture) -> float:
    """The probability 0..1 that an upright card (240, 156, 3) uint8 BGR shows its back, if it is a card."""
    alike, filled = features(card)
    return float(1 / (1 + np.exp(-14 * (alike - SYMMETRIC))) / (1 + np.exp(-16 * (filled - FILLED))))


def features(card: Picture) -> tuple[float, float]:
    """How alike the print is to itself turned by half (-1..1), and the share of the card that is printed on (0..1)."""
    grey = cv2.cvtColor(cv2.resize(card, SIZE_PX, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    tone = cv2.GaussianBlur(np.log1p(grey.astype(np.float32)), (0, 0), FINE_PX)
    print_only = (tone - cv2.GaussianBlur(tone, (0, 0), COARSE_PX))[RIM_PX:-RIM_PX, RIM_PX:-RIM_PX]
    turned = np.ascontiguousarray(print_only[::-1, ::-1])[OFF_PX:-OFF_PX, OFF_PX:-OFF_PX]
    alike = float(cv2.matchTemplate(print_only, turned, cv2.TM_CCOEFF_NORMED).max())
    cells = cv2.resize(np.abs(print_only), CELLS, interpolation=cv2.INTER_AREA)
    return alike, float((cells > 0.4 * np.percentile(cells, 85)).mean())
