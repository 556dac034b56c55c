"""Scores over the game as lines, one a seat, told apart by colour, by marker and by the mark at the end."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from kivy.graphics import Color, Line
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import ObjectProperty

from companion.art.layout import Box
from companion.art.shapes import Arc, Drawing, Poly, disc
from companion.ui.drawing import draw_shapes
from companion.ui.feather import stroke
from companion.ui.lettering import draw_figure
from companion.ui.theme import Drawn, draw_seat

_MARKERS: Final[tuple[Drawing, ...]] = (
    (disc(0.5, 0.5, 0.5),),
    (Poly(((0, 0), (1, 0), (1, 1), (0, 1))),),
    (Poly(((0, 0), (1, 0), (0.5, 1))),),
    (Poly(((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5))),),
    (Arc(0.5, 0.5, 0.4, width=0.24),),
    (Poly(((0, 1), (1, 1), (0.5, 0))),),
)


class ScorePlot(Drawn):
    """`series[seat]` are the totals of a seat in the order in which they changed."""

    series = ObjectProperty(())
    redraw_on = ("series",)

    def draw(self) -> None:
        """Draw axis, lines and ends."""
        series: Sequence[Sequence[int]] = self.series
        if not series or len(series[0]) < 2:
            return
        low, high = min(min(line) for line in series), max(max(line) for line in series)
        if low == high:
            high = low + 1
        side = dp(26)
        room = Box(self.x + dp(34), self.y + dp(12), self.width - dp(44) - side, self.height - dp(24))
        self._draw_scale(room, low, high)
        for seat, line in enumerate(series):
            points = [
                (room.x + room.width * n / (len(line) - 1), room.y + room.height * (value - low) / (high - low))
                for n, value in enumerate(line)
            ]
            self._draw_line(seat, points)
        self._draw_ends(series, room, (low, high), side)

    def _draw_scale(self, room: Box, low: int, high: int) -> None:
        for value in dict.fromkeys((low, 0, high)):
            if low <= value <= high:
                y = room.y + room.height * (value - low) / (high - low)
                Color(*self.look.line[:3], 0.7)
                Line(points=[room.x, y, room.x + room.width, y], width=1)
                draw_figure(str(value), Box(self.x, y - dp(9), dp(30), dp(18)), self.look.dim, fit=0.9)

    def _draw_line(self, seat: int, points: list[tuple[float, float]]) -> None:
        Color(*self.look.seats[seat])
        stroke(points, dp(1.5))
        step = max(1, len(points) // 8)
        half = dp(4)
        for x, y in points[::step]:
            marker = Box(x - half, y - half, 2 * half, 2 * half)
            draw_shapes(_MARKERS[seat % len(_MARKERS)], marker, ink=self.look.seats[seat])

    def _draw_ends(self, series: Sequence[Sequence[int]], room: Box, bounds: tuple[int, int], side: float) -> None:
        """The marks at the ends, moved apart where scores are close."""
        low, high = bounds
        order = sorted(range(len(series)), key=lambda seat: series[seat][-1])
        wanted = [room.y + room.height * (series[seat][-1] - low) / (high - low) - side / 2 for seat in order]
        for seat, y in zip(order, apart(wanted, step=side + 1, room=(self.y, self.top - side)), strict=True):
            draw_seat(Box(room.x + room.width + dp(6), y, side, side), seat, self.look)


def apart(wanted: Sequence[float], *, step: float, room: tuple[float, float]) -> list[float]:
    """Ascending places as near to those `wanted` as they can be with at least `step` between two of them in `room`."""
    step = min(step, (room[1] - room[0]) / max(1, len(wanted) - 1))
    places: list[float] = []
    for place in wanted:
        places.append(max(place, places[-1] + step if places else room[0]))
    ceiling = room[1]
    for number in reversed(range(len(places))):
        places[number] = min(places[number], ceiling)
        ceiling = places[number] - step
    return places


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
