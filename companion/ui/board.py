"""The table as the records say it looks: any zone of any game. This module and `tokens` are the only drawing of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from kivy.graphics import Color, Rectangle
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from companion.ui.drawing import TEXT_FONT, draw_edge, draw_panel, text_texture
from companion.ui.layout import Arrangement, Box, Place, Placed, arrange, arrange_row
from companion.ui.theme import Drawn, Target, draw_seat
from companion.ui.tokens import draw_token

CAPTION: Final = 26
"""The height of a name above its block."""


class Board(Drawn):
    """All zones with the names of their owners; `marked` places are framed, `acting` seats stand out."""

    zones = ObjectProperty(())
    names = ObjectProperty(())
    acting = ObjectProperty(())
    marked = ObjectProperty(frozenset())
    middle = StringProperty("")
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
        texture = text_texture(name, int(dp(17)), TEXT_FONT)
        side = box.height * 0.86
        left = box.x + (box.width - side - dp(6) - texture.width) / 2
        if owner in self.acting:
            around = Box(left - dp(8), box.y, side + texture.width + dp(24), box.height)
            draw_panel(around, self.look.accent, radius=box.height / 2)
        draw_seat(Box(left, box.y + (box.height - side) / 2, side, side), owner, self.look)
        Color(*(self.look.on_accent if owner in self.acting else self.look.ink))
        Rectangle(
            texture=texture, size=texture.size, pos=(round(left + side + dp(6)), round(box.centre[1] - texture.height / 2))
        )

    def _draw_place(self, placed: Placed) -> None:
        draw_token(placed.label, placed.kind, placed.box, self.look)
        if placed.place in self.marked:
            draw_edge(placed.box.inset(-dp(3)), self.look.alarm, radius=dp(6), width=3)


class TokenKey(Target):
    """A key that shows what it stands for: a card, a bucket, a piece, with a word below it where there is one."""

    label = StringProperty("")
    token = StringProperty("cards")
    caption = StringProperty("")
    kind = StringProperty("plain")
    count = NumericProperty(-1)


class Token(Drawn):
    """The drawing inside a `TokenKey`."""

    label = StringProperty("")
    token = StringProperty("cards")
    redraw_on = ("label", "token")

    def draw(self) -> None:
        """Draw it as large as the box allows."""
        wide = {"cards": 0.74, "buckets": 1.08}.get(self.token, 1.7)
        if "/" in self.label:
            wide = 1.7
        height = min(self.height, self.width / wide)
        width = height * wide
        x, y = self.box.centre
        draw_token(self.label, self.token, Box(x - width / 2, y - height / 2, width, height), self.look)


class CellKey(Target):
    """A place of the table that can be chosen."""

    place = ObjectProperty(None)
    label = StringProperty("")
    token = StringProperty("cards")


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
                key.label, key.token = placed.label, placed.kind
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
            draw_panel(placed.box, (*self.look.panel[:3], 0.6), radius=dp(8))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
