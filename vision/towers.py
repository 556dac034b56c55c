"""Towers seen from the side: which pieces of a known set stand on each other, and where, in mm.

Frame of a tower with a back card: x right, y up from the table, origin under the card's middle, mm. Without a card x
counts from the picture's middle and sizes come from the set itself. Pieces are snapped to contact: each stands level
on the one below.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.spatial import ConvexHull

from vision.back_card import BackCard, find_back_card
from vision.colour import Floats, balanced
from vision.errors import NotCalibrated
from vision.lens import Lens
from vision.markers import Picture
from vision.side_scene import light_gains
from vision.tower_check import draw_stack, mismatch
from vision.tower_faces import FaceScores, Pose, Step
from vision.tower_foot import Stand, find_stand
from vision.tower_planes import PIECE_COLOURS, Plane, Points, Window, plane_shift, see_plane
from vision.tower_search import best_stacks

_FRONT_MM = 6.0
"""Where the reference plane lies before the pieces' middle: amid their front faces."""
_ROOM_MM = 6.0
_MARGIN_MM = 14.0
_SEARCH_MM = 3.0
_USUAL_FRONT_MM = 7.5
_DEEPEST_MM = 7.5
_FRONTS_MM = (3.0, 7.0, 10.0)
"""How far the base's front face may lie before its middle: thin, cubic and broad pieces."""
_TEMPERATURE = 4.0
_SAME_MM = 2.5
_FACE_SIGMA_MM = 0.35


@dataclass(frozen=True, slots=True)
class PieceSeen:
    """A piece: shape and colour names, outline (mm, anticlockwise), probability of both names, pose spread.

    `sigma` holds the standard deviations of x (mm), y (mm) and turn (rad); `volume_mm3` is what it weighs by.
    """

    shape: str
    colour: str
    outline_mm: Points
    confidence: float
    sigma: tuple[float, float, float]
    volume_mm3: float


@dataclass(frozen=True, slots=True)
class TowerSeen:
    """Pieces from the base up, and the spread of a point of the reference they were measured by, mm."""

    pieces: tuple[PieceSeen, ...]
    sigma_mm: float


def read_tower(picture: Picture, poses: tuple[Pose, ...], *, lens: Lens | None = None) -> TowerSeen:
    """Return the tower in a picture, empty where none is seen.

    Args: `picture` (H, W, 3) uint8 BGR; `poses` every way a piece of the set can stand.
    """
    try:
        card = find_back_card(picture, lens)
    except NotCalibrated:
        return TowerSeen((), float("inf"))
    light = balanced(picture, light_gains(picture, card))
    stand = find_stand(light, card)
    if stand is None:
        return TowerSeen((), card.sigma_mm())
    found = _guesses(_look(light, card, stand), stand, poses)
    return TowerSeen(_pieces(found), card.sigma_mm())


def read_any_tower(picture: Picture, sets: tuple[tuple[Pose, ...], ...], *, lens: Lens | None = None) -> TowerSeen:
    """Return the tower as the set sees it whose pieces are surest; arguments as `read_tower`, `sets` at least one."""
    seen = [read_tower(picture, poses, lens=lens) for poses in sets]
    return max(seen, key=lambda tower: sum(piece.confidence for piece in tower.pieces))


@dataclass(frozen=True, slots=True)
class _Look:
    """What one picture shows of a tower: the reference plane, the camera, and the pieces' middle it was taken for."""

    plane: Plane
    eye_mm: Floats
    middle_mm: float

    @property
    def front_mm(self) -> float:
        """Where the reference plane lies."""
        return self.middle_mm + _FRONT_MM

    def slope(self, height_mm: float) -> float:
        """Return how far down a point at a height appears for each mm it stands nearer."""
        return float((self.eye_mm[1] - height_mm) / (self.eye_mm[2] - self.middle_mm))

    def nearer(self, to_mm: float) -> Plane:
        """Return another front plane: a shift and a small change of scale."""
        window, eye = self.plane.window, self.eye_mm
        ends = (window.left_mm, window.right_mm)
        points = np.array([[x, y] for x in ends for y in (0.0, window.top_mm)])
        reach = (self.front_mm - eye[2]) / (to_mm - eye[2])
        return self.plane.moved(plane_shift(window, points, eye[:2] + reach * (points - eye[:2])))


