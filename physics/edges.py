"""Straight sides of outlines: how well they are known, how one is clipped to another, and where only a corner meets."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

from physics.outline import Outline, Point

Ends: TypeAlias = tuple[int, int, int, int]

SHORTEST_MM = 1e-6  # sides that share less only meet in a corner: they miss each other
WORST_LEVER = 1.5  # the error of a gap between two sides is up to this many times that of a corner


@dataclass(frozen=True, slots=True)
class Edge:
    """A straight side: ends, unit outward normal, length in mm, indices of its two corners."""

    start: Point
    end: Point
    normal: Point
    length_mm: float
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Blur:
    """How well sides are known.

    Args:
        noise_mm: standard deviation of a corner, or of the place of a whole piece.
        turn_rad: that of the turn of a whole piece.
        worst_mm: that of the least known corner.
    """

    noise_mm: float
    turn_rad: float
    worst_mm: float

    def at_mm(self, arm_mm: float, lever: float = 1.0) -> float:
        """Return the deviation so far from the middle of a piece; corners' errors weigh `lever` times."""
        return math.hypot(self.noise_mm * lever, self.turn_rad * arm_mm)


def edges_of(outline: Outline) -> tuple[Edge, ...]:
    """Return the sides of a counter-clockwise outline, in its order."""
    out = []
    n = len(outline)
    for index in range(n):
        (ax, ay), (bx, by) = outline[index], outline[(index + 1) % n]
        length = math.hypot(bx - ax, by - ay)
        normal = ((by - ay) / length, (ax - bx) / length)
        out.append(Edge((ax, ay), (bx, by), normal, length, index, (index + 1) % n))
    return tuple(out)


def clipped(a: Edge, b: Edge, miss_mm: float) -> tuple[Point, Point, Ends, float, float, float] | None:
    """Clip side `a` to reference side `b`.

    Args:
        a: the side that is clipped.
        b: the one that faces up.
        miss_mm: by how much the two may miss each other.

    Returns:
        Both ends (x, y) by x, the corners that bound them, length and gap in mm, and the error of the gap for that of a
        corner; None where they miss each other by more.
    """
    tx, ty = -b.normal[1], b.normal[0]
    ox, oy = b.start
    from_mm = (a.end[0] - ox) * tx + (a.end[1] - oy) * ty
    to_mm = (a.start[0] - ox) * tx + (a.start[1] - oy) * ty
    low, high = max(0.0, from_mm), min(b.length_mm, to_mm)
    if high - low <= -miss_mm:
        return None
    share = ((low + high) / 2 - from_mm) / (to_mm - from_mm)
    mx = a.end[0] + share * (a.start[0] - a.end[0]) - ox
    my = a.end[1] + share * (a.start[1] - a.end[1]) - oy
    gap = mx * b.normal[0] + my * b.normal[1]
    lever = min(math.hypot(share, 1 - share, at := (low + high) / 2 / b.length_mm, 1 - at), WORST_LEVER)
    first = b.start if from_mm <= 0 else a.end
    last = b.end if to_mm >= b.length_mm else a.start
    length = high - low
    if length < SHORTEST_MM:
        length = min(length, -SHORTEST_MM)
        first = last = ((first[0] + last[0]) / 2, (first[1] + last[1]) / 2)
    if tx > 0:
        return first, last, (b.first, a.last, b.last, a.first), length, gap, lever
    return last, first, (b.last, a.first, b.first, a.last), length, gap, lever


def rise_mm(before: Edge, after: Edge, side: Edge) -> float:
    """Return how far the flatter of the edges before and after a corner rises from a side; negative: it dips in."""
    nx, ny = side.normal
    back = (before.start[0] - before.end[0]) * nx + (before.start[1] - before.end[1]) * ny
    ahead = (after.end[0] - after.start[0]) * nx + (after.end[1] - after.start[1]) * ny
    return min(back, ahead)
