"""Guesses at a tower before a back card: stacks of a known set, each judged by drawing it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

import numpy as np

from vision.back_card import BackCard
from vision.block_canvas import Blocks
from vision.colour import Floats
from vision.markers import Picture
from vision.tower_canvas import Built, Canvas
from vision.tower_check import Sketch
from vision.tower_faces import FaceScores, Step
from vision.tower_fit import Fitter
from vision.tower_foot import Stand
from vision.tower_planes import Plane, Window, plane_shift, see_plane
from vision.tower_poses import Pose
from vision.tower_search import Stack, best_stacks

_FRONT_MM = 6.0
"""Where the reference plane lies before the pieces' middle: amid their front faces."""
_ROOM_MM = 6.0
_MARGIN_MM = 14.0
_SEARCH_MM = 3.0
_USUAL_FRONT_MM = 7.5
_DEEPEST_MM = 7.5
_FOOT_MM = 0.5
_DOUBTED_SHARE = 0.3
_LEAST_BORNE = 0.45
_SURE_SCORE = 10.0
_SEEN_BORNE, _LEAST_SEEN, _SURE_MM2 = 0.3, 0.2, 40.0
_CLOSE = 16
_UNHEARD = 9.0
"""A guess so many times its heat behind the best has no say in how sure that is."""
_HEAT, _UNLIKE_HEAT = 5.0, 0.05
_FRONTS_MM = (3.0, 5.5, 7.5, 10.0, 12.5)
"""How far the base's front face may lie before its middle: thin, cubic and broad pieces."""

_Found = TypeVar("_Found", Built, Blocks)


@dataclass(frozen=True, slots=True)
class Look:
    """What one picture shows of a tower: the reference plane, the camera, and the pieces' middle it was taken for.

    `is_measured` tells that the camera is known so well that pieces nearer than the middle can be told from lower ones.
    """

    plane: Plane
    eye_mm: Floats
    middle_mm: float
    is_measured: bool = True

    @property
    def front_mm(self) -> float:
        """Where the reference plane lies."""
        return self.middle_mm + _FRONT_MM

    def sketch(self, middle_mm: float) -> Sketch:
        """Return where stacks are drawn that stand at a middle."""
        return Sketch(self.plane, self.front_mm, self.eye_mm, self.middle_mm, middle_mm)

    def nearer(self, to_mm: float) -> Plane:
        """Return another front plane: a shift and a small change of scale."""
        window, eye = self.plane.window, self.eye_mm
        ends = (window.left_mm, window.right_mm)
        points = np.array([[x, y] for x in ends for y in (0.0, window.top_mm)])
        reach = (self.front_mm - eye[2]) / (to_mm - eye[2])
        return self.plane.moved(plane_shift(window, points, eye[:2] + reach * (points - eye[:2])))


@dataclass(frozen=True, slots=True)
class Guess:
    """Pieces from the base up, the middle they stand at, how well they explain the picture, and what they do not.

    `borne` tells for each piece how far its own face bears it out, 0..1.
    """

    steps: tuple[Step, ...]
    middle_mm: float
    total: float
    unlike: float
    borne: tuple[float, ...]

    def sureness(self) -> float:
        """Return how far the picture bears the guess out, 0..1: low where much of it looks otherwise than drawn.

        A hand before a tower, or pieces of another set, leave more than half of it unexplained.
        """
        faces = sum(step.pose.face_mm2 for step in self.steps)
        return float(1 / (1 + (self.unlike / faces / _DOUBTED_SHARE) ** 4))

    def heat(self) -> float:
        """Return how much less than this another guess must explain to be hardly a third as likely."""
        return _HEAT + _UNLIKE_HEAT * self.unlike


def look_at_stand(picture: Picture, card: BackCard, stand: Stand) -> Look:
    """Return the reference plane of a tower, cut to it."""
    middle = stand.middle_mm(_USUAL_FRONT_MM)
    stand = stand.seen_in(middle + _FRONT_MM, card.view.eye_mm)
    window = Window(stand.left_mm - _MARGIN_MM, stand.right_mm + _MARGIN_MM, -_ROOM_MM, stand.top_mm + _ROOM_MM)

    def to_px(points: Floats) -> Floats:
        return card.view.to_px(np.hstack([points, np.full((len(points), 1), middle + _FRONT_MM)]))

    plane = see_plane(picture, window, to_px).within(stand.left_mm - _SEARCH_MM, stand.right_mm + _SEARCH_MM)
    return Look(stand.shown_in(plane, middle + _FRONT_MM, card.view.eye_mm), card.view.eye_mm, middle)


