"""What a broker refuses is told again later, and after an outage nothing overtakes what was under way."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.club.link import Acked, Connected, Lost, Message, News, Refused
from companion.rulebook.errors import say
from tests.club.tables import Evening
from tests.kit import PATIENCE_S

WHY = say("club.refused", why="quota exceeded")
FIRST = ["tabletop/one/status", "homeassistant/", "tabletop/one/view", "tabletop/one/event"]


class HandLink:
    """A line whose broker says what the test lets it say; tickets count from 1."""

    def __init__(self) -> None:
        self.topics: list[str] = []

    def open(
        self, hear: Callable[[News], None], *, will: Message | None = None, patterns: tuple[str, ...] = ()
    ) -> None:
        self.tell = hear

    def publish(self, message: Message) -> int | None:
        self.topics.append(message.topic)
        return len(self.topics)

    def close(self) -> None:
        """Nothing is left open."""


def until(holds: Callable[[], bool]) -> None:
    patience = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < patience
        time.sleep(0.01)


@pytest.fixture
def link() -> HandLink:
    return HandLink()


@pytest.fixture
def table(link: HandLink, tmp_path: Path) -> Evening:
    """A table with a game of one entry; its line has just come up and the broker has answered nothing yet."""
    evening = Evening("one", tmp_path)
    evening.begin(link)
    evening.open("g1")
    evening.play(1)
    until(lambda: hasattr(link, "tell"))
    link.tell(Connected(10))
    until(lambda: len(link.topics) == len(FIRST))
    assert all(topic.startswith(start) for topic, start in zip(link.topics, FIRST, strict=True))
    return evening


@pytest.mark.parametrize("ticket", [1, 3, 4])
def test_what_was_refused_is_told_again_after_a_while_alone(link: HandLink, table: Evening, ticket: int) -> None:
    for other in {1, 2, 3, 4} - {ticket}:
        link.tell(Acked(other))
    link.tell(Refused(ticket, WHY))
    until(lambda: table.publisher.state.why == WHY)
    assert len(link.topics) == 4
    table.clock.move(30)
    table.publisher.wake()
    until(lambda: len(link.topics) > 4)
    assert link.topics[4:] == [link.topics[ticket - 1]]
    link.tell(Acked(5))
    until(lambda: table.publisher.state.why is None and table.publisher.state.behind == 0)
    link.tell(Lost(WHY))
    table.end()


def test_nothing_new_is_told_before_what_an_outage_held_up_is_answered(link: HandLink, table: Evening) -> None:
    link.tell(Lost(WHY))
    until(lambda: not table.publisher.state.is_up)
    link.tell(Connected(10))
    until(lambda: table.publisher.state.is_up)
    assert len(link.topics) == 4
    for ticket in (1, 2, 3, 4):
        link.tell(Acked(ticket))
    until(lambda: len(link.topics) == 7)
    assert link.topics[4:] == link.topics[:3], "the entry has arrived"
    link.tell(Lost(WHY))
    table.end()
