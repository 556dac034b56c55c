"""How likely a tower stands, given how well it was measured.

Copies of the tower as it may be in truth (`copies`) are judged by the closed form, and those count most that stood
after every piece but the last, as a tower in play did. The log odds of their share are drawn towards even, the more so
the worse the tower was measured: towers that people judge lie near their limit (`bench/calibrate.py`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from physics.contacts import Contact
from physics.copies import COPIES, Copies, copies_of
from physics.noise import Noise
from physics.pieces import Tower
from physics.statics import Balance, Support

TEMPER = 0.93
MARGINS_MM = 5.9  # how far margins of towers in play spread; what is measured as badly as that says half as much
PULLED = 0.2  # log odds for each mm of noise: of several noisy margins the least is least, so copies fall too often
RAREST = 1e-7
LEAST_MM = 1e-3
LEAST_RAD = 1e-4
FEWEST = 50

FloatArray: TypeAlias = npt.NDArray[np.float64]
BoolArray: TypeAlias = npt.NDArray[np.bool_]


def p_stands(
    tower: Tower,
    contacts: Sequence[Contact],
    supports: Sequence[Support],
    found: Balance,
    noise: Noise,
) -> float:
    """Return the probability that a tree of pieces stands.

    Args:
        tower, contacts, supports, found: the measured tower and its statics.
        noise: how well it was measured; without any, the answer is 0 or 1.
    """
    if noise == Noise(0.0):
        return float(found.stands)
    return tempered(share_standing(copies_of(tower, contacts, supports, noise), tower.friction), noise)


def tempered(share: float, noise: Noise) -> float:
    """Return the probability of standing for a share of copies that stand, measured with some noise."""
    kept = min(max(share, RAREST), 1 - RAREST)
    temper = TEMPER / (1.0 + noise.place_mm / MARGINS_MM)
    return 1.0 / (1.0 + math.exp(temper * math.log((1.0 - kept) / kept) - PULLED * noise.place_mm))


def share_standing(copies: Copies, friction: float) -> float:
    """Return the share of copies that stand.

    Those that stood while the tower grew count as often as pieces were put on: the more, the less likely a heap that
    never stood looks as if it had.

    What fewer than about one copy in a thousand shows is told by how far the margins lie from zero in their
    deviations; a contact that tips stands after all as likely as its piece meets a side that it seems to miss.

    Args:
        copies: of a tree of pieces.
        friction: the coefficient.
    """
    margins, grips = copies.margins_mm, math.atan(friction) - np.abs(copies.slopes)
    stands = ((margins > 0) & (grips > 0)).all(axis=1)
    put_on = margins.shape[1] - 1
    weights = np.where((copies.margins_before_mm > 0).all(axis=1), max(put_on, 1), 1)
    share = float((weights * stands).sum() / weights.sum())
    tips, slips = _scores(margins, LEAST_MM), _scores(grips, LEAST_RAD)
    if share > 0.5:
        return 1.0 - _rare(1.0 - share, sum(_below(-score) for score in (*tips.tolist(), *slips.tolist())))
    held = np.maximum(tips, _scores(copies.met, LEAST_MM))
    return _rare(share, _below(float(min(held.min(), slips.min()))))


def _scores(margins: FloatArray, least: float) -> FloatArray:
    """Return how many of its deviations each margin (copies, contacts) lies above zero, (contacts,)."""
    return np.asarray(margins.mean(axis=0) / np.maximum(margins.std(axis=0), least), np.float64)


def _below(score: float) -> float:
    """Return the share of a normal distribution that lies below a score."""
    return 0.5 * math.erfc(-score / math.sqrt(2.0))


def _rare(share: float, expected: float) -> float:
    """Return an expected frequency, kept within what the copies bear out."""
    seen = share * COPIES
    low, high = seen - math.sqrt(seen), seen + 0.5 + math.sqrt(seen)
    return min(max(expected, low / COPIES), high / COPIES)


def standing_now(copies: Copies) -> BoolArray:
    """Return which copies stand, (copies,): what is left to be asked of a tower that people see standing.

    All of them where hardly any stands, since then the measurement says nothing.
    """
    stands: BoolArray = np.all(copies.margins_mm > 0, axis=1)
    return stands if stands.sum() >= FEWEST else np.ones_like(stands)
