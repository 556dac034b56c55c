"""The line to a broker as a port: `companion.club.paho_link` is the real one, `companion.club.simulated` its twin.

A link is opened once and keeps itself up: it tells what happens by one callback, from a thread of its own. A message it
has taken is delivered at least once as long as the link is open, across any number of interruptions; the ticket is
then acknowledged. After an interruption, messages taken before are delivered first, in their order; whoever publishes
waits for their acknowledgements before handing over newer ones, or they could overtake.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from companion.rulebook.text import Said

WINDOW: Final = 20
"""Messages in flight, and as many again wait; a broker that takes fewer says so."""


@dataclass(frozen=True, slots=True)
class Message:
    """What goes over the line: always at least once (QoS 1); a retained one is kept for those who come later."""

    topic: str
    payload: bytes
    is_retained: bool = False


@dataclass(frozen=True, slots=True)
class Connected:
    """The line is up; the broker takes `window` messages before it wants to acknowledge one."""

    window: int


@dataclass(frozen=True, slots=True)
class Lost:
    """The line is down, or could not be opened; the link goes on trying unless `is_final`."""

    why: Said
    is_final: bool = False


@dataclass(frozen=True, slots=True)
class Acked:
    """The broker has the message with this ticket."""

    ticket: int


@dataclass(frozen=True, slots=True)
class Refused:
    """The broker does not allow the message with this ticket, or has no room for it."""

    ticket: int
    why: Said


@dataclass(frozen=True, slots=True)
class Arrived:
    """A message on a topic that was subscribed; `is_kept` where it is one retained from before."""

    topic: str
    payload: bytes
    is_kept: bool


News: TypeAlias = Connected | Lost | Acked | Refused | Arrived


class Link(Protocol):
    """One line to a broker."""

    def open(
        self, hear: Callable[[News], None], *, will: Message | None = None, patterns: tuple[str, ...] = ()
    ) -> None:
        """Begin to connect and return at once; `will` is published by the broker when this end dies.

        `patterns` are subscribed at every connection, before `Connected` is told; what this end publishes itself does
        not come back.
        """

    def publish(self, message: Message) -> int | None:
        """Hand a message over; its ticket, None where the line is down or full. Never waits for the network."""

    def close(self) -> None:
        """Take leave, so that the will is not published, and stop."""
