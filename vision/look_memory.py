"""What was read on each place since its pixels last changed: still places are not read again and again.

Noise differs from look to look, so a place is read a few times and its readings are averaged; after that it costs
nothing until something moves there. A card laid down makes only its own place be read anew.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.reader import CutCard
from vision.colour import Floats
from vision.markers import Picture
from vision.readings import Cell, CellSeen
from vision.vote import mean_cell

ENOUGH: Final = 3
"""So many readings of an unchanged place are averaged; more would not change the answer."""

SURE: Final = 0.9
"""What is read as surely as that stays when only other faces were learned."""

_THUMB_PX: Final = (13, 20)
_CHANGED_LEVELS: Final = 13.0
_CHANGED_CELLS: Final = 8
"""A place has changed where so many cells of its thumbnail differ by so much: another digit changes few, but much.

Measured on drawn tables, sharp or not, dim, noisy or in glare: noise stays below 9.2, another digit is above 20.
"""


Key = tuple[Cell, tuple[str, ...]]
"""A place and the labels that may lie there."""


@dataclass(slots=True)
class _Kept:
    thumb: npt.NDArray[np.float32]
    shown: tuple[CutCard, str] | None = None
    readings: list[CellSeen] = field(default_factory=list)


class CellMemory:
    """Remembers readings by place; one for each camera."""

    def __init__(self) -> None:
        self._kept: dict[Key, _Kept] = {}

    def wants(self, key: Key, picture: Picture, quad: Floats) -> bool:
        """Whether the place should be read: its pixels changed, or it was not read often enough since they did.

        Args: `quad` (4, 2) px, its corners in `picture`.
        """
        thumb = _thumbnail(picture, quad)
        kept = self._kept.get(key)
        if kept is None or _apart(kept.thumb, thumb) > _CHANGED_LEVELS:
            self._kept[key] = _Kept(thumb)
            return True
        return len(kept.readings) < ENOUGH

    def add(self, key: Key, reading: CellSeen, card: CutCard | None = None) -> None:
        """Keep a reading of a place for which `wants` was true, and the card cut out for it."""
        self._kept[key].readings.append(reading)
        if card is not None:
            self._kept[key].shown = (card, mean_cell(self._kept[key].readings).label)

    def shown(self, cell: Cell) -> tuple[CutCard, str] | None:
        """The card cut out at a place last and the label read there; None where nothing was read."""
        return next((kept.shown for (place, _), kept in self._kept.items() if place == cell), None)

    def doubt(self, labels: frozenset[str] | None) -> None:
        """Have the places read anew that showed one of these labels, or nothing surely; None: all of them."""
        for kept in self._kept.values():
            reading = mean_cell(kept.readings)
            if labels is None or reading.label in labels or reading.confidence < SURE:
                kept.readings.clear()

    def cell(self, key: Key) -> CellSeen:
        """The average of what was read there since it last changed."""
        return mean_cell(self._kept[key].readings)

    def forget(self) -> None:
        """Forget everything; the camera or the table moved."""
        self._kept.clear()


def _apart(one: npt.NDArray[np.float32], other: npt.NDArray[np.float32]) -> float:
    """Return how far two thumbnails differ in the cells that differ most, levels."""
    off = np.abs(one - other).max(axis=2).ravel()
    return float(np.partition(off, -_CHANGED_CELLS)[-_CHANGED_CELLS:].mean())


def _thumbnail(picture: Picture, quad: Floats) -> npt.NDArray[np.float32]:
    width, height = _THUMB_PX
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    centre = quad.mean(axis=0)
    inner = (centre + 0.92 * (quad - centre)).astype(np.float32)
    left, top = np.maximum(np.floor(inner.min(axis=0)).astype(int), 0)
    right, bottom = np.ceil(inner.max(axis=0)).astype(int) + 1
    part = picture[top:bottom, left:right]
    if not part.size:
        return np.zeros((height, width, 3), np.float32)
    soft = cv2.blur(part, (5, 5))
    warp = cv2.getPerspectiveTransform((inner - (left, top)).astype(np.float32), target)
    return np.asarray(cv2.warpPerspective(soft, warp, _THUMB_PX, borderMode=cv2.BORDER_REPLICATE), np.float32)
