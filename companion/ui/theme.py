"""The few widgets everything is built of: words that fit, keys, icons, seat marks, panels. Their form is in theme.kv.

Most of them draw themselves on one canvas; a key is one widget, not five, so that a page of keys is there at once.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    OptionProperty,
    StringProperty,
)
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.art.animals import FACES, SEAT_ANIMALS
from companion.art.layout import Box
from companion.art.look import FELT, Look, Rgba
from companion.art.pictograms import drawing_of
from companion.art.shapes import disc
from companion.ui.drawing import draw_edge, draw_panel, draw_shapes
from companion.ui.lettering import DISPLAY_FONT, TEXT_FONT, Style, draw_words, natural_width

RADIUS: Final = 13


class Drawn(Widget):
    """A widget that draws itself anew when its place or one of the properties in `redraw_on` changes."""

    look = ObjectProperty(FELT)
    redraw_on: tuple[str, ...] = ()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._later = Clock.create_trigger(self.redraw, -1)
        for name in ("pos", "size", "look", *self.redraw_on):
            self.fbind(name, self._later)
        self._later()

    @property
    def box(self) -> Box:
        """Where it is."""
        return Box(self.x, self.y, self.width, self.height)

    def redraw(self, *_: Any) -> None:
        """Draw; called once before the next frame, however much has changed."""
        self.canvas.clear()
        if self.width > 1 and self.height > 1:
            with self.canvas:
                self.draw()

    def draw(self) -> None:
        """Draw on the canvas that is open."""


class Words(Drawn):
    """Words that shrink until they fit their box; `base` is the size wanted, in units of a 480 pixel high screen.

    `fits` is false where even the smallest size is too large; the tests look for it.
    """

    text = StringProperty("")
    base = NumericProperty(FELT.body)
    display = BooleanProperty(defaultvalue=False)
    color = ColorProperty(FELT.ink)
    halign = OptionProperty("left", options=("left", "center", "right"))
    shorten = BooleanProperty(defaultvalue=False)
    strike = BooleanProperty(defaultvalue=False)
    redraw_on = ("text", "base", "display", "color", "halign", "shorten", "strike")
    fits = True

    def draw(self) -> None:
        """Draw the words."""
        font = DISPLAY_FONT if self.display else TEXT_FONT
        style = Style(font, self.base, self.halign, self.shorten, self.strike)
        self.fits = draw_words(self.text, self.box, self.color, style)


class Title(Words):
    """A heading."""


class Icon(Drawn):
    """One of our icons."""

    glyph = StringProperty("")
    ink = ColorProperty(FELT.ink)
    redraw_on = ("glyph", "ink")

    def draw(self) -> None:
        """Draw the icon into the middle of the box."""
        if self.glyph:
            draw_shapes(drawing_of(self.glyph), self.box.square(), ink=self.ink)


class SeatMark(Drawn):
    """The disc of a seat: its colour and its animal."""

    seat = NumericProperty(0)
    redraw_on = ("seat",)

    def draw(self) -> None:
        """Draw the disc and the face of the animal on it."""
        draw_seat(self.box.square(), int(self.seat), self.look)


class Marks(Drawn):
    """The marks of several seats in a row."""

    seats = ListProperty([])
    redraw_on = ("seats",)

    def draw(self) -> None:
        """Draw them from the left."""
        step = self.width / max(1, len(self.seats))
        side = min(self.height, step * 0.9)
        for number, seat in enumerate(self.seats):
            left = self.x + number * step + (step - side) / 2
            draw_seat(Box(left, self.center_y - side / 2, side, side), seat, self.look)


class Panel(BoxLayout):
    """A group on a ground of its own."""


class Target(ButtonBehavior):
    """Anything that can be pressed; `value` is what it stands for, `focused` that Enter would press it."""

    value = ObjectProperty(None, allownone=True)
    name = StringProperty("")
    focused = BooleanProperty(defaultvalue=False)
    fade = NumericProperty(0.45)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.min_state_time = 0

    def press(self) -> None:
        """Do what a finger would do."""
        if not self.disabled:
            self.trigger_action(0)


class Tile(Target, BoxLayout):
    """A target that holds other widgets."""

    look = ObjectProperty(FELT)


class DrawnTarget(Target, Drawn):
    """A target that draws itself, with a frame where it is in focus."""

    redraw_on: tuple[str, ...] = ("state", "focused", "disabled")

    def draw(self) -> None:
        """Draw what it shows, and the frame."""
        self.draw_face()
        if self.focused:
            draw_edge(self.box.inset(dp(1)), self.look.ink, radius=dp(RADIUS), width=2.5)

    def draw_face(self) -> None:
        """Draw what it shows."""

    def draw_ground(self, kind: str) -> Rgba:
        """Draw the ground of a key of this kind and return the ink for it."""
        ground, ink = key_colours(self.look, kind)
        if self.state == "down":
            ground = mixed(ground, ink, 0.22)
        edge = self.look.line if kind == "quiet" else None
        draw_panel(self.box, ground, radius=dp(RADIUS), edge=edge)
        return ink


class Key(DrawnTarget):
    """A key with words, an icon or both; `pictured` makes the icon large and the words a caption."""

    text = StringProperty("")
    glyph = StringProperty("")
    base = NumericProperty(FELT.key)
    kind = OptionProperty("plain", options=("plain", "main", "good", "bad", "quiet", "chosen"))
    pictured = BooleanProperty(defaultvalue=False)
    redraw_on = (*DrawnTarget.redraw_on, "text", "glyph", "base", "kind", "pictured")
    fits = True

    def draw_face(self) -> None:
        """Draw ground, icon and words, together in the middle."""
        ink = self.draw_ground(self.kind)
        inner = self.box.inset(dp(8))
        if self.glyph and not self.text:
            side = min(inner.width, inner.height, dp(44))
            self._draw_glyph(Box(inner.centre[0] - side / 2, inner.centre[1] - side / 2, side, side), ink)
            return
        if self.pictured and self.glyph:
            self._draw_picture(self.box.inset(dp(4)), ink)
            return
        if self.glyph and inner.height > dp(84):
            side = min(inner.height * 0.42, dp(56))
            below = Box(inner.x, inner.y, inner.width, inner.height - side - dp(6))
            self._draw_glyph(Box(inner.centre[0] - side / 2, below.y + below.height + dp(2), side, side), ink)
            self.fits = draw_words(self.text, below, ink, Style(DISPLAY_FONT, self.base))
            return
        side = dp(28) if self.glyph else 0
        room = inner.width - (side + dp(8) if side else 0)
        width = min(room, natural_width(self.text, DISPLAY_FONT, self.base) + dp(2))
        left = inner.x + (room - width) / 2
        self._draw_glyph(Box(left, inner.centre[1] - side / 2, side, side), ink)
        words = Box(left + (side + dp(8) if side else 0), self.y + dp(4), width, self.height - dp(8))
        self.fits = draw_words(self.text, words, ink, Style(DISPLAY_FONT, self.base))

    def _draw_picture(self, room: Box, ink: Rgba) -> None:
        """The icon as large as the caption below it allows."""
        caption = Box(room.x + dp(2), room.y, room.width - dp(4), dp(20))
        side = min(room.height - caption.height, room.width)
        self._draw_glyph(Box(room.centre[0] - side / 2, room.y + room.height - side, side, side), ink)
        self.fits = draw_words(self.text, caption, ink, Style(TEXT_FONT, 16))

    def _draw_glyph(self, box: Box, ink: Rgba) -> None:
        if self.glyph:
            draw_shapes(drawing_of(self.glyph), box, ink=ink, cut=key_colours(self.look, self.kind)[0])


class SeatKey(DrawnTarget):
    """A key for a seat: mark, name and a note at the end."""

    seat = NumericProperty(0)
    text = StringProperty("")
    note = StringProperty("")
    kind = OptionProperty("plain", options=("plain", "chosen"))
    redraw_on = (*DrawnTarget.redraw_on, "seat", "text", "note", "kind")

    def draw_face(self) -> None:
        """Draw ground, mark, name and note."""
        ink = self.draw_ground(self.kind)
        if self.height > dp(108):
            self._draw_tall(ink)
            return
        side = min(dp(44), self.height - dp(8))
        draw_seat(Box(self.x + dp(8), self.center_y - side / 2, side, side), int(self.seat), self.look)
        noted = dp(34) if self.note else 0
        left = self.x + side + dp(18)
        name = Box(left, self.y + dp(4), self.right - left - noted - dp(8), self.height - dp(8))
        draw_words(self.text, name, ink, Style(DISPLAY_FONT, self.look.key, "left", shorten=True))
        note = Box(self.right - noted - dp(10), self.y, noted, self.height)
        draw_words(self.note, note, ink, Style(TEXT_FONT, self.look.small, "right"))

    def _draw_tall(self, ink: Rgba) -> None:
        """The mark above the name."""
        side = min(self.height * 0.46, dp(104))
        middle = self.y + self.height * 0.58
        draw_seat(Box(self.center_x - side / 2, middle - side / 2, side, side), int(self.seat), self.look)
        name = Box(self.x + dp(8), self.y + dp(8), self.width - dp(16), middle - side / 2 - self.y - dp(10))
        draw_words(self.text, name, ink, Style(DISPLAY_FONT, self.look.title, shorten=True))


def draw_seat(box: Box, seat: int, look: Look) -> None:
    """The mark of a seat in `box`."""
    colour = look.seats[seat % len(look.seats)]
    draw_shapes((disc(0.5, 0.5, 0.5),), box, ink=colour)
    draw_shapes(FACES[SEAT_ANIMALS[seat % len(SEAT_ANIMALS)]], box.inset(box.width * 0.18), ink=look.on_hue, cut=colour)


def key_colours(look: Look, kind: str) -> tuple[Rgba, Rgba]:
    """Ground and ink of a key."""
    match kind:
        case "main" | "chosen":
            return look.accent, look.on_accent
        case "good":
            return look.good, look.on_good
        case "bad":
            return look.bad, look.on_bad
        case "quiet":
            return look.panel, look.ink
        case _:
            return look.raised, look.ink


def mixed(one: Rgba, other: Rgba, share: float) -> Rgba:
    """`one` with a `share` of `other`."""
    parts = [a + (b - a) * share for a, b in zip(one, other, strict=True)]
    return (parts[0], parts[1], parts[2], parts[3])


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
