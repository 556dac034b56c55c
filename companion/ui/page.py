"""A page fills the screen: a bar on top, content, and a bar of keys below. Its form is in page.kv."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.art.glyphs import GLYPHS
from companion.art.shapes import disc
from companion.ui.drawing import draw_panel, draw_shapes
from companion.ui.theme import Drawn, Key


class Page(BoxLayout):
    """The base of all pages. `app` is the mediator between pages and companion."""

    def __init__(self, **kwargs: Any) -> None:
        self.app = App.get_running_app()
        super().__init__(**kwargs)

    def show(self, view: Any) -> None:
        """Show the game as it stands now; `view` is None where no game is open."""

    def see(self, picture: Any) -> None:
        """A new picture of the camera has come."""

    def lose_sight(self) -> None:
        """No picture comes any more; the last one tells nothing about now."""

    def escape(self) -> bool:
        """Somebody wants to get out of something smaller than the page; True where there was one."""
        return False

    def key_pressed(self, _key: str, _text: str) -> bool:
        """A key of a keyboard that no target took; True where it was used."""
        return False


class TopBar(BoxLayout):
    """The title, with a seat's mark or a picture before it, a remark beside it, and the lamps of the devices."""

    title = StringProperty("")
    remark = StringProperty("")
    seat = NumericProperty(-1)
    glyph = StringProperty("")


class Lamps(Drawn):
    """One small lamp a device: a full disc is well, a ring is missing, a triangle asks for a look."""

    levels = ListProperty([])
    redraw_on = ("levels",)

    def draw(self) -> None:
        """Draw the lamps from the right."""
        side = self.height * 0.42
        box = self.box
        for number, level in enumerate(reversed(self.levels)):
            x = box.x + box.width - (number + 1) * side * 1.5
            lamp = type(box)(x, box.y + (box.height - side) / 2, side, side)
            colour = {"good": self.look.good, "warning": self.look.accent}.get(level, self.look.alarm)
            if level == "good":
                draw_shapes((disc(0.5, 0.5, 0.42),), lamp, ink=colour)
            elif level == "warning":
                draw_panel(lamp, colour, radius=2)
            else:
                draw_shapes(GLYPHS["cross"], lamp, ink=colour)


class BottomBar(BoxLayout):
    """The keys below; undo is always the first one while a game is open."""


class UndoKey(Key):
    """Takes the last entry back."""


class BackKey(Key):
    """Leads to the page before."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
