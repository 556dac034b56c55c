"""The tower from the side, to scale: pieces, weakest contact, where the next piece may stand, how it would fall."""

from __future__ import annotations

from math import cos, radians, sin
from pathlib import Path

from kivy.graphics import Color, Line
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty

from companion.ui.drawing import draw_panel, fill
from companion.ui.layout import Box
from companion.ui.theme import Drawn
from companion.ui.tower_look import Outline, TowerLook, TowerPiece


class TowerView(Drawn):
    """Draws a `TowerLook`."""

    tower = ObjectProperty(None, allownone=True)
    redraw_on = ("tower",)

    def draw(self) -> None:
        """Draw table, fall preview, pieces, safe zone."""
        tower: TowerLook | None = self.tower
        if tower is None or not tower.pieces:
            return
        outlines = [piece.outline_mm for piece in tower.pieces]
        points = [point for outline in (*outlines, *tower.fall) for point in outline]
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        top = max(y for _, y in points) + 12
        scale = min(self.width * 0.86 / max(right - left, 30), self.height * 0.86 / max(top, 40))
        zero = (self.center_x - (left + right) / 2 * scale, self.y + self.height * 0.06)
        draw_panel(Box(self.x, zero[1] - dp(4), self.width, dp(4)), self.look.line, radius=2)
        for outline in tower.fall:
            Color(*self.look.dim[:3], 0.5)
            Line(points=_flat(outline, zero, scale), close=True, dash_length=4, dash_offset=4)
        for number, piece in enumerate(tower.pieces):
            self._draw_piece(piece, _flat(piece.outline_mm, zero, scale), weak=number == tower.culprit)
        self._draw_safe(tower, zero, scale, max(y for outline in outlines for _, y in outline))

    def _draw_piece(self, piece: TowerPiece, flat: list[float], *, weak: bool) -> None:
        Color(*self.look.hues.get(piece.colour, self.look.card))
        fill(list(zip(flat[::2], flat[1::2], strict=True)))
        Color(*(self.look.alarm if weak else self.look.on_hue))
        Line(points=flat, close=True, width=dp(2.4 if weak else 1), joint="round")

    def _draw_safe(self, tower: TowerLook, zero: tuple[float, float], scale: float, top_mm: float) -> None:
        """Brackets above the top piece: here the next one may stand."""
        y = zero[1] + top_mm * scale + dp(10)
        for start, end in tower.safe_mm:
            x0, x1 = zero[0] + start * scale, zero[0] + end * scale
            Color(*self.look.good)
            Line(points=[x0, y + dp(8), x0, y, x1, y, x1, y + dp(8)], width=dp(1.8))


def _flat(outline: Outline, zero: tuple[float, float], scale: float) -> list[float]:
    return [part for x, y in outline for part in (zero[0] + x * scale, zero[1] + y * scale)]


class RiskGauge(Drawn):
    """A needle over three fields: calm, careful, critical; each with a pattern of its own, never colour alone."""

    risk = NumericProperty(0.0)
    redraw_on = ("risk",)

    def draw(self) -> None:
        """Draw fields, ticks and needle."""
        radius = min(self.width * 0.46, self.height * 0.84)
        x, y = self.center_x, self.y + self.height * 0.1
        fields = ((-90, -32, self.look.good, 1), (-28, 28, self.look.accent, 2), (32, 90, self.look.alarm, 3))
        for start, end, colour, ticks in fields:
            Color(*colour)
            Line(circle=(x, y, radius, start, end), width=dp(7), cap="none")
            for number in range(ticks):
                angle = radians((start + end) / 2 + (number - (ticks - 1) / 2) * 9)
                inner, outer = radius * 0.74, radius * 0.86
                tick = [x + inner * sin(angle), y + inner * cos(angle), x + outer * sin(angle), y + outer * cos(angle)]
                Line(points=tick, width=dp(2))
        angle = radians(-90 + 180 * min(1.0, max(0.0, self.risk)))
        Color(*self.look.ink)
        Line(points=[x, y, x + radius * 0.66 * sin(angle), y + radius * 0.66 * cos(angle)], width=dp(3), cap="round")


def risk_word(p_topple: float) -> str:
    """The text key of a risk: calm, careful or critical."""
    return "tower.calm" if p_topple < 1 / 3 else "tower.careful" if p_topple < 2 / 3 else "tower.critical"


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
