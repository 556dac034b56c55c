"""The seat feed: asks the knobs at the seats for a secret number whenever the rules ask for one."""

from __future__ import annotations

from companion.feeds.feed import Health, Quiet
from companion.ports import SeatInput
from companion.rulebook.course import Course
from companion.rulebook.domain import Secret, Whole
from companion.rulebook.text import Player, say
from companion.session.inbox import Entered, Inbox


class SeatFeed(Quiet):
    """Joins seat controllers to the options of a game."""

    def __init__(self, seats: SeatInput, *, part: str = "controllers") -> None:
        self._seats = seats
        self._part = part
        self._asked: frozenset[tuple[int, int, int]] = frozenset()

    def attend(self, course: Course | None) -> None:
        """Ask exactly the seats that owe a sealed number now; one that is still turning is not disturbed.

        A seat that owes one again, or still (it was undone, the rules refused it, or the disk was full), begins again.
        """
        wanted = frozenset() if course is None else numbers_owed(course)
        if wanted <= self._asked and wanted:
            self._seats.reopen(seat for seat, _, _ in wanted)
            return
        self._asked = wanted
        low, high = min((w[1] for w in wanted), default=0), max((w[2] for w in wanted), default=0)
        self._seats.ask(sorted(seat for seat, _, _ in wanted), low=low, high=high)

    def pump(self, inbox: Inbox) -> None:
        """Hand over the numbers entered since the last call."""
        for answer in self._seats.poll():
            inbox.post(Entered(answer.seat, answer.value, answer.at_s))

    @property
    def thinking(self) -> frozenset[int]:
        """The seats that have begun to enter a number and have not ended it."""
        return frozenset(seat for seat, mark in enumerate(self._seats.marks) if mark.name == "THINKING")

    def health(self) -> tuple[Health, ...]:
        """That they are listened to, or which have been pulled out."""
        if lost := self._seats.lost:
            return (Health(self._part, "missing", say("seats.lost", seats=tuple(map(Player, lost)))),)
        return (Health(self._part, "good", say("buttons.listening")),)

    def close(self) -> None:
        """Give the lines back."""
        self._seats.close()


def numbers_owed(course: Course) -> frozenset[tuple[int, int, int]]:
    """The seats of which one sealed number is asked, each with the least and the greatest allowed."""
    return frozenset(
        (int(option.by), domain.inner.low, domain.inner.high)
        for option in course.game.options(course.state)
        if option.secret_number is not None
        for _, domain in option.domains
        if isinstance(domain, Secret) and isinstance(domain.inner, Whole)
    )
