"""Where pieces touch: from outlines in any order to contacts, with the faults a picture can have.

For every pair of pieces that are near, each edge is held against each edge of the other (the
reference edge), clipped to it, and kept where both run opposite ways and lie close. Corners standing
on edges count only where a piece has no flat support. Gaps within the measurement are closed in thought:
a contact keeps the horizontal ends that the outlines give.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from physics.edges import SHORTEST_MM, WORST_LEVER, Blur, Edge, Ends, clipped, edges_of, rise_mm
from physics.errors import Floating
from physics.outline import Outline, Point
from physics.overlap import Box, box_of, boxes_near, refuse_overlaps
from physics.pieces import Tower

TABLE = -1
TABLE_EDGE: Outline = ((1e6, 0.0), (-1e6, 0.0))
BENT = 0.2  # contacts with one piece are askew to each other from 11 degrees on
UPRIGHT = 0.5  # a support's normal has at least this vertical part: slopes up to 60 degrees
TOUCHING_MM = 0.1
ASIDE_MM = 0.02  # sides only count as touching where the outlines say so
CLOSEST_GAP_MM = 1.0
GAP_SIGMAS = 5.0
POINT_SIGMAS = 4.0
LONGEST_MM = 200.0  # of a piece's side; the table's is longer
OPPOSITE = -0.7  # normals of sides that may face each other, up to 45 degrees apart
ASKEW_SIGMAS = 6.4  # of the slant of two sides, each known by its two ends: 4.5 deviations
TILT_SIGMAS = 6.0
SKEW_SIGMAS = 9.0
SINK_SIGMAS = 0.5
CORNER_SIGMAS = 3.0
WIDE_SIGMAS = 7.0
MISS_SIGMAS = 5.0
OVERLAP_SIGMAS = 7.0
LEVEL_SIGMAS = 3.9
UNSURE_LEVEL_SIGMAS = 5.5  # a second support this much lower may still carry


@dataclass(frozen=True, slots=True)
class Contact:
    """One straight stretch, or one point, where two pieces touch.

    Args:
        upper, lower: indices of the pieces; `TABLE` for the table.
        left, right: the ends (x, y) in mm, left.x <= right.x; equal for a point.
        length_mm: from end to end; 0 for a point, negative where two sides just miss each other.
        normal: unit vector from lower into upper.
        gap_mm: measured distance along the normal; negative where the outlines overlap.
        corners: indices (lower left, upper left, lower right, upper right) of the corners that bound the
            stretch, -1 where none does.
    """

    upper: int
    lower: int
    left: Point
    right: Point
    length_mm: float
    normal: Point
    gap_mm: float
    corners: Ends

    @property
    def is_flat(self) -> bool:
        """Whether the contact has a length."""
        return self.length_mm > 0

    @property
    def is_missed(self) -> bool:
        """Whether the sides miss each other by less than the measurement tells."""
        return self.length_mm < 0

    @property
    def touches(self) -> bool:
        """Whether there is no gap to speak of."""
        return abs(self.gap_mm) <= TOUCHING_MM

    @property
    def carries(self) -> bool:
        """Whether it can hold a piece up, rather than only aside."""
        return self.normal[1] > UPRIGHT


_TABLE_EDGES = (Edge(TABLE_EDGE[0], TABLE_EDGE[1], (0.0, 1.0), 2e6, 0, 1),)


def find_contacts(
    tower: Tower,
    noise_mm: float = 0.0,
    level_sigmas: float = LEVEL_SIGMAS,
    turn_rad: float = 0.0,
    corner_mm: float | None = None,
) -> tuple[Contact, ...]:
    """Return every contact of a tower, ordered by upper piece.

    Args:
        tower: pieces in the table's frame.
        noise_mm: standard deviation of a corner; gaps of up to five of their own deviation and overlaps of up
            to seven of a corner's (at least 1 mm) are taken for measurement error.
        level_sigmas: how many deviations lower a second support may seem.
        turn_rad: standard deviation of the turn of a whole piece; `noise_mm` holds that of its place.
        corner_mm: that of a corner within its piece, where it is less than `noise_mm`: feet of one piece do not
            err in place apart.

    Raises:
        Floating: a piece touches nothing below it.
        Overlapping: two pieces, or a piece and the table, share more than the tolerance.
    """
    boxes = [box_of(piece.outline_mm) for piece in tower.pieces]
    arm = max(math.hypot(box[2] - box[0], box[3] - box[1]) for box in boxes) / 2
    blur = Blur(noise_mm, turn_rad, math.hypot(noise_mm, turn_rad * arm))
    refuse_overlaps(tower, boxes, max(CLOSEST_GAP_MM, OVERLAP_SIGMAS * blur.worst_mm))
    found = list(_near_contacts(tower, boxes, blur))
    feet = blur if corner_mm is None else replace(blur, noise_mm=corner_mm)
    kept: list[Contact] = []
    for index in range(len(tower.pieces)):
        kept.extend(_supports([c for c in found if c.upper == index], blur, feet, level_sigmas))
    _refuse_floating(tower, kept)
    return tuple(kept)


def _near_contacts(tower: Tower, boxes: list[Box], blur: Blur) -> Iterator[Contact]:
    edges = [edges_of(piece.outline_mm) for piece in tower.pieces]
    reach = max(CLOSEST_GAP_MM, WORST_LEVER * GAP_SIGMAS * blur.worst_mm)
    for i, box in enumerate(boxes):
        if box[1] <= reach:
            yield from _pair((i, TABLE), (edges[i], _TABLE_EDGES), blur)
        for j in range(i):
            if boxes_near(box, boxes[j], reach):
                yield from _pair((i, j), (edges[i], edges[j]), blur)


def _pair(
    names: tuple[int, int],
    edges: tuple[tuple[Edge, ...], tuple[Edge, ...]],
    blur: Blur,
) -> Iterator[Contact]:
    flat, reach = False, max(CLOSEST_GAP_MM, POINT_SIGMAS * blur.worst_mm)
    for a in edges[0]:
        for b in edges[1]:
            contact = _flat(names, (a, b), blur)
            if contact is not None:
                flat = flat or contact.is_flat
                yield contact
    if not flat:
        yield from _points(names, edges, reach)
        yield from _points((names[1], names[0]), (edges[1], edges[0]), reach)


def _flat(names: tuple[int, int], edges: tuple[Edge, Edge], blur: Blur) -> Contact | None:
    """Return the stretch where two sides face each other; the one that faces up is the reference."""
    a, b = edges
    na, nb = a.normal, b.normal
    if na[0] * nb[0] + na[1] * nb[1] > OPPOSITE:
        return None
    upper, lower = names
    if nb[1] < 0 or (nb[1] == 0 and nb[0] < 0):
        upper, lower, a, b = lower, upper, b, a
    stretch = clipped(a, b, max(2 * SHORTEST_MM, MISS_SIGMAS * blur.worst_mm))
    if stretch is None:
        return None
    left, right, corners, length, gap, lever = stretch
    shorter, longer = sorted((a.length_mm, b.length_mm))
    reach = max(CLOSEST_GAP_MM, GAP_SIGMAS * blur.at_mm(min(longer, LONGEST_MM) / 2, lever))
    if b.normal[1] <= UPRIGHT and (abs(gap) > ASIDE_MM or length < TOUCHING_MM):
        return None
    skew = abs(a.normal[0] * b.normal[1] - a.normal[1] * b.normal[0])
    steepest = 0.02 + ASKEW_SIGMAS * math.hypot(blur.at_mm(shorter) / shorter, blur.at_mm(longer) / longer)
    if abs(gap) > reach or skew > steepest or not _lies_flat(skew, abs(length), gap, blur):
        return None
    return Contact(upper, lower, left, right, length, b.normal, gap, corners)


def _lies_flat(skew: float, length_mm: float, gap_mm: float, blur: Blur) -> bool:
    """Say whether two sides that are not quite parallel may be so in truth.

    Errors of the corners tilt a side about its middle, so that one end sinks in; a piece that stands on its
    corner touches there and rises from it.
    """
    rise, noise_mm = skew * length_mm, blur.at_mm(length_mm)
    if rise <= max(TOUCHING_MM, TILT_SIGMAS * noise_mm):
        return True
    return rise <= SKEW_SIGMAS * noise_mm and gap_mm - rise / 2 <= -SINK_SIGMAS * noise_mm


def _points(
    names: tuple[int, int], edges: tuple[tuple[Edge, ...], tuple[Edge, ...]], reach: float
) -> Iterator[Contact]:
    """Yield corners of the first piece that stand on, or carry, a side of the second."""
    before = edges[0][-1]
    for edge in edges[0]:
        x, y = edge.start
        for side in edges[1]:
            gap = (x - side.start[0]) * side.normal[0] + (y - side.start[1]) * side.normal[1]
            rise = rise_mm(before, edge, side)
            if abs(gap) > reach or rise < -1e-9:
                continue
            along = (x - side.start[0]) * -side.normal[1] + (y - side.start[1]) * side.normal[0]
            # Two sides in one line that meet end to end, as those of cubes in a wall, hold nothing there.
            least = 0.0 if rise > SHORTEST_MM else SHORTEST_MM
            if least <= along <= side.length_mm - least:
                yield _point(names, edge, side, gap)
        before = edge


def _point(names: tuple[int, int], corner: Edge, side: Edge, gap: float) -> Contact:
    nx, ny = side.normal
    at = corner.start
    if ny < 0:
        return Contact(names[1], names[0], at, at, 0.0, (-nx, -ny), gap, (corner.first, -1) * 2)
    return Contact(names[0], names[1], at, at, 0.0, (nx, ny), gap, (-1, corner.first) * 2)


def _supports(found: list[Contact], blur: Blur, feet: Blur, level_sigmas: float) -> list[Contact]:
    """Return the contacts under one piece that its weight will really use, missed ones last."""
    carrying = [c for c in found if c.carries]
    flat = _credible(carrying, blur.noise_mm)
    level = _bared(_nearest(flat, blur, level_sigmas))
    held = {c.lower for c in level}
    if level:
        wide = _nearest(flat, feet, WIDE_SIGMAS)
        level += [c for c in wide if c.lower in held and c not in level]
        points = [c for c in carrying if c.touches and c.length_mm == 0 and c.lower not in held]
    else:
        points = _nearest([c for c in carrying if c.length_mm == 0], blur, level_sigmas)
        held = {c.lower for c in points}
    unsure = level_sigmas > LEVEL_SIGMAS
    missed = [c for c in carrying if c.is_missed and (unsure or not held or c.lower in held)]
    aside = [c for c in found if not c.carries and abs(c.gap_mm) <= ASIDE_MM]
    return level + _unique(points) + aside + _nearest(missed, blur, level_sigmas)


def _nearest(found: list[Contact], blur: Blur, sigmas: float) -> list[Contact]:
    """Return the contacts that touch or may be as near as the nearest one."""
    if not found:
        return []
    first = min(found, key=lambda c: c.gap_mm)
    spreads = [max(TOUCHING_MM, sigmas * blur.at_mm(abs(_middle(c) - _middle(first)))) for c in found]
    return [c for c, spread in zip(found, spreads, strict=True) if c.touches or c.gap_mm <= first.gap_mm + spread]


def _middle(contact: Contact) -> float:
    return (contact.left[0] + contact.right[0]) / 2


def _credible(carrying: list[Contact], noise_mm: float) -> list[Contact]:
    """Return the stretches, without short ones apart beside a longer or a level one: corners seen wrongly."""
    least = CORNER_SIGMAS * noise_mm
    flat = [c for c in carrying if c.is_flat]
    return [c for c in flat if c.length_mm >= least or c.touches or not any(_outweighs(o, c) for o in carrying)]


def _outweighs(one: Contact, other: Contact) -> bool:
    (ax, ay), (bx, by) = one.normal, other.normal
    likelier = one.length_mm > other.length_mm or (one.is_missed and ay > by)
    return one.lower == other.lower and likelier and abs(ax * by - ay * bx) > BENT


def _bared(level: list[Contact]) -> list[Contact]:
    """Drop contacts with what lies hidden under another support."""
    return [c for c in level if not any(_hides(other, c) for other in level)]


def _hides(one: Contact, other: Contact) -> bool:
    if one.lower == other.lower or one.gap_mm >= other.gap_mm or other.touches:
        return False
    return other.left[0] < _middle(one) < other.right[0] or one.left[0] < _middle(other) < one.right[0]


def _unique(points: list[Contact]) -> list[Contact]:
    """Drop the second of two equal points: a corner on a corner is found from both sides."""
    out: list[Contact] = []
    for point in points:
        if not any(math.dist(point.left, other.left) < TOUCHING_MM for other in out):
            out.append(point)
    return out


def _refuse_floating(tower: Tower, contacts: list[Contact]) -> None:
    """Raise for the first piece that no chain of contacts connects to the table."""
    grounded = {TABLE}
    while True:
        reached = {c.upper for c in contacts if c.carries and c.lower in grounded} - grounded
        if not reached:
            break
        grounded |= reached
    for index, piece in enumerate(tower.pieces):
        if index not in grounded:
            lowest = min(y for _, y in piece.outline_mm)
            raise Floating(
                f"piece {index} rests on nothing: its lowest corner is {lowest:.2f} mm above the table"
                " and no piece that stands is close below it"
            )
