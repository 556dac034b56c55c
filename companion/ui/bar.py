"""A bar that fills: how far something is, or how risky."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty

from companion.art.layout import Box
from companion.ui.drawing import draw_panel
from companion.ui.theme import Drawn


class Bar(Drawn):
    """Filled by `share`, 0 to 1; full is good, or where it is `alarming`, bad."""

    share = NumericProperty(0.0)
    alarming = BooleanProperty(defaultvalue=False)
    redraw_on = ("share", "alarming")

    def draw(self) -> None:
        """Draw it."""
        look, share = self.look, min(1.0, self.share)
        draw_panel(self.box, look.raised, radius=self.height / 2)
        if share <= 0:
            return
        colours = (look.good, look.accent, look.alarm) if self.alarming else (look.accent, look.accent, look.good)
        colour = colours[0 if share < 1 / 3 else 1 if share < (2 / 3 if self.alarming else 1) else 2]
        draw_panel(
            Box(self.x, self.y, max(self.height, self.width * share), self.height), colour, radius=self.height / 2
        )
