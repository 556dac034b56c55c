"""The local web page as the composition root and the screens meet it: a feed that can be opened and closed.

Starlette and uvicorn are imported only once it is opened. Closed, it costs nothing and asks nobody.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from companion.feeds.feed import Health, Quiet
from companion.ports import Clock
from companion.rulebook.course import Course
from companion.rulebook.text import Said, say
from companion.session.inbox import Inbox
from companion.session.session import Session
from companion.texts import Language
from companion.web.access import spaced
from companion.web.addresses import LOOPBACK, is_loopback, origin_of, reached_at
from companion.web.errors import CannotListen
from companion.web.feed import PhoneFeed
from companion.web.parts import Parts, parts_with

if TYPE_CHECKING:
    from companion.web.server import WebServer

PART: Final = "web"


@dataclass(frozen=True, slots=True)
class SeatLink:
    """How a phone takes a seat once: by a link (in a QR code), or by a code typed at `join`."""

    link: str = field(repr=False)
    code: str = field(repr=False)
    join: str


class PhoneDesk(Quiet):
    """Opens and closes the page and gives out seats. Main thread only."""

    def __init__(self, clock: Clock, language: Language) -> None:
        self._clock = clock
        self._language: Language = language
        self._parts: Parts = parts_with(clock)
        self._feed: PhoneFeed | None = None
        self._server: WebServer | None = None
        self._at = ("", 0)
        self._fault: Said | None = None

    @property
    def origin(self) -> str:
        """Where the page is, as others reach it; empty while it is closed."""
        return origin_of(reached_at(self._at[0]), self._server.port) if self._server else ""

    @property
    def nearby(self) -> str:
        """Where the page is, as this machine itself reaches it."""
        at = LOOPBACK if self._at[0] == "0.0.0.0" else self._at[0]  # noqa: S104 - compared, not bound
        return origin_of(at, self._server.port) if self._server else ""

    @property
    def is_local(self) -> bool:
        """True while only this machine can reach the page."""
        return self._server is not None and is_loopback(self._at[0])

    def listen(self, address: str, port: int) -> None:
        """Offer the page at `address`, or no longer where that is empty; what goes wrong is told by `health`."""
        if self._server is not None and (address, port) == self._at:
            return
        self.close()
        self._at, self._fault = (address, port), None
        if not address:
            return
        try:
            is_loopback(address)
            self._open(address, port)
        except CannotListen as error:
            self._fault = error.said
        except ImportError:
            self._fault = say("web.not_installed")

    def speak(self, language: Language) -> None:
        """Speak this language to browsers that ask for none of ours."""
        self._language = language
        if self._feed is not None:
            self._feed.speak(language)

    def link(self, seat: int) -> SeatLink | None:
        """How the next phone takes `seat`; None where one sits there or nothing is open."""
        ticket = self._parts.access.ticket(seat)
        if ticket is None or not self.origin:
            return None
        return SeatLink(f"{self.origin}/join/{ticket.token}", spaced(ticket.code), f"{self.origin}/join")

    def is_taken(self, seat: int) -> bool:
        """True where a phone sits at `seat`."""
        return self._parts.access.is_taken(seat)

    def reissue(self, seat: int) -> None:
        """Send the phone at `seat` away and make a new link."""
        self._parts.access.reissue(seat)
        scene = self._parts.board.scene
        self._parts.board.publish(replace(scene, number=scene.number + 1))  # its stream must look again

    def attend(self, course: Course | None) -> None:
        """Let phones know what is asked."""
        if self._feed is not None:
            self._feed.attend(course)

    def pump(self, inbox: Inbox) -> None:
        """Hand over what phones sent."""
        if self._feed is not None:
            self._feed.pump(inbox)

    def touch(self, session: Session) -> None:
        """Show the game as it stands now."""
        if self._feed is not None:
            self._feed.touch(session)

    def health(self) -> tuple[Health, ...]:
        """Where the page is, or why it is not; nothing where nobody asked for it."""
        if self._fault is not None:
            return (Health(PART, "missing", self._fault),)
        if self._server is None:
            return ()
        if not self._server.is_alive:
            return (Health(PART, "missing", say("web.broken")),)
        return (Health(PART, "good", say("web.local" if self.is_local else "web.in_network", address=self.origin)),)

    def close(self) -> None:
        """Send all phones away."""
        if self._server is not None:
            self._parts.board.close()
            self._server.close()
        self._server = self._feed = None

    def _open(self, address: str, port: int) -> None:
        from companion.web.application import application  # noqa: PLC0415 - only who opens the page needs a server
        from companion.web.server import WebServer  # noqa: PLC0415

        self._parts = parts_with(self._clock)
        self._server = WebServer(application(self._parts), address=address, port=port)
        self._feed = PhoneFeed(self._parts, self._language)
