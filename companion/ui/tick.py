"""How something is, by form and colour: a tick, a ring, an exclamation mark, a cross."""

from __future__ import annotations

from kivy.properties import OptionProperty

from companion.art.glyphs import GLYPHS
from companion.art.shapes import Arc, disc
from companion.ui.drawing import draw_shapes
from companion.ui.theme import Drawn


class Tick(Drawn):
    """A small round mark; ``"open"`` and ``"note"`` say that nothing is wrong and nothing is needed."""

    level = OptionProperty("open", options=("good", "open", "note", "warning", "missing"))
    redraw_on = ("level",)

    def draw(self) -> None:
        """Draw it into the middle."""
        box, look = self.box.square().inset(2), self.look
        filled = {
            "good": (look.good, look.on_good, "check"),
            "warning": (look.accent, look.on_accent, "bang"),
            "missing": (look.bad, look.on_bad, "cross"),
        }
        if self.level not in filled:
            draw_shapes((Arc(0.5, 0.5, 0.4, width=0.1),), box, ink=look.dim)
            return
        ground, ink, glyph = filled[self.level]
        draw_shapes((disc(0.5, 0.5, 0.5),), box, ink=ground)
        draw_shapes(GLYPHS[glyph], box.inset(box.width * 0.24), ink=ink)
