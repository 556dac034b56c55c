"""How likely a tower falls, given how well it was measured.

Noisy copies of the measured tower are judged by the closed form; the share that stands is then recalibrated, because
the smallest of many noisy margins is pulled down. The constants come from `bench/calibrate.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from physics.contacts import TABLE, Contact
from physics.equilibrium import can_rest, pushes
from physics.noise import NO_CONTACT_MM, Corners, FloatArray, Noise, corners_of, draw, shares_above, spans
from physics.pieces import Tower
from physics.rolling import rolling_reach_mm
from physics.statics import Balance, Support

COPIES = 1000
PILE_COPIES = 60
GUESS_COPIES = 2
PILE_SPREAD = 1.25
SEED = 20020
RAREST = 1e-3
WEIGHTS = (-0.1188, 0.8199, 0.4186, 0.0353, -0.0337, 0.8482, 0.3078, -0.2482, -0.2783)


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
    if min(found.slips_deg) <= 0:
        return 0.0
    margins = margin_copies(tower, contacts, supports, noise)
    return recalibrated(features(np.array(found.margins_mm), margins))


def features(measured_mm: FloatArray, copies_mm: FloatArray) -> FloatArray:
    """Return what the recalibration looks at.

    Args:
        measured_mm: (pieces,) margins of the tower as measured.
        copies_mm: (copies, pieces) margins of its noisy copies.

    Returns:
        (9,): 1; log odds of the copies that stand; the margins of the two worst contacts in their standard
        deviations; the log probability that all hold, were they independent; pieces; log of the worst
        contact's standard deviation; products.
    """
    from scipy.special import log_ndtr  # noqa: PLC0415 - 40 MB that a table of cards does not need

    share = float(np.clip((copies_mm.min(axis=1) > 0).mean(), RAREST, 1 - RAREST))
    deviations = np.maximum(copies_mm.std(axis=0), 1e-3)
    scores = np.clip(measured_mm / deviations, -6.0, 6.0)
    worst = int(scores.argmin())
    low, second = np.sort(np.append(scores, 6.0))[:2]
    together = max(float(log_ndtr(scores).sum()), -12.0)
    spread = float(np.clip(np.log(deviations[worst]), -1.6, 0.5))
    count = len(scores) / 12
    odds = float(np.log(share / (1 - share)))
    return np.array([1.0, odds, low, second, together, count, spread, spread * low, low * count])


def recalibrated(looked_at: FloatArray) -> float:
    """Return the probability of standing for `features`, by a logistic function fitted to known towers."""
    from scipy.special import expit  # noqa: PLC0415 - 40 MB that a table of cards does not need

    return float(expit(looked_at @ np.array(WEIGHTS)))


def pile_p_stands(tower: Tower, contacts: Sequence[Contact], found: Balance, noise: Noise) -> float:
    """Return the probability that a pile with several supports stands: one force programme a copy.

    So few copies cannot show a small chance; what the margin leads one to expect counts as two more.
    """
    from scipy.special import ndtr  # noqa: PLC0415 - 40 MB that a table of cards does not need

    if noise == Noise(0.0):
        return float(found.stands)
    dx, dc = draw(tower, noise, PILE_COPIES, np.random.default_rng(SEED))
    corners, stands = corners_of(tower), 0
    for moves, shifts in zip(dx, dc, strict=True):
        copy = tuple(
            replace(piece, centroid_mm=(piece.centroid_mm[0] + float(shift), piece.centroid_mm[1]))
            for piece, shift in zip(tower.pieces, shifts, strict=True)
        )
        moved = [_moved(c, corners, moves) for c in contacts]
        stands += can_rest(replace(tower, pieces=copy), pushes(moved))
    guess = float(ndtr(min(found.margins_mm) / (PILE_SPREAD * max(float(dx.std()), 1e-9))))
    return (stands + GUESS_COPIES * guess) / (PILE_COPIES + GUESS_COPIES)


def _moved(contact: Contact, corners: Corners, moves: FloatArray) -> Contact:
    """Return a contact whose ends follow the corners that bound them."""
    out = []
    for end, pair in ((contact.left, contact.corners[:2]), (contact.right, contact.corners[2:])):
        owners = ((contact.lower, pair[0]), (contact.upper, pair[1]))
        bounds = [corners.starts[piece] + k for piece, k in owners if piece != TABLE and k >= 0]
        nearest = min(bounds, key=lambda k: abs(corners.xy[k, 0] - end[0]))
        out.append((end[0] + float(moves[nearest]), end[1]))
    return replace(contact, left=out[0], right=out[1])


@dataclass(frozen=True, slots=True)
class Copies:
    """Noisy copies of a tree of pieces; each array is (copies, pieces), mm.

    Args:
        centres: x of the centre of mass above each contact.
        low, high: ends of each contact; +inf and -inf where a copy has none.
    """

    centres: FloatArray
    low: FloatArray
    high: FloatArray


def copies_of(tower: Tower, contacts: Sequence[Contact], supports: Sequence[Support], noise: Noise) -> Copies:
    """Return noisy copies of a measured tree of pieces; the same question always gets the same copies."""
    dx, dc = draw(tower, noise, COPIES, np.random.default_rng(SEED))
    shares = shares_above(tower, supports)
    heights = shares @ np.array([p.centroid_mm[1] for p in tower.pieces])
    centres = (np.array([p.centroid_mm[0] for p in tower.pieces]) + dc) @ shares.T
    low, high = spans(contacts, corners_of(tower), dx)
    for index, support in enumerate(supports):
        if support.rocker is not None:
            reach = rolling_reach_mm(support.rocker, heights[index])
            low[:, index] = support.rocker.at[0] - reach
            high[:, index] = support.rocker.at[0] + reach
    return Copies(centres, low, high)


def margin_copies(tower: Tower, contacts: Sequence[Contact], supports: Sequence[Support], noise: Noise) -> FloatArray:
    """Return the margins of every contact in noisy copies: (copies, pieces), mm."""
    copies = copies_of(tower, contacts, supports, noise)
    margins = np.minimum(copies.centres - copies.low, copies.high - copies.centres)
    return np.where(np.isfinite(margins), margins, NO_CONTACT_MM)
