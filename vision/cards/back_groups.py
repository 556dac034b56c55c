"""Cards of one look on which no numeral is seen: the backs of a deck, though each by itself may be anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.outlines import Outline
from vision.cards.reader import DOUBT, FAINT
from vision.cards.rectify import Picture, overlap
from vision.cards.selection import SAME, Reading
from vision.readings import BACK

Floats: TypeAlias = npt.NDArray[np.float32]

INNER: Final = np.s_[16:-16, 12:-12]
LOOK_PX: Final = (44, 70)
SHARES: Final = np.linspace(5, 95, 10)
MOST_APART: Final = 1.5
"""Lab: backs of a deck are within 1, two pieces of a wooden table 3 apart, backs and faces 6 (rendered tables)."""
MOST_FACE, LEAST_EDGES, LEAST_BACK, SUREST = 0.1, 0.8, 0.25, 0.95


def backs_alike(found: list[Reading], shapes: Sequence[Outline] = (), *, bombs: bool = False) -> list[Reading]:
    """The readings, those that look alike and show no numeral as backs: if one of them is a back, so are all.

    Where there are no `bombs` what has one of the `shapes` of cards is hardly none, and is a back if it may be one.
    Their order stays; a back that is surer by itself stays as it is.
    """
    filled = [0.0 if bombs else _filled(one, shapes) for one in found]
    at = [i for i, one in enumerate(found) if _may_be_back(one, filled[i])]
    if not at:
        return found
    tones = np.array([_tones(found[i].card.picture) for i in at])
    alike = np.abs(tones[:, None] - tones).mean((2, 3)) < MOST_APART
    chances = np.array([_back(found[i], filled[i]) for i in at])
    told = {i: _sureness(chances[near]) for i, near in zip(at, alike, strict=True) if near.sum() > 1}
    if not bombs:
        alone = {
            i: _alone(chance) for i, chance in zip(at, chances, strict=True) if found[i].value.value in (None, BACK)
        }
        told = alone | told
    return [_as_back(one, told.get(i, 0.0)) for i, one in enumerate(found)]


def _filled(one: Reading, shapes: Sequence[Outline]) -> float:
    """The score of the shape that a reading fills, 0 if it fills none."""
    return max((shape.score for shape in shapes if overlap(shape.quad, one.outline.quad) > SAME), default=0.0)


def _may_be_back(one: Reading, filled: float) -> bool:
    kind = one.value.kind
    if kind is None or one.card.covered is not None or one.card.plain:
        return False
    bounded = filled > 0 or one.outline.score > LEAST_EDGES
    return kind.face + kind.bomb < MOST_FACE and one.value.votes < FAINT and bounded


def _back(one: Reading, filled: float) -> float:
    """The probability that it is a back: what fills the shape of a card is hardly none."""
    kind = one.value.kind
    return kind.back / (1 - filled * kind.none) if kind is not None else 0.0


def _alone(chance: float) -> float:
    """How sure what is a back with that chance is one, if nothing else looks like it."""
    return chance / (chance + DOUBT[BACK] * (1 - chance))


def _sureness(chances: npt.NDArray[np.float64]) -> float:
    """How sure cards of one look are backs, each of which is one with these chances by itself; 0 if hardly any is."""
    each = float(chances.mean())
    return min(1 - (1 - each) ** len(chances), SUREST) if each > LEAST_BACK else 0.0


def _as_back(one: Reading, sureness: float) -> Reading:
    known = one.value.confidence if one.value.value == BACK else 0.0
    if sureness <= known:
        return one
    return replace(one, value=replace(one.value, value=BACK, confidence=sureness))


def _tones(card: Picture) -> Floats:
    """How the colours of an upright card (240, 156, 3) are spread, (10, 3) Lab, its light taken out: the same for a
    pattern wherever it begins and whichever way up it lies."""
    small = cv2.resize(card[INNER], LOOK_PX, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    spread = np.percentile(cv2.cvtColor(small, cv2.COLOR_BGR2Lab).reshape(-1, 3), SHARES, axis=0)
    spread[:, 0] -= spread[:, 0].mean()
    return np.asarray(spread, np.float32)
