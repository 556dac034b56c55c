"""Copies of a tree of pieces as it may stand in truth, drawn from what the measurement and the contacts leave open.

All that decides (ends of contacts, centres of mass, slopes) is linear in the corners, so a thousand copies cost one
matrix product.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from physics.contacts import TABLE, Contact
from physics.noise import FloatArray, Noise, area_slopes, centroid_slopes, shares_above
from physics.outline import centroid_mm, signed_area_mm2
from physics.pieces import Piece, Tower, is_by_area
from physics.posterior import Posterior, posterior_of
from physics.products import product
from physics.rolling import rolling_reach_mm
from physics.statics import Support

COPIES = 1000
SEED = 20020
NO_CONTACT_MM = -99.0
LEAST_MM = 1e-6
ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class Copies:
    """Noisy copies of a tree of pieces; each array is (copies, pieces).

    Args:
        centres: x of the centre of mass above each contact, mm.
        leftmost, rightmost: the same at its ends while the tower grew, up to the last piece but one.
        low, high: ends of each contact, mm; +inf and -inf where a copy has none.
        slopes: of each contact, rad.
        met: overlap with a side that seems to be missed, mm; `NO_CONTACT_MM` where there is none.
    """

    centres: FloatArray
    leftmost: FloatArray
    rightmost: FloatArray
    low: FloatArray
    high: FloatArray
    slopes: FloatArray
    met: FloatArray

    @property
    def margins_mm(self) -> FloatArray:
        """The margins of every contact: (copies, pieces)."""
        return _finite(np.minimum(self.centres - self.low, self.high - self.centres))

    @property
    def margins_before_mm(self) -> FloatArray:
        """The least margins of every contact while the tower grew, without the last piece: (copies, pieces - 1)."""
        return _finite(np.minimum(self.leftmost - self.low, self.high - self.rightmost))[:, :-1]

    def only(self, chosen: npt.NDArray[np.bool_]) -> Copies:
        """Return the copies that are chosen by a mask (copies,)."""
        parts = (self.centres, self.leftmost, self.rightmost, self.low, self.high, self.slopes, self.met)
        return Copies(*(part[chosen] for part in parts))


def _finite(margins: FloatArray) -> FloatArray:
    return np.where(np.isfinite(margins), margins, NO_CONTACT_MM)


@dataclass(frozen=True, slots=True)
class Measures:
    """Quantities that follow the corners linearly: mean, weights (one row each) and height of each.

    Args:
        means: mm, rad for slopes, or shares of weights.
        weights: (measures, 2 corners).
        heights_mm: what an error of the picture's lean turns by; -1 for slopes, 0 for weights.
        stretch: what an error of scale stretches; 0 for slopes and weights.
    """

    means: FloatArray
    weights: FloatArray
    heights_mm: FloatArray
    stretch: FloatArray

    def drawn(self, covariance: FloatArray, noise: Noise, copies: int = COPIES) -> FloatArray:
        """Return copies: (copies, measures). The same question always gets the same copies."""
        spread = product(product(self.weights, covariance), self.weights.T)
        spread += noise.lean_rad**2 * np.outer(self.heights_mm, self.heights_mm)
        spread += noise.scale**2 * np.outer(self.stretch, self.stretch)
        # Of huge numbers more is lost by rounding than the least spread, and the matrix would be none of a spread.
        spread[np.diag_indices_from(spread)] += max(LEAST_MM**2, ROUNDING * float(spread.diagonal().max(initial=0.0)))
        normal = np.random.default_rng(SEED).standard_normal((copies, len(spread)))
        roots: FloatArray = np.asarray(np.linalg.cholesky(spread), dtype=np.float64)
        out: FloatArray = np.add(self.means, product(normal, roots.T))
        return out


def copies_of(tower: Tower, contacts: Sequence[Contact], supports: Sequence[Support], noise: Noise) -> Copies:
    """Return copies of a measured tree of pieces.

    Args:
        tower, contacts, supports: as measured.
        noise: how well.
    """
    flat = [c for c in contacts if supports[c.upper].rocker is None]
    known = posterior_of(tower, flat, noise)
    best = likeliest(tower, known)
    bounds = bounds_of(contacts, known)
    corners = sorted({k for ends in bounds for k in ends if k >= 0})
    drawn = _measures(best, contacts, known, corners).drawn(known.covariance, noise)
    count = len(supports)
    loads = np.array([piece.grams for piece in best.pieces]) * drawn[:, 2 * count : 3 * count]
    centres = _centres(tower, supports, drawn[:, :count], loads)
    low, high, met = _spans(contacts, bounds, dict(zip(corners, drawn[:, 3 * count :].T, strict=True)), count)
    _roll(tower, supports, low, high)
    return Copies(*centres, low, high, drawn[:, count : 2 * count], met)


def _centres(
    tower: Tower, supports: Sequence[Support], places: FloatArray, loads: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the centres of mass above each contact, and their ends while the tower grew.

    Args:
        tower, supports: as measured.
        places, loads: x and weight of every piece, (copies, pieces).
    """
    grams = np.ascontiguousarray(loads.T)
    moments = np.ascontiguousarray(places.T) * grams
    centres, leftmost, rightmost = np.empty((3, *moments.shape))
    for index, shares in enumerate(shares_above(tower, supports)):
        carried = np.flatnonzero(shares)
        growing = np.cumsum(moments[carried], axis=0) / np.cumsum(grams[carried], axis=0)
        centres[index] = growing[-1]
        before = growing[:-1] if carried[-1] == len(grams) - 1 and len(carried) > 1 else growing
        leftmost[index], rightmost[index] = before.min(axis=0), before.max(axis=0)
    return centres.T, leftmost.T, rightmost.T


