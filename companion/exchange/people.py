"""People and games over time, counted from the results of finished games. Pure: no database, no words, no screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from companion.games import all_games
from companion.rulebook.score import HIGHEST
from companion.store.results import Columns

Whole: TypeAlias = npt.NDArray[np.int64]

_MOST_POINTS: Final = 10**12


@dataclass(frozen=True, slots=True)
class Person:
    """What is known of a person: finished games, wins (shared ones too), and streaks of games won in a row.

    `expected` is how many wins chance alone would give: a game of n people counts 1 / n. A name that sits twice in a
    game counts twice.
    """

    name: str
    games: int
    wins: int
    expected: float
    streak: int
    longest_streak: int
    last_at: str

    @property
    def share(self) -> float:
        """Wins by games, 0 to 1."""
        return self.wins / self.games


@dataclass(frozen=True, slots=True)
class Scores:
    """A person's scores in one kind of game: `best` and `worst` as that game counts, lowest or highest."""

    name: str
    game: str
    games: int
    wins: int
    mean: float
    best: int
    worst: int


@dataclass(frozen=True, slots=True)
class Record:
    """The best score ever made in one kind of game, and who made it first."""

    game: str
    name: str
    score: int
    at: str


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two people at one table: how often, and how often each of them had the better place."""

    name: str
    other: str
    games: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        """How often they shared a place."""
        return self.games - self.ahead - self.behind


@dataclass(frozen=True, slots=True)
class Quality:
    """How entries of one kind of game came (see `companion.store.results.Reading`)."""

    game: str
    games: int
    automatic: int
    corrected: int
    by_hand: int

    @property
    def share(self) -> float | None:
        """The part of the entries that the camera read right, 0 to 1; None where nothing was read or entered."""
        total = self.automatic + self.corrected + self.by_hand
        return self.automatic / total if total else None


class People:
    """Finished games, laid out once so that every question is answered by counting.

    One row a seat: `who` and `game` are numbers of `names` and `games`, rows are in the order of time.
    """

    def __init__(self, columns: Columns) -> None:
        sizes = np.array(columns.sizes, np.int64)
        seats = columns.people
        numbers = {name: number for number, name in enumerate(dict.fromkeys(seats))}
        kinds = {game: number for number, game in enumerate(sorted(set(columns.games)))}
        played = np.fromiter((kinds[game] for game in columns.games), np.int64, len(columns.games))
        self.names: tuple[str, ...] = tuple(numbers)
        self.games: tuple[str, ...] = tuple(kinds)
        self._columns = columns
        self._signs = _signs(kinds)
        self._kinds = played
        self._sizes = sizes
        self._which = np.repeat(np.arange(len(sizes)), sizes)
        self._who = np.fromiter((numbers[name] for name in seats), np.int64, len(seats))
        self._score = _scores(columns)
        self._place = np.array(columns.places, np.int64)
        self._won = self._place == 1

    def people(self) -> tuple[Person, ...]:
        """Everybody who finished a game, the most wins first."""
        count = len(self.names)
        games = np.bincount(self._who, minlength=count)
        wins = np.bincount(self._who, self._won, minlength=count)
        chances = 1 / self._sizes[self._which]
        expected = np.bincount(self._who, chances, minlength=count)
        now, longest = self._streaks()
        last = np.zeros(count, np.int64)
        last[self._who] = self._which
        found = [
            Person(
                name, int(games[i]), int(wins[i]), float(expected[i]), int(now[i]), int(longest[i]), self._at(last[i])
            )
            for i, name in enumerate(self.names)
        ]
        return tuple(sorted(found, key=lambda person: (-person.wins, person.games, person.name)))

    def scores(self) -> tuple[Scores, ...]:
        """The scores of everybody in every kind of game, by game, the best mean first."""
        key = self._kinds[self._which] * len(self.names) + self._who
        order = np.argsort(key, kind="stable")
        starts = np.flatnonzero(np.diff(key[order], prepend=-1))
        if not len(starts):
            return ()
        score = self._score[order]
        games = np.diff(starts, append=len(key))
        parts = (np.add, np.minimum, np.maximum)
        total, least, most = (part.reduceat(score, starts) for part in parts)
        wins = np.add.reduceat(self._won[order].astype(np.int64), starts)
        found = []
        for at, which in enumerate(key[order][starts].tolist()):
            kind, who = divmod(which, len(self.names))
            ends = (int(most[at]), int(least[at]))
            best, worst = ends if self._signs[self.games[kind]] > 0 else ends[::-1]
            mean = float(total[at] / games[at])
            found.append(Scores(self.names[who], self.games[kind], int(games[at]), int(wins[at]), mean, best, worst))
        return tuple(sorted(found, key=lambda one: (one.game, -self._signs[one.game] * one.mean, one.name)))

    def records(self) -> tuple[Record, ...]:
        """The best score of every kind of game; where it was made several times, the first."""
        found = []
        kinds = self._kinds[self._which]
        for number, game in enumerate(self.games):
            rows = np.flatnonzero(kinds == number)
            row = int(rows[np.argmax(self._signs[game] * self._score[rows])])
            found.append(Record(game, self.names[self._who[row]], int(self._score[row]), self._at(self._which[row])))
        return tuple(found)

    def meetings(self, name: str = "") -> tuple[Meeting, ...]:
        """Head to head: every pair that met, or those of one person; the most frequent first."""
        count = len(self.names)
        pairs, ahead, behind = self._pairs()
        keys, inverse = np.unique(pairs, return_inverse=True)
        games = np.bincount(inverse, minlength=len(keys))
        better = np.bincount(inverse, ahead, minlength=len(keys))
        worse = np.bincount(inverse, behind, minlength=len(keys))
        found = []
        for at, key in enumerate(keys.tolist()):
            one, other = (self.names[number] for number in divmod(key, count))
            met = Meeting(one, other, int(games[at]), int(better[at]), int(worse[at]))
            if name == other:
                met = Meeting(other, one, met.games, met.behind, met.ahead)
            if name in {"", met.name}:
                found.append(met)
        return tuple(sorted(found, key=lambda met: (-met.games, met.name, met.other)))

    def quality(self) -> tuple[Quality, ...]:
        """How the entries of every kind of game came."""
        count = len(self.games)
        games = np.bincount(self._kinds, minlength=count)
        columns = self._columns
        kept = (columns.automatic, columns.corrected, columns.by_hand)
        parts = [np.bincount(self._kinds, np.array(part, np.float64), minlength=count) for part in kept]
        return tuple(
            Quality(game, int(games[i]), *(int(part[i]) for part in parts)) for i, game in enumerate(self.games)
        )

    def course(self, name: str, game: str) -> tuple[tuple[str, int], ...]:
        """The scores of one person in one kind of game over time, with when each game ended."""
        if name not in self.names or game not in self.games:
            return ()
        mine = self._who == self.names.index(name)
        rows = np.flatnonzero(mine & (self._kinds[self._which] == self.games.index(game)))
        return tuple((self._at(self._which[row]), int(self._score[row])) for row in rows)

    def _streaks(self) -> tuple[Whole, Whole]:
        """Games won in a row by everybody, (people,) each: now, and at best."""
        order = np.argsort(self._who, kind="stable")
        who, won = self._who[order], self._won[order]
        row = np.arange(len(who))
        starts = np.diff(who, prepend=-1) != 0
        # The last row before each one that ended a run: a game lost, or the one before the person's first.
        ends = np.where(won, np.where(starts, row - 1, -1), row)
        run = np.where(won, row - np.maximum.accumulate(ends), 0) if len(who) else row
        last = np.flatnonzero(np.diff(who, append=-1))
        now, longest = np.zeros(len(self.names), np.int64), np.zeros(len(self.names), np.int64)
        now[who[last]] = run[last]
        np.maximum.at(longest, who, run)
        return now, longest

    def _pairs(self) -> tuple[Whole, npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
        """Every two seats of every game: the key of the two people, and who had the better place.

        The key is lower number * people + higher number; ahead and behind are seen from the lower number.
        """
        keys, ahead, behind = [], [], []
        for apart in range(1, int(self._sizes.max(initial=1))):
            one = np.flatnonzero(self._which[:-apart] == self._which[apart:])
            other = one + apart
            differ = self._who[one] != self._who[other]
            one, other = one[differ], other[differ]
            swap = self._who[one] > self._who[other]
            low, high = np.where(swap, other, one), np.where(swap, one, other)
            keys.append(self._who[low] * len(self.names) + self._who[high])
            ahead.append(self._place[low] < self._place[high])
            behind.append(self._place[low] > self._place[high])
        if not keys:
            return np.zeros(0, np.int64), np.zeros(0, np.bool_), np.zeros(0, np.bool_)
        return np.concatenate(keys), np.concatenate(ahead), np.concatenate(behind)

    def _at(self, number: int | np.int64) -> str:
        return self._columns.finished_at[int(number)]


def _signs(played: Iterable[str]) -> Mapping[str, int]:
    """1 for a kind of game where the highest score is best, -1 where the lowest is."""
    lowest = {game.key for game in all_games() if game.best != HIGHEST}
    return {key: -1 if key in lowest else 1 for key in played}


def _scores(columns: Columns) -> Whole:
    """All scores in one row; what no game can reach, but a house ruling can give, is cut to `_MOST_POINTS`."""
    try:
        row = np.array(columns.scores, np.int64)
    except OverflowError:
        row = np.array([max(-_MOST_POINTS, min(_MOST_POINTS, score)) for score in columns.scores], np.int64)
    return np.clip(row, -_MOST_POINTS, _MOST_POINTS)
