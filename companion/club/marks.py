"""How far the broker has each game of this table: kept in a file, so that a restart tells what is missing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.exchange.private_file import write_private

MOST: Final = 200
"""So many games are remembered; one that is played on after that is told again as a whole, which subscribers drop."""


class Marks:
    """The last entry of each game that the broker has acknowledged, the oldest game first."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._seqs = _read(file)
        self._is_changed = False

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(self._seqs))

    def of(self, game_id: str) -> int:
        """The last acknowledged entry of a game, 0 where there is none."""
        return self._seqs.get(game_id, 0)

    def begin(self, game_id: str) -> None:
        """Remember that this game is to be told."""
        if game_id not in self._seqs:
            self._seqs[game_id] = 0
            self._is_changed = True
        while len(self._seqs) > MOST:
            del self._seqs[next(iter(self._seqs))]

    def advance(self, game_id: str, seq: int) -> None:
        """The broker has this game up to entry `seq`."""
        if seq > self._seqs.get(game_id, -1):
            self._seqs[game_id] = seq
            self._is_changed = True

    def keep(self) -> None:
        """Write what has changed, whole or not at all. Raises OSError."""
        if not self._is_changed:
            return
        write_private(self._file, json.dumps(self._seqs).encode())
        self._is_changed = False


def _read(file: Path) -> dict[str, int]:
    """The marks in `file`; none where there is no such file or it is damaged: doubles are dropped by who hears them."""
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(kept, dict):
        return {}
    return {game: seq for game, seq in kept.items() if type(seq) is int and seq >= 0}
