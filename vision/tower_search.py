"""The stack that explains the front faces best: pieces chosen one on top of the other, each resting on the last.

The best sequence is found by keeping the few best partial stacks at every height (a beam), since heights in a set
repeat. What a deeper piece above hides of the face below is known and left out; what is kept is drawn, so that cells
that look otherwise count against it. No set holds a shape and colour twice.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from vision.tower_check import Sketch
from vision.tower_faces import FaceScores, Step
from vision.tower_planes import Classes
from vision.tower_poses import Pose

_LEAST_OVERLAP_MM = 0.5
_DRAWN = 12
_BEAM = 6
_PLACES = 2
_KEPT = 16
_DEEPEST_MM = 7.5
_BEHIND = 22.0
"""A partial stack this far behind a lower one has missed a piece and is given up."""


@dataclass(frozen=True, slots=True, eq=False)
class Stack:
    """A piece on the stack below it (None for a base), with the score and height of all, and how good it may become.

    `drawn` is how all look; `unlike` the penalty for cells below its top that look otherwise, `off` that for all.
    """

    below: Stack | None
    last: Step
    score: float
    hope: float
    top_mm: float
    used: frozenset[tuple[str, int]]
    drawn: Classes
    unlike: float
    off: float

    @property
    def total(self) -> float:
        """The score, less what looks otherwise."""
        return self.score + self.off

    @property
    def steps(self) -> tuple[Step, ...]:
        """The pieces from the base up."""
        return (*(self.below.steps if self.below else ()), self.last)


class _Growth(NamedTuple):
    """A stack that may be built: most never are, so no more than its rank and height is worked out."""

    hope: float
    score: float
    top_mm: float
    below: Stack | None
    last: Step

    @property
    def rank(self) -> float:
        """How good it may become, as far as what it stands on looks like it."""
        return self.hope + (self.below.unlike if self.below else 0.0)

    def built(self, sketch: Sketch, hidden_mm: float) -> Stack:
        """Return it drawn; the piece above may hide `hidden_mm` of it."""
        used = self.below.used if self.below else frozenset()
        key = (self.last.pose.shape, self.last.colour)
        drawn = sketch.drawn(self.below.drawn if self.below else sketch.empty(), self.last)
        shown = sketch.seen_mm(self.top_mm, self.last.pose.front_mm) - hidden_mm
        off, unlike = sketch.mismatches(drawn, shown)
        return Stack(self.below, self.last, self.score, self.hope, self.top_mm, used | {key}, drawn, unlike, off)


def best_stacks(scores: FaceScores, poses: tuple[Pose, ...], bases: tuple[Pose, ...], sketch: Sketch) -> list[Stack]:
    """Return the stacks that explain most, best first, at most 16.

    Args: `bases` are the poses the lowest piece may have; `sketch` is where stacks are drawn.
    """
    levels: dict[float, list[_Growth]] = {}
    for grown in _founded(scores, bases, sketch.rise_mm):
        levels.setdefault(round(grown.top_mm, 1), []).append(grown)
    found: list[Stack] = []
    ahead = 0.0
    while levels:
        height = min(levels)
        lean = max(sketch.slope(height), 0.0)
        level = sorted(levels.pop(height), key=lambda grown: -grown.rank)[:_DRAWN]
        ahead = max(ahead, *(grown.score for grown in level))
        built = [grown.built(sketch, _DEEPEST_MM * lean) for grown in level if grown.hope > ahead - _BEHIND]
        kept = sorted(built, key=lambda stack: -(stack.hope + stack.unlike))[:_BEAM]
        found += kept
        places = {pose: scores.places(pose, height, sketch.rise_mm) for pose in poses} if kept else {}
        for stack in kept:
            for grown in _grown(stack, places, lean, ahead - _BEHIND):
                levels.setdefault(round(grown.top_mm, 1), []).append(grown)
    return sorted(found, key=lambda stack: -stack.total)[:_KEPT]


def base_hope(scores: FaceScores, bases: tuple[Pose, ...], rise_mm: float) -> float:
    """Return how well the best base piece fits, -inf where none does."""
    return max((grown.hope for grown in _founded(scores, bases, rise_mm)), default=-math.inf)


def _founded(scores: FaceScores, bases: tuple[Pose, ...], rise_mm: float) -> Iterator[_Growth]:
    for pose in bases:
        for step in scores.places(pose, 0.0, rise_mm)[: 2 * _PLACES]:
            yield _Growth(max(step.score, step.covered), step.score, pose.height_mm, None, step)


def _grown(stack: Stack, places: dict[Pose, list[Step]], lean: float, least: float) -> Iterator[_Growth]:
    """Yield the stack with each piece that rests on it; the last one counts as far as the new one leaves it visible.

    What cannot hope for more than `least` would be given up later. Places come most hopeful first.
    """
    below = stack.last
    left, right = (below.x_mm + x for x in below.pose.top_mm)
    for pose, steps in places.items():
        hidden = max(pose.front_mm - below.pose.front_mm, 0.0) * lean
        score = stack.score - below.score + below.hidden(hidden)
        low, high = pose.base_mm
        taken = 0
        for step in steps:
            gain = max(step.score, step.covered)
            if score + gain <= least:
                break
            shared = min(right, step.x_mm + high) - max(left, step.x_mm + low)
            if shared <= _LEAST_OVERLAP_MM or (pose.shape, step.colour) in stack.used:
                continue
            yield _Growth(score + gain, score + step.score, stack.top_mm + pose.height_mm, stack, step)
            taken += 1
            if taken == _PLACES:
                break
