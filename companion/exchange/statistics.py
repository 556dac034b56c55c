"""What many random games of one kind are like."""

from __future__ import annotations

from random import Random
from statistics import mean, median
from time import perf_counter
from typing import Any

from rich.table import Table

from companion.rulebook.course import open_course
from companion.rulebook.game import Game
from companion.texts import Texts


class Tally:
    """Counts over random games of one kind with `seats` players."""

    def __init__(self, game: Game[Any, Any], seats: int) -> None:
        self.game = game
        self.seats = seats
        self.lengths: list[int] = []
        self.scores: list[tuple[int, ...]] = []
        self.wins = [0] * seats
        self.shared = 0
        self._started_s = perf_counter()

    def play(self, seed: int) -> None:
        """Play one random physical game to its end and count it."""
        house = self.game.house()
        course = open_course(self.game, house, self.seats)
        truth = self.game.truth(house, self.seats, Random(seed))
        while (outcome := course.outcome) is None:
            course = course.after(truth.act(course.state))
        self.lengths.append(course.seq)
        self.scores.append(course.totals)
        self.shared += len(outcome.winners) > 1
        for seat in outcome.winners:
            self.wins[seat] += 1

    @property
    def games_a_minute(self) -> float:
        """How fast they were played."""
        return 60 * len(self.lengths) / (perf_counter() - self._started_s)


def tally_table(tally: Tally, words: Texts) -> Table:
    """The statistics as a table for the console."""
    played, entries = len(tally.lengths), tally.lengths
    table = Table(title=f"{words('name')}: {words('simulate.games', n=played)}", title_justify="left")
    for heading in ("simulate.seat", "simulate.wins", "simulate.mean", "simulate.least", "simulate.most"):
        table.add_column(words(heading), justify="right")
    for seat in range(tally.seats):
        points = [scores[seat] for scores in tally.scores]
        share = f"{100 * tally.wins[seat] / played:.1f} %"
        table.add_row(str(seat + 1), share, f"{mean(points):.1f}", str(min(points)), str(max(points)))
    table.caption = words(
        "simulate.caption",
        least=min(entries),
        median=int(median(entries)),
        most=max(entries),
        shared=tally.shared,
        speed=round(tally.games_a_minute),
    )
    return table
