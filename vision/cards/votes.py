"""What the crops of a card say for each number: which of it counts, and how much."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vision.cards.candidates import Box, Candidate
from vision.cards.faces import CLASSES, PICTURES
from vision.cards.rectify import CARD_HEIGHT_PX, CARD_WIDTH_PX

Said: TypeAlias = dict[tuple[str, str], float]
"""For each zone and label the greatest chance that one of the zone's crops shows it."""

WEIGHT_CORNER = 1.0
WEIGHT_MIDDLE = 0.9
LEAST_ODDS = 0.2
DOUBT_FLOOR = 0.002
RIVAL_WEIGHT = 1.3
EITHER = (6, 9)
RING = "0"
MOST_OF_RING = 2.4
"""Votes that are not quite enough to be sure."""
MIDDLES = ("upper middle", "lower middle")
CORNERS = tuple(f"{half} {side}" for half in ("upper", "lower") for side in ("left", "right"))
SIZE = (CARD_WIDTH_PX, CARD_HEIGHT_PX)
SAME_PLACE = 0.3
"""Figures whose middles are nearer than such a share of their height are one."""
TWO_DIGITS = np.array([len(label) == 2 for label in CLASSES])
PERHAPS_TWO = 0.35
FAINT_PRINT = 48
"""Grey levels: figures that stand out less lose thin strokes, and a neighbour, when ink is told by one threshold."""
NOUGHT, NOTHING = CLASSES.index(RING), CLASSES.index("none")
OUT_OF_ROUND, MOST_OF_BADGE = 0.15, 0.8
SURELY_HOLE, PERHAPS_RING = 0.7, 0.3
"""What stands inside a ring is its hole if it is that surely no figure, or may be a smaller ring."""


def best_said(found: list[Candidate], odds: npt.NDArray[np.float32]) -> Said:
    """Return what the candidates say, `odds` (n, classes); a digit inside a number of two is not heard."""
    best: Said = {}
    heard = _heard(found, odds)
    for i, index in zip(*np.nonzero(heard > LEAST_ODDS), strict=True):
        key = (found[i].zone, CLASSES[index])
        best[key] = max(best.get(key, 0.0), float(heard[i, index]))
    return best


def counted(best: Said) -> dict[str, float]:
    """Return the votes for each label: in each zone the logarithm of the doubt left, the middle weighing less."""
    votes = dict.fromkeys(CLASSES, 0.0)
    for (zone, label), chance in best.items():
        weight = WEIGHT_MIDDLE if zone in MIDDLES else WEIGHT_CORNER
        votes[label] += weight * _vote(chance)
    return votes


def heard_once(
    votes: dict[str, float], best: Said, found: list[Candidate], odds: npt.NDArray[np.float32]
) -> dict[str, float]:
    """Return the votes, counting once what one figure in the middle is called both as it stands and turned by half."""
    heard = dict(votes)
    for label in {label for zone, label in best if zone == MIDDLES[0] and (MIDDLES[1], label) in best}:
        row = odds[:, CLASSES.index(label)]
        ways = ([i for i, one in enumerate(found) if one.zone == zone] for zone in MIDDLES)
        up, down = (found[max(mine, key=lambda i: row[i])] for mine in ways)
        if _is_one_figure(up.box, down.box):
            heard[label] -= WEIGHT_MIDDLE * _vote(min(best[zone, label] for zone in MIDDLES))
    return heard


def _is_one_figure(one: Box, other: Box) -> bool:
    """Whether a box on a card and one on the card turned by half are of the same figure."""
    across, down = (one[i] + other[i] + (one[i + 2] + other[i + 2]) / 2 for i in (0, 1))
    slack = SAME_PLACE * max(one[3], other[3])
    return any(abs(across - w) < slack and abs(down - h) < slack for w, h in (SIZE, SIZE[::-1]))


def told_apart(votes: dict[str, float], best: Said) -> dict[str, float]:
    """Return the votes less what a figure in the middle says for 6 and, turned by half, for 9.

    Indices stand upright, whichever way up the card lies: they alone tell which of the two it is.
    """
    pairs = [(best.get((one, "6"), 0.0), best.get((other, "9"), 0.0)) for one, other in (MIDDLES, MIDDLES[::-1])]
    either = sum(WEIGHT_MIDDLE * _vote(min(pair)) for pair in pairs)
    return votes | {label: votes[label] - either for label in ("6", "9")}


