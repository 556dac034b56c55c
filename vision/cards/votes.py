"""What the crops of a card say for each number: which of it counts, and how much."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vision.cards.candidates import Box, Candidate
from vision.cards.faces import CLASSES

Said: TypeAlias = dict[tuple[str, str], float]
"""For each zone and label the greatest chance that one of the zone's crops shows it."""

WEIGHT_CORNER = 1.0
WEIGHT_MIDDLE = 0.9
LEAST_ODDS = 0.2
DOUBT_FLOOR = 0.002
EITHER = (6, 9)
TWO_DIGITS = np.array([len(label) == 2 for label in CLASSES])
PERHAPS_TWO = 0.35


def best_said(found: list[Candidate], odds: npt.NDArray[np.float32]) -> Said:
    """Return what the candidates say, `odds` (n, classes); a digit inside a number of two is not heard."""
    best: Said = {}
    for candidate, row in zip(found, _heard(found, odds), strict=True):
        for index in np.flatnonzero(row > LEAST_ODDS):
            key = (candidate.zone, CLASSES[index])
            best[key] = max(best.get(key, 0.0), float(row[index]))
    return best


def counted(best: Said) -> dict[str, float]:
    """Return the votes for each label: in each zone the logarithm of the doubt left, the middle weighing less."""
    votes = dict.fromkeys(CLASSES, 0.0)
    for (zone, label), chance in best.items():
        weight = WEIGHT_MIDDLE if zone.endswith("middle") else WEIGHT_CORNER
        votes[label] -= weight * float(np.log(1 + DOUBT_FLOOR - chance))
    return votes


def told_apart(votes: dict[str, float], best: Said) -> dict[str, float]:
    """Return the votes less what a figure in the middle says for 6 and, turned by half, for 9.

    Indices stand upright, whichever way up the card lies: they alone tell which of the two it is.
    """
    ways = (("upper", "lower"), ("lower", "upper"))
    pairs = [(best.get((f"{one} middle", "6"), 0.0), best.get((f"{other} middle", "9"), 0.0)) for one, other in ways]
    either = sum(WEIGHT_MIDDLE * -float(np.log(1 + DOUBT_FLOOR - min(pair))) for pair in pairs)
    return votes | {label: votes[label] - either for label in ("6", "9")}


def is_indexed(best: Said, value: int | str | None) -> bool:
    """Return whether a corner says this value."""
    return any(label == str(value) and not zone.endswith("middle") for zone, label in best)


def _heard(found: list[Candidate], odds: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """The odds without those of single digits that lie inside a box that may be read as a number of two."""
    heard = odds.copy()
    two = np.flatnonzero(odds[:, TWO_DIGITS].max(1, initial=0) > PERHAPS_TWO)
    for i in (i for i, row in enumerate(odds) if not TWO_DIGITS[row.argmax()]):
        for j in two:
            same = found[j].zone == found[i].zone
            if i != j and same and _inside(found[i].box, found[j].box):
                heard[i] = 0
    return heard


def _inside(box: Box, other: Box) -> bool:
    x, y, w, h = box
    ox, oy, ow, oh = other
    slack = 0.1 * oh
    within = x >= ox - slack and x + w <= ox + ow + slack and y >= oy - slack and y + h <= oy + oh + slack
    return within and w < 0.75 * ow
