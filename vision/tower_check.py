"""A stack drawn as it should look, against what is seen: what a wrong, missing or surplus piece cannot hide.

All pieces are drawn as solids from the base up, so that top and side faces and what pieces hide of each other count.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.colour import Floats
from vision.tower_faces import Step
from vision.tower_planes import PX_PER_MM, Classes, Plane

_MISMATCH_WORTH: Final = 0.6


def draw_stack(steps: Sequence[Step], plane: Plane, *, plane_mm: float, eye_mm: Floats, middle_mm: float) -> Classes:
    """Return the classes the stack would show in a plane, (rows, columns) uint8, 0 for background.

    Args: `plane_mm` where the plane lies, `eye_mm` (3,) the camera, `middle_mm` the pieces' middle, all along z.
    """
    drawn = np.zeros(plane.classes.shape, np.uint8)
    for step in steps:
        solid = np.array(step.pose.solid_mm) + np.array([step.x_mm, step.y_mm, middle_mm])
        reach = (plane_mm - eye_mm[2]) / (solid[:, 2:] - eye_mm[2])
        seen = eye_mm + reach * (solid - eye_mm)
        cells = np.stack([seen[:, 0] - plane.window.left_mm, plane.window.top_mm - seen[:, 1]], axis=1)
        hull = cv2.convexHull(np.rint(cells * PX_PER_MM * 16).astype(np.int32))
        cv2.fillConvexPoly(drawn, hull, step.colour + 1, shift=4)
    return drawn


def mismatch(drawn: Classes, plane: Plane) -> float:
    """Return the penalty (at most 0) for cells that show something else than drawn."""
    wrong = drawn != plane.classes
    return -_MISMATCH_WORTH * float(np.count_nonzero(wrong)) / PX_PER_MM**2
