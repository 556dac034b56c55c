"""The feed of the hall: hands what is on the table to the publisher, and says how the telling goes."""

from __future__ import annotations

from companion.club.public import OnTable
from companion.club.publisher import Publisher
from companion.feeds.feed import Health, Level, Quiet
from companion.rulebook.course import Course
from companion.rulebook.text import Said, say
from companion.session.session import Session


class Broadcast(Quiet):
    """Joins the session to a `Publisher`."""

    def __init__(self, publisher: Publisher, *, broker: str) -> None:
        self._publisher = publisher
        self._broker = broker
        self._told: Course | None = None

    def attend(self, course: Course | None) -> None:
        """Nothing lies on the table any more."""
        if course is None:
            self._told = None
            self._publisher.offer(None)

    def touch(self, session: Session) -> None:
        """Hand the game over where it has moved on."""
        if session.course is not self._told:
            self._told = session.course
            self._publisher.offer(OnTable(session.game_id, session.header, session.course, session.entries))

    def health(self) -> tuple[Health, ...]:
        """Whether the hall hears this table, and how much it has not heard yet."""
        return (Health("club", *self._said()),)

    def close(self) -> None:
        """Take leave of the hall."""
        self._publisher.close()

    def _said(self) -> tuple[Level, Said]:
        state = self._publisher.state
        if state.why is not None:
            return ("warning" if state.is_up else "missing"), say("club.waiting", n=state.behind, why=state.why)
        if not state.is_up:
            return "warning", say("club.connecting", broker=self._broker)
        if state.behind > 1:
            return "warning", say("club.behind", n=state.behind, broker=self._broker)
        return "good", say("club.told", broker=self._broker)
