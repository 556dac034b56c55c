"""The scoreboard: scores to be read across the table, their course, and why each of them is what it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from kivy.lang import Builder
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.rulebook.score import ScoreLine
from companion.session.view import View
from companion.ui.page import Page
from companion.ui.pager import Pager
from companion.ui.score_plot import ScorePlot
from companion.ui.theme import Tile

_POINTS: Final = 40
"""At most so many points of a course are drawn."""


class ScoreTile(Tile):
    """A seat and its score, large."""

    seat = NumericProperty(0)
    text = StringProperty("")
    total = StringProperty("")
    kind = StringProperty("plain")


class ReasonRow(BoxLayout):
    """One part of a score: what it is for, why, and how many points."""

    what = StringProperty("")
    why = StringProperty("")
    points = StringProperty("")


class ScoresPage(Page):
    """Tiles above; below, the course of all scores or the reasons for the one that was pressed."""

    chosen = NumericProperty(-1)

    def show(self, view: View | None) -> None:
        """Show the standing."""
        if view is None:
            return
        self.ids.tiles.clear_widgets()
        for seat, name in enumerate(view.seats):
            kind = "chosen" if seat == self.chosen else "plain"
            tile = ScoreTile(name="seat", value=seat, seat=seat, text=name, total=str(view.totals[seat]), kind=kind)
            tile.bind(on_release=lambda tile: self.explain(tile.seat))
            self.ids.tiles.add_widget(tile)
        self.ids.below.clear_widgets()
        self.ids.below.add_widget(self._reasons(view) if self.chosen >= 0 else self._course())

    def _course(self) -> ScorePlot:
        return ScorePlot(series=courses(self.app.companion.session))

    def explain(self, seat: int) -> None:
        """Show why a seat has the score it has; again, and the course of all comes back."""
        self.chosen = -1 if seat == self.chosen else seat
        self.show(self.app.view)

    def _reasons(self, view: View) -> Pager:
        words, pager = self.app.words, Pager(row=52)

        def row(line: ScoreLine) -> ReasonRow:
            why, points = words.said(line.why, view.seats), f"{line.points:+d}"
            return ReasonRow(what=words(f"what.{line.what}"), why=why, points=points)

        pager.fill(view.lines[int(self.chosen)], row)
        return pager


def courses(session: Any) -> tuple[tuple[int, ...], ...]:
    """The total of every seat over the entries in force, thinned out to what a screen can show."""
    course = session.course
    seqs = (0, *course.trail)
    step = max(1, len(seqs) // _POINTS)
    shown = [*seqs[:-1:step], seqs[-1]]
    return tuple(zip(*(course.at(seq).totals for seq in shown), strict=True))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
