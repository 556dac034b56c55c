"""How well the front face of a piece fits at a place: its one colour inside and the edges along its rim.

Scores are in mm-like units: a tenth or so for each mm2 of face, a half for each mm of rim, less a fixed cost a piece.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from vision.tower_planes import PIECE_COLOURS, PX_PER_MM, Map32, Plane, Points
from vision.tower_poses import Pose, span_of

_AREA_WORTH = 0.12
_SIDE_WORTH = 0.5
_FLAT_WORTH = 0.8
_SIDE_LEVEL = 0.42
_FLAT_LEVEL = 0.3
_PIECE_COST = 5.0
_PEAKS = 5
_FREE_ROWS = 1
_MOST_ROWS = 6
_DRIFT_MM = 1.5
"""How much nearer to the camera than a tower's middle, or farther, its pieces usually stand."""
_LEAST = -8.0
_PAD = 48
_FEWEST = 40
_PURE = 0.75
"""Share of one colour inside a face at which its area starts to speak for it."""

Columns = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Step:
    """A piece in a stack: pose, colour index, x of its middle, y of its base, and its score.

    `covered` is its score with its upper `cover_mm` hidden; `share` of its face shows its colour; it stands
    `nearer_mm` before the tower's middle.
    """

    pose: Pose
    colour: int
    x_mm: float
    y_mm: float
    score: float
    covered: float
    cover_mm: float
    share: float
    nearer_mm: float = 0.0

    def hidden(self, hidden_mm: float) -> float:
        """Return the score with so much hidden from above."""
        if not self.cover_mm:
            return self.score
        return self.score + (self.covered - self.score) * min(hidden_mm / self.cover_mm, 1.0)


@dataclass(frozen=True, slots=True)
class _Sums:
    """Running sums of one plane, columns padded on both sides, so that any rim is one difference of slices.

    `counts` (rows + 1, colours, columns) of classes, `down` and `down_any` (rows + 1, columns) of edges, `right`
    (rows, columns) of level edges; `colours` are the class indices that occur.
    """

    counts: Map32
    down: Map32
    down_any: Map32
    right: Map32
    colours: Columns


@dataclass(frozen=True, slots=True)
class _Fit:
    """Score, colour index and share of that colour for bases (rows) and columns."""

    scores: Map32
    colours: Columns
    shares: Map32


