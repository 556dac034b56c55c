"""The scoreboard for a television: scores that fill the screen, and the last thing that happened. No keys.

Any touch and any key leads back to the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import StringProperty

from companion.rulebook.score import Outcome
from companion.session.contest import pressed_last
from companion.session.view import View
from companion.ui.board_tile import BoardTile
from companion.ui.page import Page


class BigBoardPage(Page):
    """Tiles of all seats."""

    told = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._totals: tuple[int, ...] = ()

    def show(self, view: View | None) -> None:
        """Show the standing; a knock by button needs the table at once."""
        if view is None:
            return
        session = self.app.companion.session
        if session is not None and view.history and view.history[-1].source == "button" and pressed_last(session):
            self.app.back()
            self.app.rest.stir()
            return
        self._show_tiles(view)
        words = self.app.words
        self.ids.top.title = f"{words('name')} · {words(f'phase.{view.phase}')}"
        self.told = self._last(view)

    def _told_end(self, outcome: Outcome, names: Sequence[str]) -> str:
        """Who has won, and why."""
        words, won = self.app.words, tuple(names[seat] for seat in outcome.winners)
        return f"{words('result.wins', n=len(won), names=won)} {words(outcome.reason)}."

    def _show_tiles(self, view: View) -> None:
        tiles, count = self.ids.tiles, len(view.seats)
        tiles.cols = count if count < 4 else (count + 1) // 2
        if len(tiles.children) != count:
            tiles.clear_widgets()
            for seat, name in enumerate(view.seats):
                tiles.add_widget(BoardTile(seat=seat, text=name))
        acting = view.outcome.winners if view.outcome else view.acting
        for tile in tiles.children:
            tile.active = tile.seat in acting
            tile.changed = bool(self._totals) and self._totals[tile.seat] != view.totals[tile.seat]
            tile.total = str(view.totals[tile.seat])
        self._totals = view.totals

    def _last(self, view: View) -> str:
        """Who has won; else what the camera asks; else what happened last."""
        words = self.app.words
        if view.outcome is not None:
            return self._told_end(view.outcome, view.seats)
        if view.proposal is not None and len(view.proposal.words) == 1:
            return str(words("see.seen", what=words.said(view.proposal.words[0], view.seats)))
        if not view.history:
            return ""
        line = view.history[-1]
        return " ".join(words.said(said, view.seats) for said in (line.said, *line.events))

    def on_touch_down(self, _touch: Any) -> bool:
        """To the table."""
        self.app.back()
        return True

    def key_pressed(self, _key: str, _text: str) -> bool:
        """To the table, with whatever key."""
        self.app.back()
        return True


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
