"""A card over the table that shows how a pyramid falls when a bucket is taken.

It takes no touches: the first one anywhere puts it away and still does its work.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout

from companion.texts import Texts
from companion.ui.fall_page import counts
from companion.ui.pyramid_falls import newest_fall

SHOWN_S: Final = 12.0


class FallCard(AnchorLayout):
    """Whose pyramid, its fall, and what hands must do."""

    seat = NumericProperty(0)
    title = StringProperty("")
    told = StringProperty("")
    shown = BooleanProperty(defaultvalue=False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._later = Clock.create_trigger(self.hide, SHOWN_S)

    def follow(self, session: Any, words: Texts) -> None:
        """Show the fall of the entry in force where there is anything to see, else go away."""
        found = newest_fall(session)
        if found is None or not (found[1].lost or found[1].put_back):
            self.hide()
            return
        self.seat, fall = found
        numbers = {kind: n for kind, n in counts(fall).items() if n and kind != "taken"}
        self.title = words("fall.of", name=session.header.seats[self.seat])
        self.told = "  ".join(words(f"fall.{kind}", n=n) for kind, n in numbers.items())
        self.ids.view.fall, self.shown = fall, True
        self.ids.view.begin()
        self._later.cancel()
        self._later()

    def hide(self, _: float = 0) -> None:
        """Go away."""
        self._later.cancel()
        self.ids.view.stop()
        self.shown = False

    def on_touch_down(self, touch: Any) -> bool:
        """Any touch puts it away, and goes on to what lies below."""
        if self.shown:
            self.hide()
        return bool(super().on_touch_down(touch))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
