"""Who has won how often: counted from the games that were kept, a few at a time so that the screen stays awake."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.rulebook.course import Course
from companion.rulebook.errors import CompanionError
from companion.ui.page import Page

_MOST_GAMES: Final = 200


@dataclass(slots=True)
class Tally:
    """What is known of a person: finished games, wins, wins in a row now, and the best game by name."""

    games: int = 0
    wins: int = 0
    streak: int = 0
    scores: dict[str, list[int]] = field(default_factory=dict)


class PersonRow(BoxLayout):
    """A person's figures."""

    text = StringProperty("")
    games = StringProperty("")
    wins = StringProperty("")
    streak = StringProperty("")
    note = StringProperty("")


class StatisticsPage(Page):
    """A row a person, the most successful first."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._left = list(reversed(self.app.companion.kept()[:_MOST_GAMES]))
        self._tallies: dict[str, Tally] = {}
        self._clock = Clock.schedule_interval(self._count_one, 0)

    def _count_one(self, _: float) -> bool:
        """Count the next game; False once all are counted."""
        if self.app.page is not self or self.app.companion.session is not None:
            return False
        if not self._left:
            self._show()
            return False
        kept = self._left.pop(0)
        try:
            course = self.app.companion.resume(kept.id).course
        except CompanionError:
            return True  # a record that no longer fits is left out, not hidden: the archive tells why
        finally:
            self.app.companion.leave()
        count_game(self._tallies, kept.header.game, kept.header.seats, course)
        return True

    def _show(self) -> None:
        ranked = sorted(self._tallies.items(), key=lambda one: (-one[1].wins, one[0]))
        self.ids.rows.fill(ranked, self._row)
        self.ids.top.remark = "" if ranked else self.app.words("statistics.none")

    def _row(self, one: tuple[str, Tally]) -> PersonRow:
        name, tally = one
        share = round(100 * tally.wins / tally.games)
        return PersonRow(
            text=name,
            games=str(tally.games),
            wins=f"{tally.wins}  ({share} %)",
            streak=str(tally.streak),
            note=self._favourite(tally),
        )

    def _favourite(self, tally: Tally) -> str:
        """The game played most often, with the mean score."""
        game, scores = max(tally.scores.items(), key=lambda one: (len(one[1]), one[0]))
        name = self.app.companion.texts(game)("name")
        return str(self.app.words("statistics.mean", game=name, points=round(sum(scores) / len(scores), 1)))


def count_game(tallies: dict[str, Tally], game: str, names: tuple[str, ...], course: Course) -> Mapping[str, Tally]:
    """Add a finished game to `tallies`; games are counted from the oldest on."""
    outcome = course.outcome
    if outcome is None:
        return tallies
    for seat, name in enumerate(names):
        tally = tallies.setdefault(name, Tally())
        won = seat in outcome.winners
        tally.games += 1
        tally.wins += won
        tally.streak = tally.streak + 1 if won else 0
        tally.scores.setdefault(game, []).append(course.totals[seat])
    return tallies


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
