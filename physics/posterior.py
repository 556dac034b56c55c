"""What is known of all corners once it counts that the pieces touch: a normal distribution.

Measured corners err; true ones lie where bases rest on the sides below, and most sides of wooden pieces meet at right
angles. Both are linear equations in small errors, so the measured corners are conditioned on them in one step
(Gauss and Markov). What is left is the spread of the true tower about its likeliest place, and it is narrower.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from physics.contacts import TABLE, Contact
from physics.noise import Corners, FloatArray, Noise, corners_of
from physics.outline import Point
from physics.pieces import Tower
from physics.products import product

EXACT_MM = 0.05  # how straight and square wooden pieces are
SQUARE_SLANT = 0.08  # a side that slants more, five degrees, is meant to
SLANTED = 0.2  # for one side that is square, so many within that slant are not
FARTHEST = 20.0  # half the squared deviations: a side farther off tells nothing, and its exponent must not overflow
SHARP_RAD = math.radians(25.0)  # at a gentler corner a side belongs to a round

Term = tuple[int, float]
Row = tuple[float, list[Term]]


@dataclass(frozen=True, slots=True)
class Posterior:
    """Where the true corners are.

    Args:
        corners: their likeliest places.
        covariance: (2 corners, 2 corners) in mm2, ordered x, y, x, y, ...
    """

    corners: Corners
    covariance: FloatArray


def posterior_of(tower: Tower, contacts: Sequence[Contact], noise: Noise) -> Posterior:
    """Return what a measured tower says of the true one.

    Args:
        tower, contacts: as measured.
        noise: how well; errors of scale and lean turn no contact and are left to `probability`.
    """
    corners = corners_of(tower)
    spread = covariance_of(tower, corners, noise)
    touching, square = list(_touching(contacts, corners)), list(_square(tower, contacts, corners))
    exact = np.full(len(touching), EXACT_MM**2)
    moved, narrowed = _conditioned(spread, touching, exact)
    if square:
        loose = np.concatenate([exact, _looseness(square, corners, moved, narrowed)])
        moved, narrowed = _conditioned(spread, touching + square, loose)
    return Posterior(Corners(corners.xy + moved.reshape(-1, 2), corners.starts, corners.owner), narrowed)


def covariance_of(tower: Tower, corners: Corners, noise: Noise) -> FloatArray:
    """Return the covariance of the measured corners: (2 corners, 2 corners) in mm2, ordered x, y, x, y, ..."""
    out: FloatArray = noise.corner_mm**2 * np.eye(2 * len(corners.xy))
    for piece, start, pose in zip(tower.pieces, corners.starts, noise.poses, strict=False):
        end = start + len(piece.outline_mm)
        arms = corners.xy[start:end] - piece.centroid_mm
        follow = np.zeros((2 * len(arms), 3))
        follow[0::2, 0] = follow[1::2, 1] = 1.0
        follow[0::2, 2], follow[1::2, 2] = -arms[:, 1], arms[:, 0]
        out[2 * start : 2 * end, 2 * start : 2 * end] += follow @ np.array(pose) @ follow.T
    return out


def _conditioned(spread: FloatArray, rows: Sequence[Row], loose: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the shift of the mean and the covariance once every row (what is measured, of what) is zero.

    Args:
        spread: (2 corners, 2 corners) in mm2.
        rows: what is zero in truth.
        loose: (rows,) with what variance, mm2.
    """
    if not rows:
        return np.zeros(len(spread)), spread
    weights = _matrix(rows, len(spread))
    across = product(spread, weights.T)
    inner = product(weights, across)
    inner[np.diag_indices_from(inner)] += loose
    gain: FloatArray = np.asarray(np.linalg.solve(inner, across.T).T, dtype=np.float64)
    shift: FloatArray = product(gain, np.array([-row[0] for row in rows]))
    return shift, np.subtract(spread, product(gain, across.T))


def _matrix(rows: Sequence[Row], width: int) -> FloatArray:
    out = np.zeros((len(rows), width))
    for index, (_, terms) in enumerate(rows):
        for column, weight in terms:
            out[index, column] += weight
    return out


