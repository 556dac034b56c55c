"""Long lists in pages: as many rows as fit, and two keys that turn the page. Only what is seen exists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget


class Pager(BoxLayout):
    """Shows `items` as rows made by the function given to `fill`; `row` is the height of one, 480 pixel units."""

    row = NumericProperty(64)
    first = NumericProperty(0)
    place = StringProperty("")
    aside = NumericProperty(0)
    """The room that the turning keys take at the right, pixels."""

    def __init__(self, **kwargs: Any) -> None:
        self._items: Sequence[Any] = ()
        self._make: Callable[[Any], Widget] | None = None
        self._later = Clock.create_trigger(self._show, -1)  # wanted while the rules of pager.kv are applied
        super().__init__(**kwargs)
        self.bind(first=self._later)

    def on_kv_post(self, _: Any) -> None:
        """Its parts exist now: follow their size."""
        self.ids.rows.bind(size=self._later)

    def fill(self, items: Sequence[Any], make: Callable[[Any], Widget]) -> None:
        """Show these items; the page stays where it is as long as it still exists."""
        self._items, self._make = items, make
        self.first = max(0, min(self.first, len(items) - 1))
        self._show()

    @property
    def visible(self) -> int:
        """How many rows fit."""
        gap = self.ids.rows.spacing
        return max(1, int((self.ids.rows.height + gap) // (dp(self.row) + gap)))

    def _show(self, *_: Any) -> None:
        rows, visible = self.ids.rows, self.visible
        rows.clear_widgets()
        shown = self._items[int(self.first) : int(self.first) + visible]
        for item in shown:
            if self._make is not None:
                widget = self._make(item)
                widget.size_hint_y, widget.height = None, dp(self.row)
                rows.add_widget(widget)
        rows.add_widget(Widget())
        self._turn_keys(len(shown))

    def _turn_keys(self, shown: int) -> None:
        fits = len(self._items) <= self.visible
        self.aside = 0 if fits else dp(72)
        self.ids.before.disabled = fits or self.first == 0
        self.ids.after.disabled = fits or self.first + shown >= len(self._items)
        last = int(self.first) + shown
        self.place = "" if fits else f"{int(self.first) + 1}–{last} / {len(self._items)}"

    def turn(self, by: int) -> None:
        """Turn the page."""
        step = self.visible
        last = max(0, len(self._items) - step)
        self.first = max(0, min(int(self.first) + by * step, last))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
