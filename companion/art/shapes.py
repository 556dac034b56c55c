"""Vector shapes in a unit square (x to the right, y up), as values: what animals and icons are made of. No Kivy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Tone: TypeAlias = Literal["ink", "cut"]
"""``ink`` is the colour of the drawing, ``cut`` that of the ground it stands on."""


@dataclass(frozen=True, slots=True)
class Oval:
    """A filled ellipse: centre and half axes."""

    x: float
    y: float
    rx: float
    ry: float
    tone: Tone = "ink"


@dataclass(frozen=True, slots=True)
class Poly:
    """A filled convex polygon."""

    points: tuple[tuple[float, float], ...]
    tone: Tone = "ink"


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points."""

    points: tuple[tuple[float, float], ...]
    width: float = 0.09
    tone: Tone = "ink"


@dataclass(frozen=True, slots=True)
class Arc:
    """A part of a circle's line: centre, radius, angles in degrees clockwise from the top."""

    x: float
    y: float
    r: float
    start_deg: float = 0
    end_deg: float = 360
    width: float = 0.09
    tone: Tone = "ink"


Shape: TypeAlias = Oval | Poly | Stroke | Arc
Drawing: TypeAlias = tuple[Shape, ...]


def disc(x: float, y: float, r: float, tone: Tone = "ink") -> Oval:
    """A filled circle."""
    return Oval(x, y, r, r, tone)


def pair(shape: Shape) -> Drawing:
    """A shape and its mirror image about the vertical axis."""
    match shape:
        case Oval(x, y, rx, ry, tone):
            return (shape, Oval(1 - x, y, rx, ry, tone))
        case Poly(points, tone):
            return (shape, Poly(tuple((1 - x, y) for x, y in points), tone))
        case Stroke(points, width, tone):
            return (shape, Stroke(tuple((1 - x, y) for x, y in points), width, tone))
        case Arc(x, y, r, start, end, width, tone):
            return (shape, Arc(1 - x, y, r, -end, -start, width, tone))
