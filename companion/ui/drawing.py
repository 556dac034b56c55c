"""Drawing shapes and panels on a canvas. Called inside ``with widget.canvas``. All edges fade out over one pixel."""

from __future__ import annotations

from collections.abc import Sequence
from math import radians

from kivy.graphics import Color, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp

from companion.art.layout import Box
from companion.art.look import Rgba
from companion.art.shapes import Arc, Drawing, Oval, Poly, Shape, Stroke
from companion.ui.feather import Point, arc, corners_of, fill, stroke


def draw_shapes(drawing: Drawing, box: Box, *, ink: Rgba, cut: Rgba = (0, 0, 0, 0)) -> None:
    """Draw a `drawing` of the unit square into `box`."""
    for shape in drawing:
        Color(*(ink if shape.tone == "ink" else cut))
        _draw_shape(shape, box)


def _draw_shape(shape: Shape, box: Box) -> None:
    side = min(box.width, box.height)
    match shape:
        case Oval(x, y, rx, ry):
            draw_oval(_placed(((x, y),), box)[0], rx * box.width, ry * box.height)
        case Poly(points):
            fill(_placed(points, box))
        case Stroke(points, width):
            stroke(_placed(points, box), width * side / 2)
        case Arc(x, y, r, start, end, width):
            arc(_placed(((x, y),), box)[0], r * side, (radians(start), radians(end)), width * side / 2)


def _placed(points: Sequence[Point], box: Box) -> list[Point]:
    return [(box.x + x * box.width, box.y + y * box.height) for x, y in points]


def draw_oval(centre: Point, rx: float, ry: float) -> None:
    """Fill an ellipse with these half axes."""
    corners = max(12, corners_of(max(rx, ry)))
    SmoothEllipse(pos=(centre[0] - rx, centre[1] - ry), size=(2 * rx, 2 * ry), segments=corners)


def draw_panel(box: Box, ground: Rgba, *, radius: float, edge: Rgba | None = None, edge_width: float = 1.0) -> None:
    """A rounded rectangle, with a line around it where `edge` is given."""
    if box.width <= 0 or box.height <= 0:
        return
    radius = min(radius, box.width / 2, box.height / 2)
    Color(*ground)
    SmoothRoundedRectangle(pos=box[:2], size=box[2:], radius=[radius])
    if edge is not None:
        draw_edge(box, edge, radius=radius, width=edge_width)


def draw_edge(box: Box, edge: Rgba, *, radius: float, width: float) -> None:
    """The line of a rounded rectangle, drawn inside it."""
    inner = box.inset(dp(width) / 2)
    Color(*edge)
    SmoothLine(rounded_rectangle=(*inner, max(1.0, radius - dp(width) / 2)), width=dp(width))
