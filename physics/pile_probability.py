"""How likely a pile with several supports stands: force programmes on noisy copies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from physics.contacts import TABLE, Contact
from physics.equilibrium import can_rest, pushes
from physics.noise import Corners, FloatArray, Noise, corners_of, draw
from physics.pieces import Tower
from physics.statics import Balance

PILE_COPIES = 60
GUESS_COPIES = 2
PILE_SPREAD = 1.25
SEED = 20020


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
