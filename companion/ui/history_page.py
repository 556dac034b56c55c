"""Everything that was entered, the newest first. What was undone stays, struck through; any line can be returned to."""

from __future__ import annotations

from pathlib import Path
from textwrap import shorten
from typing import Final

from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.rulebook.course import Adjust, Undo
from companion.session.view import HistoryLine, View
from companion.ui.page import Page
from companion.ui.theme import Tile

_LONGEST: Final = 210
"""Characters of what followed that a row holds."""


class HistoryRow(Tile):
    """One entry in words."""

    seq = NumericProperty(0)
    text = StringProperty("")
    after = StringProperty("")
    through = StringProperty("")
    in_force = BooleanProperty(defaultvalue=True)
    chosen = BooleanProperty(defaultvalue=False)


class HistoryPage(Page):
    """The list, and what can be done with the entry that was chosen."""

    chosen = NumericProperty(-1)

    def show(self, view: View | None) -> None:
        """Show all entries."""
        if view is None:
            return
        self.ids.rows.fill(view.history[::-1], self._row)
        self._enable(view)

    def _row(self, line: HistoryLine) -> HistoryRow:
        words, names = self.app.words, self.app.view.seats
        row = HistoryRow(
            seq=line.seq,
            value=line.seq,
            name="entry",
            text=words.said(line.said, names),
            after=shorten(" ".join(words.said(said, names) for said in line.events), _LONGEST, placeholder=" …"),
            through=words(f"source.{line.source}") if line.source else "",
            in_force=line.in_force,
            chosen=line.seq == self.chosen,
        )
        row.bind(on_release=lambda row: self.choose(int(row.seq)))
        return row

    def choose(self, seq: int) -> None:
        """Choose an entry; again, and none is chosen."""
        self.chosen = -1 if seq == self.chosen else seq
        self.show(self.app.view)

    def _enable(self, view: View) -> None:
        line = next((line for line in view.history if line.seq == self.chosen), None)
        session = self.app.companion.session
        action = session.course.entries[line.seq - 1] if session and line else None
        self.ids.back_to.disabled = line is None or line.seq == view.seq
        self.ids.edit.disabled = line is None or not line.in_force or isinstance(action, Undo | Adjust)

    def back_to(self) -> None:
        """The table as it was after the chosen entry; for an undone one, that is a redo."""
        session = self.app.companion.session
        if session is not None:
            self.app.attempt(lambda: session.undo(int(self.chosen), source=self.app.source))
        self.chosen = -1
        self.show(self.app.view)

    def edit(self) -> None:
        """Correct the chosen entry."""
        self.app.go("edit", seq=int(self.chosen))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
