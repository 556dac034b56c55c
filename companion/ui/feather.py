"""Meshes whose edges fade out over one pixel: convex polygons, and lines that are round at corners and ends.

A texture of two pixels does it, none and all, between which the graphics card blends: a window that samples each pixel
four times takes twelve megabytes more at 800x480, and pictures drawn into memory are not sampled so at all.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from math import atan2, ceil, cos, hypot, pi, sin, sqrt
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from kivy.graphics import Mesh
from kivy.graphics.texture import Texture

Point: TypeAlias = tuple[float, float]
Ends: TypeAlias = Literal["round", "flat"]
_OFF_PX: Final = 0.1
"""So far a side of the polygon that stands for a curve may lie inside it."""
_FADE_PX: Final = 0.5
"""Half of what an edge fades over."""
_KEPT: Final = 300
"""So many shapes are kept, of each kind: a page has about fifty, two kilobytes each, and most pages come again."""
_NONE, _ALL = (0.25, 0.5), (0.75, 0.5)
_SAME_PX: Final = 0.01
_STRAIGHT: Final = 0.25
"""Turns below this angle (rad) need no rounding."""
_LONGEST: Final = 2.0
"""The inner corner of a line lies at most so many times its half width away."""


class Shape(NamedTuple):
    """A mesh: x, y and two texture coordinates for each vertex, and the vertices of its triangles."""

    vertices: array[float]
    indices: array[int]


class _Row(NamedTuple):
    """Two points of a line's sides across from each other, and which way is out there (unit vectors)."""

    left: Point
    out_left: Point
    right: Point
    out_right: Point


def corners_of(radius: float, angle: float = 2 * pi) -> int:
    """How many sides stand for a part of a circle (`angle` in rad, `radius` in pixels)."""
    return max(1, ceil(angle / sqrt(8 * _OFF_PX / max(radius, _OFF_PX))))


def paired(flat: Sequence[float]) -> list[Point]:
    """The points (x, y) of a list in which they follow one another as x, y, x, y."""
    return list(zip(flat[::2], flat[1::2], strict=True))


def fill(points: Sequence[Point]) -> None:
    """Fill a convex polygon; its corners (x, y) in pixels in either order."""
    _draw(_filled(tuple(points)))


@lru_cache(maxsize=_KEPT)
def _filled(points: tuple[Point, ...]) -> Shape:
    count = len(points)
    before = [_unit(points[i - 1], points[i]) for i in range(count)]
    turn = 1.0 if sum(_cross(before[i - 1], before[i]) for i in range(count)) > 0 else -1.0
    inner, outer = [], []
    for i, (x, y) in enumerate(points):
        out_x, out_y = _miter(_scaled(_left(before[i]), -turn), _scaled(_left(before[(i + 1) % count]), -turn))
        inner.append((x - _FADE_PX * out_x, y - _FADE_PX * out_y, *_ALL))
        outer.append((x + _FADE_PX * out_x, y + _FADE_PX * out_y, *_NONE))
    fan = [part for i in range(1, count - 1) for part in (0, i, i + 1)]
    rim = [part for i in range(count) for part in _quad(i, (i + 1) % count, count + i, count + (i + 1) % count)]
    return _shape([*inner, *outer], [*fan, *rim])


def stroke(points: Sequence[Point], half_width: float, *, closed: bool = False, ends: Ends = "round") -> None:
    """A line through points (x, y) in pixels; one that ends where it began is closed."""
    path = [point for i, point in enumerate(points) if not i or hypot(*_less(point, points[i - 1])) > _SAME_PX]
    if len(path) > 2 and hypot(*_less(path[0], path[-1])) < _SAME_PX:
        path, closed = path[:-1], True
    if len(path) < 2:
        return
    _draw(_stroked(tuple(path), half_width, closed and len(path) > 2, ends))


@lru_cache(maxsize=_KEPT)
def _stroked(path: tuple[Point, ...], half: float, is_loop: bool, ends: Ends) -> Shape:  # noqa: FBT001 - a key
    rows = list(_loop(path, half) if is_loop else _line(path, half, ends))
    if is_loop:
        rows.append(rows[0])
    within = min(_FADE_PX, half)
    vertices = [vertex for row in rows for vertex in _across(row, within)]
    starts = [4 * i + k for i in range(len(rows) - 1) for k in range(3)]
    return _shape(vertices, [part for at in starts for part in _quad(at, at + 4, at + 1, at + 5)])


def arc(centre: Point, radius: float, between: tuple[float, float], half_width: float, *, ends: Ends = "round") -> None:
    """A part of a circle's line, `between` angles in rad clockwise from the top; the whole circle is closed."""
    start, end = between
    count = corners_of(radius, abs(end - start))
    angles = [start + (end - start) * i / count for i in range(count + 1)]
    points = [(centre[0] + radius * sin(angle), centre[1] + radius * cos(angle)) for angle in angles]
    stroke(points, half_width, ends=ends)


