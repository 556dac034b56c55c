"""A tower without a reference: the camera is guessed for which pieces of known sizes explain the picture best.

The camera's scale is searched, then scale, height and side one step about the best; more steps named no more pieces.
However well it fits, what is found so is unsure.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce
from typing import Final

import numpy as np

from vision.markers import Picture
from vision.tower_camera import Aim, Foot, card_imagined, front_to_px, standing_at_foot
from vision.tower_check import Sketch
from vision.tower_column import Column
from vision.tower_foot import Stand
from vision.tower_guess import Guess, Look, guess_stacks
from vision.tower_planes import PX_PER_MM, Window, see_plane
from vision.tower_poses import Pose

_MIDDLE_MM: Final = 30.0
_FOOT_MM: Final = 36.0
_FOOT_SIGMA_MM: Final = 2.0
_WINDOW: Final = Window(-38.0, 38.0, -6.0, 131.0)
_HALF_MM: Final = 25.0
_ROOM_MM: Final = 6.0
_FLANK_MM: Final = 5.0
_BESIDE_CELLS: Final = 9
_NEAREST, _FARTHEST = 0.36, 0.68
_SCALES: Final = 10
_DOWN_DEG: Final = 9.0
_STEP: Final = (1.03, 6.0, 10.0)
_PIECE_COST: Final = 3.0
_MORE_WORTH: Final = 0.15
_JUDGED: Final = 6
_DOUBTFUL_WORTH: Final = 0.5
_HIGHEST_DEG: Final = 32.0
_MOST_ASIDE_DEG: Final = 26.0


@dataclass(frozen=True, slots=True)
class Fit:
    """The best stacks for one aim, best first, how well they explain the picture (about 0 to 1.2), and how much of it.

    `worth` ranks aims: to explain more of the picture counts a little beside explaining it well.
    """

    aim: Aim
    found: tuple[Guess, ...]
    likeness: float
    worth: float


def fit_stacks(picture: Picture, column: Column, poses: tuple[Pose, ...]) -> Fit | None:
    """Return how pieces of a set explain a tower best, None where it is too wide for them or nothing fits.

    Args: `picture` (H, W, 3) uint8 BGR; `column` as `find_column` returns it.
    """
    widest = max(pose.width_mm for pose in poses) + _FLANK_MM
    farthest = min(_FARTHEST * 1280 / max(picture.shape[:2]), widest / column.widest_px)
    search = _Search(picture, column.foot, poses)
    return search.best(farthest)


class _Search:
    """Tries aims at one tower; what was tried is kept."""

    def __init__(self, picture: Picture, foot: Foot, poses: tuple[Pose, ...]) -> None:
        self._picture, self._foot, self._poses = picture, foot, poses
        self._unit = 1280 / max(picture.shape[:2])
        self._tried: dict[Aim, Fit] = {}

    def best(self, farthest: float) -> Fit | None:
        """Return the best fit with a scale up to `farthest` mm a pixel."""
        nearest = _NEAREST * self._unit
        if farthest < nearest:
            return None
        for scale in np.geomspace(nearest, farthest, _SCALES):
            self._fit(Aim(float(scale), _DOWN_DEG, 0.0))
        for aim in _around(self._best_tried().aim):
            self._fit(aim)
        found = self._best_tried()
        return found if found.found else None

    def _best_tried(self) -> Fit:
        return max(self._tried.values(), key=lambda fit: fit.worth)

    def _fit(self, aim: Aim) -> Fit:
        if aim not in self._tried:
            self._tried[aim] = self._fitted(aim)
        return self._tried[aim]

    def _fitted(self, aim: Aim) -> Fit:
        look, top = _look(self._picture, self._foot, aim)
        stand = Stand(-_HALF_MM, _HALF_MM, top, _FOOT_MM, _FOOT_SIGMA_MM)
        found = guess_stacks(look, stand, self._poses)[:_JUDGED] if top > 0 else []
        rated = [(guess, *_likeness(look, guess)) for guess in found]
        rated = sorted((one for one in rated if one[1] > 0), key=lambda one: -one[1])
        if not rated:
            return Fit(aim, (), 0.0, -math.inf)
        _, likeness, cells = rated[0]
        worth = likeness + _MORE_WORTH * math.log(cells / (PX_PER_MM * aim.mm_per_px) ** 2)
        return Fit(aim, tuple(guess for guess, *_ in rated), likeness, worth)


def _around(aim: Aim) -> Iterator[Aim]:
    """Yield the neighbours of an aim, within what a camera on a table or in a hand does."""
    scale, down, right = _STEP
    for sign in (-1, 1):
        yield replace(aim, mm_per_px=aim.mm_per_px * scale**sign)
        if -2 <= aim.down_deg + sign * down <= _HIGHEST_DEG:
            yield replace(aim, down_deg=aim.down_deg + sign * down)
        if abs(aim.right_deg + sign * right) <= _MOST_ASIDE_DEG:
            yield replace(aim, right_deg=aim.right_deg + sign * right)


def _look(picture: Picture, foot: Foot, aim: Aim) -> tuple[Look, float]:
    """Return the tower's reference plane, cut to it, and the tower's top, mm."""
    card = card_imagined(picture, foot, aim)
    seen = see_plane(picture, _WINDOW, front_to_px(card.view))
    plane = replace(seen, classes=standing_at_foot(seen.classes))
    rows, columns = np.nonzero(plane.classes)
    if not len(rows):
        return Look(plane, card.view.eye_mm, _MIDDLE_MM, is_measured=False), 0.0
    left, right = (_WINDOW.left_mm + end / PX_PER_MM for end in (columns.min(), columns.max()))
    top = float(_WINDOW.top_mm - rows.min() / PX_PER_MM)
    plane = plane.within(max(left - _ROOM_MM, -_HALF_MM), min(right + _ROOM_MM, _HALF_MM), top + _ROOM_MM)
    return Look(plane, card.view.eye_mm, _MIDDLE_MM, is_measured=False), top


def _likeness(look: Look, guess: Guess) -> tuple[float, int]:
    """Return the share of the tower a guess explains with what its edges add, and how many cells that is."""
    sketch = Sketch(look.plane, look.front_mm, look.eye_mm, guess.middle_mm, guess.middle_mm)
    drawn = reduce(sketch.drawn, guess.steps, sketch.empty())
    columns = np.flatnonzero(drawn.any(axis=0))
    if not len(columns):
        return 0.0, 0
    part = slice(max(columns[0] - _BESIDE_CELLS, 0), columns[-1] + _BESIDE_CELLS)
    ours, theirs = drawn[:, part], look.plane.classes[:, part]
    right = int(np.count_nonzero((ours > 0) & (ours == theirs)))
    edges = sum(step.score - _PIECE_COST for step in guess.steps) / (np.count_nonzero(ours) / PX_PER_MM**2)
    doubtful = sum(step.score < 0 for step in guess.steps) / len(guess.steps)
    share = right / np.count_nonzero((ours > 0) | (theirs > 0))
    return float(share + edges - _DOUBTFUL_WORTH * doubtful), right
