"""A stack drawn as it should look, against what is seen: what a wrong, missing or surplus piece cannot hide.

All pieces are drawn as solids from the base up, so that top and side faces and what pieces hide of each other count.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from vision.colour import Floats
from vision.piece_colours import Classes
from vision.tower_faces import Step
from vision.tower_planes import PX_PER_MM, Plane, seen_cells
from vision.tower_poses import Pose

MISMATCH_WORTH: Final = 0.6


@dataclass(frozen=True, slots=True, eq=False)
class Sketch:
    """Where stacks are drawn: the plane `plane_mm` before the card, the camera's eye (3,) mm, the middle for which
    steps were measured and the one they stand at, `middle_mm`, both along z.
    """

    plane: Plane
    plane_mm: float
    eye_mm: Floats
    measured_mm: float
    middle_mm: float

    def empty(self) -> Classes:
        """Return what is drawn before the first piece, (rows, columns) uint8, 0 for background."""
        return np.zeros(self.plane.classes.shape, np.uint8)

    def slope(self, height_mm: float) -> float:
        """Return how far down a point at a height appears for each mm it stands nearer."""
        return (self.eye_mm.item(1) - height_mm) / (self.eye_mm.item(2) - self.measured_mm)

    @property
    def rise_mm(self) -> float:
        """How far the tower's foot appears above where the foot of one at the measured middle would."""
        return (self.measured_mm - self.middle_mm) * self.slope(0.0)

    def moved(self, step: Step) -> Step:
        """Return the step with its x corrected for standing at another middle than it was measured for."""
        return replace(step, x_mm=self._x_mm(step))

    def _x_mm(self, step: Step) -> float:
        ahead = (self.eye_mm.item(0) - step.x_mm) / (self.eye_mm.item(2) - self.middle_mm)
        return step.x_mm + (self.middle_mm + step.nearer_mm - self.measured_mm) * ahead

    def drawn(self, below: Classes, step: Step) -> Classes:
        """Return the classes with a piece, as it was measured, before what is drawn already."""
        solid = _solid(step.pose) + np.array([self._x_mm(step), step.y_mm, self.middle_mm + step.nearer_mm])
        cells = seen_cells(self.plane.window, self.plane_mm, self.eye_mm, solid)
        hull = cv2.convexHull(np.rint(cells * 16).astype(np.int32))
        return np.asarray(cv2.fillConvexPoly(below.copy(), hull, step.colour + 1, shift=4), np.uint8)

    def mismatches(self, drawn: Classes, top_mm: float) -> tuple[float, float]:
        """Return the penalty (at most 0) for cells that show something else than drawn, and that for those below a
        height of the plane."""
        first = round(min(max((self.plane.window.top_mm - top_mm) * PX_PER_MM, 0), len(drawn)))
        wrong = cv2.compare(drawn, self.plane.classes, cv2.CMP_NE)
        below = cv2.countNonZero(wrong[first:]) if first < len(drawn) else 0
        worth = -MISMATCH_WORTH / PX_PER_MM**2
        return worth * cv2.countNonZero(wrong), worth * below

    def seen_mm(self, height_mm: float, front_mm: float) -> float:
        """Return where in the plane a height is seen that lies so far before the pieces' middle."""
        _, y, z = self.eye_mm.tolist()
        return float(y + (self.plane_mm - z) / (self.middle_mm + front_mm - z) * (height_mm - y))


@lru_cache(maxsize=256)
def _solid(pose: Pose) -> Floats:
    return np.array(pose.solid_mm)
