"""A whole stack, each piece in its own place in depth, drawn face by face and compared with what a plane shows.

Cells that show another colour than drawn count against it; borders between what is drawn count for it where the
picture has an edge there, against it where it has none.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.colour import Floats
from vision.piece_colours import PIECE_COLOURS, Classes, Map32, counted
from vision.tower_check import MISMATCH_WORTH
from vision.tower_planes import PX_PER_MM, Mask, Plane, seen_cells
from vision.tower_poses import Pose

_SIDE: Final = (0.45, 0.4)
_FLAT: Final = (0.6, 0.3)
"""What a mm of border is worth, upright and level, and how strong an edge makes it worth nothing."""
_PIECE_COST: Final = 4.0
_DRIFT_MM: Final = 1.0
BASE_MM: Final = 4.0
_STRANGE: Final = 4.0
"""What it costs to stand on a piece of another shape and colour: who gives a piece matches the top (rules 2.3)."""
_OVERLAP_MM: Final = 0.5
_SHIFT: Final = 4
FRONT: Final = 32
_LEAST_CELLS: Final = 20
_NARROWER_MM, _FLANK_MM = 1.5, 5.0
_DOUBTED: Final = 2.5
"""So much does what looks otherwise within a piece, or between two colours, weigh against what looks as drawn."""

Kind: TypeAlias = tuple[Pose, int]
Corners: TypeAlias = npt.NDArray[np.int32]
Ring: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Built:
    """Pieces from the base up as (pose, colour index), the middles of their feet (N, 3) mm, and how well they look."""

    kinds: tuple[Kind, ...]
    places: Floats
    worth: float = -np.inf

    def settled(self) -> Built:
        """Return it with each piece standing on the one below."""
        places = self.places.copy()
        places[:, 1] = np.concatenate([[0.0], np.cumsum([pose.height_mm for pose, _ in self.kinds])[:-1]])
        return replace(self, places=places)

    def moved(self, pieces: slice, right_mm: float, nearer_mm: float, eye_mm: Floats) -> Built:
        """Return it with some pieces moved; those that come nearer are kept before the same ground."""
        places = self.places.copy()
        ahead = (eye_mm[0] - places[pieces, 0]) / (eye_mm[2] - places[pieces, 2])
        places[pieces, 0] += right_mm + nearer_mm * ahead
        places[pieces, 2] += nearer_mm
        return replace(self, places=places)

    def unlikely(self) -> float:
        """Return what so many pieces cost, those that seldom stand so, and those that match nothing below."""
        return _unlikely(self.kinds)

    def may_be(self) -> bool:
        """Whether no shape is there twice in a colour and each piece rests on the one below."""
        names = [(pose.shape, colour) for pose, colour in self.kinds]
        if len(set(names)) < len(names):
            return False
        across = self.places[:, 0]
        poses = [pose for pose, _ in self.kinds]
        low = [max(x + one.top_mm[0], y + two.base_mm[0]) for one, two, x, y in _pairs(poses, across)]
        high = [min(x + one.top_mm[1], y + two.base_mm[1]) for one, two, x, y in _pairs(poses, across)]
        return all(b - a > _OVERLAP_MM for a, b in zip(low, high, strict=True))


@lru_cache(maxsize=4096)
def _unlikely(kinds: tuple[Kind, ...]) -> float:
    strange = sum(a.shape != b.shape and c != d for (a, c), (b, d) in pairwise(kinds))
    return _PIECE_COST * len(kinds) + _STRANGE * strange + sum(pose.rarity for pose, _ in kinds)


def _pairs(poses: list[Pose], across: Floats) -> list[tuple[Pose, Pose, float, float]]:
    return list(zip(poses[:-1], poses[1:], across[:-1].tolist(), across[1:].tolist(), strict=True))


class Canvas:
    """What one plane shows, made ready: `plane` lies `plane_mm` before the card, the camera's eye (3,) at `eye_mm`."""

    def __init__(self, plane: Plane, plane_mm: float, eye_mm: Floats) -> None:
        self.eye_mm = eye_mm
        self._plane, self._plane_mm = plane, plane_mm
        self._shapes: dict[tuple[Pose, bytes], tuple[Corners, Corners | None]] = {}
        self._edges = Edges.of(plane.across, plane.along, PX_PER_MM)

    def rated(self, built: Built, base_mm: float, sigma_mm: float = BASE_MM) -> Built:
        """Return it with its worth: its looks, and how likely pieces stand so far before or behind each other.

        Args: `base_mm` is how far before the card its lowest piece is thought to stand, give or take `sigma_mm`.
        """
        ids, names = self.drawn(built)
        wrong = cv2.countNonZero(cv2.compare(cv2.LUT(ids, names), self._plane.classes, cv2.CMP_NE))
        depth = built.places[:, 2]
        apart = depth[1:] - depth[:-1]
        drift = float(apart @ apart) / _DRIFT_MM**2 + float(depth[0] - base_mm) ** 2 / sigma_mm**2
        off = MISMATCH_WORTH / PX_PER_MM**2 * wrong
        return replace(built, worth=self._edges.along(ids) - off - built.unlikely() - drift / 2)

    def unlike(self, built: Built) -> tuple[float, Floats]:
        """Return the penalty for cells that look otherwise than drawn, and for each piece how much (mm2) bears it
        out."""
        ids, names = self.drawn(built)
        wrong = np.asarray(cv2.LUT(ids, names)) != self._plane.classes
        doubted = ids[wrong | self._plane.between]
        shown, off = (counted(some & np.uint8(FRONT - 1), FRONT)[1:] for some in (ids, doubted))
        borne = (shown - _DOUBTED * off)[: len(built.kinds)] / PX_PER_MM**2
        return MISMATCH_WORTH / PX_PER_MM**2 * np.count_nonzero(wrong), borne

    def trouble(self, built: Built) -> Floats:
        """Return for each piece how much (mm2) looks otherwise at its height."""
        ids, names = self.drawn(built)
        wrong = (np.asarray(cv2.LUT(ids, names)) != self._plane.classes).sum(axis=1) / PX_PER_MM**2
        summed = np.concatenate([[0.0], np.cumsum(wrong)])
        rows = [self._rows(pose, place) for (pose, _), place in zip(built.kinds, built.places, strict=True)]
        return np.array([summed[min(low + 3, len(wrong))] - summed[max(high - 3, 0)] for high, low in rows])

    def colour_at(self, pose: Pose, place: Floats) -> int | None:
        """Return the colour most seen where a piece's front would be, None where none is."""
        (left, low), (right, high) = np.maximum(np.rint(self._cells(_amid(pose) + place)), 0).astype(int).tolist()
        counts = _counted(self._plane.classes[high:low, left:right])
        return int(counts.argmax()) if counts.any() else None

    def middle_at(self, pose: Pose, place: Floats, colour: int) -> float | None:
        """Return the x (mm) at which a piece would fill what is seen of its colour half way up, None where that is
        narrower than it is, or wider by more than a flank."""
        high, low = self._rows(pose, place)
        row = self._plane.classes[min((high + low) // 2, len(self._plane.classes) - 1)]
        columns = np.flatnonzero(row == colour + 1)
        if not len(columns):
            return None
        ends = np.array([columns[0], columns[-1] + 1]) / PX_PER_MM + self._plane.window.left_mm
        reach = (place[2] + pose.front_mm - self.eye_mm[2]) / (self._plane_mm - self.eye_mm[2])
        left, right = (self.eye_mm[0] + reach * (ends - self.eye_mm[0])).tolist()
        if not -_NARROWER_MM < right - left - pose.width_mm < _FLANK_MM:
            return None
        half = pose.width_mm / 2
        return float(left + half if self.eye_mm[0] > place[0] else right - half)

    def colours_near(self, pose: Pose, place: Floats) -> list[int]:
        """Return the colours seen at the height of a piece."""
        high, low = self._rows(pose, place)
        return [int(colour) for colour in np.flatnonzero(_counted(self._plane.classes[high:low]) > _LEAST_CELLS)]

    def _rows(self, pose: Pose, place: Floats) -> tuple[int, int]:
        """Return the rows between which a piece's front is seen."""
        ends = np.array([[0.0, pose.height_mm, pose.front_mm], [0.0, 0.0, pose.front_mm]])
        high, low = np.clip(np.rint(self._cells(ends + place)[:, 1]), 0, len(self._plane.classes)).astype(int)
        return int(high), int(low)

    def _cells(self, points: Floats) -> Floats:
        """Return the cells (N, 2) at which points (N, 3) mm are seen."""
        return seen_cells(self._plane.window, self._plane_mm, self.eye_mm, points)

    def drawn(self, built: Built) -> tuple[Classes, Classes]:
        """Return which piece is drawn at each cell, from 1 on, its front face higher by 32; and the class of each."""
        ids, names = np.zeros(self._plane.classes.shape, np.uint8), np.zeros(256, np.uint8)
        for i, ((pose, colour), place) in enumerate(zip(built.kinds, built.places, strict=True), start=1):
            hull, front = self._shape(pose, place)
            cv2.fillConvexPoly(ids, hull, i, shift=_SHIFT)
            if front is not None:
                cv2.fillConvexPoly(ids, front, i + FRONT, shift=_SHIFT)
            names[i] = names[i + FRONT] = colour + 1
        return ids, names

    def _shape(self, pose: Pose, place: Floats) -> tuple[Corners, Corners | None]:
        """Return the outline of a piece and that of its front face, none where that is bent, in fractions of cells.

        It is kept, since most trials leave most pieces where they are.
        """
        key = pose, place.tobytes()
        if key not in self._shapes:
            corners, front = _solid(pose)
            cells = np.rint(self._cells(corners + place) * 2**_SHIFT).astype(np.int32)
            self._shapes[key] = np.asarray(cv2.convexHull(cells)), None if front is None else cells[front]
        return self._shapes[key]


@dataclass(frozen=True, slots=True, eq=False)
class Edges:
    """What a border between two cells is worth: `sides` those beside each other, all rows one after the other, `flats`
    (rows - 1, columns) those above each other."""

    sides: Map32
    flats: Map32

    @classmethod
    def of(cls, across: Map32, along: Map32, px_per_mm: float) -> Edges:
        """Return what borders are worth where edges (rows, columns) have a strength of 0..1."""
        sides = np.asarray(_SIDE[0] / px_per_mm * (across - _SIDE[1]), np.float32)
        sides[:, 0] = 0.0  # between the end of a row and the start of the next
        return cls(sides.ravel()[1:], np.asarray(_FLAT[0] / px_per_mm * (along[1:] - _FLAT[1]), np.float32))

    def along(self, ids: Classes) -> float:
        """Return what all borders of a picture (rows, columns) are worth."""
        flat = ids.ravel()
        return _summed(self.sides, flat[1:] != flat[:-1]) + _summed(self.flats, ids[1:] != ids[:-1])


def _summed(values: Map32, borders: Mask) -> float:
    return float(np.vdot(values, borders.astype(np.float32)))


def _counted(classes: Classes) -> npt.NDArray[np.int64]:
    return counted(classes, len(PIECE_COLOURS) + 1)[1:]


@lru_cache(maxsize=256)
def _amid(pose: Pose) -> Floats:
    """Return two opposite corners (2, 3) of the inner part of a pose's front."""
    half = 0.4 * pose.width_mm
    return np.array([[-half, 0.15 * pose.height_mm, pose.front_mm], [half, 0.85 * pose.height_mm, pose.front_mm]])


@lru_cache(maxsize=256)
def _solid(pose: Pose) -> tuple[Floats, Ring | None]:
    """Return the corners (N, 3) and which of them lie about the front face; none where that is bent."""
    solid = np.array(pose.solid_mm)
    front = np.flatnonzero(solid[:, 2] > solid[:, 2].max() - 1e-6)
    if len(front) < len(solid) // 2:
        return solid, None
    off = solid[front, :2] - solid[front, :2].mean(axis=0)
    return solid, front[np.argsort(np.arctan2(off[:, 1], off[:, 0]))]