@dataclass(frozen=True, slots=True)
class _Guess:
    """Pieces from the base up with the middle they stand at, and how well that explains the picture."""

    steps: tuple[Step, ...]
    middle_mm: float
    total: float


def _look(picture: Picture, card: BackCard, stand: Stand) -> _Look:
    window = Window(stand.left_mm - _MARGIN_MM, stand.right_mm + _MARGIN_MM, -_ROOM_MM, stand.top_mm + _ROOM_MM)
    middle = stand.middle_mm(_USUAL_FRONT_MM)

    def to_px(points: Floats) -> Floats:
        return card.view.to_px(np.hstack([points, np.full((len(points), 1), middle + _FRONT_MM)]))

    plane = see_plane(picture, window, to_px).within(stand.left_mm - _SEARCH_MM, stand.right_mm + _SEARCH_MM)
    return _Look(plane, card.view.eye_mm, middle)


def _guesses(look: _Look, stand: Stand, poses: tuple[Pose, ...]) -> list[_Guess]:
    """Return stacks for every distance the base piece may imply, best first."""
    planes = {f: look.nearer(look.middle_mm + f) for f in {p.front_mm for p in poses}}
    hidden = _DEEPEST_MM * max(look.slope(stand.top_mm / 2), 0.0)
    scores = FaceScores(planes, hidden_mm=hidden)
    guesses: list[_Guess] = []
    for front in _FRONTS_MM:
        bases = tuple(p for p in poses if _nearest_front(p) == front)
        middle = stand.middle_mm(front)
        rise = -(middle - look.middle_mm) * look.slope(0.0)
        stacks = best_stacks(scores, poses, bases=bases, slope=look.slope, rise_mm=rise)
        guesses += [_judged(look, _moved(look, stack.steps, middle), stack.score, middle) for stack in stacks]
    return sorted(guesses, key=lambda guess: -guess.total)


def _nearest_front(pose: Pose) -> float:
    return min(_FRONTS_MM, key=lambda front: abs(front - pose.front_mm))


def _moved(look: _Look, steps: tuple[Step, ...], middle_mm: float) -> tuple[Step, ...]:
    """Return the steps with their x corrected for standing at another middle than the planes were made for."""
    off = middle_mm - look.middle_mm
    eye = look.eye_mm
    return tuple(
        replace(step, x_mm=step.x_mm + off * float(eye[0] - step.x_mm) / float(eye[2] - middle_mm)) for step in steps
    )


def _judged(look: _Look, steps: tuple[Step, ...], score: float, middle_mm: float) -> _Guess:
    drawn = draw_stack(steps, look.plane, plane_mm=look.front_mm, eye_mm=look.eye_mm, middle_mm=middle_mm)
    return _Guess(steps, middle_mm, score + mismatch(drawn, look.plane))


def _pieces(found: list[_Guess]) -> tuple[PieceSeen, ...]:
    if not found:
        return ()
    best = found[0].steps
    totals = np.array([guess.total for guess in found])
    weights = np.exp((totals - totals[0]) / _TEMPERATURE)
    pieces = []
    for step in best:
        agreed = [any(_same(step, other) for other in guess.steps) for guess in found]
        sure = float(weights[np.array(agreed)].sum() / weights.sum())
        outline = tuple((x + step.x_mm, y + step.y_mm) for x, y in step.pose.outline_mm)
        spread = (_FACE_SIGMA_MM, _FACE_SIGMA_MM, 0.01)
        colour = PIECE_COLOURS[step.colour]
        volume = float(ConvexHull(np.array(step.pose.solid_mm)).volume)
        pieces.append(PieceSeen(step.pose.shape, colour, outline, sure, spread, volume))
    return tuple(pieces)


def _same(one: Step, other: Step) -> bool:
    return (
        one.pose.shape == other.pose.shape
        and one.colour == other.colour
        and abs(one.y_mm - other.y_mm) < _SAME_MM
        and abs(one.x_mm - other.x_mm) < _SAME_MM
    )
