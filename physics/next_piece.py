"""The next piece: where it may go for sure, where best, and how risky each piece in hand is to be given.

Splash asks two people: the giver wants the piece that will hardly hold, the placer the place that still does. Both
read the same noisy copies: in each of them the safe place has two ends, and the share of copies that agree on a place
is the probability that it holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from physics.catalogue import Kind
from physics.copies import SEED, Copies, copies_of
from physics.judge import Statics
from physics.noise import FloatArray, Noise
from physics.pieces import Piece
from physics.pile_probability import PILE_SPREAD
from physics.placement import Span, find_seat, path_to_table, safe_spans, seat_spans
from physics.probability import standing_now
from physics.statics import masses_above

STEP_MM = 0.1


@dataclass(frozen=True, slots=True)
class Advice:
    """Where a piece may go.

    Args:
        safe_mm: spans of its centroid (x, mm) in which the tower stands, exact for the outlines given.
        best_mm: the place most likely to hold, None where there is no safe place.
        p_topple: probability that the tower falls when a hand aims at the best place; 1 where there is none.
    """

    safe_mm: tuple[Span, ...]
    best_mm: float | None
    p_topple: float


@dataclass(frozen=True, slots=True)
class Risk:
    """What it means to be given one piece: Splash's real question.

    Args:
        name: of the piece.
        p_topple: probability that the tower falls when the piece is put on it as well as can be, 0..1.
        posture: the way to stand it that serves best; "" where it cannot stand on this tower at all.
        advice: where to put it in that posture.
    """

    name: str
    p_topple: float
    posture: str
    advice: Advice


def risks(found: Statics, hand: Sequence[Kind], *, noise: Noise, hand_mm: float = 1.0) -> tuple[Risk, ...]:
    """Return for each piece in hand how risky it is to be given it, in the order of the hand.

    Whoever is given a piece chooses how to stand it: its best posture counts.

    Args:
        found: the statics of the tower as it is.
        hand: the pieces, each with the ways it can stand.
        noise: how well the tower was measured.
        hand_mm: standard deviation of the hand that places it.
    """
    ground = _Ground(found, noise, _standing_copies(found, noise))
    return tuple(_risk(ground, kind, hand_mm) for kind in hand)


def _risk(ground: _Ground, kind: Kind, hand_mm: float) -> Risk:
    tried = [(name, _advised(ground, part, hand_mm)) for name, part in kind.views]
    posture, best = min(tried, key=lambda pair: pair[1].p_topple)
    return Risk(kind.name, best.p_topple, posture if best.safe_mm else "", best)


@dataclass(frozen=True, slots=True)
class _Ground:
    """What a piece is put on: the statics, how well they are known, and copies of a tree of pieces that stand."""

    found: Statics
    noise: Noise
    copies: Copies | None


def _standing_copies(found: Statics, noise: Noise) -> Copies | None:
    if found.supports is None:
        return None
    copies = copies_of(found.tower, found.contacts, found.supports, noise)
    return copies.only(standing_now(copies))


def _advised(ground: _Ground, part: Piece, hand_mm: float) -> Advice:
    safe = safe_spans(ground.found.tower, ground.found.supports, part)
    if not safe:
        return Advice((), None, 1.0)
    places = _grid(safe)
    odds = _odds(ground, part, places)
    best = _middle_of_best(places, odds)
    aimed = best + hand_mm * np.linspace(-3, 3, 25)
    weights = np.exp(-0.5 * np.linspace(-3, 3, 25) ** 2)
    held = float((_odds(ground, part, aimed) * weights).sum() / weights.sum())
    return Advice(safe, best, 1.0 - held)


def _grid(safe: Sequence[Span]) -> FloatArray:
    parts = [np.linspace(a, b, max(3, round((b - a) / STEP_MM) + 1)) for a, b in safe]
    return np.concatenate(parts)


def _middle_of_best(places: FloatArray, odds: FloatArray) -> float:
    """Return the middle of the longest stretch of places that are as good as the best one."""
    stretches = _stretches(places, odds >= odds.max() - 1e-9)
    low, high = max(stretches, key=lambda span: span[1] - span[0])
    return (low + high) / 2


def _stretches(places: FloatArray, good: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> tuple[Span, ...]:
    out: list[Span] = []
    start = None
    for k, (place, fine) in enumerate(zip(places, good, strict=True)):
        jumps = k > 0 and place - places[k - 1] > 2 * STEP_MM
        if start is not None and (not fine or jumps):
            out.append((start, float(places[k - 1])))
            start = None
        if fine and start is None:
            start = float(place)
    if start is not None:
        out.append((start, float(places[-1])))
    return tuple(out)


def _odds(ground: _Ground, part: Piece, places: FloatArray) -> FloatArray:
    """Return the probability that the tower holds with the piece's centroid at each place."""
    seat = find_seat(ground.found.tower.pieces[-1])
    assert seat is not None  # noqa: S101 only asked where a safe place exists
    if ground.copies is None:
        return _pile_odds(safe_spans(ground.found.tower, None, part), ground.noise, places)
    low, high = _weight_copies(ground.found, ground.copies, part)
    ends = np.random.default_rng(SEED + 1).normal(0.0, ground.noise.corner_mm, (2, len(low)))
    holds = np.zeros((len(low), len(places)), dtype=bool)
    for left, right in seat_spans(part, seat):
        lowest, highest = np.maximum(low, left + ends[0]), np.minimum(high, right + ends[1])
        holds |= (lowest[:, None] < places) & (places < highest[:, None])
    return np.asarray(holds.mean(axis=0), dtype=np.float64)


def _weight_copies(found: Statics, copies: Copies, part: Piece) -> tuple[FloatArray, FloatArray]:
    """Return in each copy the ends between which the new weight keeps all contacts below in balance."""
    assert found.supports is not None  # noqa: S101 trees only
    path = path_to_table(found.supports, len(found.supports) - 1)
    low, high = np.full(len(copies.low), -np.inf), np.full(len(copies.low), np.inf)
    for index, grams in enumerate(grams for grams, _, _ in masses_above(found.tower, found.supports)):
        x, left, right = copies.centres[:, index], copies.low[:, index], copies.high[:, index]
        if index not in path:
            low = np.where((left < x) & (x < right), low, np.inf)
            continue
        total = grams + part.grams
        low = np.maximum(low, (left * total - grams * x) / part.grams)
        high = np.minimum(high, (right * total - grams * x) / part.grams)
    return low, high


def _pile_odds(safe: Sequence[Span], noise: Noise, places: FloatArray) -> FloatArray:
    """Return odds for a pile, whose ends are taken to err by a corner and a quarter."""
    from scipy.special import ndtr  # noqa: PLC0415 - 40 MB that a table of cards does not need

    spread = max(PILE_SPREAD * noise.corner_mm, 1e-6)
    held = np.zeros(len(places))
    for left, right in safe:
        held += ndtr((places - left) / spread) * ndtr((right - places) / spread)
    return np.minimum(held, 1.0)