def lead(votes: dict[str, float], best: Said, label: str) -> float:
    """Return the votes for a label less those of its strongest rival, which count more, but for what is no objection.

    A nought is not sure by its middle alone, for rings are drawn on many cards.
    """
    said = {other for _, other in best} - {label, *PICTURES}
    rival = max((votes[other] for other in said if not _is_explained(best, label, other)), default=0.0)
    own = votes[label]
    if label == RING:
        own = min(own, max(2 * sum(_vote(best.get((zone, RING), 0.0)) for zone in CORNERS), MOST_OF_RING))
    return own - RIVAL_WEIGHT * max(rival, 0.0)


def _is_explained(best: Said, first: str, label: str) -> bool:
    """Whether a corner says the `first`, and of the other `label` nothing does but a ring in the middle, or the middle
    on its head where it says the first upright, more clearly than all else."""
    if not is_indexed(best, first) or is_indexed(best, label):
        return False
    said, upright = ([(zone, name) in best for zone in MIDDLES] for name in (label, first))
    on_its_head = sorted(said) == [False, True] and upright == said[::-1] and _is_clearest(best, first)
    return label == RING or (on_its_head and {first, label} != {str(value) for value in EITHER})


def _is_clearest(best: Said, first: str) -> bool:
    """Whether each middle that says it says no other number more clearly."""
    said = [zone for zone in MIDDLES if (zone, first) in best]
    others = ((zone, label) for zone, label in best if zone in said and label not in PICTURES)
    return all(best[zone, label] <= best[zone, first] for zone, label in others)


def is_faint(found: list[Candidate], odds: npt.NDArray[np.float32], value: int | str | None) -> bool:
    """Return whether most of the candidates that say a value, `odds` (n, classes), hardly stand out."""
    said = odds[:, CLASSES.index(str(value))] > LEAST_ODDS if str(value) in CLASSES else np.zeros(len(found), bool)
    depths = [int(np.ptp(found[i].crop, axis=(0, 1)).max()) for i in np.flatnonzero(said)]
    return bool(depths) and float(np.median(depths)) < FAINT_PRINT


def _vote(chance: float) -> float:
    return -float(np.log(1 + DOUBT_FLOOR - chance)) if chance else 0.0


def is_indexed(best: Said, value: int | str | None) -> bool:
    """Return whether a corner says this value."""
    return any(label == str(value) and not zone.endswith("middle") for zone, label in best)


def _heard(found: list[Candidate], odds: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """The odds without those of badges, and of single digits inside a box that may be read as a number of two."""
    heard = odds.copy()
    rings = np.flatnonzero(odds[:, NOUGHT] > LEAST_ODDS).tolist()
    heard[[i for i in rings if _is_badge(i, found, odds)], NOUGHT] = 0
    two = np.flatnonzero(odds[:, TWO_DIGITS].max(1, initial=0) > PERHAPS_TWO)
    for i in np.flatnonzero(~TWO_DIGITS[odds.argmax(1)]) if len(two) else ():
        for j in two:
            same = found[j].zone == found[i].zone
            if i != j and same and _inside(found[i].box, found[j].box):
                heard[i] = 0
    return heard


def _is_badge(index: int, found: list[Candidate], odds: npt.NDArray[np.float32]) -> bool:
    """Whether a candidate is round and holds one that is no hole: discs about small figures look like noughts."""
    x, y, w, h = found[index].box
    if abs(w - h) >= OUT_OF_ROUND * h:
        return False
    figures = (odds[:, NOTHING] < SURELY_HOLE) & (odds[:, NOUGHT] < PERHAPS_RING)
    held = (found[i].box for i in np.flatnonzero(figures) if found[i].zone == found[index].zone)
    return any(
        x <= left and y <= top and left + wide <= x + w and top + high <= y + h
        and wide < MOST_OF_BADGE * w and high < MOST_OF_BADGE * h
        for left, top, wide, high in held
    )  # fmt: skip


def _inside(box: Box, other: Box) -> bool:
    x, y, w, h = box
    ox, oy, ow, oh = other
    slack = 0.1 * oh
    within = x >= ox - slack and x + w <= ox + ow + slack and y >= oy - slack and y + h <= oy + oh + slack
    return within and w < 0.75 * ow
