"""What the crops of a card say for each number: which of it counts, and how much."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vision.cards.candidates import Box, Candidate
from vision.cards.faces import CLASSES, PICTURES

Said: TypeAlias = dict[tuple[str, str], float]
"""For each zone and label the greatest chance that one of the zone's crops shows it."""

WEIGHT_CORNER = 1.0
WEIGHT_MIDDLE = 0.9
LEAST_ODDS = 0.2
DOUBT_FLOOR = 0.002
EITHER = (6, 9)
RING = "0"
MIDDLES = ("upper middle", "lower middle")
NUMBERS = tuple(label for label in CLASSES if label not in PICTURES)
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
    """Return the votes for each label: in each corner, and once in the middle, the logarithm of the doubt left.

    The middle weighs less, and the same figure is seen there whichever way up the card is held.
    """
    votes = dict.fromkeys(CLASSES, 0.0)
    for (zone, label), chance in best.items():
        if not zone.endswith("middle"):
            votes[label] += WEIGHT_CORNER * _vote(chance)
    for label in {label for _, label in best}:
        votes[label] += WEIGHT_MIDDLE * _vote(max(best.get((zone, label), 0.0) for zone in MIDDLES))
    return votes


def told_apart(votes: dict[str, float], best: Said) -> dict[str, float]:
    """Return the votes less what a figure in the middle says for 6 and, turned by half, for 9.

    Indices stand upright, whichever way up the card lies: they alone tell which of the two it is.
    """
    pairs = [(best.get((one, "6"), 0.0), best.get((other, "9"), 0.0)) for one, other in (MIDDLES, MIDDLES[::-1])]
    either = WEIGHT_MIDDLE * max(_vote(min(pair)) for pair in pairs)
    return votes | {label: votes[label] - either for label in ("6", "9")}


def strongest_rival(votes: dict[str, float], best: Said, first: str) -> float:
    """Return the most votes that another number has, but for what is no objection."""
    others = (label for label in NUMBERS if label != first and not _is_explained(best, first, label))
    return max((votes[label] for label in others), default=0.0)


def strength(votes: dict[str, float], best: Said, first: str) -> float:
    """Return the votes for the first that make it sure: a nought's middle counts no more than its corners, for rings
    are drawn on many cards."""
    if first != RING:
        return votes[first]
    corners = sum(_vote(chance) for (zone, label), chance in best.items() if label == first and zone not in MIDDLES)
    return min(votes[first], 2 * corners)


def _is_explained(best: Said, first: str, label: str) -> bool:
    """Whether a corner says the `first`, and of the other `label` nothing does but a ring in the middle, or the middle
    on its head where it says the first upright."""
    if not is_indexed(best, first) or is_indexed(best, label):
        return False
    said, upright = ([(zone, name) in best for zone in MIDDLES] for name in (label, first))
    on_its_head = sorted(said) == [False, True] and upright == said[::-1]
    return label == RING or (on_its_head and {first, label} != {str(value) for value in EITHER})


def _vote(chance: float) -> float:
    return -float(np.log(1 + DOUBT_FLOOR - chance)) if chance else 0.0


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
