"""The stack that explains the front faces best: pieces chosen one on top of the other, each resting on the last.

The best sequence is found by keeping the few best partial stacks at every height (a beam), since heights in a set
repeat. What a deeper piece above hides of the face below is known and left out; what is kept is drawn, so that cells
that look otherwise count against it. No set holds a shape and colour twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from vision.piece_colours import Classes
from vision.tower_check import Sketch
from vision.tower_faces import FaceScores, Place, Step
from vision.tower_poses import Pose

_LEAST_OVERLAP_MM = 0.5
_DRAWN = 4
_BEAM = 2
_PLACES = 2
_KEPT = 16
_DEEPEST_MM = 7.5
_BEHIND = 18.0
"""A partial stack this far behind a lower one has missed a piece and is given up."""


@dataclass(frozen=True, slots=True, eq=False)
class Stack:
    """A piece on the stack below it (None for a base), with the score and height of all, and how good it may become.

    `sketch` is where it is drawn, `drawn` how all look; `unlike` the penalty for cells below its top that look
    otherwise, `off` that for all.
    """

    below: Stack | None
    last: Step
    score: float
    hope: float
    top_mm: float
    used: frozenset[tuple[str, int]]
    sketch: Sketch
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
    place: Place
    sketch: Sketch

    @property
    def rank(self) -> float:
        """How good it may become, as far as what it stands on looks like it."""
        return self.hope + (self.below.unlike if self.below else 0.0)

    def built(self, scores: FaceScores) -> Stack:
        """Return it drawn."""
        below, sketch = self.below, self.sketch
        last = scores.step(self.place, below.top_mm if below else 0.0)
        used = (below.used if below else frozenset()) | {(last.pose.shape, last.colour)}
        drawn = sketch.drawn(below.drawn if below else sketch.empty(), last)
        hidden_mm = _DEEPEST_MM * max(sketch.slope(self.top_mm), 0.0)
        shown = sketch.seen_mm(self.top_mm, last.pose.front_mm) - hidden_mm
        off, unlike = sketch.mismatches(drawn, shown)
        return Stack(below, last, self.score, self.hope, self.top_mm, used, sketch, drawn, unlike, off)


_Placed = TypeVar("_Placed", _Growth, Stack)


def best_stacks(
    scores: FaceScores, poses: tuple[Pose, ...], bases: Sequence[tuple[Sketch, tuple[Pose, ...]]]
) -> list[Stack]:
    """Return the stacks that explain most, best first, at most 16.

    Args: `bases` are the poses the lowest piece may have, with where such a stack would be drawn.
    """
    levels: dict[float, list[_Growth]] = {}
    for sketch, stood in bases:
        for grown in _founded(scores, sketch, stood):
            levels.setdefault(round(grown.top_mm, 1), []).append(grown)
    found: list[Stack] = []
    ahead = 0.0
    while levels:
        height = min(levels)
        level = levels.pop(height)
        ahead = max(ahead, *(grown.score for grown in level))
        kept = _best(scores, [grown for grown in level if grown.hope > ahead - _BEHIND])
        found += kept
        rises = {sketch: sketch.rise_mm for sketch in {stack.sketch for stack in kept}}
        places = {sketch: [scores.places(pose, height, rise) for pose in poses] for sketch, rise in rises.items()}
        for stack in kept:
            for grown in _grown(scores, stack, places[stack.sketch], ahead - _BEHIND):
                levels.setdefault(round(grown.top_mm, 1), []).append(grown)
    return sorted(found, key=lambda stack: -stack.total)[:_KEPT]


def _best(scores: FaceScores, level: list[_Growth]) -> list[Stack]:
    """Return the few best of the stacks of one height, for each place they are drawn at."""
    tried = _few(sorted(level, key=lambda grown: -grown.rank), _DRAWN)
    built = sorted((grown.built(scores) for grown in tried), key=lambda stack: -(stack.hope + stack.unlike))
    return list(_few(built, _BEAM))


def _few(ranked: Iterable[_Placed], most: int) -> Iterator[_Placed]:
    """Yield the first of those that are drawn at the same place."""
    count = Counter[Sketch]()
    for one in ranked:
        count[one.sketch] += 1
        if count[one.sketch] <= most:
            yield one


def _founded(scores: FaceScores, sketch: Sketch, bases: tuple[Pose, ...]) -> Iterator[_Growth]:
    for pose in bases:
        for place in scores.places(pose, 0.0, sketch.rise_mm)[: 2 * _PLACES]:
            yield _Growth(place.hope, place.score, pose.height_mm, None, place, sketch)


def _grown(scores: FaceScores, stack: Stack, places: list[list[Place]], least: float) -> Iterator[_Growth]:
    """Yield the stack with each piece that rests on it; the last one counts as far as the new one leaves it visible.

    What cannot hope for more than `least` would be given up later. Places come most hopeful first.
    """
    below = stack.last
    lean, shapes = max(stack.sketch.slope(stack.top_mm), 0.0), {shape for shape, _ in stack.used}
    left, right = (below.x_mm + x for x in below.pose.top_mm)
    for some in filter(None, places):
        pose = some[0].pose
        hidden = max(pose.front_mm - below.pose.front_mm, 0.0) * lean
        score = stack.score - below.score + below.hidden(hidden)
        (low, high), top = pose.base_mm, stack.top_mm + pose.height_mm
        is_used = pose.shape in shapes
        taken = 0
        for place in some:
            if score + place.hope <= least:
                break
            shared = min(right, place.x_mm + high) - max(left, place.x_mm + low)
            if shared <= _LEAST_OVERLAP_MM:
                continue
            if is_used and (pose.shape, scores.colour(place)) in stack.used:
                continue
            yield _Growth(score + place.hope, score + place.score, top, stack, place, stack.sketch)
            taken += 1
            if taken == _PLACES:
                break
