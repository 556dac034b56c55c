"""A hall's ear: follows all tables through a broker, tells each event once and asks for what it has missed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from queue import Empty, SimpleQueue
from typing import Any, Final, Literal, TypeAlias

from companion.club.errors import NoBroker
from companion.club.hall import Tables, heard, json_object, number_in, text_in
from companion.club.ledger import Ledger
from companion.club.link import Arrived, Connected, Link, Lost, Message, News
from companion.club.public import ask_again
from companion.club.topics import AGAIN, EVENT, EVERY_TABLE, VIEW, table_and_kind, topic_of
from companion.ports import Clock

Wants: TypeAlias = Literal["views", "events", "games"]

_QUIET_S: Final = 0.5
"""Retained messages come at once after subscribing; when so long none has come, all are here."""


class Listener:
    """One line of a hall. `listen` is called by one thread, again and again.

    `wants` says which events are to be complete: none (for who only looks at views, and may not write to the broker),
    those from now on, or whole games.
    """

    def __init__(self, link: Link, *, clock: Clock, now: Callable[[], datetime], wants: Wants) -> None:
        self.tables: Tables = {}
        self.is_up = False
        self.why: Lost | None = None
        self._heard = 0
        self._link = link
        self._clock = clock
        self._now = now
        self._asks = wants != "views"
        self._ledger = Ledger(from_start=wants == "games")
        self._box: SimpleQueue[News] = SimpleQueue()
        link.open(self._box.put, patterns=EVERY_TABLE)

    def listen(self, patience_s: float) -> Iterator[Mapping[str, Any]]:
        """Take in what has come, waiting so long for the first; yields the events that are new, with their table."""
        try:
            news: News | None = self._box.get(timeout=patience_s)
            while news is not None:
                yield from self._hear(news)
                news = None if self._box.empty() else self._box.get_nowait()
        except Empty:
            pass
        for word, game, seq in self._ledger.wishes(self._clock.monotonic_s()) if self.is_up and self._asks else ():
            self._link.publish(Message(topic_of(word, AGAIN), ask_again(game, seq)))

    def look_around(self, patience_s: float = 10.0) -> tuple[Mapping[str, Any], ...]:
        """Wait until all retained messages are here; the events that are new meanwhile.

        Raises NoBroker where the broker does not let us in.
        """
        until_s = self._clock.monotonic_s() + patience_s
        told: list[Mapping[str, Any]] = []
        before = -1
        while not (self.is_up and self._heard == before):
            before = self._heard
            if not self.is_up and self.why is not None:
                raise NoBroker(self.why.why.key, **dict(self.why.why.values))
            if self._clock.monotonic_s() > until_s:
                break
            told += self.listen(_QUIET_S)
        if not self.is_up:
            raise NoBroker("club.no_answer")
        return tuple(told)

    def close(self) -> None:
        """Stop."""
        self._link.close()

    def _hear(self, news: News) -> Iterator[Mapping[str, Any]]:
        self._heard += 1
        match news:
            case Connected():
                self.is_up, self.why = True, None
            case Lost():
                self.is_up, self.why = False, news
            case Arrived(topic, payload, _):
                self.tables = heard(self.tables, news, now=self._now())
                yield from self._counted(topic, payload)

    def _counted(self, topic: str, payload: bytes) -> Iterator[Mapping[str, Any]]:
        """The event, if this is one that is new; a view says how far its game is."""
        named, told = table_and_kind(topic), json_object(payload)
        if named is None or told is None or named[1] not in {VIEW, EVENT}:
            return
        game, seq = text_in(told, "game"), number_in(told, "seq")
        if not game or seq is None or seq < 0:
            return
        now_s = self._clock.monotonic_s()
        if named[1] == VIEW:
            self._ledger.length(named[0], game, seq, now_s=now_s)
        elif self._ledger.event(named[0], game, seq, now_s=now_s):
            yield {"table": named[0], **told}
