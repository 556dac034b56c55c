"""The twin of a broker: in memory, with a thread of its own, as deaf and as forgetful as a real one when told to be."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread

from companion.club.link import WINDOW, Acked, Arrived, Connected, Lost, Message, News
from companion.rulebook.text import say


class SimulatedBroker:
    """A broker whose lines can be cut, one by one or all at once. Everything happens on its thread, in order."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._kept: dict[str, bytes] = {}
        self._lines: dict[str, SimulatedLink] = {}
        self._waiting: dict[str, SimulatedLink] = {}
        self._missed: dict[str, tuple[tuple[str, ...], deque[Message]]] = {}
        self._cut: set[str] = set()
        self._is_up = True
        self._thread = Thread(target=self._work, name="simulated-broker", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Be gone; no will is published, and what was retained is still there afterwards."""
        self._jobs.put(self._stopped)

    def start(self) -> None:
        """Be back; the lines come up again by themselves."""
        self._jobs.put(self._started)

    def cut(self, client_id: str) -> None:
        """Break one line until it is mended; its will is published."""
        self._jobs.put(lambda: self._broken(client_id))

    def mend(self, client_id: str) -> None:
        """Let a broken line come up again."""
        self._jobs.put(lambda: self._mended(client_id))

    def close(self) -> None:
        """End the thread."""
        self._jobs.put(None)
        self._thread.join()

    def join(self, link: SimulatedLink) -> None:
        """A link wants to come in."""
        self._jobs.put(lambda: self._joined(link))

    def leave(self, link: SimulatedLink) -> None:
        """A link takes leave."""
        self._jobs.put(lambda: self._left(link))

    def take(self, link: SimulatedLink, ticket: int) -> None:
        """A link hands over the message with this ticket."""
        self._jobs.put(lambda: self._taken(link, ticket))

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()

    def _stopped(self) -> None:
        self._is_up = False
        for link in tuple(self._lines.values()):
            self._drop(link)

    def _started(self) -> None:
        self._is_up = True
        for link in tuple(self._waiting.values()):
            self._joined(link)

    def _broken(self, client_id: str) -> None:
        self._cut.add(client_id)
        if (link := self._lines.get(client_id)) is not None:
            self._drop(link)
            self._will_of(link)

    def _mended(self, client_id: str) -> None:
        self._cut.discard(client_id)
        if (link := self._waiting.get(client_id)) is not None:
            self._joined(link)

    def _drop(self, link: SimulatedLink) -> None:
        del self._lines[link.client_id]
        self._waiting[link.client_id] = link
        if link.keeps_session:
            self._missed[link.client_id] = (link.patterns, deque())
        link.tell(Lost(say("club.unreachable", broker="twin")))

    def _joined(self, link: SimulatedLink) -> None:
        if not self._is_up or link.client_id in self._cut:
            self._waiting[link.client_id] = link
            link.tell(Lost(say("club.unreachable", broker="twin")))
            return
        self._waiting.pop(link.client_id, None)
        if (older := self._lines.pop(link.client_id, None)) is not None:
            older.tell(Lost(say("club.taken_over"), is_final=True))
        self._lines[link.client_id] = link
        link.tell(Connected(WINDOW))
        self._bring_up_to_date(link)

    def _bring_up_to_date(self, link: SimulatedLink) -> None:
        for topic, payload in self._kept.items():
            if _wanted(link.patterns, topic):
                link.tell(Arrived(topic, payload, is_kept=True))
        for message in self._missed.pop(link.client_id, ((), deque()))[1]:
            link.tell(Arrived(message.topic, message.payload, is_kept=False))
        for ticket in tuple(link.outstanding):
            self._taken(link, ticket)

    def _left(self, link: SimulatedLink) -> None:
        for known in (self._lines, self._waiting):
            if known.get(link.client_id) is link:
                del known[link.client_id]

    def _taken(self, link: SimulatedLink, ticket: int) -> None:
        if self._lines.get(link.client_id) is not link or ticket not in link.outstanding:
            return
        self._spread(link.outstanding.pop(ticket), link)
        link.tell(Acked(ticket))

    def _will_of(self, link: SimulatedLink) -> None:
        if link.will is not None:
            self._spread(link.will, link)

    def _spread(self, message: Message, sender: SimulatedLink) -> None:
        if message.is_retained and message.payload:
            self._kept[message.topic] = message.payload
        elif message.is_retained:
            self._kept.pop(message.topic, None)
        for link in self._lines.values():
            if link is not sender and _wanted(link.patterns, message.topic):
                link.tell(Arrived(message.topic, message.payload, is_kept=False))
        for patterns, missed in self._missed.values():
            if _wanted(patterns, message.topic):
                missed.append(message)


class SimulatedLink:
    """A line to a `SimulatedBroker`; a link in the sense of `companion.club.link.Link`."""

    def __init__(self, broker: SimulatedBroker, *, client_id: str, session_s: int = 0) -> None:
        self.client_id = client_id
        self.keeps_session = session_s > 0
        self.will: Message | None = None
        self.patterns: tuple[str, ...] = ()
        self.outstanding: OrderedDict[int, Message] = OrderedDict()
        self._broker = broker
        self._hear: Callable[[News], None] | None = None
        self._is_up = False
        self._tickets = 0

    def open(
        self, hear: Callable[[News], None], *, will: Message | None = None, patterns: tuple[str, ...] = ()
    ) -> None:
        """Begin to connect; see `companion.club.link.Link`."""
        self._hear, self.will, self.patterns = hear, will, patterns
        self._broker.join(self)

    def publish(self, message: Message) -> int | None:
        """Hand a message over; see `companion.club.link.Link`."""
        if not self._is_up or len(self.outstanding) >= 2 * WINDOW:
            return None
        self._tickets += 1
        self.outstanding[self._tickets] = message
        self._broker.take(self, self._tickets)
        return self._tickets

    def close(self) -> None:
        """Take leave and stop."""
        self._hear, self._is_up = None, False
        self._broker.leave(self)

    def tell(self, news: News) -> None:
        """Called by the broker alone."""
        if isinstance(news, Connected | Lost):
            self._is_up = isinstance(news, Connected)
        if self._hear is not None:
            self._hear(news)


def _wanted(patterns: tuple[str, ...], topic: str) -> bool:
    return any(_matches(pattern.split("/"), topic.split("/")) for pattern in patterns)


def _matches(pattern: list[str], levels: list[str]) -> bool:
    """Whether a subscription with ``+`` and a final ``#`` holds a topic (MQTT 5, section 4.7.1)."""
    if pattern[:1] == ["#"]:
        return True
    if not pattern or not levels:
        return not pattern and not levels
    return pattern[0] in {"+", levels[0]} and _matches(pattern[1:], levels[1:])
