"""Four corners on the live picture: dragged by a finger or nudged by keys, with a loupe beside them."""

from __future__ import annotations

from math import pi
from typing import Any, Final

import numpy as np
from kivy.graphics import Color, Ellipse, Line
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from companion.art.layout import Box
from companion.ui.feather import arc, paired, stroke
from companion.ui.preview import Preview
from companion.ui.theme import Drawn, DrawnTarget
from vision.by_hand import Quad

START: Final[Quad] = ((0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8))
_AROUND_PX: Final = 28
"""The loupe shows so many pixels of the picture to each side."""


class Corner(DrawnTarget):
    """The handle of a corner: a ring that leaves the point itself to be seen. Emits where a finger drags it."""

    __events__ = ("on_drag",)
    chosen = BooleanProperty(defaultvalue=False)
    redraw_on = (*DrawnTarget.redraw_on, "chosen")

    def draw_face(self) -> None:
        """Draw ring and cross hairs."""
        x, y = self.center
        for colour, width in ((self.look.on_hue, 4.0), (self.look.accent if self.chosen else self.look.card, 2.0)):
            Color(*colour)
            arc((x, y), dp(22), (0, 2 * pi), dp(width))
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                line = [x + dx * dp(5), y + dy * dp(5), x + dx * dp(16), y + dy * dp(16)]
                Line(points=line, width=dp(width / 2))

    def on_touch_move(self, touch: Any) -> bool:
        """Follow the finger that holds it."""
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        self.dispatch("on_drag", touch.dx, touch.dy)
        return True

    def on_drag(self, dx: float, dy: float) -> None:
        """A finger has moved it by so many pixels of the screen."""


class Frame(Drawn):
    """The rectangle that the corners span."""

    corners = ListProperty([])
    redraw_on = ("corners",)

    def draw(self) -> None:
        """Draw its sides, dark and light so that they are seen on any table."""
        for colour, width in ((self.look.on_hue, 2.6), (self.look.accent, 1.2)):
            Color(*colour)
            stroke(paired(self.corners), dp(width), closed=True)


class Loupe(Drawn):
    """A round piece of the picture, enlarged, with a cross in its middle."""

    count = NumericProperty(0)
    redraw_on = ("count",)

    def __init__(self, **kwargs: Any) -> None:
        side = 2 * _AROUND_PX
        self._texture = Texture.create(size=(side, side), colorfmt="bgr")
        self._texture.flip_vertical()
        self._texture.mag_filter = "nearest"
        super().__init__(**kwargs)

    def see(self, pixels: Any, x_px: float, y_px: float) -> None:
        """Show what lies around a point of a picture (rows, columns, 3) uint8 BGR."""
        padded = np.zeros((2 * _AROUND_PX, 2 * _AROUND_PX, 3), np.uint8)
        left, top = round(x_px) - _AROUND_PX, round(y_px) - _AROUND_PX
        part = pixels[max(0, top) : max(0, top + len(padded)), max(0, left) : max(0, left + len(padded))]
        row, column = max(0, -top), max(0, -left)
        padded[row : row + part.shape[0], column : column + part.shape[1]] = part
        self._texture.blit_buffer(padded.reshape(-1), colorfmt="bgr", bufferfmt="ubyte")
        self.count += 1

    def draw(self) -> None:
        """Draw it."""
        box = self.box.square()
        Color(1, 1, 1)
        Ellipse(pos=box[:2], size=box[2:], texture=self._texture, segments=64)
        x, y = box.centre
        for colour, width in ((self.look.on_hue, 2.4), (self.look.card, 1.0)):
            Color(*colour)
            arc((x, y), box.width / 2, (0, 2 * pi), dp(width))
            Line(points=[x - dp(14), y, x + dp(14), y], width=dp(width))
            Line(points=[x, y - dp(14), x, y + dp(14)], width=dp(width))


class CornerBoard(FloatLayout):
    """The picture with the corners on it; `quad` is where they are, as shares of the picture from its top left."""

    __events__ = ("on_choose",)
    quad = ObjectProperty(START)
    chosen = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        here = {"x": 0, "y": 0}
        self.preview, self.frame = Preview(pos_hint=here), Frame(pos_hint=here)
        self.loupe = Loupe(size_hint=(None, None))
        self.handles = [Corner(name="corner", value=number, size_hint=(None, None)) for number in range(4)]
        for widget in (self.preview, self.frame, *self.handles, self.loupe):
            self.add_widget(widget)
        for handle in self.handles:
            handle.bind(on_press=lambda one: self.choose(one.value), on_drag=self._dragged)
        self.preview.bind(pos=self._arrange, size=self._arrange)
        self.bind(quad=self._arrange, chosen=self._arrange)

    def on_choose(self, corner: int) -> None:
        """A corner has been chosen."""

    def choose(self, corner: int) -> None:
        """Choose the corner that keys nudge and the loupe shows."""
        self.chosen = corner
        self.dispatch("on_choose", corner)

    def see(self, picture: Any) -> None:
        """Show the newest picture."""
        first = self.preview.picture is None
        self.preview.see(picture, "")
        self._look()
        if first:
            self._arrange()

    def nudge(self, dx_px: float, dy_px: float) -> None:
        """Move the chosen corner by so many pixels of the picture, right and down."""
        if self.preview.picture is not None:
            rows, columns = self.preview.picture.pixels.shape[:2]
            self._move(int(self.chosen), dx_px / columns, dy_px / rows)

    def _dragged(self, handle: Corner, dx: float, dy: float) -> None:
        shown = self.preview.shown
        self._move(handle.value, dx / shown.width, -dy / shown.height)

    def _move(self, corner: int, right: float, down: float) -> None:
        corners = list(self.quad)
        x, y = corners[corner]
        corners[corner] = (min(1.0, max(0.0, x + right)), min(1.0, max(0.0, y + down)))
        self.quad = tuple(corners)

    def _arrange(self, *_: Any) -> None:
        shown = self.preview.shown
        places = [(shown.x + x * shown.width, shown.y + (1 - y) * shown.height) for x, y in self.quad]
        for handle, place in zip(self.handles, places, strict=True):
            handle.size = (dp(64), dp(64))
            handle.center = place
            handle.chosen = handle.value == self.chosen
        self.frame.corners = [part for place in places for part in place]
        self._place_loupe(shown, places[int(self.chosen)])
        self._look()

    def _place_loupe(self, shown: Box, place: tuple[float, float]) -> None:
        """In the middle, where no corner usually is; else in the corner of the picture farthest from the finger."""
        side = min(dp(128), shown.height * 0.4)
        x, y = shown.centre
        left, bottom = x - side / 2, y - side / 2
        if abs(place[0] - x) < side and abs(place[1] - y) < side:
            left = shown.x if place[0] > x else shown.x + shown.width - side
            bottom = shown.y if place[1] > y else shown.y + shown.height - side
        self.loupe.size, self.loupe.pos = (side, side), (left, bottom)

    def _look(self) -> None:
        if self.preview.picture is None:
            self.loupe.opacity = 0
            return
        pixels = self.preview.picture.pixels
        x, y = self.quad[int(self.chosen)]
        self.loupe.opacity = 1
        self.loupe.see(pixels, x * (pixels.shape[1] - 1), y * (pixels.shape[0] - 1))
