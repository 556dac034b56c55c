"""The display feed: shows at every seat what the game says, recomputed from the state after each change.

Where the game says nothing, one dash tells that the seat has begun to enter its number. A number reaches a display only
once it is public: seat texts are made by the game, which never tells what is sealed.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.feeds.feed import Health, Quiet
from companion.feeds.seats import SeatFeed
from companion.ports import BidDisplays
from companion.rulebook.course import Course
from companion.rulebook.text import say
from companion.session.inbox import Inbox


class BidFeed(Quiet):
    """Joins a game's seat texts, and who is entering something at these `inputs`, to the displays."""

    def __init__(self, displays: BidDisplays, inputs: Sequence[SeatFeed] = ()) -> None:
        self._displays = displays
        self._inputs = inputs
        self._thinking: frozenset[int] = frozenset()
        self._game: tuple[str, ...] = ()
        self._rehearsed: tuple[str, ...] | None = None

    def attend(self, course: Course | None) -> None:
        """Show the texts of this state, nothing without a game."""
        self._game = () if course is None else course.game.seat_texts(course.state)
        self._show()

    def pump(self, _: Inbox) -> None:
        """Show who has begun or ended an entry."""
        thinking = frozenset[int]().union(*(feed.thinking for feed in self._inputs))
        if thinking != self._thinking:
            self._thinking = thinking
            self._show()

    def rehearse(self, texts: tuple[str, ...] | None) -> None:
        """Show these texts instead, until there are none."""
        self._rehearsed = texts
        self._show()

    def _show(self) -> None:
        game = tuple(text or "-" * (seat in self._thinking) for seat, text in enumerate(self._game))
        self._displays.show(game if self._rehearsed is None else self._rehearsed)

    def health(self) -> tuple[Health, ...]:
        """Whether the displays follow."""
        health = self._displays.health
        said = say(health.state.value, detail=health.detail)
        return (Health("displays", "good" if health.is_good else "missing", said),)

    def close(self) -> None:
        """Blank the displays."""
        self._displays.close()
