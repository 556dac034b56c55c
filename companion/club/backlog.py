"""What the broker has not got yet: the next entry to tell, found in the open game or in the journal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from companion.club.marks import Marks
from companion.club.public import OnTable
from companion.exchange.keeping import kept_named
from companion.rulebook.errors import CompanionError
from companion.session.session import Table, replayed
from companion.store.errors import StoreError
from companion.store.journal import Journal


class Records(Protocol):
    """The games kept at this table, callable from any thread."""

    def lengths(self) -> Mapping[str, int]:
        """The number of entries of every kept game."""

    def game(self, game_id: str) -> OnTable:
        """One game. Raises CompanionError where its record no longer fits the rules or cannot be read."""


class JournalRecords:
    """The games of a journal."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def lengths(self) -> Mapping[str, int]:
        """The number of entries of every kept game."""
        return {kept.id: kept.length for kept in self._journal.games()}

    def game(self, game_id: str) -> OnTable:
        """One game, replayed."""
        header = kept_named(self._journal, game_id).header
        entries = self._journal.entries(game_id)
        return OnTable(game_id, header, replayed(Table(game_id, header, entries)), entries)


class Backlog:
    """The entries of this table's games in the order in which they are to be told, the oldest game first."""

    def __init__(self, marks: Marks, records: Records) -> None:
        self._marks = marks
        self._records = records
        self._lengths: dict[str, int] = {}
        self._handed: dict[str, int] = {}
        self._under_way: dict[str, set[int]] = {}
        self._on_table: OnTable | None = None
        self._taken_out: OnTable | None = None

    @property
    def behind(self) -> int:
        """How many entries the broker has not acknowledged."""
        return sum(max(0, length - self._marks.of(game)) for game, length in self._lengths.items())

    def load(self) -> None:
        """Look up in the journal what earlier runs left untold. Raises StoreError."""
        lengths = self._records.lengths()
        self._lengths |= {game: lengths[game] for game in self._marks if game in lengths}

    def note(self, game: OnTable) -> None:
        """This game lies on the table and is to be told up to its last entry."""
        self._marks.begin(game.game_id)
        self._lengths[game.game_id] = game.length
        self._on_table = game

    def next(self) -> tuple[OnTable, int] | None:
        """The next entry to hand over: its game and number; None where all are handed over. Raises StoreError."""
        for game_id in self._marks:
            seq = self._handed.get(game_id, self._marks.of(game_id)) + 1
            if seq <= self._lengths.get(game_id, 0) and (game := self._found(game_id)) is not None:
                return game, seq
        return None

    def handed(self, game_id: str, seq: int) -> None:
        """An entry is on its way."""
        self._handed[game_id] = seq
        self._under_way.setdefault(game_id, set()).add(seq)

    def acknowledged(self, game_id: str, seq: int) -> None:
        """The broker has an entry; its game is marked up to the first one that it has not."""
        under_way = self._under_way[game_id]
        under_way.discard(seq)
        self._marks.advance(game_id, min([self._handed[game_id], *(other - 1 for other in under_way)]))

    def refused(self, game_id: str, seq: int) -> None:
        """The broker did not take an entry: it, and those after it, are to be handed over again."""
        self._under_way[game_id].discard(seq)
        self._handed[game_id] = min(self._handed[game_id], seq - 1)

    def again(self, game_id: str, seq: int) -> None:
        """Somebody has missed a game from entry `seq` on: hand it over once more. Games of other tables are ignored."""
        if game_id in self._lengths:
            handed = self._handed.get(game_id, self._marks.of(game_id))
            self._handed[game_id] = min(handed, max(0, seq - 1))

    def _found(self, game_id: str) -> OnTable | None:
        """The game on the table or one out of the journal; one whose record is broken is passed over."""
        for near in (self._on_table, self._taken_out):
            if near is not None and near.game_id == game_id and near.length >= self._lengths[game_id]:
                return near
        try:
            self._taken_out = self._records.game(game_id)
        except StoreError:
            raise
        except CompanionError:
            self._marks.advance(game_id, self._lengths[game_id])
            return None
        return self._taken_out