def likeliest(tower: Tower, known: Posterior) -> Tower:
    """Return the tower with its corners where they most likely are, and weights from areas accordingly."""
    pieces = []
    by_area = is_by_area(tower.pieces)
    for piece, start in zip(tower.pieces, known.corners.starts, strict=True):
        outline = tuple((float(x), float(y)) for x, y in known.corners.xy[start : start + len(piece.outline_mm)])
        grown = signed_area_mm2(outline) / signed_area_mm2(piece.outline_mm) if by_area else 1.0
        pieces.append(Piece(outline, piece.grams * grown, centroid_mm(outline), piece.name))
    return replace(tower, pieces=tuple(pieces))


def bounds_of(contacts: Sequence[Contact], known: Posterior) -> list[tuple[int, ...]]:
    """Return for each contact the corners that bound it (lower left, upper left, lower right, upper right), or -1."""
    starts = known.corners.starts
    out = []
    for c in contacts:
        owners = (c.lower, c.upper, c.lower, c.upper)
        pairs = zip(owners, c.corners, strict=True)
        out.append(tuple(starts[piece] + k if piece != TABLE and k >= 0 else -1 for piece, k in pairs))
    return out


def _measures(best: Tower, contacts: Sequence[Contact], known: Posterior, corners: Sequence[int]) -> Measures:
    xy, count = known.corners.xy, len(best.pieces)
    follow, loads = followed(best, known, centroid_slopes), followed(best, known, area_slopes)
    if not is_by_area(best.pieces):
        loads[:] = 0.0
    places = np.array([piece.centroid_mm for piece in best.pieces])
    slopes, turns = _slopes(contacts, known, count)
    ends = np.zeros((len(corners), 2 * len(xy)))
    ends[np.arange(len(corners)), 2 * np.array(corners)] = 1.0
    means = np.concatenate([places[:, 0], slopes, np.ones(count), xy[corners, 0]])
    heights = np.concatenate([places[:, 1], -np.ones(count), np.zeros(count), xy[corners, 1]])
    stretch = means - xy[: len(best.pieces[0].outline_mm), 0].mean()
    stretch[count : 3 * count] = 0.0
    weights = np.concatenate([follow, turns, loads, ends])
    return Measures(means, weights, heights, stretch)


def followed(pile: Tower, known: Posterior, slopes_of: Callable[[Piece], FloatArray]) -> FloatArray:
    """Return how something of each piece follows all corners: (pieces, 2 corners)."""
    out = np.zeros((len(pile.pieces), 2 * len(known.corners.xy)))
    for index, (piece, start) in enumerate(zip(pile.pieces, known.corners.starts, strict=True)):
        out[index, 2 * start : 2 * (start + len(piece.outline_mm))] = slopes_of(piece).ravel()
    return out


def _slopes(contacts: Sequence[Contact], known: Posterior, count: int) -> tuple[FloatArray, FloatArray]:
    """Return the slope of each piece's support in rad, and how it follows the corners."""
    xy, starts = known.corners.xy, known.corners.starts
    slopes, turns = np.zeros(count), np.zeros((count, 2 * len(xy)))
    for c in contacts:
        if c.lower == TABLE or not c.is_flat:
            continue
        left, right = starts[c.lower] + c.corners[0], starts[c.lower] + c.corners[2]
        x, y = (xy[right] - xy[left]).tolist()
        slopes[c.upper] = math.atan2(y, x)
        turn = np.array([-y, x]) / (x * x + y * y)
        turns[c.upper] = 0.0
        turns[c.upper, 2 * right : 2 * right + 2] = turn
        turns[c.upper, 2 * left : 2 * left + 2] = -turn
    return slopes, turns


def _spans(
    contacts: Sequence[Contact], bounds: Sequence[tuple[int, ...]], places: Mapping[int, FloatArray], count: int
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the ends of every piece's support in every copy, and what it meets: three arrays (copies, pieces), mm."""
    low = np.full((COPIES, count), np.inf)
    high = np.full((COPIES, count), -np.inf)
    met = np.full((COPIES, count), NO_CONTACT_MM)
    for c, ends in zip(contacts, bounds, strict=True):
        left, right = ends_of(ends, places)
        touches = right >= left
        low[:, c.upper] = np.where(touches, np.minimum(low[:, c.upper], left), low[:, c.upper])
        high[:, c.upper] = np.where(touches, np.maximum(high[:, c.upper], right), high[:, c.upper])
        if c.is_missed:
            met[:, c.upper] = np.maximum(met[:, c.upper], right - left)
    return low, high, met


def ends_of(bounds: Sequence[int], places: Mapping[int, FloatArray]) -> tuple[FloatArray, FloatArray]:
    """Return both ends of a contact in every copy; the left one lies further right where the sides miss each other."""
    left = _met([places[k] for k in bounds[:2] if k >= 0], np.maximum)
    right = _met([places[k] for k in bounds[2:] if k >= 0], np.minimum)
    return left, right


def _met(ends: Sequence[FloatArray], inner: np.ufunc) -> FloatArray:
    met: FloatArray = ends[0] if len(ends) == 1 else inner(ends[0], ends[1])
    return met


def _roll(tower: Tower, supports: Sequence[Support], low: FloatArray, high: FloatArray) -> None:
    """Put the reach of round sides in place of the ends of their contacts."""
    shares = shares_above(tower, supports)
    heights = shares @ np.array([piece.centroid_mm[1] for piece in tower.pieces])
    for index, support in enumerate(supports):
        if support.rocker is not None:
            reach = rolling_reach_mm(support.rocker, heights[index])
            low[:, index] = support.rocker.at[0] - reach
            high[:, index] = support.rocker.at[0] + reach
