"""A card over the table that shows how a pyramid falls when a bucket is taken.

It takes no touches: the first one anywhere puts it away and still does its work.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from kivy.app import App
from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout

from companion.ui.fall_page import counts
from companion.ui.pyramid_falls import FallSeeker, is_loss

SHOWN_S: Final = 12.0
_POLL_S: Final = 1 / 20


class FallCard(AnchorLayout):
    """Whose pyramid, its fall, and what hands must do."""

    seat = NumericProperty(0)
    title = StringProperty("")
    told = StringProperty("")
    shown = BooleanProperty(defaultvalue=False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._later = Clock.create_trigger(self.hide, SHOWN_S)
        self._seeker: FallSeeker | None = None
        self._session: Any = None
        self._waiting = Clock.create_trigger(self.look, _POLL_S, interval=True)

    def follow(self, session: Any) -> None:
        """Show the fall of the entry in force as soon as it is known, where there is anything to see; else go away."""
        self.hide()
        self._session = session
        if is_loss(session):
            self.newest(session)
            self._waiting()

    def newest(self, session: Any) -> FallSeeker:
        """What finds the fall of the entry in force; it is looked for once."""
        if self._seeker is None or not self._seeker.belongs_to(session):
            self._seeker = FallSeeker(session.course)
        return self._seeker

    def look(self, _: float = 0) -> None:
        """Show the fall once it is found; one that was overtaken by the game is never shown."""
        seeker = self._seeker
        if seeker is None or not seeker.belongs_to(self._session):
            self._waiting.cancel()
        elif seeker.is_done:
            self._waiting.cancel()
            found = seeker.result()
            if found is not None and (found[1].lost or found[1].put_back):
                self._show(*found)

    def _show(self, seat: int, fall: Any) -> None:
        words = App.get_running_app().words
        numbers = {kind: n for kind, n in counts(fall).items() if n and kind != "taken"}
        self.seat, self.title = seat, words("fall.of", name=self._session.header.seats[seat])
        self.told = "  ·  ".join(words(f"fall.{kind}", n=n) for kind, n in numbers.items())
        self.ids.view.fall, self.shown = fall, True
        self.ids.view.begin()
        self._later.cancel()
        self._later()

    def hide(self, _: float = 0) -> None:
        """Go away."""
        self._later.cancel()
        self._waiting.cancel()
        self.ids.view.stop()
        self.shown = False

    def on_touch_down(self, touch: Any) -> bool:
        """Any touch puts it away, and goes on to what lies below."""
        if self.shown:
            self.hide()
        return bool(super().on_touch_down(touch))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
