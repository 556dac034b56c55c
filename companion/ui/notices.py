"""A sentence that appears above the keys for some seconds: refusals, warnings, good news."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import StringProperty
from kivy.uix.anchorlayout import AnchorLayout

SHOWN_S: Final = 6.0


class Notice(AnchorLayout):
    """The sentence; empty while there is nothing to say. It takes no touches."""

    text = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._later = Clock.create_trigger(self.hide, SHOWN_S)

    def tell(self, text: str) -> None:
        """Show `text`, anew where one is still shown."""
        self.text = text
        self._later.cancel()
        self._later()

    def hide(self, _: float = 0) -> None:
        """Take it away."""
        self.text = ""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
