"""Plane geometry of one outline: validity, area, centroid, inertia, convex parts.

Outlines are tuples of (x, y) in mm, y up, counter-clockwise after `tidy`. Plain Python on purpose:
pieces have four to thirteen corners, where array overhead costs more than the arithmetic.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from physics.errors import BadOutline

Point = tuple[float, float]
Outline = tuple[Point, ...]

SAME_POINT_MM = 1.5e-3
SMALLEST_AREA_MM2 = 1e-2
LARGEST_MM = 1e5


def tidy(points: Iterable[Sequence[float]]) -> Outline:
    """Return the outline counter-clockwise, without repeated points.

    Args:
        points: at least three distinct corners (x, y) in mm, in either direction.

    Returns:
        The corners, counter-clockwise, starting with the first one given.

    Raises:
        BadOutline: fewer than three points, no finite number, no area, or edges that cross.
    """
    corners = _distinct([_point(point, index) for index, point in enumerate(points)])
    if len(corners) < 3:
        raise BadOutline(f"an outline needs at least 3 different points, got {len(corners)}")
    crossing = _first_crossing(corners)
    if crossing is not None:
        raise BadOutline(f"the outline crosses itself: edges {crossing[0]} and {crossing[1]}")
    area = signed_area_mm2(corners)
    if abs(area) < SMALLEST_AREA_MM2:
        raise BadOutline(f"the outline encloses {abs(area):.4f} mm2, expected at least {SMALLEST_AREA_MM2}")
    return tuple(corners) if area > 0 else (corners[0], *reversed(corners[1:]))


def _point(value: Sequence[float], index: int) -> Point:
    try:
        x, y = value
        point = (float(x), float(y))
    except (TypeError, ValueError, OverflowError) as error:
        raise BadOutline(f"point {index} must be two numbers [x, y], got {value!r}") from error
    if isinstance(x, (bool, str)) or isinstance(y, (bool, str)):
        raise BadOutline(f"point {index} must be two numbers [x, y], got {value!r}")
    if not all(math.isfinite(v) and abs(v) <= LARGEST_MM for v in point):
        raise BadOutline(f"point {index} must lie within {LARGEST_MM:.0f} mm, got {value!r}")
    return point


def _distinct(points: list[Point]) -> list[Point]:
    kept: list[Point] = []
    for point in points:
        if not kept or math.dist(point, kept[-1]) > SAME_POINT_MM:
            kept.append(point)
    while len(kept) > 1 and math.dist(kept[0], kept[-1]) <= SAME_POINT_MM:
        kept.pop()
    return kept


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Say whether the closed segments ab and cd share a point."""
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False
    if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
        return False
    return _turn(a, b, c) * _turn(a, b, d) <= 0 and _turn(c, d, a) * _turn(c, d, b) <= 0


def _first_crossing(corners: list[Point]) -> tuple[int, int] | None:
    n = len(corners)
    for i in range(n):
        a, b = corners[i], corners[(i + 1) % n]
        c = corners[(i + 2) % n]
        ahead = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1])
        if _turn(a, b, c) == 0 and ahead < 0:
            return i, (i + 1) % n
        for j in range(i + 2, n if i else n - 1):
            if _meet(a, b, corners[j], corners[(j + 1) % n]):
                return i, j
    return None


def signed_area_mm2(corners: Sequence[Point]) -> float:
    """Return the enclosed area in mm2, positive when the corners run counter-clockwise."""
    x0, y0 = corners[0]
    total = 0.0
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        total += (ax - x0) * (by - y0) - (bx - x0) * (ay - y0)
    return total / 2


def centroid_mm(outline: Outline) -> Point:
    """Return the centre of the area (x, y) in mm."""
    x0, y0 = outline[0]
    area = cx = cy = 0.0
    px, py = outline[-1][0] - x0, outline[-1][1] - y0
    for vx, vy in outline:
        qx, qy = vx - x0, vy - y0
        cross = px * qy - qx * py
        area += cross
        cx += (px + qx) * cross
        cy += (py + qy) * cross
        px, py = qx, qy
    return x0 + cx / (3 * area), y0 + cy / (3 * area)


