"""Cards of one look on which no numeral is seen: the backs of a deck, though each by itself may be anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.reader import DOUBT, FAINT
from vision.cards.rectify import Picture
from vision.cards.selection import SURE, Reading
from vision.cards.silhouettes import LEAST_SUPPORT
from vision.readings import BACK

Floats: TypeAlias = npt.NDArray[np.floating]

INNER: Final = np.s_[16:-16, 12:-12]
LOOK_PX: Final = (44, 70)
SHARES: Final = np.linspace(5, 95, 10)
MOST_APART: Final = 1.5
"""Lab: backs of a deck are within 1, two pieces of a wooden table 3 apart, backs and faces 6 (rendered tables)."""
MOST_FACE, LEAST_EDGES, LEAST_BACK, SUREST = 0.1, 0.8, 0.25, 0.95
EVEN, MOST_SHAPES = 0.5, 3


def backs_alike(found: list[Reading], filled: Sequence[float] = ()) -> list[Reading]:
    """The readings, those that look alike and show no numeral as backs: if one of them is a back, so are all.

    Where it is known how clearly each is `filled` by what is no table, 0..1, several that are so are cards, and one may
    be a back alone. Their order stays; a back that is surer by itself stays as it is.
    """
    shapes = np.array(filled) if len(filled) else np.zeros(len(found))
    may = [may_be_back(one, EVEN) and _is_bounded(one, shape) for one, shape in zip(found, shapes, strict=True)]
    at = np.flatnonzero(may)
    if not len(at):
        return found
    looks = np.array([_tones(found[i].card.picture) for i in at])
    alike = np.abs(looks[:, None] - looks).mean((2, 3)) < MOST_APART
    told = np.array([_told([found[i] for i in at[near]], shapes[at][near]) for near in alike])
    if not len(filled):
        told[alike.sum(1) == 1] = 0
    named = list(found)
    for i, sure in zip(at.tolist(), told.tolist(), strict=True):
        named[i] = _as_back(found[i], sure) if may_be_back(found[i]) else found[i]
    for i, near in zip(at.tolist(), alike, strict=True):
        if not may_be_back(found[i]):
            named[i] = _like_others(found[i], [named[other] for other in at[near]])
    return named


def may_be_back(one: Reading, most_face: float = MOST_FACE) -> bool:
    """Whether what is read shows no numeral, and looks no more like a face than that."""
    kind = one.value.kind
    if kind is None or one.card.covered is not None or one.card.plain:
        return False
    return kind.face < most_face and kind.bomb < MOST_FACE and one.value.votes < FAINT


def _told(alike: list[Reading], filled: Floats) -> float:
    """How sure cards of one look are backs, by those that may well be."""
    clear = [may_be_back(one) for one in alike]
    chances = _chances(np.array([_back_or_none(one) for one in alike])[clear], filled[clear])
    if len(chances) > 1:
        return _sureness(chances)
    guessed = len(alike) == 1 and alike[0].value.value in (None, BACK)
    return _alone(float(chances[0])) if len(chances) and guessed else 0.0


def _like_others(one: Reading, alike: list[Reading]) -> Reading:
    """A card that looks a little like a face, as sure a back as those of its look are."""
    sure = max((other.value.confidence for other in alike if other.value.value == BACK), default=0.0)
    if sure < SURE or not one.is_like_card(EVEN) or one.value.kind is None:
        return one
    return _as_back(one, sure * (1 - one.value.kind.face))


def _is_bounded(one: Reading, filled: float) -> bool:
    return filled > LEAST_SUPPORT or one.outline.score > LEAST_EDGES


def _back_or_none(one: Reading) -> tuple[float, float]:
    """The probabilities that it is a back and that it is no card, by its look."""
    return (one.value.kind.back, one.value.kind.none) if one.value.kind is not None else (0.0, 1.0)


def _chances(kinds: Floats, filled: Floats) -> Floats:
    """The probabilities (n,) that cards of one look are backs, `kinds` (n, 2) that they are or are none by their look.

    Each of them that has the shape of a card makes all less likely none.
    """
    clear = np.where(filled > LEAST_SUPPORT, filled, 0)
    doubt = np.prod(1 - np.sort(clear)[-MOST_SHAPES:])
    return np.asarray(kinds[:, 0] / (1 - kinds[:, 1] * (1 - doubt)))


def _alone(chance: float) -> float:
    """How sure what is a back with that chance is one, if nothing else looks like it."""
    return chance / (chance + DOUBT[BACK] * (1 - chance))


def _sureness(chances: Floats) -> float:
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
