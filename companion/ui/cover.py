"""The screen changes hands: nothing is shown until the right person says that it is he."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout


class Cover(BoxLayout):
    """Whom to pass the screen to, and his key."""

    __events__ = ("on_uncover",)
    seat = NumericProperty(0)
    text = StringProperty("")

    def on_uncover(self, *_: Any) -> None:
        """The right person has the screen."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
