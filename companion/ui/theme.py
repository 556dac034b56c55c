"""The few widgets everything is built of: words that fit, keys, icons, seat marks, panels. Their form is in theme.kv."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from kivy.core.text import Label as CoreLabel
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
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.ui.animals import FACES, SEAT_ANIMALS
from companion.ui.drawing import DISPLAY_FONT, TEXT_FONT, draw_shapes
from companion.ui.glyphs import GLYPHS
from companion.ui.layout import Box
from companion.ui.look import FELT, Look, Rgba
from companion.ui.shapes import disc

SMALLEST: Final = 14
"""Below this size (units of a 480 pixel high screen) words are cut rather than shrunk further."""


@lru_cache(maxsize=4000)
def fitting_size(text: str, font: str, largest: float, room: tuple[float, float]) -> float:
    """The largest font size in pixels, at most `largest`, at which `text` fits into `room`; `SMALLEST` at least."""
    size = dp(largest)
    while size > dp(SMALLEST) and not text_fits(text, font, size, room):
        size -= dp(1)
    return max(size, dp(SMALLEST))


@lru_cache(maxsize=2000)
def natural_width(text: str, base: float) -> float:
    """How wide the longest line of `text` is at its wanted size, pixels."""
    label = CoreLabel(font_name=DISPLAY_FONT, font_size=dp(base))
    label.resolve_font_name()
    return max((float(label.get_extents(line)[0]) for line in text.split("\n")), default=0.0)


def text_fits(text: str, font: str, size: float, room: tuple[float, float]) -> bool:
    """True where `text`, broken at spaces, fits into `room` (width, height in pixels)."""
    label = CoreLabel(font_name=font, font_size=size, text_size=(room[0], None))
    label.resolve_font_name()
    if any(label.get_extents(word)[0] > room[0] for word in text.split()):
        return False
    label.text = text
    label.refresh()
    return bool(label.texture.height <= room[1] + 1)


class Words(Label):
    """Words that shrink until they fit their box; `base` is the size wanted, in units of a 480 pixel high screen."""

    base = NumericProperty(FELT.body)
    display = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("text", "size", "base", "display", "padding"):
            self.fbind(name, self._fit)
        self._fit()

    @property
    def room(self) -> tuple[float, float]:
        """The box that the words may fill, in pixels."""
        left, top, right, bottom = self.padding
        return (self.width - left - right, self.height - top - bottom)

    def _fit(self, *_: Any) -> None:
        room = self.room
        self.text_size = self.size
        self.font_name = DISPLAY_FONT if self.display else TEXT_FONT
        if self.text and min(room) > 1:
            self.font_size = fitting_size(self.text, self.font_name, self.base, room)


class Title(Words):
    """A heading."""


class Drawn(Widget):
    """A widget that draws itself anew when its place or one of its properties changes."""

    look = ObjectProperty(FELT)
    redraw_on: tuple[str, ...] = ()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "look", *self.redraw_on):
            self.fbind(name, self.redraw)

    @property
    def box(self) -> Box:
        """Where it is."""
        return Box(self.x, self.y, self.width, self.height)

    def redraw(self, *_: Any) -> None:
        """Draw."""
        self.canvas.clear()
        if self.width > 1 and self.height > 1:
            with self.canvas:
                self.draw()

    def draw(self) -> None:
        """Draw on the canvas that is open."""


class Icon(Drawn):
    """One of our icons."""

    glyph = StringProperty("")
    ink = ColorProperty(FELT.ink)
    redraw_on = ("glyph", "ink")

    def draw(self) -> None:
        """Draw the icon into the middle of the box."""
        if self.glyph:
            draw_shapes(GLYPHS.get(self.glyph, GLYPHS["game"]), self.box.square(), ink=self.ink)


class SeatMark(Drawn):
    """The disc of a seat: its colour and its animal."""

    seat = NumericProperty(0)
    redraw_on = ("seat",)

    def draw(self) -> None:
        """Draw the disc and the face of the animal on it."""
        draw_seat(self.box.square(), int(self.seat), self.look)


def draw_seat(box: Box, seat: int, look: Look) -> None:
    """The mark of a seat in `box`."""
    colour = look.seats[seat % len(look.seats)]
    draw_shapes((disc(0.5, 0.5, 0.5),), box, ink=colour)
    draw_shapes(FACES[SEAT_ANIMALS[seat % len(SEAT_ANIMALS)]], box.inset(box.width * 0.18), ink=look.on_hue, cut=colour)


class Marks(Drawn):
    """The marks of several seats in a row."""

    seats = ListProperty([])
    redraw_on = ("seats",)

    def draw(self) -> None:
        """Draw them from the left."""
        side = min(self.height, self.width / max(1, len(self.seats)) * 0.9)
        step = self.width / max(1, len(self.seats))
        for number, seat in enumerate(self.seats):
            draw_seat(Box(self.x + number * step + (step - side) / 2, self.center_y - side / 2, side, side), seat, self.look)


class Panel(BoxLayout):
    """A group on a ground of its own."""


class Target(ButtonBehavior, BoxLayout):
    """Anything that can be pressed; `value` is what it stands for, `focused` that Enter would press it."""

    value = ObjectProperty(None, allownone=True)
    name = StringProperty("")
    focused = BooleanProperty(False)
    fade = NumericProperty(0.45)
    look = ObjectProperty(FELT)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.min_state_time = 0

    def press(self) -> None:
        """Do what a finger would do."""
        if not self.disabled:
            self.trigger_action(0)


class Key(Target):
    """A key with words, an icon or both."""

    text = StringProperty("")
    glyph = StringProperty("")
    base = NumericProperty(FELT.key)
    kind = OptionProperty("plain", options=("plain", "main", "good", "bad", "quiet", "chosen"))
    ground = ColorProperty(FELT.raised)
    ink = ColorProperty(FELT.ink)
    words_width = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("kind", "look", "state"):
            self.fbind(name, self._dress)
        for name in ("text", "glyph", "base", "width", "padding"):
            self.fbind(name, self._measure)
        self._dress()
        self._measure()

    def _measure(self, *_: Any) -> None:
        """Words take the room they need, so that icon and words stand in the middle together."""
        room = self.width - self.padding[0] - self.padding[2] - (dp(36) if self.glyph else 0)
        self.words_width = max(0, min(room, natural_width(self.text, self.base) + dp(4))) if self.text else 0

    def _dress(self, *_: Any) -> None:
        ground, self.ink = key_colours(self.look, self.kind)
        self.ground = mixed(ground, self.ink, 0.22) if self.state == "down" else ground


class SeatKey(Target):
    """A key for a seat: mark, name and code."""

    seat = NumericProperty(0)
    text = StringProperty("")
    note = StringProperty("")
    kind = OptionProperty("plain", options=("plain", "chosen"))


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
