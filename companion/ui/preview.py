"""The live picture with what was recognised on it: sure readings by a full line, unsure ones by a broken one."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
from kivy.graphics import Color, Line, Rectangle
from kivy.graphics.texture import Texture
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty, StringProperty

from companion.art.layout import Box
from companion.feeds.feed import Outline, Picture
from companion.rulebook.zone import BACK, GAP
from companion.ui.drawing import draw_panel
from companion.ui.feather import stroke
from companion.ui.lettering import DISPLAY_FONT, figure_texture
from companion.ui.theme import Drawn

SURE: Final = 0.5
"""Readings below this confidence are unsure (log format, section 3)."""


_WIDEST: Final = 640
"""Wider pictures are thinned out before they go to the graphics card; a table view is about 550 pixels wide."""


class Preview(Drawn):
    """The newest picture; one texture is re-used as long as the size stays."""

    picture = ObjectProperty(None, allownone=True, comparator=lambda one, other: one is other)
    note = StringProperty("")
    marked = ObjectProperty(frozenset())
    """The cells that differ from the record."""
    count = NumericProperty(0)
    redraw_on = ("count", "marked")

    def __init__(self, **kwargs: Any) -> None:
        self._texture: Any = None
        self._step = 1
        super().__init__(**kwargs)

    def see(self, picture: Picture, note: str) -> None:
        """Show a picture."""
        step = max(1, picture.pixels.shape[1] // _WIDEST)
        pixels = np.ascontiguousarray(picture.pixels[::step, ::step])
        rows, columns = pixels.shape[:2]
        if self._texture is None or self._texture.size != (columns, rows):
            self._texture = Texture.create(size=(columns, rows), colorfmt="bgr")
            self._texture.flip_vertical()
        self._texture.blit_buffer(pixels.reshape(-1), colorfmt="bgr", bufferfmt="ubyte")
        self.picture, self.note, self._step = picture, note, step
        self.count += 1

    def forget(self) -> None:
        """Show nothing until the next picture."""
        self._texture = self.picture = None
        self.count += 1

    def draw(self) -> None:
        """Draw the picture into the middle and the outlines on it."""
        if self._texture is None:
            return
        shown = self.shown
        share = shown.width / self._texture.width / self._step
        Color(1, 1, 1)
        Rectangle(texture=self._texture, pos=shown[:2], size=shown[2:])
        for outline in self.picture.outlines:
            points = [(shown.x + x * share, shown.y + shown.height - y * share) for x, y in outline.points_px]
            self._draw_outline(outline, points)

    @property
    def shown(self) -> Box:
        """Where the picture lies on the screen; the whole widget while there is none."""
        if self._texture is None:
            return self.box
        scale = min(self.width / self._texture.width, self.height / self._texture.height)
        width, height = self._texture.width * scale, self._texture.height * scale
        return Box(self.center_x - width / 2, self.center_y - height / 2, width, height)

    def _draw_outline(self, outline: Outline, points: list[tuple[float, float]]) -> None:
        sure, told = outline.confidence >= SURE, outline.label not in {BACK, GAP}
        differs = outline.cell in self.marked
        if outline.cell is not None and outline.label == GAP and not differs:
            return
        ink = self.look.alarm if differs else self.look.good if sure else self.look.accent
        Color(*ink[:3], 1 if told or differs else 0.45)
        if sure or differs:
            stroke(points, dp(3 if differs else 1.6 if told else 0.75), closed=True)
        else:
            Line(points=[part for point in points for part in point], close=True, dash_length=6, dash_offset=5)
        if told and outline.label:
            self._draw_label(outline.label, points)

    def _draw_label(self, label: str, points: list[tuple[float, float]]) -> None:
        """The reading in the upper left corner of what was read, small enough to leave the card to be seen."""
        left, top = min(x for x, _ in points), max(y for _, y in points)
        texture = figure_texture(label, int(dp(15)), DISPLAY_FONT)
        box = Box(left - dp(4), top - texture.height * 0.7, texture.width + dp(8), texture.height * 0.86)
        draw_panel(box, self.look.ground, radius=dp(6))
        Color(*self.look.ink)
        Rectangle(texture=texture, size=texture.size, pos=(box.x + dp(4), box.centre[1] - texture.height / 2))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
