"""Pieces with the round side down: no edge to tip over, so another rule decides.

A body on a round side of radius R rolls back as long as the centre of mass of everything above lies below the centre
of the round; the present posture holds if rolling ends before the round does. A flat piece on a round
one follows the same rule with the roles exchanged.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

from physics.contacts import TABLE, Contact
from physics.outline import Outline, Point
from physics.pieces import Tower

SMOOTH_TURN_DEG = 25.0
LEAST_ARC_RAD = math.radians(60.0)
LEAST_SIDES = 4
ROUND_WITHIN = 0.08
FARTHEST_ROLL_RAD = math.radians(60.0)


@dataclass(frozen=True, slots=True)
class Rocker:
    """The round side under a piece.

    Args:
        centre: centre of the round (x, y) in mm.
        radius_mm: its radius.
        reach_rad: how far it can roll to the nearer end of the round.
        at: the point of contact (x, y) in mm.
        above: whether the round side belongs to the upper piece.
    """

    centre: Point
    radius_mm: float
    reach_rad: float
    at: Point
    above: bool


def find_rocker(tower: Tower, contact: Contact) -> Rocker | None:
    """Return the round side that a contact lies on, or None where both sides are flat there."""
    pairs = (
        (contact.upper, contact.corners[1], contact.corners[3], True),
        (contact.lower, contact.corners[0], contact.corners[2], False),
    )
    for index, one, other, above in pairs:
        if index == TABLE or one < 0:
            continue
        found = round_side(tower.pieces[index].outline_mm, one, other)
        if found is not None:
            return _rocker(found, contact, above=above)
    return None


def round_side(outline: Outline, one: int, other: int) -> tuple[Point, ...] | None:
    """Return the corners of the round side to which a side, or a corner, of an outline belongs.

    Args:
        outline: counter-clockwise corners in mm.
        one, other: indices of the ends of the side; equal for a corner.

    Returns:
        The corners along the round, or None where the outline turns too sharply or too little there.
    """
    n = len(outline)
    first, last = min(one, other), max(one, other)
    if (first, last) == (0, n - 1):
        first, last = n - 1, n
    start = first
    while first - start < n and _turns_gently(outline, start):
        start -= 1
    end = last
    while end - last < n and _turns_gently(outline, end):
        end += 1
    chain = tuple(outline[k % n] for k in range(start, min(end, start + n) + 1))
    if len(chain) - 1 < LEAST_SIDES:
        return None
    circle = _circle_of(chain)
    return chain if circle is not None and _arc_rad(chain, circle[0]) >= LEAST_ARC_RAD else None


def _turns_gently(outline: Outline, index: int) -> bool:
    n = len(outline)
    a, b, c = outline[(index - 1) % n], outline[index % n], outline[(index + 1) % n]
    turn = math.atan2(c[1] - b[1], c[0] - b[0]) - math.atan2(b[1] - a[1], b[0] - a[0])
    turn = math.degrees(math.remainder(turn, math.tau))
    return -1.0 < turn <= SMOOTH_TURN_DEG


def _circle_of(chain: tuple[Point, ...]) -> tuple[Point, float] | None:
    """Return centre and radius in mm of the circle through a chain of corners that do lie on one."""
    last = len(chain) - 1
    if math.dist(chain[0], chain[-1]) < 1e-9:
        last = 2 * last // 3
    circle = _circle(chain[0], chain[last // 2], chain[last])
    if circle is None:
        return None
    centre, radius = circle
    if any(abs(math.dist(p, centre) - radius) > ROUND_WITHIN * radius for p in chain):
        return None
    return circle


def _arc_rad(chain: tuple[Point, ...], centre: Point) -> float:
    return sum(abs(_angle(centre, a, b)) for a, b in pairwise(chain))


def _rocker(chain: tuple[Point, ...], contact: Contact, *, above: bool) -> Rocker:
    circle = _circle_of(chain)
    assert circle is not None  # noqa: S101 round_side has checked it
    centre, radius = circle
    at = ((contact.left[0] + contact.right[0]) / 2, (contact.left[1] + contact.right[1]) / 2)
    nearest = min(range(len(chain)), key=lambda k: math.dist(chain[k], at))
    reach = min(_arc_rad(chain[: nearest + 1], centre), _arc_rad(chain[nearest:], centre))
    nx, ny = contact.normal
    side = -1.0 if above else 1.0
    touch = (centre[0] + side * radius * nx, centre[1] + side * radius * ny)
    return Rocker(centre, radius, reach, touch, above)


def _angle(centre: Point, one: Point, other: Point) -> float:
    a = math.atan2(one[1] - centre[1], one[0] - centre[0])
    b = math.atan2(other[1] - centre[1], other[0] - centre[0])
    return math.remainder(b - a, math.tau)


def _circle(a: Point, b: Point, c: Point) -> tuple[Point, float] | None:
    bx, by, cx, cy = b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1]
    cross = 2 * (bx * cy - by * cx)
    if abs(cross) < 1e-9:
        return None
    b2, c2 = bx * bx + by * by, cx * cx + cy * cy
    ux, uy = (cy * b2 - by * c2) / cross, (bx * c2 - cx * b2) / cross
    return (a[0] + ux, a[1] + uy), math.hypot(ux, uy)


def rolling_margin_mm(rocker: Rocker, centre_of_mass: Point) -> float:
    """Return how many mm the centre of mass may still move aside before the piece rolls away.

    Args:
        rocker: the round side.
        centre_of_mass: of everything above the contact, (x, y) in mm.

    Returns:
        Positive where it rolls back, negative where it rolls away: then the height by which the centre of mass
        is too high, plus its distance from the point of contact.
    """
    aside = abs(centre_of_mass[0] - rocker.at[0])
    return rolling_reach_mm(rocker, centre_of_mass[1]) - aside


def rolling_reach_mm(rocker: Rocker, height_mm: float) -> float:
    """Return how far aside of the contact a centre of mass at this height may lie; negative: it is too high."""
    highest = rocker.centre[1] if rocker.above else rocker.at[1] + rocker.radius_mm
    depth = highest - height_mm
    return depth * math.tan(min(rocker.reach_rad, FARTHEST_ROLL_RAD)) if depth > 0 else depth