class FaceScores:
    """Scores of poses anywhere in their planes, for one picture; what was computed is kept.

    Args: `planes` maps each pose's `front_mm` to its plane; `hidden_mm` is the most a piece above could hide; `slope`
    tells how far down something at a height (mm) appears for each mm it stands nearer.
    """

    def __init__(self, planes: dict[float, Plane], *, hidden_mm: float, slope: Callable[[float], float]) -> None:
        some = next(iter(planes.values()))
        self._window = some.window
        heights = self._window.top_mm - np.arange(len(some.classes)) / PX_PER_MM
        self._rows_a_mm = PX_PER_MM * np.array([slope(float(y)) for y in heights])
        self._costs = _slack_costs(self._rows_a_mm)
        self._slack_at = np.stack([*self._costs[::-1], np.zeros(len(heights)), *self._costs], axis=1)
        self._sums = {front: _summed(plane) for front, plane in planes.items()}
        self._hidden = round(max(hidden_mm, 0.0) * PX_PER_MM)
        self._maps: dict[Pose, tuple[_Fit, _Fit]] = {}
        self._slack: dict[Pose, tuple[Map32, Map32]] = {}
        self._hopes: dict[Pose, Map32] = {}
        self._tops: dict[Pose, Mask] = {}
        self._places: dict[tuple[Pose, int, float], list[Step]] = {}

    def places(self, pose: Pose, y_mm: float, rise_mm: float = 0.0) -> list[Step]:
        """Return the best places of a pose with its base at a height, the most hopeful first.

        Args: `rise_mm` is how far above that height it appears.
        """
        base = round((self._window.top_mm - y_mm - rise_mm) * PX_PER_MM + 0.5)
        key = (pose, base, round(y_mm, 1))
        if key not in self._places:
            self._places[key] = self._best(pose, base, y_mm)
        return self._places[key]

    def _best(self, pose: Pose, base: int, y_mm: float) -> list[Step]:
        if pose not in self._maps:
            self._maps[pose] = self._whole(pose)
            shown, covered = (self._slackened(fit.scores) for fit in self._maps[pose])
            self._slack[pose] = shown, covered
            hopes = np.maximum(shown, covered)
            self._hopes[pose], self._tops[pose] = hopes, _local_tops(hopes)
        if not 0 <= base < len(self._hopes[pose]):
            return []
        return [self._step(pose, (base, i), y_mm) for i in _peaks(self._hopes[pose][base], self._tops[pose][base])]

    def _step(self, pose: Pose, at: tuple[int, int], y_mm: float) -> Step:
        """Return the piece at a cell; its colour is that of the part which fits better, all or what is not hidden."""
        score, covered = (float(slackened[at]) for slackened in self._slack[pose])
        better = self._maps[pose][int(covered > score)]
        lower = self._lower(better.scores[:, at[1]], at[0])
        there = at[0] + lower, at[1]
        return Step(
            pose,
            int(better.colours[there]),
            self._window.left_mm + (at[1] - 0.5) / PX_PER_MM,
            y_mm,
            score,
            covered,
            self._cover(pose) / PX_PER_MM,
            float(better.shares[there]),
            lower / float(self._rows_a_mm[at[0]]) if abs(lower) > _FREE_ROWS else 0.0,
        )

    def _lower(self, column: Map32, row: int) -> int:
        """Return how many rows lower than where it should be a face fits best."""
        up = min(len(self._costs), row)
        near = column[row - up : row + len(self._costs) + 1]
        return int((near - self._slack_at[row, len(self._costs) - up :][: len(near)]).argmax()) - up

    def _slackened(self, scores: Map32) -> Map32:
        """Return the best score near each row: pieces stand a little nearer than the tower's middle, or farther."""
        best = scores.copy()
        for off, cost in enumerate(self._costs, start=1):
            for here, there in ((slice(0, -off), slice(off, None)), (slice(off, None), slice(0, -off))):
                np.maximum(best[here], scores[there] - cost[here, None], out=best[here])
        return best

    def _cover(self, pose: Pose) -> int:
        return min(self._hidden, round(0.7 * pose.height_mm * PX_PER_MM))

    def _whole(self, pose: Pose) -> tuple[_Fit, _Fit]:
        """Return the fit of a pose everywhere, shown whole and hidden as far as it could be."""
        sums = self._sums[pose.front_mm]
        bases, columns = np.arange(len(sums.right)), sums.down.shape[1] - 2 * _PAD
        most = self._cover(pose)
        shown = _fit(sums, pose.outline_mm, bases, 0, (0, columns))
        if not most:
            return shown, shown
        return shown, _fit(sums, pose.outline_mm, bases, most, (0, columns))


def _slack_costs(rows_a_mm: npt.NDArray[np.float64]) -> tuple[Map32, ...]:
    """Return for one row of slack, two and so on what it costs at each row, as far as it may pay."""
    reach = np.maximum(np.abs(rows_a_mm) * _DRIFT_MM, 1e-3)
    offs = range(1, min(_MOST_ROWS, len(rows_a_mm) - 1) + 1)
    costs = [np.asarray((max(off - _FREE_ROWS, 0) / reach) ** 2, np.float32) for off in offs]
    return tuple(cost for cost in costs if cost.min() < -_LEAST)


def _summed(plane: Plane) -> _Sums:
    found = np.bincount(plane.classes.ravel(), minlength=len(PIECE_COLOURS) + 1)[1:]
    colours = np.flatnonzero(found >= min(_FEWEST, found.max()))
    one_hot = np.stack([plane.classes == i + 1 for i in colours], axis=1).astype(np.float32)
    summed = np.cumsum(np.cumsum(one_hot, axis=0), axis=2)
    counts = np.pad(summed, ((1, 0), (0, 0), (_PAD + 1, 0)))
    counts = np.pad(counts, ((0, 0), (0, 0), (0, _PAD)), mode="edge")
    either = np.maximum(plane.across, plane.along)
    return _Sums(
        counts=counts.astype(np.float32),
        down=_padded(_running(plane.across)),
        down_any=_padded(_running(either)),
        right=_padded(np.pad(np.cumsum(plane.along, axis=1), ((0, 0), (1, 0)))),
        colours=colours,
    )


def _running(values: Map32) -> Map32:
    return np.asarray(np.pad(np.cumsum(values, axis=0), ((1, 0), (0, 0))), np.float32)


def _padded(values: Map32) -> Map32:
    return np.asarray(np.pad(values, ((0, 0), (_PAD, _PAD)), mode="edge"), np.float32)


