"""The end of a game: who won, why, and every score."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import StringProperty

from companion.session.view import View
from companion.ui.board_tile import BoardTile
from companion.ui.page import Page


class ResultPage(Page):
    """The winners large, all seats below; an undo reopens the game."""

    text = StringProperty("")
    why = StringProperty("")

    def show(self, view: View | None) -> None:
        """Show the outcome; where an undo took it back, lead to the table again."""
        if view is None:
            return
        if view.outcome is None:
            self.app.back()
            return
        words, winners = self.app.words, view.outcome.winners
        names = [view.seats[seat] for seat in winners]
        self.text = words("result.wins", n=len(names), names=tuple(names))
        self.why = words(view.outcome.reason)
        self.ids.marks.seats = list(winners)
        self.ids.rows.clear_widgets()
        self.ids.rows.cols = 1 if len(view.seats) <= 3 else 2
        for seat, name in enumerate(view.seats):
            row = BoardTile(seat=seat, text=name, total=str(view.totals[seat]), active=seat in winners)
            self.ids.rows.add_widget(row)

    def again(self) -> None:
        """The same game with the same people."""
        game = self.app.view.game
        self.app.home()
        self.app.go("new_game", game=game)

    def see(self, picture: Any) -> None:
        """The end has no picture."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
