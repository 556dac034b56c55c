"""Where the front face of a piece fits best in a picture, and how well: stacks are built of such places."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.piece_colours import Map32
from vision.tower_planes import PX_PER_MM, Plane
from vision.tower_poses import Pose
from vision.tower_sums import Fit, PlaneSums

_PEAKS = 5
_FREE_ROWS = 1
_FREE = np.ones((2 * _FREE_ROWS + 1, 1), np.uint8)
_MOST_ROWS = 6
_DRIFT_MM = 1.5
"""How much nearer to the camera than a tower's middle, or farther, its pieces usually stand."""
_LEAST = -8.0
_SAME_MM = 2.5


@dataclass(frozen=True, slots=True)
class Step:
    """A piece in a stack: pose, colour index, x of its middle, y of its base, and its score.

    `covered` is its score with its upper `cover_mm` hidden; it stands `nearer_mm` before the tower's middle.
    """

    pose: Pose
    colour: int
    x_mm: float
    y_mm: float
    score: float
    covered: float
    cover_mm: float
    nearer_mm: float = 0.0

    def hidden(self, hidden_mm: float) -> float:
        """Return the score with so much hidden from above."""
        if not self.cover_mm:
            return self.score
        return self.score + (self.covered - self.score) * min(hidden_mm / self.cover_mm, 1.0)

    def is_like(self, other: Step) -> bool:
        """Whether another piece of one shape and colour stands at the same place."""
        is_there = abs(self.y_mm - other.y_mm) < _SAME_MM and abs(self.x_mm - other.x_mm) < _SAME_MM
        return is_there and self.pose.shape == other.pose.shape and self.colour == other.colour


class Place(NamedTuple):
    """Where a pose fits well: the score it may hope for and that with all of it shown, x of its middle (mm), and the
    cell of its base."""

    pose: Pose
    hope: float
    score: float
    x_mm: float
    row: int
    column: int


class _Face(NamedTuple):
    """What a place shows: the colour index, the score with most of it hidden, and how far before the middle it is."""

    colour: int
    covered: float
    nearer_mm: float


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
        self._sums = {front: PlaneSums.of(plane) for front, plane in planes.items()}
        self._hidden = round(max(hidden_mm, 0.0) * PX_PER_MM)
        self._maps: dict[Pose, _Maps] = {}
        self._places: dict[tuple[Pose, int], list[Place]] = {}
        self._faces: dict[tuple[Pose, int, int], _Face] = {}

    def places(self, pose: Pose, y_mm: float, rise_mm: float = 0.0) -> list[Place]:
        """Return the best places of a pose with its base at a height, the most hopeful first.

        Args: `rise_mm` is how far above that height it appears.
        """
        row = round((self._window.top_mm - y_mm - rise_mm) * PX_PER_MM + 0.5)
        if (pose, row) not in self._places:
            if pose not in self._maps:
                self._maps[pose] = self._mapped(pose)
            left = self._window.left_mm - 0.5 / PX_PER_MM
            peaks = self._maps[pose].peaks(row)
            self._places[pose, row] = [
                Place(pose, hope, score, left + at / PX_PER_MM, row, at) for hope, score, at in peaks
            ]
        return self._places[pose, row]

    def step(self, place: Place, y_mm: float) -> Step:
        """Return the piece at a place whose base is at a height."""
        pose, _, score, x_mm, _, _ = place
        colour, covered, nearer = self._face(place)
        return Step(pose, colour, x_mm, y_mm, score, covered, self._cover(pose) / PX_PER_MM, nearer)

    def colour(self, place: Place) -> int:
        """Return the colour index of a place: that of the part which fits better, all or what is not hidden."""
        return self._face(place).colour

    def _face(self, place: Place) -> _Face:
        pose, _, score, _, row, column = place
        key = pose, row, column
        if key not in self._faces:
            maps = self._maps[pose]
            covered = maps.covered.item(row, column)
            better = maps.fits[covered > score]
            lower = self._lower(better.scores[:, column], row)
            nearer = lower / float(self._rows_a_mm[row]) if abs(lower) > _FREE_ROWS else 0.0
            self._faces[key] = _Face(better.colours.item(row + lower, column), covered, nearer)
        return self._faces[key]

    def _lower(self, column: Map32, row: int) -> int:
        """Return how many rows lower than where it should be a face fits best."""
        up = min(len(self._costs), row)
        near = column[row - up : row + len(self._costs) + 1]
        return int((near - self._slack_at[row, len(self._costs) - up :][: len(near)]).argmax()) - up

    def _cover(self, pose: Pose) -> int:
        return min(self._hidden, round(0.7 * pose.height_mm * PX_PER_MM))

    def _mapped(self, pose: Pose) -> _Maps:
        """Return the fit of a pose everywhere, shown whole and hidden as far as it could be."""
        sums, most = self._sums[pose.front_mm], self._cover(pose)
        whole = sums.fit(pose.outline_mm, 0)
        part = sums.fit(pose.outline_mm, most) if most else whole
        shown = self._slackened(whole.scores)
        return _Maps((whole, part), shown, self._slackened(part.scores) if most else shown)

    def _slackened(self, scores: Map32) -> Map32:
        """Return the best score near each row: pieces stand a little nearer than the tower's middle, or farther."""
        rows, most = len(scores), len(self._costs)
        best = np.asarray(cv2.dilate(scores, _FREE), np.float32)
        padded = np.pad(scores, ((most, most), (0, 0)), constant_values=-np.inf)
        for off, cost in list(enumerate(self._costs, start=1))[_FREE_ROWS:]:
            near = np.maximum(padded[most - off :][:rows], padded[most + off :][:rows])
            near -= cost[:, None]
            np.maximum(best, near, out=best)
        return best


