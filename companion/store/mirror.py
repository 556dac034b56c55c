"""A table's games in the database of a hall: copied in order, caught up after any outage, nothing lost or doubled.

The table writes to its own SQLite and never waits for the network. The mirror asks the hall how far it has come with a
game, which no local note could know better, and adds what follows. What is still sealed waits for its reveal.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from random import Random
from typing import Final, Literal, TypeAlias

import sqlalchemy as sa

from companion.ports import Clock
from companion.rulebook.text import Said
from companion.store.errors import (
    HallDiffers,
    HallRaced,
    StoreBusy,
    StoreError,
    StoreFull,
    StoreRefused,
    StoreUnreachable,
)
from companion.store.hall_copy import Portion, Tail, add, announce, tails
from companion.store.identity import TableIdentity
from companion.store.journal import Journal
from companion.store.line import DEADLINE_S, Line
from companion.store.played import Played

GAMES_AT_ONCE: Final = 50
ENTRIES_AT_ONCE: Final = 500
FIRST_WAIT_S: Final = 1.0
LONGEST_WAIT_S: Final = 60.0
REST_S: Final = 30.0
"""After so long without work the connection is given back, so that many tables share few."""
ANNOUNCE_S: Final = 60.0
"""How often at most a table that plays says that it is there."""
LOOK_AGAIN_S: Final = 300.0
"""After so long all games are compared anew: another program may have imported one."""

State: TypeAlias = Literal["starting", "caught_up", "behind", "unreachable", "refused"]


@dataclass(frozen=True, slots=True)
class MirrorStatus:
    """How far the hall has come.

    `behind` counts entries known to be missing in the hall, `held` those that wait for their reveal; `since` is when
    the hall stopped answering (UTC, ISO 8601); `conflicts` are the ids of games of which the hall has something else,
    or does not take a value; `why` says why it takes nothing.
    """

    state: State = "starting"
    behind: int = 0
    held: int = 0
    since: str = ""
    conflicts: tuple[str, ...] = ()
    why: Said | None = None


class Mirror:
    """Copies the games of `journal` to the hall at `url`. `step` is for one thread, `note` and `status` for any."""

    def __init__(
        self, journal: Journal, url: str, *, identity: TableIdentity, clock: Clock, deadline_s: float = DEADLINE_S
    ) -> None:
        self._journal = journal
        self._identity = identity
        self._clock = clock
        self._line = Line(url, deadline_s=deadline_s)
        self._noted: deque[tuple[str, int]] = deque()
        self._waiting: dict[str, int] = {}
        self._held: dict[str, int] = {}
        self._conflicts: dict[str, None] = {}
        self._wait_s = FIRST_WAIT_S
        self._at_once = GAMES_AT_ONCE
        self._played = Played(journal)
        self._known: dict[str, Tail] = {}
        now = clock.monotonic_s()
        self._retry_at_s = self._look_again_at_s = self._worked_at_s = self._announce_at_s = now
        self._spread = Random(identity.id)
        self._status = MirrorStatus()

    @property
    def status(self) -> MirrorStatus:
        """How far the hall has come."""
        return self._status

    def note(self, game_id: str, written: int = 1) -> None:
        """A game has `written` more entries."""
        self._noted.append((game_id, written))

    def step(self) -> float:
        """Do one piece of work; returns in how many seconds there is more to do, 0 for at once.

        A fault of either database is told by `status` and tried again later.
        """
        self._take_notes()
        now = self._clock.monotonic_s()
        if now < self._retry_at_s:
            self._tell(self._status.state)
            return self._retry_at_s - now
        try:
            if now >= self._look_again_at_s:
                self._look_at_all(now)
            return self._work(now)
        except HallDiffers as error:
            self._give_up(str(dict(error.said.values)["game"]))
        except StoreRefused:
            self._find_refused()
        except HallRaced:
            self._tell("behind")
        except StoreError as error:
            return self._lost(error)
        return 0.0

    def rest(self) -> None:
        """Give the hall's connection back; the next step that needs it opens another and asks anew."""
        self._line.hang_up()
        self._known.clear()

    def close(self) -> None:
        """Stop for good; what is missing is caught up by the next mirror of these games."""
        self.rest()

    def _take_notes(self) -> None:
        while self._noted:
            game_id, written = self._noted.popleft()
            # What is being played goes before what lay here already.
            self._waiting = {game_id: self._waiting.pop(game_id, 0) + written, **self._waiting}

    def _look_at_all(self, now: float) -> None:
        self._look_again_at_s = now + LOOK_AGAIN_S
        self._known.clear()
        for game_id in self._journal.ids():
            self._waiting.setdefault(game_id, 0)

    def _work(self, now: float) -> float:
        ids = [game_id for game_id in self._waiting if game_id not in self._conflicts][: self._at_once]
        if not ids and now < self._announce_at_s:
            return self._idle(now)
        with self._line.transaction() as hall:
            left = self._copy(hall, ids, now)
        if now >= self._announce_at_s:
            self._announce_at_s = now + ANNOUNCE_S
        self._worked_at_s = now
        self._wait_s = FIRST_WAIT_S
        for game_id in ids:
            self._waiting.pop(game_id)
        self._waiting |= left
        self._at_once = min(2 * self._at_once, GAMES_AT_ONCE)
        if not self._waiting:
            return self._idle(now)
        self._tell("behind")
        return 0.0

    def _idle(self, now: float) -> float:
        self._waiting.clear()
        self._tell("caught_up")
        rest_in_s = self._worked_at_s + REST_S - now
        look_again_in_s = self._look_again_at_s - now
        if rest_in_s > 0:
            return min(rest_in_s, look_again_in_s)
        self.rest()
        return look_again_in_s

    def _copy(self, hall: sa.Connection, ids: list[str], now: float) -> dict[str, int]:
        """Add what the hall lacks of these games, up to a limit; returns how many entries of which games are left."""
        unlike = self._unlike(hall, ids)
        self._held |= dict.fromkeys(set(ids) - set(unlike), 0)
        room = ENTRIES_AT_ONCE
        portions, left = [], {}
        for game_id, count in unlike.items():
            if not room:
                left[game_id] = count
            elif (portion := self._lacking(game_id)) is not None:
                fits, later = portion.entries[:room], portion.entries[room:]
                room -= len(fits)
                portions.append(replace(portion, entries=fits))
                if later:
                    left[game_id] = len(later)
        if now >= self._announce_at_s:
            announce(hall, self._identity, at_utc=self._clock.utc())
        add(hall, portions, self._identity)
        self._known |= {portion.kept.id: _after(portion, self._known.get(portion.kept.id)) for portion in portions}
        return left

    def _unlike(self, hall: sa.Connection, ids: list[str]) -> dict[str, int]:
        """The games of which the hall has not what the table has, each with how many entries that may be.

        What the hall has is remembered of games that were written to over this connection, and asked of others.
        """
        asked = [game_id for game_id in ids if game_id not in self._known]
        found = tails(hall, asked) if asked else {}
        # The table's own rows are read after those of the hall, so that they are never fewer.
        own = {}
        if asked:
            with self._journal.reading() as connection:
                own = tails(connection, asked)
        unlike = {game_id: 0 for game_id in ids if game_id in self._known}
        for game_id, tail in own.items():
            if tail != (there := found.get(game_id)):
                unlike[game_id] = max(0, tail.count - (there.count if there is not None else 0))
        self._known = {game_id: self._known[game_id] for game_id in ids if game_id in self._known} | found
        return unlike

    def _lacking(self, game_id: str) -> Portion | None:
        """All that the hall lacks of a game; None where it lacks nothing, or has something else."""
        tail = self._known.get(game_id)
        record = self._played.read(game_id)
        if record is None or (tail is not None and not tail.begins(record.kept, record.entries)):
            self._conflicts[game_id] = None
            return None
        self._held[game_id] = len(record.entries) - record.visible
        reached = tail.reached if tail is not None else 0
        if tail is not None and reached >= record.visible:
            return None
        return Portion(record.kept, tuple(record.entries[reached : record.visible]), is_new=tail is None)

    def _give_up(self, game_id: str) -> None:
        """Touch a game no more; it is told."""
        self._conflicts[game_id] = None
        self._waiting.pop(game_id, None)
        self._tell("behind" if self._waiting else "caught_up")

    def _find_refused(self) -> None:
        """The hall does not take a value: go one by one until it is clear of which game, and leave that one out."""
        if self._at_once == 1:
            self._give_up(next(game_id for game_id in self._waiting if game_id not in self._conflicts))
        self._at_once = 1

    def _lost(self, error: StoreError) -> float:
        """The hall does not answer, or not as it should: wait, each time longer, and compare all games anew then."""
        self.rest()
        now = self._clock.monotonic_s()
        wait_s = self._wait_s * self._spread.uniform(0.75, 1.25)
        self._wait_s = min(2 * self._wait_s, LONGEST_WAIT_S)
        self._retry_at_s = self._look_again_at_s = now + wait_s
        self._announce_at_s = now
        away = isinstance(error, StoreUnreachable | StoreBusy | StoreFull)
        since = self._status.since or self._clock.utc()
        self._status = MirrorStatus(since=since, why=error.said)
        self._tell("unreachable" if away else "refused")
        return wait_s

    def _tell(self, state: State) -> None:
        is_away = state in {"unreachable", "refused"}
        self._status = MirrorStatus(
            state,
            behind=sum(self._waiting.values()),
            held=sum(self._held.values()),
            since=self._status.since if is_away else "",
            conflicts=tuple(self._conflicts),
            why=self._status.why if is_away else None,
        )


def _after(portion: Portion, before: Tail | None) -> Tail:
    """What the hall has of a game once a portion was added."""
    count = (before.reached if before is not None else 0) + len(portion.entries)
    last = portion.entries[-1] if portion.entries else before.last if before is not None else None
    return Tail(portion.kept.header, portion.kept.opened_at, count, last)
