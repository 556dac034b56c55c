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
from vision.piece_colours import PIECE_COLOURS, Classes
from vision.tower_check import MISMATCH_WORTH
from vision.tower_planes import PX_PER_MM, Plane, seen_cells
from vision.tower_poses import Pose

SIDE: Final = (0.45, 0.4)
FLAT: Final = (0.6, 0.3)
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
_DOUBTED: Final = 2.5
"""So much does what looks otherwise within a piece, or between two colours, weigh against what looks as drawn."""

Kind: TypeAlias = tuple[Pose, int]
Corners: TypeAlias = npt.NDArray[np.int64]


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
        strange = sum(a.shape != b.shape and c != d for (a, c), (b, d) in pairwise(self.kinds))
        return _PIECE_COST * len(self.kinds) + _STRANGE * strange + sum(pose.rarity for pose, _ in self.kinds)

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


def _pairs(poses: list[Pose], across: Floats) -> list[tuple[Pose, Pose, float, float]]:
    return list(zip(poses[:-1], poses[1:], across[:-1].tolist(), across[1:].tolist(), strict=True))


class Canvas:
    """What one plane shows, made ready: `plane` lies `plane_mm` before the card, the camera's eye (3,) at `eye_mm`."""

    def __init__(self, plane: Plane, plane_mm: float, eye_mm: Floats) -> None:
        self.eye_mm = eye_mm
        self._plane, self._plane_mm = plane, plane_mm
        # Edges across may lie in memory column by column: row by row they are added up in half the time.
        self._sides = (SIDE[0] / PX_PER_MM * (plane.across[:, 1:] - SIDE[1])).astype(np.float32, order="C")
        self._flats = (FLAT[0] / PX_PER_MM * (plane.along[1:] - FLAT[1])).astype(np.float32)

    def rated(self, built: Built, base_mm: float, sigma_mm: float = BASE_MM) -> Built:
        """Return it with its worth: its looks, and how likely pieces stand so far before or behind each other.

        Args: `base_mm` is how far before the card its lowest piece is thought to stand, give or take `sigma_mm`.
        """
        ids, names = self.drawn(built)
        wrong = cv2.countNonZero(cv2.compare(cv2.LUT(ids, names), self._plane.classes, cv2.CMP_NE))
        depth = built.places[:, 2]
        drift = float((np.diff(depth) ** 2).sum()) / _DRIFT_MM**2 + float(depth[0] - base_mm) ** 2 / sigma_mm**2
        edges = summed(self._sides, ids[:, 1:], ids[:, :-1]) + summed(self._flats, ids[1:], ids[:-1])
        off = MISMATCH_WORTH / PX_PER_MM**2 * wrong
        return replace(built, worth=edges - off - built.unlikely() - drift / 2)

    def unlike(self, built: Built) -> tuple[float, Floats]:
        """Return the penalty for cells that look otherwise than drawn, and for each piece how much (mm2) bears it
        out."""
        ids, names = self.drawn(built)
        wrong = np.asarray(cv2.LUT(ids, names)) != self._plane.classes
        doubted = ids[wrong | self._plane.between]
        shown, off = (np.bincount(some & (FRONT - 1), minlength=FRONT)[1:] for some in (ids.ravel(), doubted))
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
        half = 0.4 * pose.width_mm
        ends = [[-half, 0.15 * pose.height_mm, pose.front_mm], [half, 0.85 * pose.height_mm, pose.front_mm]]
        (left, low), (right, high) = np.maximum(np.rint(self._cells(np.array(ends) + place)), 0).astype(int)
        counts = _counted(self._plane.classes[high:low, left:right])
        return int(counts.argmax()) if counts.any() else None

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
        solids = [_solid(pose) for pose, _ in built.kinds]
        points = np.vstack([corners + place for (corners, _), place in zip(solids, built.places, strict=True)])
        cells = np.rint(self._cells(points) * 2**_SHIFT).astype(np.int32)
        ids, names, start = np.zeros(self._plane.classes.shape, np.uint8), np.zeros(256, np.uint8), 0
        for i, (corners, front) in enumerate(solids, start=1):
            part, start = cells[start : start + len(corners)], start + len(corners)
            cv2.fillConvexPoly(ids, cv2.convexHull(part), i, shift=_SHIFT)
            if front is not None:
                cv2.fillConvexPoly(ids, part[front], i + FRONT, shift=_SHIFT)
            names[i] = names[i + FRONT] = built.kinds[i - 1][1] + 1
        return ids, names


def summed(values: npt.NDArray[np.float32], one: Classes, other: Classes) -> float:
    """Return the sum of the values where two pictures differ."""
    return float(np.vdot(values, (one != other).astype(np.float32)))


def _counted(classes: Classes) -> npt.NDArray[np.int64]:
    return np.bincount(classes.ravel(), minlength=len(PIECE_COLOURS) + 1)[1:]


@lru_cache(maxsize=256)
def _solid(pose: Pose) -> tuple[Floats, Corners | None]:
    """Return the corners (N, 3) and which of them lie about the front face; none where that is bent."""
    solid = np.array(pose.solid_mm)
    front = np.flatnonzero(solid[:, 2] > solid[:, 2].max() - 1e-6)
    if len(front) < len(solid) // 2:
        return solid, None
    off = solid[front, :2] - solid[front, :2].mean(axis=0)
    return solid, front[np.argsort(np.arctan2(off[:, 1], off[:, 0]))]
