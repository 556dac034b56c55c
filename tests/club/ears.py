"""Who listens in tests: keeps all news of a link and waits for one that fits, without sleeping."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any

from companion.club.link import Acked, Arrived, Connected, Link, Lost, Message, News, Refused
from tests.kit import PATIENCE_S


class Ear:
    """The news of one link, in order; `wait` takes them up to the first that fits."""

    def __init__(self, link: Link, *, owner: Callable[[News], None] | None = None, **opening: Any) -> None:
        self.link = link
        self.heard: list[News] = []
        self._box: SimpleQueue[News] = SimpleQueue()
        self._owner = owner
        link.open(self._hear, **opening)

    def _hear(self, news: News) -> None:
        if self._owner is not None:
            self._owner(news)
        self._box.put(news)

    def wait(self, fits: Callable[[News], bool]) -> News:
        while True:
            try:
                news = self._box.get(timeout=PATIENCE_S)
            except Empty:
                raise AssertionError(f"nothing that fits among {[str(one)[:200] for one in self.heard[-5:]]}") from None
            self.heard.append(news)
            if fits(news):
                return news

    def up(self) -> Ear:
        self.wait(lambda news: isinstance(news, Connected))
        return self

    def lost(self) -> Lost:
        news = self.wait(lambda news: isinstance(news, Lost))
        assert isinstance(news, Lost)
        return news

    def refused(self) -> Refused:
        news = self.wait(lambda news: isinstance(news, Refused))
        assert isinstance(news, Refused)
        return news

    def acked(self, ticket: int | None) -> None:
        assert ticket is not None
        if Acked(ticket) in self.heard:
            return
        self.wait(lambda news: news == Acked(ticket))

    def message(self, topic: str, payload: bytes | None = None) -> Arrived:
        """The next message of this topic, with this payload where one is asked for."""

        def fits(news: News) -> bool:
            if not isinstance(news, Arrived) or news.topic != topic:
                return False
            return payload is None or news.payload == payload

        news = self.wait(fits)
        assert isinstance(news, Arrived)
        return news

    @property
    def payloads(self) -> list[bytes]:
        return [news.payload for news in self.heard if isinstance(news, Arrived)]


class Overheard:
    """A link with an `ear` beside its owner, who hears everything first."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self.publish, self.close = link.publish, link.close

    def open(self, hear: Callable[[News], None], **opening: Any) -> None:
        self.ear = Ear(self._link, owner=hear, **opening)


def said(topic: str, payload: bytes, *, kept: bool = False) -> Message:
    return Message(topic, payload, is_retained=kept)
