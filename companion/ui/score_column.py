"""The standing beside the table: mark, name and score of every seat; pressing it opens the scoreboard."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.games import game_named
from companion.session.view import View
from companion.ui.theme import Tile

FLASH_S: Final = 1.5
NARROW: Final = 228
WIDE: Final = 276


class ScoreRow(BoxLayout):
    """One seat. `active` seats are on turn, `changed` ones have a new score; `display` is what its display shows."""

    seat = NumericProperty(0)
    text = StringProperty("")
    total = StringProperty("")
    display = StringProperty("")
    has_display = BooleanProperty(defaultvalue=False)
    active = BooleanProperty(defaultvalue=False)
    changed = BooleanProperty(defaultvalue=False)


class ScoreColumn(Tile):
    """All seats in the order of the table."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._totals: tuple[int, ...] = ()
        self._calm = Clock.create_trigger(self._calm_down, FLASH_S)

    def show(self, view: View) -> None:
        """Show the standing, bids as displays show them where the game is made for displays.

        A score that changed is framed for a moment.
        """
        has_displays = "displays" in game_named(view.game).needs
        self.width = dp(WIDE if has_displays else NARROW)
        tells_more = has_displays and view.seat_texts != tuple(map(str, view.totals))
        if len(self.children) != len(view.seats):
            self.clear_widgets()
            for seat, name in enumerate(view.seats):
                self.add_widget(ScoreRow(seat=seat, text=name))
        for row in self.children:
            row.active = row.seat in view.acting
            row.changed = bool(self._totals) and self._totals[row.seat] != view.totals[row.seat]
            row.total = str(view.totals[row.seat])
            row.has_display = has_displays
            row.display = view.seat_texts[row.seat] if tells_more else ""
        self._totals = view.totals
        self._calm.cancel()
        self._calm()

    def _calm_down(self, _: float) -> None:
        for row in self.children:
            row.changed = False


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