def _loop(path: Sequence[Point], half: float) -> Iterator[_Row]:
    ways = [_unit(point, path[(i + 1) % len(path)]) for i, point in enumerate(path)]
    for i, point in enumerate(path):
        yield from _corner(point, ways[i - 1], ways[i], half)


def _line(path: Sequence[Point], half: float, ends: Ends) -> Iterator[_Row]:
    ways = [_unit(path[i - 1], path[i]) for i in range(1, len(path))]
    steps = 0 if ends == "flat" else corners_of(half, pi / 2)
    turns = [pi / 2 * i / max(steps, 1) for i in range(steps + 1)]
    for turn in reversed(turns):
        yield _cap(path[0], _scaled(ways[0], -1), half, turn, start=True)
    for i in range(1, len(path) - 1):
        yield from _corner(path[i], ways[i - 1], ways[i], half)
    for turn in turns:
        yield _cap(path[-1], ways[-1], half, turn, start=False)


def _cap(end: Point, out: Point, half: float, angle: float, *, start: bool) -> _Row:
    """A row of a round end, `angle` from its widest place; `out` is the way the line ends."""
    side = _scaled(_left(out), -1.0 if start else 1.0)
    along, across = sin(angle), cos(angle)
    left = (side[0] * across + out[0] * along, side[1] * across + out[1] * along)
    right = (-side[0] * across + out[0] * along, -side[1] * across + out[1] * along)
    return _Row(_moved(end, left, half), left, _moved(end, right, half), right)


def _corner(point: Point, way: Point, next_way: Point, half: float) -> Iterator[_Row]:
    """The rows of a corner, round on its outer side."""
    turn = atan2(_cross(way, next_way), way[0] * next_way[0] + way[1] * next_way[1])
    middle = _miter(_left(way), _left(next_way))
    out = _scaled(middle, 1 / hypot(*middle))
    if abs(turn) < _STRAIGHT:
        yield _Row(_moved(point, middle, half), out, _moved(point, middle, -half), _scaled(out, -1))
        return
    inner = 1.0 if turn > 0 else -1.0
    inside, outward = _moved(point, middle, inner * half), _scaled(_left(way), -inner)
    steps = corners_of(half, abs(turn))
    for step in range(steps + 1):
        c, s = cos(turn * step / steps), sin(turn * step / steps)
        away = (outward[0] * c - outward[1] * s, outward[0] * s + outward[1] * c)
        one, other = (inside, _scaled(out, inner)), (_moved(point, away, half), away)
        yield _Row(*one, *other) if turn > 0 else _Row(*other, *one)


def _across(row: _Row, within: float) -> Iterator[tuple[float, ...]]:
    yield (*_moved(row.left, row.out_left, _FADE_PX), *_NONE)
    yield (*_moved(row.left, row.out_left, -within), *_ALL)
    yield (*_moved(row.right, row.out_right, -within), *_ALL)
    yield (*_moved(row.right, row.out_right, _FADE_PX), *_NONE)


def _shape(vertices: Sequence[tuple[float, ...]], indices: list[int]) -> Shape:
    return Shape(array("f", [part for vertex in vertices for part in vertex]), array("H", indices))


def _draw(shape: Shape) -> None:
    Mesh(vertices=shape.vertices, indices=shape.indices, mode="triangles", texture=_ramp())


@cache
def _ramp() -> Any:
    texture = Texture.create(size=(2, 1), colorfmt="rgba")
    texture.blit_buffer(bytes((255, 255, 255, 0, 255, 255, 255, 255)), colorfmt="rgba", bufferfmt="ubyte")
    return texture


def _quad(a: int, b: int, c: int, d: int) -> tuple[int, ...]:
    return (a, b, c, b, d, c)


def _miter(one: Point, other: Point) -> Point:
    """The way to the corner of two sides that lie one unit out along their normals."""
    x, y = one[0] + other[0], one[1] + other[1]
    square = x * x + y * y
    if square < 1e-6:
        return one
    scale = min(2 / square, _LONGEST / sqrt(square))
    return (x * scale, y * scale)


def _unit(start: Point, end: Point) -> Point:
    x, y = _less(end, start)
    length = hypot(x, y) or 1.0
    return (x / length, y / length)


def _less(one: Point, other: Point) -> Point:
    return (one[0] - other[0], one[1] - other[1])


def _left(way: Point) -> Point:
    return (-way[1], way[0])


def _scaled(way: Point, by: float) -> Point:
    return (way[0] * by, way[1] * by)


def _moved(point: Point, way: Point, by: float) -> Point:
    return (point[0] + way[0] * by, point[1] + way[1] * by)


def _cross(one: Point, other: Point) -> float:
    return one[0] * other[1] - one[1] * other[0]
