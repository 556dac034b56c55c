"""How to set up a game: a picture of what lies ready, and the steps."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from kivy.lang import Builder
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.rulebook.zone import BACK, Zone
from companion.ui.page import Page

STEPS: Final = 4

_PYRAMID: Final = (
    ("red", "blue", "green", "yellow"),
    ("violet", "red", "blue"),
    ("green", "yellow"),
    ("violet",),
)
_STEPS_ROW: Final = tuple(f"seat{number % 4}" for number in range(16))
PICTURES: Final[Mapping[str, tuple[Zone, ...]]] = MappingProxyType(
    {
        "alles_im_eimer": (Zone("pyramid", "buckets", _PYRAMID, ()),),
        "allegra": (
            Zone("grid", "cards", ((BACK,) * 4, (BACK, "3", BACK, BACK), (BACK, BACK, "7", BACK)), ()),
            Zone("discard", "cards", (("5",),), ()),
        ),
        "buero_crazy": (Zone("building", "figures", (_STEPS_ROW, ("",) * 8, ("",) * 4, ("",) * 2, ("",)), ()),),
        "die_bombe": (Zone("cards", "cards", (("red7", "green12", "bomb"),), ()),),
        "splash": (
            Zone("tower", "tower", (("large_cube/red",), ("plate/red",), ("octagon/blue",), ("stick/blue",)), ()),
            Zone("stack", "tower", (("small_cube/green",),), ()),
        ),
    }
)
"""What lies ready, by game; drawn like the table itself."""


class GuideStep(BoxLayout):
    """A numbered step."""

    number = StringProperty("")
    text = StringProperty("")


class GuidePage(Page):
    """The picture on the left, the steps on the right."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        game, words = self.app.view.game, self.app.words
        self.ids.top.title = words("guide.title", game=words("name"))
        self.ids.board.zones = PICTURES.get(game, self.app.view.zones)
        for number in range(1, STEPS + 1):
            key = f"guide.{game}.{number}"
            if words.has(key):
                self.ids.steps.add_widget(GuideStep(number=str(number), text=words(key)))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
