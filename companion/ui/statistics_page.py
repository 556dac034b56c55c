"""Who has won how often, and what each game has seen: counted by the companion, laid out here."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty
from kivy.uix.boxlayout import BoxLayout

from companion.exchange.people import Person, Quality
from companion.ui.page import Page


class FiguresRow(BoxLayout):
    """A name and four figures or words about it."""

    cells = ListProperty(["", "", "", "", ""])


class StatisticsPage(Page):
    """A row a person, the most successful first; or a row a game."""

    by_game = BooleanProperty(defaultvalue=False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._finished = self.app.companion.finished()
        self.bind(by_game=self._lay_out)
        self._lay_out()

    def _lay_out(self, *_: Any) -> None:
        words, finished = self.app.words, self._finished
        heads = ("game", "games", "record", "holder", "seen") if self.by_game else _PERSON_HEADS
        self.ids.heads.cells = [words(f"statistics.{head}") for head in heads]
        rows = [self._game(one) for one in finished.quality()] if self.by_game else self._people(finished.people())
        self.ids.rows.fill(rows, lambda cells: FiguresRow(cells=cells))
        self.ids.top.remark = "" if rows else words("statistics.none")

    def _people(self, people: tuple[Person, ...]) -> list[list[str]]:
        favourites: dict[str, str] = {}
        for one in sorted(self._finished.scores(), key=lambda one: one.games):
            name = self.app.companion.texts(one.game)("name")
            favourites[one.name] = self.app.words("statistics.mean", game=name, points=round(one.mean, 1))
        return [
            [
                one.name,
                str(one.games),
                f"{one.wins}  ({round(100 * one.share)} %)",
                str(one.longest_streak),
                favourites.get(one.name, ""),
            ]
            for one in people
        ]

    def _game(self, quality: Quality) -> list[str]:
        record = next((one for one in self._finished.records() if one.game == quality.game), None)
        share = quality.share
        return [
            self.app.companion.texts(quality.game)("name"),
            str(quality.games),
            str(record.score) if record else "",
            record.name if record else "",
            f"{round(100 * share)} %" if share is not None else "–",
        ]


_PERSON_HEADS: Final = ("person", "games", "wins", "streak", "favourite")

Builder.load_file(str(Path(__file__).with_suffix(".kv")))
