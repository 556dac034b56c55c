"""Drawing shapes and panels on a canvas. Called inside ``with widget.canvas``."""

from __future__ import annotations

from kivy.graphics import Color, Ellipse, Line, Mesh, RoundedRectangle
from kivy.metrics import dp

from companion.art.layout import Box
from companion.art.look import Rgba
from companion.art.shapes import Arc, Drawing, Oval, Poly, Shape, Stroke


def draw_shapes(drawing: Drawing, box: Box, *, ink: Rgba, cut: Rgba = (0, 0, 0, 0)) -> None:
    """Draw a `drawing` of the unit square into `box`."""
    for shape in drawing:
        Color(*(ink if shape.tone == "ink" else cut))
        _draw_shape(shape, box)


def _draw_shape(shape: Shape, box: Box) -> None:
    side = min(box.width, box.height)
    match shape:
        case Oval(x, y, rx, ry):
            corner = (box.x + (x - rx) * box.width, box.y + (y - ry) * box.height)
            Ellipse(pos=corner, size=(2 * rx * box.width, 2 * ry * box.height))
        case Poly(points):
            fill([(box.x + x * box.width, box.y + y * box.height) for x, y in points])
        case Stroke(points, width):
            flat = [part for x, y in points for part in (box.x + x * box.width, box.y + y * box.height)]
            Line(points=flat, width=width * side / 2, cap="round", joint="round")
        case Arc(x, y, r, start, end, width):
            around = (box.x + x * box.width, box.y + y * box.height, r * side, start, end)
            Line(circle=around, width=width * side / 2, cap="round")


def fill(points: list[tuple[float, float]]) -> None:
    """Fill a convex polygon."""
    vertices = [part for x, y in points for part in (x, y, 0, 0)]
    Mesh(vertices=vertices, indices=list(range(len(points))), mode="triangle_fan")


def draw_panel(box: Box, ground: Rgba, *, radius: float, edge: Rgba | None = None, edge_width: float = 1.0) -> None:
    """A rounded rectangle, with a line around it where `edge` is given."""
    if box.width <= 0 or box.height <= 0:
        return
    radius = min(radius, box.width / 2, box.height / 2)
    Color(*ground)
    RoundedRectangle(pos=box[:2], size=box[2:], radius=[radius])
    if edge is not None:
        draw_edge(box, edge, radius=radius, width=edge_width)


def draw_edge(box: Box, edge: Rgba, *, radius: float, width: float) -> None:
    """The line of a rounded rectangle, drawn inside it."""
    inner = box.inset(dp(width) / 2)
    Color(*edge)
    Line(rounded_rectangle=(*inner, max(1.0, radius - dp(width) / 2)), width=dp(width))
