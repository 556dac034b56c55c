"""Pictures of a verdict: SVG as plain text, PNG with Pillow."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from PIL import Image, ImageDraw

from physics.drawing import INKS, Area, Dot, Label, Line, Stroke, tower_strokes
from physics.errors import BadScene
from physics.judge import Verdict, statics_of
from physics.outline import Point
from physics.scene import Scene

PX_PER_MM = 6.0
MARGIN_MM = 4.0
LABEL_MM = 16.0
TEXT_MM = 3.0
DASH_MM = 1.5


def save_plot(scene: Scene, verdict: Verdict, path: Path) -> None:
    """Write the picture of a verdict to a file.

    Args:
        scene, verdict: what was asked and answered.
        path: ends in .svg or .png.

    Raises:
        BadScene: the file's name ends otherwise.
        OSError: the file cannot be written.
    """
    strokes = tower_strokes(scene, statics_of(scene.tower, scene.noise_mm), verdict)
    kind = path.suffix.lower()
    if kind == ".svg":
        path.write_text(svg_text(strokes), encoding="utf-8")
    elif kind == ".png":
        png_image(strokes).save(path)
    else:
        raise BadScene(f"plot: expected a name ending in .svg or .png, got {path.name!r}")


def _limits(strokes: Sequence[Stroke]) -> tuple[float, float, float, float]:
    """Return what has to fit in: left, bottom, right, top in mm."""
    points: list[Point] = []
    for stroke in strokes:
        match stroke:
            case Area(corners=corners):
                points += corners
            case Line(start=start, end=end):
                points += [start, end]
            case Dot(at=at) | Label(at=at):
                points.append(at)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    wide = max(xs) + LABEL_MM
    return min(xs) - MARGIN_MM, min(ys) - MARGIN_MM, wide + MARGIN_MM, max(ys) + MARGIN_MM + TEXT_MM


def svg_text(strokes: Sequence[Stroke]) -> str:
    """Return the picture as the text of an SVG file, in mm, y up turned to y down."""
    left, bottom, right, top = _limits(strokes)
    width, height = right - left, top - bottom
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.2f}mm" height="{height:.2f}mm" '
        f'viewBox="{left:.2f} {-top:.2f} {width:.2f} {height:.2f}">'
    )
    ground = f'<rect x="{left:.2f}" y="{-top:.2f}" width="{width:.2f}" height="{height:.2f}" fill="#ffffff"/>'
    return "\n".join([head, ground, *(_svg(stroke) for stroke in strokes), "</svg>", ""])


def _svg(stroke: Stroke) -> str:
    colour = INKS[stroke.ink]
    match stroke:
        case Area(corners=corners):
            points = " ".join(f"{x:.3f},{-y:.3f}" for x, y in corners)
            return f'<polygon points="{points}" fill="{colour}" stroke="#5d4024" stroke-width="0.3"/>'
        case Line(start=(x0, y0), end=(x1, y1), width=width, dashed=dashed):
            dash = f' stroke-dasharray="{DASH_MM}"' if dashed else ""
            place = f'x1="{x0:.3f}" y1="{-y0:.3f}" x2="{x1:.3f}" y2="{-y1:.3f}"'
            return f'<line {place} stroke="{colour}" stroke-width="{width / 10:.2f}"{dash}/>'
        case Dot(at=(x, y)):
            return f'<circle cx="{x:.3f}" cy="{-y:.3f}" r="0.6" fill="{colour}"/>'
        case Label(at=(x, y), words=words):
            place = f'x="{x:.3f}" y="{-y + TEXT_MM / 3:.3f}" font-size="{TEXT_MM}"'
            return f'<text {place} font-family="sans-serif" fill="{colour}">{escape(words)}</text>'


def png_image(strokes: Sequence[Stroke]) -> Image.Image:
    """Return the picture as pixels, 6 a millimetre."""
    left, bottom, right, top = _limits(strokes)
    size = (round((right - left) * PX_PER_MM), round((top - bottom) * PX_PER_MM))
    image = Image.new("RGB", size, "#ffffff")
    pen = ImageDraw.Draw(image)

    def px(point: Point) -> Point:
        return (point[0] - left) * PX_PER_MM, (top - point[1]) * PX_PER_MM

    for stroke in strokes:
        colour = INKS[stroke.ink]
        match stroke:
            case Area(corners=corners):
                pen.polygon([px(corner) for corner in corners], fill=colour, outline="#5d4024", width=2)
            case Line(start=start, end=end, width=width, dashed=dashed):
                for a, b in _dashes(start, end) if dashed else [(start, end)]:
                    pen.line([px(a), px(b)], fill=colour, width=max(1, round(width / 10 * PX_PER_MM)))
            case Dot(at=at):
                pen.circle(px(at), 0.6 * PX_PER_MM, fill=colour)
            case Label(at=at, words=words):
                pen.text(px(at), words, fill=colour, font_size=TEXT_MM * PX_PER_MM, anchor="lm")
    return image


def _dashes(start: Point, end: Point) -> list[tuple[Point, Point]]:
    """Return every other piece of a line, each a dash long."""
    (x0, y0), (x1, y1) = start, end
    count = max(1, round((abs(x1 - x0) + abs(y1 - y0)) / DASH_MM))
    places = [(x0 + (x1 - x0) * k / count, y0 + (y1 - y0) * k / count) for k in range(count + 1)]
    return [(places[k], places[k + 1]) for k in range(0, count, 2)]
