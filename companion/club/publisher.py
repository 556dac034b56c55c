"""Tells the hall what happens at this table, from a thread of its own, as long as it takes.

The publisher owns its state: the main thread and the line to the broker only put notes into its letter box. Nothing is
queued in memory but the notes: what is to be told next is read off the game on the table or the journal, so that an
outage of any length costs no memory and loses nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import Final, Literal, TypeAlias

from companion.club.backlog import Backlog
from companion.club.discovery import discovery_of
from companion.club.link import Acked, Arrived, Connected, Link, Lost, Message, News, Refused
from companion.club.marks import Marks
from companion.club.public import OnTable, Place, as_bytes, asked_again, event_of, view_of
from companion.club.topics import AGAIN, EVENT, OFFLINE, ONLINE, STATUS, VIEW, discovery_topic, topic_of
from companion.ports import Clock
from companion.rulebook.text import Said, say
from companion.store.errors import StoreError
from companion.system_faults import why_of

VIEW_EVERY_S: Final = 60.0
"""The view is told again after so long, so that a hall can tell a quiet table from a dead one."""
SILENT_S: Final = 2.5 * VIEW_EVERY_S
"""Who has not told a view for so long is not there."""
_TRY_AGAIN_S: Final = 30.0
_PATIENCE_S: Final = 10.0
_LEAVE_S: Final = 2.0


@dataclass(frozen=True, slots=True)
class State:
    """How the telling goes: whether the line is up, how many entries are untold, and what is wrong."""

    is_up: bool = False
    behind: int = 0
    why: Said | None = None


@dataclass(frozen=True, slots=True)
class _Due:
    """A message with what it is: an event of a game, the view, or anything else."""

    message: Message
    kind: Literal["birth", "view", "event"]
    game_id: str = ""
    seq: int = 0


_Note: TypeAlias = News | Literal["look", "leave"] | None


class Publisher:
    """Keeps a broker up to date about one table."""

    def __init__(self, link: Link, place: Place, backlog: Backlog, *, marks: Marks, clock: Clock) -> None:
        self.state = State()
        self._link = link
        self._place = place
        self._backlog = backlog
        self._marks = marks
        self._clock = clock
        self._box: SimpleQueue[_Note] = SimpleQueue()
        self._guard = Lock()
        self._offered: dict[str, OnTable] = {}
        self._is_moved = self._is_unwelcome = False
        self._newest: OnTable | None = None
        self._is_up = self._is_draining = self._is_view_due = self._is_loaded = False
        self._window, self._since, self._view_at_s = 0, "", 0.0
        self._held_until_s = self._shared_until_s = 0.0
        self._why: Said | None = None
        self._held_why: Said | None = None
        self._births: list[Message] = []
        self._under_way: dict[int, _Due] = {}
        self._thread = Thread(target=self._run, name="club", daemon=True)

    def start(self, *, is_discovered: bool = True) -> None:
        """Begin; with `is_discovered` the table shows itself to Home Assistant, else it takes that back."""
        payload = as_bytes(discovery_of(self._place)) if is_discovered else b""
        self._discovery = Message(discovery_topic(self._place.word), payload, is_retained=True)
        self._thread.start()

    def offer(self, game: OnTable | None) -> None:
        """This game lies on the table now, None for no game. Returns at once; callable from any thread."""
        with self._guard:
            is_called, self._newest, self._is_moved = self._is_moved, game, True
            if game is not None:
                self._offered[game.game_id] = game
        if not is_called:
            self.wake()

    @property
    def waiting(self) -> int:
        """How many notes lie in the letter box: a handful at most, whatever the network does."""
        return self._box.qsize()

    def wake(self) -> None:
        """Look now whether something is due, not only in ten seconds."""
        self._box.put("look")

    def close(self) -> None:
        """Tell what can be told within two seconds, take leave and stop."""
        self._box.put("leave")
        self._thread.join(2 * _LEAVE_S)

    def _run(self) -> None:
        will = Message(topic_of(self._place.word, STATUS), OFFLINE, is_retained=True)
        patterns = tuple(topic_of(self._place.word, kind) for kind in (VIEW, AGAIN))
        is_over = False
        try:
            self._link.open(self._box.put, will=will, patterns=patterns)
            while (note := self._next_note(_PATIENCE_S)) != "leave":
                self._heed(note)
            self._take_leave(will)
            is_over = True
        finally:
            if not is_over:  # a fault ends the thread; people should not believe that the hall still follows
                self.state = State(behind=self.state.behind, why=say("club.stopped"))

    def _next_note(self, patience_s: float) -> _Note:
        try:
            return self._box.get(timeout=patience_s)
        except Empty:
            return None

    def _heed(self, note: _Note) -> None:
        self._hear(note)
        if self._box.empty():
            self._work()

    def _work(self) -> None:
        """Do all that is due now."""
        try:
            self._look()
            self._push()
            self._marks.keep()
        except StoreError as error:
            self._hold(error.said)
        except OSError as error:
            self._hold(say("club.marks_unwritable", why=why_of(error)))
        self.state = State(self._is_up, self._backlog.behind, self._wrong())

    def _wrong(self) -> Said | None:
        """What is wrong, the most telling first: a refusal, the line, another table of our name."""
        now_s = self._clock.monotonic_s()
        if now_s < self._held_until_s:
            return self._held_why
        is_shared = now_s < self._shared_until_s
        return self._why or (say("club.same_name", name=self._place.name) if is_shared else None)

    def _hear(self, note: _Note) -> None:
        match note:
            case Connected(window):
                self._window, self._since, self._why = window, self._clock.utc(), None
                self._is_up = self._is_view_due = True
                self._is_draining = bool(self._under_way)
                online = Message(topic_of(self._place.word, STATUS), ONLINE, is_retained=True)
                self._births = [online] if self._is_unwelcome else [online, self._discovery]
            case Lost(why):
                self._is_up, self._why = False, why
            case Acked(ticket):
                self._done(self._under_way.pop(ticket, None))
            case Refused(ticket, why):
                self._refused(self._under_way.pop(ticket, None), why)
            case Arrived(topic, payload, is_kept=False):
                self._arrived(topic, payload)

    def _arrived(self, topic: str, payload: bytes) -> None:
        """A wish of the hall; or a view, and since our own do not come back, somebody else uses our name."""
        if topic == topic_of(self._place.word, VIEW):
            self._shared_until_s = self._clock.monotonic_s() + SILENT_S
        elif (wish := asked_again(payload)) is not None:
            self._backlog.again(*wish)

    def _done(self, due: _Due | None) -> None:
        if due is not None and due.kind == "event":
            self._backlog.acknowledged(due.game_id, due.seq)

    def _refused(self, due: _Due | None, why: Said) -> None:
        """Hand it over again later, and wait with everything else; without Home Assistant a hall is whole."""
        if due is None:
            return
        if due.message is self._discovery:
            self._is_unwelcome = True
            return
        if due.kind == "event":
            self._backlog.refused(due.game_id, due.seq)
        elif due.kind == "view":
            self._is_view_due = True
        else:
            self._births.append(due.message)
        self._hold(why)

    def _hold(self, why: Said) -> None:
        """Wait with everything: what was refused now would be refused again."""
        self._held_why, self._held_until_s = why, self._clock.monotonic_s() + _TRY_AGAIN_S

    def _look(self) -> None:
        """Take in what the main thread has offered; at first, what earlier runs left."""
        if not self._is_loaded:
            self._backlog.load()
            self._is_loaded = True
        with self._guard:
            offered, self._offered = self._offered, {}
            is_moved, self._is_moved = self._is_moved, False
        for game in offered.values():
            self._backlog.note(game)
        is_late = self._clock.monotonic_s() - self._view_at_s >= VIEW_EVERY_S
        self._is_view_due = self._is_view_due or is_moved or is_late

    def _push(self) -> None:
        if not self._is_up or self._clock.monotonic_s() < self._held_until_s:
            return
        if self._is_draining and self._under_way:
            return
        self._is_draining = False
        while len(self._under_way) < self._window and (due := self._due()) is not None:
            ticket = self._link.publish(due.message)
            if ticket is None:
                return
            self._under_way[ticket] = due
            self._gone(due)

    def _due(self) -> _Due | None:
        if self._births:
            return _Due(self._births[0], "birth")
        if self._is_view_due and all(due.kind != "view" for due in self._under_way.values()):
            view = view_of(self._newest, self._place, at=self._clock.utc(), since=self._since)
            return _Due(Message(topic_of(self._place.word, VIEW), as_bytes(view), is_retained=True), "view")
        if (found := self._backlog.next()) is None:
            return None
        game, seq = found
        payload = as_bytes(event_of(game, seq, self._place))
        return _Due(Message(topic_of(self._place.word, EVENT), payload), "event", game.game_id, seq)

    def _gone(self, due: _Due) -> None:
        if due.kind == "birth":
            self._births.pop(0)
        elif due.kind == "view":
            self._is_view_due, self._view_at_s = False, self._clock.monotonic_s()
        else:
            self._backlog.handed(due.game_id, due.seq)

    def _take_leave(self, offline: Message) -> None:
        self._work()
        until_s = monotonic() + _LEAVE_S
        # A line that is not up yet may come up in time; one that is known to be down is not waited for.
        while (self._is_up or self._why is None) and self._is_busy() and monotonic() < until_s:
            self._heed(self._next_note(max(0.0, until_s - monotonic())))
        ticket = self._link.publish(offline)
        while ticket is not None and monotonic() < until_s:
            note = self._next_note(max(0.0, until_s - monotonic()))
            self._hear(note)
            if note == Acked(ticket):
                break
        self._link.close()
        self.state = State(behind=self._backlog.behind, why=self._wrong())

    def _is_busy(self) -> bool:
        return bool(self._under_way) or self._is_view_due or self._backlog.behind > 0