def _looseness(rows: Sequence[Row], corners: Corners, moved: FloatArray, spread: FloatArray) -> FloatArray:
    """Return the variance with which sides are held square, (rows,) in mm2.

    A side is either square or slants by anything up to `SQUARE_SLANT`; its measured slant says how likely each is. The
    variance takes from what squareness would tell the share of the sides that are not.
    """
    weights = _matrix(rows, len(spread))
    off = np.array([row[0] for row in rows]) + product(weights, moved)
    variances = np.maximum((product(weights, spread) * weights).sum(axis=1), 0.0) + EXACT_MM**2
    sides = np.array([[terms[0][0] // 2, terms[2][0] // 2] for _, terms in rows])
    lengths = np.linalg.norm(corners.xy[sides[:, 0]] - corners.xy[sides[:, 1]], axis=1)
    square = np.exp(-np.minimum(off**2 / (2 * variances), FARTHEST)) / np.sqrt(math.tau * variances)
    slanted = SLANTED / (2 * SQUARE_SLANT * lengths)
    loose: FloatArray = EXACT_MM**2 + variances * slanted / square
    return loose


def _touching(contacts: Sequence[Contact], corners: Corners) -> Iterator[Row]:
    """Yield the distance of both ends of each base from the side that it rests on."""
    for contact in contacts:
        if not (contact.is_flat and contact.carries):
            continue
        for end in (contact.corners[1], contact.corners[3]):
            corner = corners.starts[contact.upper] + end
            if contact.lower == TABLE:
                yield float(corners.xy[corner, 1]), [(2 * corner + 1, 1.0)]
                continue
            start = corners.starts[contact.lower]
            yield _off_side(corners, corner, start + contact.corners[0], start + contact.corners[2])


def _off_side(corners: Corners, corner: int, left: int, right: int) -> Row:
    (ox, oy), (ex, ey), (x, y) = (corners.xy[k].tolist() for k in (left, right, corner))
    (tx, ty), length = _unit((ex - ox, ey - oy))
    nx, ny = -ty, tx
    share = ((x - ox) * tx + (y - oy) * ty) / length
    terms: list[Term] = []
    for index, weight in ((corner, 1.0), (left, share - 1.0), (right, -share)):
        terms += [(2 * index, weight * nx), (2 * index + 1, weight * ny)]
    return (x - ox) * nx + (y - oy) * ny, terms


def _square(tower: Tower, contacts: Sequence[Contact], corners: Corners) -> Iterator[Row]:
    """Yield for the sides of each piece by how much they miss being square, or parallel, to its base."""
    for index, piece in enumerate(tower.pieces):
        bases = [c for c in contacts if c.upper == index and c.is_flat and c.carries]
        if not bases:
            continue
        widest = max(bases, key=lambda c: abs(piece.outline_mm[c.corners[3]][0] - piece.outline_mm[c.corners[1]][0]))
        start, count = corners.starts[index], len(piece.outline_mm)
        base = (start + widest.corners[1], start + widest.corners[3])
        sharp = [_is_sharp(piece.outline_mm, k) for k in range(count)]
        for k in range(count):
            side = (start + k, start + (k + 1) % count)
            if sharp[k] and sharp[(k + 1) % count] and set(side) != set(base):
                yield from _against(corners, base, side)


def _is_sharp(outline: Sequence[Point], k: int) -> bool:
    (ax, ay), (bx, by), (cx, cy) = outline[k - 1], outline[k], outline[(k + 1) % len(outline)]
    turn = math.atan2(cy - by, cx - bx) - math.atan2(by - ay, bx - ax)
    return abs(math.remainder(turn, math.tau)) > SHARP_RAD


def _against(corners: Corners, base: tuple[int, int], side: tuple[int, int]) -> Iterator[Row]:
    """Yield how far a side slants against its base: along the base where it is upright, else across."""
    (ax, ay), (bx, by), (px, py), (qx, qy) = (corners.xy[k].tolist() for k in (*base, *side))
    (tx, ty), length = _unit((bx - ax, by - ay))
    nx, ny = -ty, tx
    along = (qx - px) * tx + (qy - py) * ty
    across = (qx - px) * nx + (qy - py) * ny
    if abs(along) < SQUARE_SLANT * abs(across):
        off, (ux, uy), lever = along, (tx, ty), across / length
    elif abs(across) < SQUARE_SLANT * abs(along):
        off, (ux, uy), lever = across, (nx, ny), -along / length
    else:
        return
    terms: list[Term] = []
    for index, weight, wx, wy in (
        (side[1], 1.0, ux, uy),
        (side[0], -1.0, ux, uy),
        (base[1], lever, nx, ny),
        (base[0], -lever, nx, ny),
    ):
        terms += [(2 * index, weight * wx), (2 * index + 1, weight * wy)]
    yield off, terms


def _unit(by: Point) -> tuple[Point, float]:
    length = math.hypot(*by)
    return (by[0] / length, by[1] / length), length
