"""Contact forces as one matrix: balances of every piece under unit forces along the edges of the friction cones.

Whether forces exist is a question of least squares without negative unknowns (Lawson and Hanson): nothing is left over
exactly where the pile can rest, and what is left over is the motion in which it falls (Farkas).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from physics.contacts import TABLE
from physics.outline import Point
from physics.pieces import Tower

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.intp]

ARM_MM = 10.0  # moments are divided by this, so that all balances have one size
LEFT_OVER = 1e-9  # of the whole weight
UNFINISHED = 1e-10  # a force that could still hold so much more was overlooked; rounding makes less than 1e-13


@dataclass(frozen=True, slots=True)
class Push:
    """A point through which `lower` pushes `upper`: place (x, y) in mm and unit normal."""

    upper: int
    lower: int
    at: Point
    normal: Point


@dataclass(frozen=True, slots=True)
class Forces:
    """The unit forces of all points, two a point, one for each edge of its friction cone.

    Args:
        upper, lower: (forces,) pieces pushed up and pushed down; `TABLE` for the table.
        normals: (forces, 2) along the normal.
        drags: (forces, 2) along the contact, for a friction of 1.
        at: (forces, 2) where they act, mm.
        centres: (pieces, 2) centroids, mm.
        weights: (3 pieces,) what must be held: nothing aside, the share of the whole weight upright, no moment.
    """

    upper: IntArray
    lower: IntArray
    normals: FloatArray
    drags: FloatArray
    at: FloatArray
    centres: FloatArray
    weights: FloatArray

    def columns(self, friction: float) -> FloatArray:
        """Return the balances (3 pieces, forces) of unit forces."""
        force = self.normals + friction * self.drags
        out = np.zeros((len(self.weights), len(force)))
        each = np.arange(len(force))
        for pieces, sign in ((self.upper, 1.0), (self.lower, -1.0)):
            held = pieces != TABLE
            rows, sense = 3 * pieces[held], sign * force[held]
            arms = self.at[held] - self.centres[pieces[held]]
            out[rows, each[held]] += sense[:, 0]
            out[rows + 1, each[held]] += sense[:, 1]
            out[rows + 2, each[held]] += (arms[:, 0] * sense[:, 1] - arms[:, 1] * sense[:, 0]) / ARM_MM
        return out

    def only(self, kept: npt.NDArray[np.bool_]) -> Forces:
        """Return some of the forces, by a mask."""
        return Forces(
            self.upper[kept],
            self.lower[kept],
            self.normals[kept],
            self.drags[kept],
            self.at[kept],
            self.centres,
            self.weights,
        )

    @property
    def sideways(self) -> FloatArray:
        """What a tilted table adds to `weights`, for each unit of the tangent of its tilt."""
        out = np.zeros_like(self.weights)
        out[0::3] = self.weights[1::3]
        return out


def forces_of(tower: Tower, points: Sequence[Push]) -> Forces:
    """Return the unit forces at the points of contact of a tower."""
    normals = np.repeat(np.array([push.normal for push in points]).reshape(-1, 2), 2, axis=0)
    drags = np.stack([normals[:, 1], -normals[:, 0]], axis=1)
    drags[1::2] *= -1.0
    grams = np.array([piece.grams for piece in tower.pieces])
    weights = np.zeros(3 * len(grams))
    weights[1::3] = grams / grams.sum()
    return Forces(
        upper=np.repeat(np.array([push.upper for push in points], dtype=np.intp), 2),
        lower=np.repeat(np.array([push.lower for push in points], dtype=np.intp), 2),
        normals=normals,
        drags=drags,
        at=np.repeat(np.array([push.at for push in points]).reshape(-1, 2), 2, axis=0),
        centres=np.array([piece.centroid_mm for piece in tower.pieces]),
        weights=weights,
    )


def held_by(columns: FloatArray, weights: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the forces (forces,) that hold as much as can be held, and what is left over (3 pieces,).

    SciPy's quick solver stops too early in two cases of ten thousand, and what it says is left over may be wrong (its
    issue 25389). So that is worked out here, and where a force could still hold more the slow solver answers.
    """
    if not columns.shape[1]:
        return np.zeros(0), weights  # SciPy 1.17 frees its memory twice where there is nothing to choose from
    from scipy.optimize import lsq_linear, nnls  # noqa: PLC0415 - 40 MB that a table of cards does not need

    found: FloatArray = np.maximum(nnls(columns, weights, maxiter=30 * columns.shape[1])[0], 0.0)
    left_over: FloatArray = weights - columns @ found
    if float((left_over @ columns).max()) > UNFINISHED:
        found = np.maximum(lsq_linear(columns, weights, bounds=(0.0, np.inf), method="bvls", tol=1e-14).x, 0.0)
        left_over = weights - columns @ found
    return found, left_over


def is_held(left_over: FloatArray) -> bool:
    """Say whether nothing but rounding is left over."""
    return float(np.sqrt(left_over @ left_over)) <= LEFT_OVER


def last_held(balances: Callable[[float], tuple[FloatArray, FloatArray]], high: float, step: float) -> float:
    """Return how far a load that is held at 0 can grow, at most to `high`, to within `step`.

    Args:
        balances: columns and weights at a size of the load.
        high, step: as above; the falling motion at one size tells nearly where it begins, so few tries are enough.
    """
    low, size, stride = 0.0, high, step
    least = balances(low)
    while True:
        columns, weights = balances(size)
        found, left_over = held_by(columns, weights)
        if is_held(left_over):
            if size == high:
                return high
            low, guess, stride, least = size, size + stride, 8 * stride, (columns, weights)
        else:
            high, stride = size, step
            guess = low + (high - low) * _begins(least, found, left_over) - step / 2
        if high - low <= step:
            return (low + high) / 2
        size = min(max(guess, low + step / 2), high - step / 2)


def _begins(before: tuple[FloatArray, FloatArray], found: FloatArray, motion: FloatArray) -> float:
    """Return at which share of the way from a load that is held a falling motion begins, by a straight line."""
    columns, weights = before
    low, high = float(motion @ (weights - columns @ found)), float(motion @ motion)
    return low / (low - high) if low < 0 else 0.5
