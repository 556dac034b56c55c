"""Joins phones to a game: asks them for what is secret, hands over what they send, shows the game as it stands."""

from __future__ import annotations

from companion.feeds.feed import Quiet
from companion.feeds.seats import SeatFeed
from companion.rulebook.course import Course
from companion.session.inbox import Inbox
from companion.session.session import Session
from companion.texts import Language
from companion.web.parts import Parts
from companion.web.publisher import Publisher


class PhoneFeed(Quiet):
    """A feed like any other; what pages show goes to the noticeboard of `parts`. Main thread only.

    Who sits where is kept as long as the same people sit around the table.
    """

    def __init__(self, parts: Parts, language: Language) -> None:
        self._language = language
        self._parts = parts
        self._numbers = SeatFeed(parts.seats)
        self._publisher = Publisher(parts.board)
        self._course: Course | None = None
        self._names: tuple[str, ...] = ()
        self._publisher.clear(language)

    def speak(self, language: Language) -> None:
        """Speak this language to browsers that ask for none of ours."""
        self._language = language
        if self._course is None:
            self._publisher.clear(language)

    def attend(self, course: Course | None) -> None:
        """Ask phones for what the game asks for in secret now."""
        self._course = course
        self._numbers.attend(course)
        if course is None:
            self._publisher.clear(self._language)

    def pump(self, inbox: Inbox) -> None:
        """Hand over what phones sent."""
        self._numbers.pump(inbox)
        for entered in self._parts.seats.poll_counts():
            inbox.post(entered)
        for press in self._parts.knocks.poll():
            inbox.post(press)

    def touch(self, session: Session) -> None:
        """Show the game as it stands now."""
        if session.header.seats != self._names:
            self._names = session.header.seats
            self._parts.access.open(len(self._names))
        if session.course is not self._course:
            self.attend(session.course)
        self._publisher.show(session, self._language)
