"""Keys that can also be dragged. Nothing needs it: whatever a drag does, keys do too."""

from __future__ import annotations

from typing import Any, Final

from kivy.app import App
from kivy.metrics import dp
from kivy.properties import NumericProperty, StringProperty

from companion.art.layout import Box
from companion.ui.drawing import draw_edge, draw_panel
from companion.ui.lettering import DISPLAY_FONT, Style, draw_words
from companion.ui.theme import RADIUS, Drawn, Key, SeatKey, draw_seat

LIFT: Final = 14
"""How far a finger moves before it drags, in units of a 480 pixel high screen; fingers tremble."""


class Ghost(Drawn):
    """What hangs on the finger: a name, with the mark of its seat where it has one."""

    text = StringProperty("")
    seat = NumericProperty(-1)
    redraw_on = ("text", "seat")

    def draw(self) -> None:
        """Draw it like a key that was lifted off the table."""
        draw_panel(self.box, self.look.accent, radius=dp(RADIUS))
        draw_edge(self.box, self.look.ink, radius=dp(RADIUS), width=2)
        left, side = self.x + dp(10), min(dp(44), self.height - dp(8))
        if self.seat >= 0:
            draw_seat(Box(left, self.center_y - side / 2, side, side), int(self.seat), self.look)
            left += side + dp(8)
        room = Box(left, self.y, self.right - left - dp(10), self.height)
        draw_words(self.text, room, self.look.on_accent, Style(DISPLAY_FONT, self.look.key, "left", shorten=True))


class Draggable:
    """A key that follows a finger that moves: `on_carry` tells where it is, `on_drop` where it was let go (pixels)."""

    __events__ = ("on_carry", "on_drop")
    _ghost: Ghost | None = None

    def on_carry(self, x: float, y: float) -> None:
        """It hangs over this place."""

    def on_drop(self, x: float, y: float) -> None:
        """It was let go over this place."""

    def on_touch_move(self, touch: Any) -> bool:
        """Lift it once the finger has moved far enough, and carry it."""
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))  # type: ignore[misc]
        if self._ghost is None and abs(touch.x - touch.ox) + abs(touch.y - touch.oy) > dp(LIFT):
            self._lift()
        if self._ghost is not None:
            self._ghost.center = touch.pos
            self.dispatch("on_carry", touch.x, touch.y)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Let it go; a finger that has not moved has pressed the key."""
        if touch.grab_current is not self or self._ghost is None:
            return bool(super().on_touch_up(touch))  # type: ignore[misc]
        touch.ungrab(self)
        self._put_down()
        self.dispatch("on_drop", touch.x, touch.y)
        return True

    def on_parent(self, _: Any, parent: Any) -> None:
        """Where its page goes away under the finger, nothing stays hanging."""
        if parent is None:
            self._put_down()

    def _lift(self) -> None:
        here: Any = self
        shell = App.get_running_app().shell
        self._ghost = Ghost(text=here.text, seat=getattr(here, "seat", -1), size=here.size, size_hint=(None, None))
        self._ghost.look = here.look
        here.opacity = 0.35
        shell.add_widget(self._ghost)

    def _put_down(self) -> None:
        here: Any = self
        if self._ghost is not None and self._ghost.parent is not None:
            self._ghost.parent.remove_widget(self._ghost)
        self._ghost = None
        here.opacity, here.state = 1, "normal"


class DragKey(Draggable, Key):
    """A key with words that can be dragged."""


class DragSeat(Draggable, SeatKey):
    """A seat's key that can be dragged."""
