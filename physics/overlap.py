"""How deep two outlines share the same space; a scene in which they do is refused."""

from __future__ import annotations

import math

from physics.errors import Overlapping
from physics.outline import Outline, convex_parts
from physics.pieces import Tower

Box = tuple[float, float, float, float]


def box_of(outline: Outline) -> Box:
    """Return the bounding box (left, bottom, right, top) in mm."""
    xs = [x for x, _ in outline]
    ys = [y for _, y in outline]
    return min(xs), min(ys), max(xs), max(ys)


def boxes_near(one: Box, other: Box, within_mm: float) -> bool:
    """Say whether two boxes come within a distance of each other (negative: overlap by as much)."""
    return (
        one[0] - other[2] <= within_mm
        and other[0] - one[2] <= within_mm
        and one[1] - other[3] <= within_mm
        and other[1] - one[3] <= within_mm
    )


def overlap_mm(one: Outline, other: Outline) -> float:
    """Return the smallest shift in mm that would separate the deepest pair of convex parts.

    Zero or negative where the outlines do not overlap.
    """
    return max(_convex_overlap_mm(a, b) for a in convex_parts(one) for b in convex_parts(other))


def _convex_overlap_mm(one: Outline, other: Outline) -> float:
    return min(_along_sides_mm(one, other), _along_sides_mm(other, one))


def _along_sides_mm(one: Outline, other: Outline) -> float:
    least = math.inf
    ax, ay = one[-1]
    for bx, by in one:
        length = math.hypot(bx - ax, by - ay)
        if length > 0:
            nx, ny = (by - ay) / length, (ax - bx) / length
            reach = ax * nx + ay * ny - min(x * nx + y * ny for x, y in other)
            least = min(least, reach)
        ax, ay = bx, by
    return least


def refuse_overlaps(tower: Tower, boxes: list[Box], allowed_mm: float) -> None:
    """Raise for the first pair of pieces that share more than the measurement explains.

    Raises:
        Overlapping: with both pieces and the depth in mm.
    """
    for i, box in enumerate(boxes):
        if box[1] < -allowed_mm:
            raise Overlapping(f"piece {i} sinks {-box[1]:.2f} mm into the table, allowed {allowed_mm:.2f} mm")
        for j in range(i):
            if not boxes_near(box, boxes[j], -allowed_mm):
                continue
            depth = overlap_mm(tower.pieces[i].outline_mm, tower.pieces[j].outline_mm)
            if depth > allowed_mm:
                raise Overlapping(f"pieces {j} and {i} overlap by {depth:.2f} mm, allowed {allowed_mm:.2f} mm")
