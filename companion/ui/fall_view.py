"""A pyramid of buckets in its fall: what lies is lost, what stays up only by counterweight is to be taken away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.graphics import Color, Line
from kivy.metrics import dp
from kivy.properties import ObjectProperty, StringProperty

from companion.art.glyphs import GLYPHS
from companion.art.layout import Box
from companion.art.shapes import disc
from companion.ui.drawing import draw_panel, draw_shapes
from companion.ui.feather import fill, paired, stroke
from companion.ui.theme import Drawn
from companion.ui.tower_view import Film, flat

if TYPE_CHECKING:
    from companion.feeds.pyramid_fall import Falling

_FALLEN: float = 0.42
"""What is lost fades to this."""


class FallView(Film):
    """Draws a `companion.feeds.pyramid_fall.Falling`: at rest before it, in the fall, or at its end with its marks."""

    fall = ObjectProperty(None, allownone=True)
    redraw_on = ("fall", "at")

    @property
    def is_over(self) -> bool:
        """Whether the last frame is shown."""
        return self.fall is not None and self.at >= len(self.fall.frames) - 1

    def begin(self) -> None:
        """Let it fall, from the start."""
        if self.fall is not None:
            self.play(len(self.fall.frames), self.fall.frames_per_s)

    def draw(self) -> None:
        """Draw the table, the bucket that was taken, those that are left, and at the end what hands must do."""
        fall: Falling | None = self.fall
        if fall is None:
            return
        zero, scale = self._frame(fall)
        draw_panel(Box(self.x, zero[1] - dp(4), self.width, dp(4)), self.look.line, radius=2)
        Color(*self.look.dim)
        Line(points=flat(fall.taken, zero, scale), close=True, dash_length=4, dash_offset=4)
        outlines = fall.frames[max(0, min(int(self.at), len(fall.frames) - 1))]
        for cell, colour, outline in zip(fall.cells, fall.colours, outlines, strict=True):
            lost = self.is_over and cell in fall.lost and cell not in fall.take_away
            self._draw_bucket(self.look.hues[colour], flat(outline, zero, scale), faded=lost)
        if self.is_over:
            self._draw_marks(fall, zero, scale)

    def _frame(self, fall: Falling) -> tuple[tuple[float, float], float]:
        """Where the table's zero is and how many pixels a millimetre takes: the same in every frame."""
        points = [point for frame in (fall.frames[0], fall.frames[-1], (fall.taken,)) for one in frame for point in one]
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        top = max(y for _, y in points)
        scale = min(self.width * 0.92 / max(right - left, 60), self.height * 0.86 / max(top, 60))
        return (self.center_x - (left + right) / 2 * scale, self.y + self.height * 0.06), scale

    def _draw_bucket(self, hue: tuple[float, ...], points: list[float], *, faded: bool) -> None:
        Color(*hue[:3], _FALLEN if faded else 1)
        fill(paired(points))
        Color(*(self.look.dim if faded else self.look.on_hue))
        stroke(paired(points), dp(1.2), closed=True)

    def _draw_marks(self, fall: Falling, zero: tuple[float, float], scale: float) -> None:
        for cell, outline in zip(fall.cells, fall.frames[-1], strict=True):
            if cell in fall.take_away:
                points = flat(outline, zero, scale)
                Color(*self.look.alarm)
                stroke(paired(points), dp(3), closed=True)
                self._draw_sign("up", points, scale, ground=self.look.alarm)
        for cell, outline in zip(fall.cells, fall.frames[0], strict=True):
            if cell in fall.put_back:
                points = flat(outline, zero, scale)
                Color(*self.look.good)
                Line(points=points, close=True, dash_length=6, dash_offset=4)
                self._draw_sign("down", points, scale, ground=self.look.good)

    def _draw_sign(self, glyph: str, points: list[float], scale: float, *, ground: tuple[float, ...]) -> None:
        """A disc with an arrow in the middle of a bucket: up for away, down for back."""
        side = 28 * scale
        x, y = sum(points[::2]) / len(points[::2]), sum(points[1::2]) / len(points[1::2])
        box = Box(x - side / 2, y - side / 2, side, side)
        draw_shapes((disc(0.5, 0.5, 0.5),), box, ink=self.look.ground)
        draw_shapes(GLYPHS[glyph], box.inset(side * 0.2), ink=(ground[0], ground[1], ground[2], 1.0))


class Swatch(Drawn):
    """The sign of a line in the legend, as it is drawn on the buckets."""

    kind = StringProperty("lost")
    redraw_on = ("kind",)

    def draw(self) -> None:
        """Draw it."""
        box, look = self.box.square(), self.look
        if self.kind in {"taken", "lost"}:
            corners = [(0.14, 0), (0.86, 0), (1, 0.96), (0, 0.96)]
            points = [(box.x + x * box.width, box.y + y * box.height) for x, y in corners]
            if self.kind == "lost":
                Color(*look.dim[:3], _FALLEN)
                fill(points)
            Color(*look.dim)
            if self.kind == "lost":
                stroke(points, 0.75, closed=True)
            else:
                Line(points=[part for point in points for part in point], close=True, dash_length=4, dash_offset=4)
            return
        ink = look.alarm if self.kind == "take_away" else look.good
        draw_shapes((disc(0.5, 0.5, 0.5),), box, ink=ink)
        glyph = GLYPHS["up" if self.kind == "take_away" else "down"]
        draw_shapes(glyph, box.inset(box.width * 0.2), ink=look.panel)
