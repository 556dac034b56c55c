"""The table as the records say it looks: any zone of any game. This module and `tokens` are the only drawing of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from kivy.graphics import Color, Rectangle
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from companion.art.layout import Arrangement, Box, Place, Placed, arrange, arrange_row
from companion.ui.drawing import draw_edge, draw_panel
from companion.ui.lettering import SMALLEST, TEXT_FONT, Style, draw_words, figure_texture, natural_width
from companion.ui.theme import Drawn, DrawnTarget, draw_seat
from companion.ui.tokens import draw_stair, draw_token

CAPTION: Final = 26
"""The height of a name above its block."""


class Board(Drawn):
    """All zones with the names of their owners; `marked` places are framed, `acting` seats stand out."""

    zones = ObjectProperty(())
    names = ObjectProperty(())
    acting = ObjectProperty(())
    marked = ObjectProperty(frozenset())
    redraw_on = ("zones", "names", "acting", "marked")

    def draw(self) -> None:
        """Draw blocks, names and places."""
        table = arrange(self.zones, self.box, caption=dp(CAPTION))
        for caption in table.captions:
            self._draw_caption(caption.owner, caption.box)
        for placed in table.places:
            self._draw_place(placed)

    def _draw_caption(self, owner: int | None, box: Box) -> None:
        if owner is None:
            return
        name = self.names[owner] if owner < len(self.names) else ""
        texture = figure_texture(name, int(dp(17)), TEXT_FONT)
        side = box.height * 0.86
        left = box.x + (box.width - side - dp(6) - texture.width) / 2
        if owner in self.acting:
            around = Box(left - dp(8), box.y, side + texture.width + dp(24), box.height)
            draw_panel(around, self.look.accent, radius=box.height / 2)
        draw_seat(Box(left, box.y + (box.height - side) / 2, side, side), owner, self.look)
        Color(*(self.look.on_accent if owner in self.acting else self.look.ink))
        Rectangle(
            texture=texture,
            size=texture.size,
            pos=(round(left + side + dp(6)), round(box.centre[1] - texture.height / 2)),
        )

    def _draw_place(self, placed: Placed) -> None:
        draw_token(placed.label, placed.kind, placed.box, self.look)
        if placed.kind == "figures":
            draw_stair(placed.box, self.look)
        if placed.place in self.marked:
            draw_edge(placed.box.inset(-dp(3)), self.look.alarm, radius=dp(6), width=3)


class TokenKey(DrawnTarget):
    """A key that shows what it stands for: a card, a bucket, a piece, with a word below it where there is one."""

    label = StringProperty("")
    dress = StringProperty("cards")
    caption = StringProperty("")
    kind = StringProperty("plain")
    count = NumericProperty(-1)
    redraw_on = (*DrawnTarget.redraw_on, "label", "dress", "caption", "kind", "count")
    fits = True

    def draw_face(self) -> None:
        """Draw ground, token and caption."""
        ink = self.draw_ground(self.kind)
        inner = self.box.inset(dp(6))
        caption = self.caption if self.count < 0 else f"{self.caption} ×{self.count}".strip()
        lines = 0 if not caption else 1 if natural_width(caption, TEXT_FONT, SMALLEST) <= inner.width else 2
        below = dp((0, 22, 36)[lines])
        self.draw_label(Box(inner.x, inner.y + below, inner.width, inner.height - below))
        self.fits = draw_words(caption, Box(inner.x, inner.y - dp(3), inner.width, below), ink, Style(TEXT_FONT, 16))

    def draw_label(self, room: Box) -> None:
        """Draw the token as large as `room` allows."""
        draw_token(self.label, self.dress, token_box(self.label, self.dress, room), self.look)


class Token(Drawn):
    """What a label stands for, as large as the box allows."""

    label = StringProperty("")
    dress = StringProperty("cards")
    redraw_on = ("label", "dress")

    def draw(self) -> None:
        """Draw it."""
        draw_token(self.label, self.dress, token_box(self.label, self.dress, self.box), self.look)


def token_box(label: str, kind: str, room: Box) -> Box:
    """The largest box of the right proportion in the middle of `room`."""
    wide = 2.0 if "/" in label else {"cards": 0.74, "animals": 0.74, "buckets": 1.08, "figures": 1.0}.get(kind, 2.0)
    height = min(room.height, room.width / wide)
    x, y = room.centre
    return Box(x - height * wide / 2, y - height / 2, height * wide, height)


class CellKey(DrawnTarget):
    """A place of the table that can be chosen."""

    place = ObjectProperty(None)
    label = StringProperty("")
    dress = StringProperty("cards")
    redraw_on = (*DrawnTarget.redraw_on, "label", "dress")

    def draw_face(self) -> None:
        """Draw what lies there."""
        draw_token(self.label, self.dress, self.box, self.look)
        if self.state == "down":
            draw_edge(self.box, self.look.accent, radius=dp(8), width=4)


class CellBoard(FloatLayout):
    """Some zones, large enough for fingers: the places that can be chosen are keys, the others are drawn."""

    __events__ = ("on_choose",)

    def __init__(self, zones: tuple[Any, ...], choices: dict[Place, Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._zones = zones
        self._choices = choices
        self._backdrop = Backdrop()
        self.add_widget(self._backdrop)
        self._keys = {
            place: CellKey(place=place, value=value, name="cell", size_hint=(None, None))
            for place, value in choices.items()
        }
        for key in self._keys.values():
            key.bind(on_release=lambda key: self.dispatch("on_choose", key.value))
            self.add_widget(key)
        self.bind(pos=self._arrange, size=self._arrange)

    def on_choose(self, value: Any) -> None:
        """A place was chosen."""

    def _arrange(self, *_: Any) -> None:
        room = Box(self.x, self.y, self.width, self.height)
        table = arrange_row(self._zones, room, frozenset(self._choices))
        self._backdrop.show(Arrangement(tuple(p for p in table.places if p.place not in self._keys), ()))
        for placed in table.places:
            key = self._keys.get(placed.place)
            if key is not None:
                key.label, key.dress = placed.label, placed.kind
                key.pos, key.size = placed.box[:2], placed.box[2:]


class Backdrop(Drawn):
    """Places that cannot be chosen, paler."""

    table = ObjectProperty(Arrangement((), ()))
    redraw_on = ("table",)

    def show(self, table: Arrangement) -> None:
        """Draw these places."""
        self.table = table

    def draw(self) -> None:
        """Draw the places."""
        for placed in self.table.places:
            draw_token(placed.label, placed.kind, placed.box, self.look)
            draw_panel(placed.box.inset(-dp(2)), (*self.look.ground[:3], 0.66), radius=dp(2))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
