"""What a hall has heard of each game: doubles are recognised, and what is missing is asked for again.

A broker acknowledges to the table, not for the listener: what it had taken when it died, or told while the listener was
away too long, is gone. Numbers without gaps make that visible, and the table has the journal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

PATIENCE_S: Final = 3.0
"""So long a gap may stand before it is asked for: a view goes ahead of the entries that led to it."""
MOST: Final = 5000
"""So many games are kept in mind."""


@dataclass(slots=True)
class _Heard:
    """One game: all up to `reached` was heard, some of `beyond` too; the table is at `length`."""

    word: str
    reached: int
    length: int
    moved_at_s: float
    beyond: set[int] = field(default_factory=set)


class Ledger:
    """Counts the events of every game. With `from_start` whole games are wanted, else what comes from now on."""

    def __init__(self, *, from_start: bool) -> None:
        self._from_start = from_start
        self._games: dict[str, _Heard] = {}

    def event(self, word: str, game: str, seq: int, *, now_s: float) -> bool:
        """Entry `seq` of a game of table `word` has come; False where it is a double."""
        heard = self._heard(word, game, seq - 1, now_s)
        if seq <= heard.reached or seq in heard.beyond:
            return False
        heard.beyond.add(seq)
        heard.length = max(heard.length, seq)
        while heard.reached + 1 in heard.beyond:
            heard.reached += 1
            heard.beyond.discard(heard.reached)
            heard.moved_at_s = now_s
        return True

    def length(self, word: str, game: str, seq: int, *, now_s: float) -> None:
        """The table says by its view that the game has come to entry `seq`."""
        heard = self._heard(word, game, seq, now_s)
        if seq > heard.length:
            heard.moved_at_s = now_s if heard.length == heard.reached else heard.moved_at_s
            heard.length = seq

    def wishes(self, now_s: float) -> Iterator[tuple[str, str, int]]:
        """What to ask for now: table, game and first entry that is missing; asked again after the same patience."""
        for game, heard in self._games.items():
            if heard.reached < heard.length and now_s - heard.moved_at_s >= PATIENCE_S:
                heard.moved_at_s = now_s
                yield heard.word, game, heard.reached + 1

    def _heard(self, word: str, game: str, joined_at: int, now_s: float) -> _Heard:
        if game not in self._games:
            reached = 0 if self._from_start else max(0, joined_at)
            self._games[game] = _Heard(word, reached, reached, now_s)
            if len(self._games) > MOST:
                del self._games[next(iter(self._games))]
        return self._games[game]
