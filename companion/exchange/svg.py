"""Drawings and score plots as inline SVG for a page that needs nothing else."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Final

from companion.art.look import Rgba
from companion.art.shapes import Arc, Drawing, Oval, Poly, Shape, Stroke

_WIDTH, _HEIGHT = 420, 230
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 30, 14, 26
_DASHES: Final = ("", "9 5", "2 5", "12 4 2 4", "5 3", "14 6")
"""Lines are told apart without colour, too."""


@dataclass(frozen=True, slots=True)
class Line:
    """A person's line on a plot: values by moment, colour, and a drawing at its end."""

    name: str
    values: tuple[int, ...]
    colour: str
    mark: Drawing


def css_colour(colour: Rgba) -> str:
    """A colour as CSS writes it."""
    return "#" + "".join(f"{round(255 * part):02x}" for part in colour[:3])


def drawing_svg(drawing: Drawing, *, ink: str, cut: str) -> str:
    """The parts of a drawing in a square of 100 units, y downwards, without the ``svg`` element about them."""
    return "".join(_shape(shape, ink if shape.tone == "ink" else cut) for shape in drawing)


def mark_svg(drawing: Drawing, *, ground: str, ink: str) -> str:
    """The disc of a person: a drawing on a ground of colour, as an ``svg`` element."""
    inner = drawing_svg(drawing, ink=ink, cut=ground)
    disc = f'<circle cx="50" cy="50" r="50" fill="{ground}"/>'
    return f'<svg class="mark" viewBox="0 0 100 100" aria-hidden="true">{disc}{_scaled(inner, 14, 14, 0.72)}</svg>'


def plot_svg(lines: Sequence[Line], *, title: str, ink: str) -> str:
    """Scores over a game as an ``svg`` element: a line a person with the person's mark at its end."""
    values = [value for line in lines for value in line.values]
    low, high = min(0, *values), max(0, *values)
    high = high if high > low else low + 1
    steps = max(1, max(len(line.values) for line in lines) - 1)

    def at(number: int, value: int) -> tuple[float, float]:
        across = _LEFT + (_WIDTH - _LEFT - _RIGHT) * number / steps
        return across, _TOP + (_HEIGHT - _TOP - _BOTTOM) * (high - value) / (high - low)

    parts = [_scale(value, at(0, value)[1]) for value in dict.fromkeys((low, 0, high))]
    for number, line in enumerate(lines):
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in _corners([at(*pair) for pair in enumerate(line.values)]))
        dash = f' stroke-dasharray="{_DASHES[number % len(_DASHES)]}"'
        parts.append(f'<polyline points="{points}" stroke="{line.colour}"{dash}/>')
    ends = [at(len(line.values) - 1, line.values[-1]) for line in lines]
    for line, (x, y) in zip(lines, _apart(ends), strict=True):
        disc = f'<circle cx="{x + 14:.1f}" cy="{y:.1f}" r="11" fill="{line.colour}"/>'
        inner = drawing_svg(line.mark, ink=ink, cut=line.colour)
        parts.append(f"<g><title>{escape(line.name)}</title>{disc}{_scaled(inner, x + 6, y - 8, 0.16)}</g>")
    label = escape(title, quote=True)
    return f'<svg class="plot" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{label}">{"".join(parts)}</svg>'


def _scale(value: int, y: float) -> str:
    right = _WIDTH - _RIGHT
    line = f'<line class="scale" x1="{_LEFT}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>'
    return f'{line}<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value}</text>'


def _corners(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The steps of a score: it stays as it is until it changes."""
    stepped = points[:1]
    for (_, before), (x, y) in pairwise(points):
        if y != before:
            stepped += [(x, before), (x, y)]
    return [*stepped, points[-1]]


def _apart(ends: list[tuple[float, float]], least: float = 23.0) -> list[tuple[float, float]]:
    """The same ends, moved up and down so that no mark hides another and none leaves the plot."""
    order = sorted(range(len(ends)), key=lambda number: ends[number][1])
    placed: dict[int, float] = {}
    floor = _HEIGHT - _BOTTOM + 6.0
    lowest = -math.inf
    for number in order:
        lowest = placed[number] = max(ends[number][1], lowest + least)
    for number in reversed(order):
        placed[number] = min(placed[number], floor)
        floor = placed[number] - least
    return [(x, placed[number]) for number, (x, _) in enumerate(ends)]


def _scaled(inner: str, x: float, y: float, factor: float) -> str:
    return f'<g transform="translate({x:.1f} {y:.1f}) scale({factor})">{inner}</g>'


def _shape(shape: Shape, colour: str) -> str:
    match shape:
        case Oval(x, y, rx, ry):
            size = f'rx="{100 * rx:.4g}" ry="{100 * ry:.4g}"'
            return f'<ellipse cx="{100 * x:.4g}" cy="{100 - 100 * y:.4g}" {size} fill="{colour}"/>'
        case Poly(points):
            return f'<polygon points="{_points(points)}" fill="{colour}"/>'
        case Stroke(points, width):
            return _stroke(_points(points), width, colour)
        case Arc(x, y, r, start, end, width):
            turns = [math.radians(start + (end - start) * step / 24) for step in range(25)]
            return _stroke(_points([(x + r * math.sin(t), y + r * math.cos(t)) for t in turns]), width, colour)


def _stroke(points: str, width: float, colour: str) -> str:
    look = (
        f'fill="none" stroke="{colour}" stroke-width="{100 * width:.4g}" stroke-linecap="round" stroke-linejoin="round"'
    )
    return f'<polyline points="{points}" {look}/>'


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{100 * x:.4g},{100 - 100 * y:.4g}" for x, y in points)