def guess_stacks(look: Look, stand: Stand, poses: tuple[Pose, ...]) -> list[Guess]:
    """Return stacks for the distances the base piece may imply, best first."""
    planes = {f: look.nearer(look.middle_mm + f) for f in {p.front_mm for p in poses}}
    hidden = _DEEPEST_MM * max(look.sketch(look.middle_mm).slope(stand.top_mm / 2), 0.0)
    slope = look.sketch(look.middle_mm).slope if look.is_measured else lambda _: 0.0
    scores = FaceScores(planes, hidden_mm=hidden, slope=slope)
    stood = [(front, tuple(p for p in poses if _nearest_front(p) == front)) for front in _FRONTS_MM]
    tried = [(look.sketch(stand.middle_mm(front)), bases) for front, bases in stood if bases]
    guesses = [_guess(stack) for stack in best_stacks(scores, poses, tried)]
    return sorted(guesses, key=lambda guess: -guess.total)


def _guess(stack: Stack) -> Guess:
    steps = tuple(map(stack.sketch.moved, stack.steps))
    return Guess(steps, stack.sketch.middle_mm, stack.total, -stack.off, tuple(map(_borne, steps)))


def _borne(step: Step) -> float:
    """Return how far a piece's score bears it out: one that fits badly stands there for want of a better."""
    return float(np.clip(_LEAST_BORNE + max(step.score, step.covered) / _SURE_SCORE, _LEAST_BORNE, 1.0))


def fit_stacks_closely(look: Look, stand: Stand, guesses: list[Guess], poses: tuple[Pose, ...]) -> list[Guess]:
    """Return stacks fitted to the picture more closely than `guess_stacks` does, and others that were tried.

    Args: `guesses` as `guess_stacks` returns them, for the same look.
    """
    canvas = Canvas(look.plane, look.front_mm, look.eye_mm)
    starts = [_built(guess) for guess in guesses]
    if not starts:
        return []
    sigma = stand.middle_sigma_mm
    fitter = Fitter(canvas, poses, lambda pose: stand.middle_mm(_foot_front(pose)), sigma_mm=sigma)
    return heard(fitter.fitted(starts), lambda built: _close_guess(built, canvas))


def heard(found: list[_Found], guess: Callable[[_Found], Guess]) -> list[Guess]:
    """Return the best found as a guess, then those of the others that have a say."""
    first = guess(found[0])
    least: float = first.total - _UNHEARD * first.heat()
    return [first, *(guess(other) for other in found[1:_CLOSE] if other.worth > least)]


def _built(guess: Guess) -> Built:
    places = [(step.x_mm, step.y_mm, guess.middle_mm + step.nearer_mm) for step in guess.steps]
    return Built(tuple((step.pose, step.colour) for step in guess.steps), np.array(places))


def _close_guess(built: Built, canvas: Canvas) -> Guess:
    unlike, shown = canvas.unlike(built)
    steps = tuple(
        Step(pose, colour, float(x), float(y), 0.0, 0.0, 0.0)
        for (pose, colour), (x, y, _) in zip(built.kinds, built.places, strict=True)
    )
    return Guess(steps, float(built.places[0, 2]), built.worth, unlike, borne_out(shown))


@lru_cache(maxsize=256)
def _foot_front(pose: Pose) -> float:
    """Return how far a pose's foot lies before its middle."""
    return max(z for _, y, z in pose.solid_mm if y < _FOOT_MM)


def _nearest_front(pose: Pose) -> float:
    """Return which of the usual distances is nearest to how far the pose's foot lies before its middle."""
    return min(_FRONTS_MM, key=lambda front: abs(front - _foot_front(pose)))


def borne_out(shown: Floats) -> tuple[float, ...]:
    """Return how far so much (mm2) of their own faces bears pieces out, 0..1."""
    return tuple(map(float, np.clip(_SEEN_BORNE + shown / _SURE_MM2, _LEAST_SEEN, 1.0)))
