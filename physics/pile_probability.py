"""How likely a pile with several supports stands: few force programmes, and what they say of hundreds of copies.

Where a programme finds no forces, what it leaves over is the motion in which the pile falls; where it finds some, they
can be adjusted to small changes. Both are linear in the errors of the measurement, so one programme decides many
copies; another one is solved only where none has decided yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from physics.contacts import TABLE, Contact
from physics.copies import Measures, bounds_of, ends_of, followed, likeliest
from physics.equilibrium import pushes, used_contacts
from physics.forces import ARM_MM, FloatArray, Forces, IntArray, forces_of, held_by, is_held
from physics.noise import Noise, centroid_slopes
from physics.outline import Point
from physics.pieces import Tower
from physics.posterior import Posterior, posterior_of
from physics.probability import tempered
from physics.products import product
from physics.statics import Balance

PILE_COPIES = 500
RAREST = 0.05 / PILE_COPIES  # told where no copy differs: then fewer than one pile in a thousand did
MOST_PROGRAMMES = 24
MOST_ADJUSTED = 4
LEAST = 1e-9
SPREAD = 1e-3  # how evenly forces are spread before they are adjusted
PILE_SPREAD = 1.25

BoolArray: TypeAlias = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Errors:
    """How far in each copy points and centroids lie from their likeliest places, mm.

    Args:
        at: (copies, forces) aside.
        rises: (forces,) by how much a point moves upright for each mm aside.
        centres: (copies, pieces) aside.
        gone: (copies, contacts) where two sides miss each other.
    """

    at: FloatArray
    rises: FloatArray
    centres: FloatArray
    gone: BoolArray

    def of(self, copies: BoolArray, forces: BoolArray) -> Errors:
        """Return the errors of some copies and forces."""
        return Errors(self.at[copies][:, forces], self.rises[forces], self.centres[copies], self.gone[copies])


def pile_p_stands(tower: Tower, contacts: Sequence[Contact], found: Balance, noise: Noise) -> float:
    """Return the probability that a pile with several supports stands.

    Args:
        tower, contacts, found: the measured pile and its statics.
        noise: how well it was measured; without any, the answer is 0 or 1.
    """
    if noise == Noise(0.0):
        return float(found.stands)
    used = used_contacts(contacts)
    known = posterior_of(tower, used, noise)
    pile = likeliest(tower, known)
    ends, errors = _drawn(pile, used, known, noise)
    forces = forces_of(pile, pushes([_at(c, place) for c, place in zip(used, ends, strict=True)]))
    owner = np.repeat(np.arange(len(used)), [4 if c.is_flat else 2 for c in used])
    share = float(_standing(forces, errors, owner, tower.friction).mean())
    return tempered(min(max(share, RAREST), 1 - RAREST), noise)


def _at(contact: Contact, ends: tuple[float, float]) -> Contact:
    """Return a contact with its ends at other places aside, along its slope."""
    return replace(contact, left=_along(contact, contact.left, ends[0]), right=_along(contact, contact.right, ends[1]))


def _along(contact: Contact, end: Point, x: float) -> Point:
    nx, ny = contact.normal
    return (x, end[1] - (x - end[0]) * nx / ny) if contact.carries else end


def _drawn(
    pile: Tower, used: Sequence[Contact], known: Posterior, noise: Noise
) -> tuple[list[tuple[float, float]], Errors]:
    """Return the likeliest ends of the contacts, and the errors of their points and of the centroids in copies."""
    bounds = bounds_of(used, known)
    corners = sorted({k for ends in bounds for k in ends if k >= 0})
    measures = _measures(pile, known, corners)
    drawn = np.vstack([measures.means, measures.drawn(known.covariance, noise, PILE_COPIES)])
    count = len(pile.pieces)
    places = dict(zip(corners, drawn[:, count:].T, strict=True))
    sides, points, rises, gone = [], [], [], []
    for contact, ends in zip(used, bounds, strict=True):
        left, right = ends_of(ends, places)
        sides.append((float(left[0]), float(right[0])))
        gone.append((left > right)[1:] & (contact.length_mm != 0))
        for side in (left, right) if contact.is_flat else (left,):
            points += [side[1:] - side[0] if contact.carries else np.zeros(PILE_COPIES)] * 2
            rises += [-contact.normal[0] / contact.normal[1] if contact.carries else 0.0] * 2
    centres = drawn[1:, :count] - drawn[0, :count]
    return sides, Errors(np.stack(points, axis=1), np.array(rises), centres, np.stack(gone, axis=1))


def _measures(pile: Tower, known: Posterior, corners: Sequence[int]) -> Measures:
    xy = known.corners.xy
    ends = np.zeros((len(corners), 2 * len(xy)))
    ends[np.arange(len(corners)), 2 * np.array(corners)] = 1.0
    weights = np.concatenate([followed(pile, known, centroid_slopes), ends])
    places = np.array([piece.centroid_mm for piece in pile.pieces])
    means = np.concatenate([places[:, 0], xy[corners, 0]])
    heights = np.concatenate([places[:, 1], xy[corners, 1]])
    return Measures(means, weights, heights, means - xy[: len(pile.pieces[0].outline_mm), 0].mean())


def _standing(forces: Forces, errors: Errors, owner: IntArray, friction: float) -> BoolArray:
    """Return which copies stand, those with the same contacts judged together; `owner` is the contact of each force."""
    if not errors.gone.any():
        return Copied(forces, errors, friction).standing()
    stands = np.zeros(len(errors.gone), dtype=bool)
    names = errors.gone @ np.exp2(np.arange(errors.gone.shape[1]))
    for name in np.unique(names):
        copies = names == name
        kept = ~errors.gone[copies.argmax()][owner]
        stands[copies] = Copied(forces.only(kept), errors.of(copies, kept), friction).standing()
    return stands


@dataclass(frozen=True, slots=True)
class Copied:
    """Copies of a pile with the same contacts.

    Args:
        forces: of the likeliest pile.
        errors: of the copies.
        friction: the coefficient.
    """

    forces: Forces
    errors: Errors
    friction: float

    def standing(self) -> BoolArray:
        """Return which copies stand: each programme decides as many as it can."""
        count = len(self.errors.centres)
        decided, stands = np.zeros(count, dtype=bool), np.zeros(count, dtype=bool)
        upper, lower = self._moments()
        programmes = adjusted = 0
        while not decided.all() and programmes < MOST_PROGRAMMES:
            index = int(decided.argmin())
            columns = self._at(index).columns(self.friction)
            found, motion = held_by(columns, self.forces.weights)
            programmes += 1
            moved = (upper - upper[index], lower - lower[index])
            if not is_held(motion):
                decided |= self._falling(moved, found, motion)
                decided[index] = True
                continue
            decided[index] = stands[index] = True
            if adjusted < MOST_ADJUSTED:
                adjusted += 1
                held = self._adjustable(moved, columns) & ~decided
                decided |= held
                stands |= held
        mostly = bool(stands.sum() * 2 > decided.sum())
        return np.asarray(np.where(decided, stands, mostly), dtype=np.bool_)

    def _at(self, index: int) -> Forces:
        centres = self.forces.centres.copy()
        centres[:, 0] += self.errors.centres[index]
        aside = self.errors.at[index]
        at = self.forces.at + np.stack([aside, aside * self.errors.rises], axis=1)
        return replace(self.forces, at=at, centres=centres)

    def _moments(self) -> tuple[FloatArray, FloatArray]:
        """Return by how much the moments of unit forces on both their pieces change: (copies, forces) each."""
        force = self.forces.normals + self.friction * self.forces.drags
        out = []
        for pieces, sign in ((self.forces.upper, 1.0), (self.forces.lower, -1.0)):
            felt = np.where(pieces == TABLE, 0.0, sign / ARM_MM)
            along = felt * (force[:, 1] - self.errors.rises * force[:, 0])
            out.append(self.errors.at * along - self.errors.centres[:, pieces] * (felt * force[:, 1]))
        return out[0], out[1]

    def _falling(self, moved: tuple[FloatArray, FloatArray], found: FloatArray, motion: FloatArray) -> BoolArray:
        """Return the copies that fall in the same motion."""
        turns = motion[2::3]
        change = product(moved[0], found * turns[self.forces.upper])
        change += product(moved[1], found * turns[self.forces.lower])
        return np.asarray(motion @ motion - change > 0)

    def _adjustable(self, moved: tuple[FloatArray, FloatArray], columns: FloatArray) -> BoolArray:
        """Return the copies that are held by adjusted forces of one that is."""
        count = columns.shape[1]
        even = np.vstack([columns, SPREAD * np.eye(count)])
        spread = held_by(even, np.concatenate([self.forces.weights, np.full(count, SPREAD / count)]))[0]
        scaled = columns * (spread + LEAST / count) ** 2
        inner = scaled @ columns.T
        inner[np.diag_indices_from(inner)] += LEAST * np.trace(inner)
        gain = np.linalg.solve(inner, scaled)
        forces = spread + (self.forces.weights - columns @ spread) @ gain
        start = forces
        for _ in range(2):
            forces = start - product(self._unbalanced(moved, forces), gain)
        return np.asarray((forces >= -LEAST).all(axis=1))

    def _unbalanced(self, moved: tuple[FloatArray, FloatArray], forces: FloatArray) -> FloatArray:
        """Return the moments (copies, 3 pieces) that the forces leave over because the copy differs."""
        count = len(self.forces.centres)
        out = np.zeros((len(moved[0]), 3 * count))
        for moments, pieces in zip(moved, (self.forces.upper, self.forces.lower), strict=True):
            onto = (pieces[:, None] == np.arange(count)).astype(float)
            out[:, 2::3] += product(moments * forces, onto)
        return out
