"""The tower from the side, to scale: pieces, weakest contact, where the next piece may stand, how it would fall."""

from __future__ import annotations

from math import cos, radians, sin
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from kivy.clock import Clock
from kivy.graphics import Color, Line
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty

from companion.art.layout import Box
from companion.ui.drawing import draw_panel
from companion.ui.feather import arc, fill, paired, stroke
from companion.ui.theme import Drawn

if TYPE_CHECKING:
    from companion.feeds.tower_look import TowerLook

Outline: TypeAlias = tuple[tuple[float, float], ...]
Zero: TypeAlias = tuple[float, float]


class Film(Drawn):
    """A drawing of `frames` of outlines; `at` is the one that is shown, -1 while none is played."""

    at = NumericProperty(-1)
    playing = BooleanProperty(defaultvalue=False)
    __events__ = ("on_end",)

    def __init__(self, **kwargs: object) -> None:
        self._tick: object = None
        self._left_s = 0.0
        super().__init__(**kwargs)

    def on_end(self) -> None:
        """The last frame has been shown."""

    def play(self, count: int, frames_per_s: int) -> None:
        """Show frame after frame, `count` of them, from the first one on."""
        self.stop()
        self.at, self.playing, self._left_s = 0, True, 0.0
        self._tick = Clock.schedule_interval(lambda passed_s: self.step(passed_s, count, frames_per_s), 1 / 30)

    def step(self, passed_s: float, count: int, frames_per_s: int) -> None:
        """Go on by the frames that belong to `passed_s` seconds."""
        self._left_s += passed_s
        self.at = min(count - 1, int(self._left_s * frames_per_s))
        if self.at == count - 1:
            self.stop()
            self.dispatch("on_end")

    def stop(self) -> None:
        """Stay at this frame."""
        if self._tick is not None:
            self._tick.cancel()  # type: ignore[attr-defined]
        self._tick, self.playing = None, False


class TowerView(Film):
    """Draws a `companion.feeds.tower_look.TowerLook`."""

    tower = ObjectProperty(None, allownone=True)
    redraw_on = ("tower", "at")

    def draw(self) -> None:
        """Draw table, fall preview, pieces, safe zone."""
        tower: TowerLook | None = self.tower
        if tower is None or not tower.pieces:
            return
        zero, scale = self._frame(tower)
        draw_panel(Box(self.x, zero[1] - dp(4), self.width, dp(4)), self.look.line, radius=2)
        moved = tower.frames[int(self.at)] if 0 <= self.at < len(tower.frames) else None
        for outline in tower.fall if moved is None else ():
            Color(*self.look.dim[:3], 0.5)
            Line(points=flat(outline, zero, scale), close=True, dash_length=4, dash_offset=4)
        for number, piece in enumerate(tower.pieces):
            points = flat(piece.outline_mm if moved is None else moved[number], zero, scale)
            self._draw_piece(piece.colour, points, weak=number == tower.culprit)
        if moved is None:
            self._draw_safe(tower, zero, scale)

    def _frame(self, tower: TowerLook) -> tuple[Zero, float]:
        """Where the table's zero is and how many pixels a millimetre takes: the same at rest and in the fall."""
        outlines = [piece.outline_mm for piece in tower.pieces]
        points = [point for outline in (*outlines, *tower.fall) for point in outline]
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        top = max(y for _, y in points) + 14
        scale = min(self.width * 0.86 / max(right - left, 30), self.height * 0.84 / max(top, 40))
        return (self.center_x - (left + right) / 2 * scale, self.y + self.height * 0.06), scale

    def _draw_piece(self, colour: str, points: list[float], *, weak: bool) -> None:
        Color(*self.look.hues.get(colour, self.look.card))
        fill(paired(points))
        Color(*(self.look.alarm if weak else self.look.on_hue))
        stroke(paired(points), dp(2.4 if weak else 0.75), closed=True)

    def _draw_safe(self, tower: TowerLook, zero: Zero, scale: float) -> None:
        """Brackets above the top piece: here the next one may stand; an arrow where it stands best."""
        top_mm = max(y for piece in tower.pieces for _, y in piece.outline_mm)
        y = zero[1] + top_mm * scale + dp(10)
        Color(*self.look.good)
        for start, end in tower.safe_mm:
            x0, x1 = zero[0] + start * scale, zero[0] + end * scale
            Line(points=[x0, y + dp(8), x0, y, x1, y, x1, y + dp(8)], width=dp(1.8))
        best_mm = tower.risks[0].best_mm if tower.safe_mm and tower.risks else None
        if best_mm is not None:
            x = zero[0] + best_mm * scale
            fill([(x, y + dp(3)), (x + dp(7), y + dp(15)), (x - dp(7), y + dp(15))])


def flat(outline: Outline, zero: Zero, scale: float) -> list[float]:
    """The corners of an outline (mm) on the screen, x, y, x, y in pixels; `scale` is pixels a mm."""
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
            arc((x, y), radius, (radians(start), radians(end)), dp(7), ends="flat")
            for number in range(ticks):
                angle = radians((start + end) / 2 + (number - (ticks - 1) / 2) * 9)
                tick = [(x + at * sin(angle), y + at * cos(angle)) for at in (radius * 0.74, radius * 0.86)]
                stroke(tick, dp(2))
        angle = radians(-90 + 180 * min(1.0, max(0.0, self.risk)))
        Color(*self.look.ink)
        stroke([(x, y), (x + radius * 0.66 * sin(angle), y + radius * 0.66 * cos(angle))], dp(3))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