def _fit(sums: _Sums, outline: Points, bases: Columns, hidden: int, span: tuple[int, int]) -> _Fit:
    """Return the fit with the outline's base on each row of `bases` and its middle at each column of a span."""
    rows = len(sums.right)
    high = round(max(y for _, y in outline) * PX_PER_MM)
    inside = (bases - high >= 1) & (bases <= rows - 1)
    if not inside.any():
        none = np.zeros((len(bases), span[1] - span[0]), np.float32)
        return _Fit(none - np.inf, np.zeros(none.shape, np.int64), none)
    safe = np.where(inside, bases, high + 1)
    counts, rim, area = _inside(sums, outline, safe, (high - hidden, *span))
    for up, left, right in _flats(outline):
        if up <= high - hidden:
            row = sums.right[np.clip(safe - up, 0, rows - 1)]
            seen = _at(row, right, span) - _at(row, left, span)
            rim += _FLAT_WORTH * (seen - (right - left) * _FLAT_LEVEL)
    shares = counts.max(axis=1) / max(area, 1)
    pure = np.clip((shares - _PURE) / (1 - _PURE), -1.5, 1)
    score = _AREA_WORTH * area / PX_PER_MM**2 * pure + rim / PX_PER_MM - _PIECE_COST
    score[~inside] = -np.inf
    return _Fit(score, sums.colours[counts.argmax(axis=1)], shares)


def _inside(sums: _Sums, outline: Points, bases: Columns, limits: tuple[int, int, int]) -> tuple[Map32, Map32, float]:
    """Return class counts (bases, colours, columns), the worth of both sides (bases, columns), the area in cells.

    Args: `limits` are the highest cell seen above the base, and the span of columns.
    """
    highest, span = limits[0], limits[1:]
    width = span[1] - span[0]
    counts = np.zeros((len(bases), sums.counts.shape[1], width), np.float32)
    rim, area = np.zeros((len(bases), width), np.float32), 0.0
    strips = _strips(outline)
    side = sums.down if len(strips) == 1 else sums.down_any
    for low, up, left, right in strips:
        high = min(up, highest)
        if high <= low:
            continue
        part = sums.counts[bases - low] - sums.counts[bases - high]
        counts += _at(part, right, span) - _at(part, left, span)
        area += (high - low) * (right - left)
        drop = side[bases - low] - side[bases - high]
        seen = _at(drop, left, span) + _at(drop, right - 1, span)
        rim += _SIDE_WORTH * (seen - 2 * (high - low) * _SIDE_LEVEL)
    return counts, rim, area


def _at(padded: Map32, offset: int, span: tuple[int, int]) -> Map32:
    """Return the values `offset` cells beside each column of a span."""
    return padded[..., _PAD + offset + span[0] : _PAD + offset + span[1]]


def _local_tops(hopes: Map32) -> Mask:
    """Return where each row has a local maximum that is worth a try."""
    tops = np.zeros(hopes.shape, bool)
    inner = hopes[:, 1:-1]
    tops[:, 1:-1] = (inner >= hopes[:, :-2]) & (inner > hopes[:, 2:]) & (inner > _LEAST)
    return tops


def _peaks(hopes: Map32, tops: Mask) -> list[int]:
    """Return the columns of the highest local maxima of a row, best first."""
    at = np.flatnonzero(tops)
    return [int(i) for i in at[np.argsort(-hopes[at])][:_PEAKS]]


@lru_cache(maxsize=256)
def _strips(outline: Points) -> tuple[tuple[int, int, int, int], ...]:
    """Cut an outline into upright boxes (low, high, left, right) in cells; one for a rectangle."""
    strips = []
    for low, high in pairwise(sorted({y for _, y in outline})):
        ends = span_of(outline, low + 1e-6), span_of(outline, high - 1e-6)
        plain = np.allclose(*ends, atol=1e-3)
        parts = 1 if plain else max(round((high - low) * PX_PER_MM / 5), 2)
        for a, b in pairwise(np.linspace(low, high, parts + 1)):
            left, right = span_of(outline, (a + b) / 2)
            a_px, b_px, left_px, right_px = (round(v * PX_PER_MM) for v in (a, b, left, right))
            strips.append((a_px, b_px, left_px, right_px))
    return tuple(strips)


@lru_cache(maxsize=256)
def _flats(outline: Points) -> tuple[tuple[int, int, int], ...]:
    """Return the level rims of an outline as (height, left, right) in cells."""
    rims = []
    for (x0, y0), (x1, y1) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if abs(y0 - y1) < 1e-3:
            left, right = sorted((round(x0 * PX_PER_MM), round(x1 * PX_PER_MM)))
            rims.append((round(y0 * PX_PER_MM), left, right))
    return tuple(rims)
