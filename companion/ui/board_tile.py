"""A seat and its score, to be read from the other end of the room."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.art.layout import Box
from companion.ui.drawing import draw_edge, draw_panel
from companion.ui.lettering import DISPLAY_FONT, Style, draw_figure, draw_words
from companion.ui.theme import RADIUS, Drawn, draw_seat


class BoardTile(Drawn):
    """A seat and its score, as large as the tile allows; `active` is on turn, `changed` has a new score."""

    seat = NumericProperty(0)
    text = StringProperty("")
    total = StringProperty("")
    active = BooleanProperty(defaultvalue=False)
    changed = BooleanProperty(defaultvalue=False)
    redraw_on = ("seat", "text", "total", "active", "changed")

    def draw(self) -> None:
        """Draw the mark and the name above, the score below; side by side in a flat tile."""
        look, box = self.look, self.box
        draw_panel(box, look.accent if self.active else look.panel, radius=dp(RADIUS))
        if self.changed:
            draw_edge(box, look.good, radius=dp(RADIUS), width=5)
        ink = look.on_accent if self.active else look.ink
        flat = box.width > 3 * box.height
        head = box.height * 0.52 if flat else min(box.height * 0.3, box.width * 0.3)
        middle = self.center_y if flat else self.top - head / 2 - dp(10)
        mark = Box(box.x + dp(12), middle - head / 2, head, head)
        draw_seat(mark, int(self.seat), look)
        right = self.center_x + box.width * 0.1 if flat else self.right
        name = Box(mark.x + head + dp(10), mark.y, right - mark.x - head - dp(22), head)
        draw_words(self.text, name, ink, Style(DISPLAY_FONT, 0.6 * head / dp(1), "left", shorten=True))
        below = Box(box.x, box.y + dp(2), box.width, box.height - head - dp(14))
        room = Box(right, box.y, self.right - right, box.height) if flat else below
        draw_figure(self.total, room, ink, fit=0.86 if flat else 0.98)
