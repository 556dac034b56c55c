"""Where the middle of a card is: its rim, frame and print are alike on both sides, so its edges mirror each other.

One edge may be the rim of a card, the frame printed inside it or the rim of a neighbour. Pairs of edges that lie
equally far from the middle on both sides are not mistaken so easily.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from vision.cards.edges import FROM_CORNERS, EdgeMap
from vision.cards.plan import SIZES_MM, Plan
from vision.cards.rectify import Quad

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int64]

STEP_MM = 0.75
REACH_MM = 12.0
PLACES_MM = np.arange(-12, 13) * STEP_MM
SHIFTS_MM = np.arange(-16, 17) * STEP_MM / 2
TILTS_DEG = np.arange(-6.0, 6.1, 1.5)
SHARES = np.linspace(FROM_CORNERS, 1 - FROM_CORNERS, 16)
LARGER_MM = 3.5
"""So much wider or higher than was thought a card may be; a frame in it may be as small as it likes."""
NEAR = 20.0
"""A usual error, in mm or degrees; a larger one is believed a little less."""
NOTHING = 0.1


def centred(quads: Sequence[Quad], plan: Plan, edges: EdgeMap) -> list[Quad]:
    """The cards (4, 2) px, moved and turned on the table by up to 6 mm and degrees to where their edges mirror each
    other best."""
    if not quads:
        return []
    cards = plan.on_table(np.reshape(quads, (-1, 2))).reshape(-1, 4, 2)
    sums = _sums(_changes(cards, plan, edges))
    mirrored = (_mirrored(sums[:, :2], sums[:, 2:]) + NOTHING) * np.exp(-((SHIFTS_MM / NEAR) ** 2))
    tilts = (mirrored.max(3).sum(1) * np.exp(-((TILTS_DEG / NEAR) ** 2))).argmax(1)
    shifts = SHIFTS_MM[mirrored[np.arange(len(cards)), :, tilts].argmax(2)]
    return list(plan.in_picture(_moved(cards, TILTS_DEG[tilts], shifts).reshape(-1, 2)).reshape(-1, 4, 2))


def _changes(cards: Quad, plan: Plan, edges: EdgeMap) -> Floats:
    """Roots of the change of colour across each side, from inside outwards: (n, 4, samples, steps)."""
    ends = np.roll(cards, -1, 1)
    outward = (cards + ends) / 2 - cards.mean(1, keepdims=True)
    outward /= np.linalg.norm(outward, axis=2, keepdims=True)
    away = np.arange(-REACH_MM, REACH_MM + STEP_MM / 2, STEP_MM)
    along = cards[:, :, None] + SHARES[:, None] * (ends - cards)[:, :, None]
    places = along[:, :, :, None] + away[:, None] * outward[:, :, None, None]
    change = edges.changes(plan.in_picture(places.reshape(-1, 2)).reshape(-1, len(away), 2))
    return np.asarray(np.sqrt(change).reshape(*places.shape[:3], -1), np.float32)


def _sums(changes: Floats) -> Floats:
    """Changes added up along lines, (n, 4, tilts, places), less what they are on the average."""
    sums = np.zeros((*changes.shape[:2], len(TILTS_DEG) * len(PLACES_MM)), np.float32)
    for number, lines in enumerate(_lines()):
        for at, steps in enumerate(lines):
            sums[:, number::2] += changes[:, number::2, at, steps]
    sums = sums.reshape(*changes.shape[:2], len(TILTS_DEG), -1) / len(SHARES)
    return np.asarray(np.maximum(sums - sums.mean(3, keepdims=True), 0), np.float32)


@lru_cache(maxsize=1)
def _lines() -> tuple[Indices, Indices]:
    """Which steps lines across a short side and a long one pass at each sample, (samples, tilts * places)."""
    tilts = np.tan(np.deg2rad(TILTS_DEG))[:, None]
    off = [PLACES_MM + tilts * side_mm * (0.5 - SHARES[:, None, None]) for side_mm in SIZES_MM[0]]
    steps = [np.round((away + REACH_MM) / STEP_MM - 0.5).astype(np.int64) for away in off]
    short, long = (np.clip(step, 0, round(2 * REACH_MM / STEP_MM) - 1).reshape(len(SHARES), -1) for step in steps)
    return short, long


def _mirrored(sums: Floats, opposite: Floats) -> Floats:
    """How much the edges on opposite sides mirror each other for each shift of the card, (n, 2, tilts, shifts)."""
    count = len(PLACES_MM)
    larger = np.exp(-((np.maximum(PLACES_MM[:, None] + PLACES_MM, 0) / LARGER_MM) ** 4)).astype(np.float32)
    found = []
    for off in range(-(len(SHIFTS_MM) // 2), len(SHIFTS_MM) // 2 + 1):
        one, other = slice(max(off, 0), count + min(off, 0)), slice(max(-off, 0), count - max(off, 0))
        found.append(np.einsum("...k,...k,k", sums[..., one], opposite[..., other], np.diagonal(larger, -off)))
    return np.stack(found, -1)


def _moved(cards: Quad, turned_deg: npt.NDArray[np.float64], shifts: npt.NDArray[np.float64]) -> Quad:
    """The cards (n, 4, 2) turned about their middles and moved by `shifts` (n, 2) mm, up and to the right of each."""
    middle = cards.mean(1, keepdims=True)
    right, up = ((cards[:, i] + cards[:, i - 3]) / 2 - middle[:, 0] for i in (1, 0))
    right, up = (way / np.linalg.norm(way, axis=1, keepdims=True) for way in (right, up))
    tilt = np.tan(np.deg2rad(turned_deg))[:, None]
    off = cards - middle
    across, along = ((off @ way[..., None]) for way in (right, up))
    new_right, new_up = (way / np.hypot(1, tilt) for way in (right - tilt * up, up + tilt * right))
    turned = middle + across * new_right[:, None] + along * new_up[:, None]
    return np.asarray(turned + (shifts[:, :1] * up + shifts[:, 1:] * right)[:, None])