class _Maps:
    """Fits of a pose everywhere: shown whole and partly hidden, then the best score near each place for either."""

    def __init__(self, fits: tuple[Fit, Fit], shown: Map32, covered: Map32) -> None:
        self.fits, self.covered = fits, covered
        hopes = np.maximum(shown, covered)
        rows, columns = np.nonzero(_local_tops(hopes))
        best = hopes[rows, columns]
        order = np.lexsort((-best, rows))
        self._peaks = best[order], shown[rows, columns][order], columns[order]
        self._starts = np.searchsorted(rows, np.arange(len(hopes) + 1)).tolist()

    def peaks(self, row: int) -> Iterable[tuple[float, float, int]]:
        """Return hope, score and column of the highest local maxima of a row, best first."""
        if not 0 <= row < len(self._starts) - 1:
            return ()
        start = self._starts[row]
        some = slice(start, min(self._starts[row + 1], start + _PEAKS))
        hopes, scores, columns = (values[some].tolist() for values in self._peaks)
        return zip(hopes, scores, columns, strict=True)


def _slack_costs(rows_a_mm: npt.NDArray[np.float64]) -> tuple[Map32, ...]:
    """Return for one row of slack, two and so on what it costs at each row, as far as it may pay."""
    reach = np.maximum(np.abs(rows_a_mm) * _DRIFT_MM, 1e-3)
    offs = range(1, min(_MOST_ROWS, len(rows_a_mm) - 1) + 1)
    costs = [np.asarray((max(off - _FREE_ROWS, 0) / reach) ** 2, np.float32) for off in offs]
    return tuple(cost for cost in costs if cost.min() < -_LEAST)


def _local_tops(hopes: Map32) -> npt.NDArray[np.bool_]:
    """Return where each row has a local maximum that is worth a try."""
    tops = np.zeros(hopes.shape, bool)
    inner = hopes[:, 1:-1]
    tops[:, 1:-1] = (inner >= hopes[:, :-2]) & (inner > hopes[:, 2:]) & (inner > _LEAST)
    return tops
