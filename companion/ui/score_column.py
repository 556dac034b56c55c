"""The standing beside the table: mark, name and score of every seat; pressing it opens the scoreboard."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.session.view import View
from companion.ui.theme import Tile

FLASH_S: Final = 1.5


class ScoreRow(BoxLayout):
    """One seat. `active` seats are on turn, `changed` ones have a new score."""

    seat = NumericProperty(0)
    text = StringProperty("")
    total = StringProperty("")
    active = BooleanProperty(defaultvalue=False)
    changed = BooleanProperty(defaultvalue=False)


class ScoreColumn(Tile):
    """All seats in the order of the table."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._totals: tuple[int, ...] = ()
        self._calm = Clock.create_trigger(self._calm_down, FLASH_S)

    def show(self, view: View) -> None:
        """Show the standing; a score that changed is framed for a moment."""
        if len(self.children) != len(view.seats):
            self.clear_widgets()
            for seat, name in enumerate(view.seats):
                self.add_widget(ScoreRow(seat=seat, text=name))
        for row in self.children:
            row.active = row.seat in view.acting
            row.changed = bool(self._totals) and self._totals[row.seat] != view.totals[row.seat]
            row.total = str(view.totals[row.seat])
        self._totals = view.totals
        self._calm.cancel()
        self._calm()

    def _calm_down(self, _: float) -> None:
        for row in self.children:
            row.changed = False


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
