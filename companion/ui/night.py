"""The screen goes dark when nobody plays; the first touch or key only wakes it and presses nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import BooleanProperty
from kivy.uix.widget import Widget

SLEEP_S: Final = 15 * 60.0
GUARD_S: Final = 0.3
"""After waking, touches within this time press nothing: a finger often lands twice."""


class Night(Widget):
    """A black cover; `asleep` while it lies over everything."""

    asleep = BooleanProperty(defaultvalue=False)
    guarded = BooleanProperty(defaultvalue=False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._tired = Clock.create_trigger(self.sleep, SLEEP_S)
        self._alert = Clock.create_trigger(self._awake, GUARD_S)
        self._tired()

    def stir(self) -> bool:
        """Somebody is there; True where that only woke the screen."""
        self._tired.cancel()
        self._tired()
        if self.asleep:
            self.asleep, self.guarded = False, True
            self._alert()
            return True
        return bool(self.guarded)

    def sleep(self, _: float = 0) -> None:
        """Go dark."""
        self.asleep = True

    def stop(self) -> None:
        """Never go dark again."""
        self._tired.cancel()
        self._alert.cancel()

    def _awake(self, _: float) -> None:
        self.guarded = False

    def on_touch_down(self, touch: Any) -> bool:
        """Every touch passes here first."""
        return self.stir() or bool(super().on_touch_down(touch))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