def inertia_mm2(outline: Outline) -> float:
    """Return the polar second moment about the centroid over the area: inertia per gram, in mm2."""
    cx, cy = centroid_mm(outline)
    area = polar = 0.0
    px, py = outline[-1][0] - cx, outline[-1][1] - cy
    for vx, vy in outline:
        qx, qy = vx - cx, vy - cy
        cross = px * qy - qx * py
        area += cross
        polar += cross * (px * px + px * qx + qx * qx + py * py + py * qy + qy * qy)
        px, py = qx, qy
    return polar / (6 * area)


def moved(outline: Outline, by_mm: Point, turn_rad: float = 0.0) -> Outline:
    """Return the outline turned counter-clockwise about its own origin, then shifted by `by_mm`."""
    c, s = math.cos(turn_rad), math.sin(turn_rad)
    return tuple((by_mm[0] + c * x - s * y, by_mm[1] + s * x + c * y) for x, y in outline)


def is_convex(outline: Outline) -> bool:
    """Say whether no corner turns inwards."""
    n = len(outline)
    return all(_turn(outline[i], outline[(i + 1) % n], outline[(i + 2) % n]) >= -1e-9 for i in range(n))


def convex_parts(outline: Outline) -> tuple[Outline, ...]:
    """Return convex polygons that tile the outline (ear clipping, then Hertel and Mehlhorn merging)."""
    if is_convex(outline):
        return (outline,)
    return _merged(_triangles(list(outline)))


def _triangles(corners: list[Point]) -> list[Outline]:
    out: list[Outline] = []
    while len(corners) > 3:
        ear = next((i for i in range(len(corners)) if _is_ear(corners, i)), None)
        if ear is None:
            break
        a, b, c = corners[ear - 1], corners[ear], corners[(ear + 1) % len(corners)]
        if _turn(a, b, c) > 1e-9:
            out.append((a, b, c))
        del corners[ear]
    if len(corners) >= 3 and _turn(corners[0], corners[1], corners[2]) > 1e-9:
        out.append((corners[0], corners[1], corners[2]))
    return out


def _is_ear(corners: list[Point], i: int) -> bool:
    a, b, c = corners[i - 1], corners[i], corners[(i + 1) % len(corners)]
    if _turn(a, b, c) < -1e-12:
        return False
    return not any(
        _turn(a, b, p) >= 0 and _turn(b, c, p) >= 0 and _turn(c, a, p) >= 0 for p in corners if p not in (a, b, c)
    )


def _merged(triangles: list[Outline]) -> tuple[Outline, ...]:
    """Return the triangles joined across every diagonal that leaves a convex polygon."""
    parts: dict[int, Outline] = dict(enumerate(triangles))
    owner = {side: k for k, part in parts.items() for side in zip(part, (*part[1:], part[0]), strict=True)}
    for one, other in [side for side in owner if side[0] < side[1] and (side[1], side[0]) in owner]:
        mine, its = owner[one, other], owner[other, one]
        joined = _joined(parts[mine], parts[its]) if mine != its else None
        if joined is not None and is_convex(joined):
            for a, b in zip(parts[its], (*parts[its][1:], parts[its][0]), strict=True):
                owner[a, b] = mine
            parts[mine] = joined
            del parts[its]
    return tuple(parts.values())


def _joined(one: Outline, other: Outline) -> Outline | None:
    """Return both polygons as one where they share a whole edge."""
    for i in range(len(one)):
        a, b = one[i], one[(i + 1) % len(one)]
        for j in range(len(other)):
            if other[j] == b and other[(j + 1) % len(other)] == a:
                rest = [other[(j + 1 + k) % len(other)] for k in range(1, len(other) - 1)]
                return (*one[: i + 1], *rest, *one[i + 1 :])
    return None
