"""The display feed: shows at every seat what the game says, recomputed from the state after each change.

A number reaches a display only once it is public: seat texts are made by the game, which never tells what is sealed.
"""

from __future__ import annotations

from companion.feeds.feed import Health, Quiet
from companion.ports import BidDisplays
from companion.rulebook.course import Course
from companion.rulebook.text import say


class BidFeed(Quiet):
    """Joins a game's seat texts to the displays."""

    def __init__(self, displays: BidDisplays) -> None:
        self._displays = displays
        self._game: tuple[str, ...] = ()
        self._rehearsed: tuple[str, ...] | None = None

    def attend(self, course: Course | None) -> None:
        """Show the texts of this state, nothing without a game."""
        self._game = () if course is None else course.game.seat_texts(course.state)
        self._show()

    def rehearse(self, texts: tuple[str, ...] | None) -> None:
        """Show these texts instead, until there are none."""
        self._rehearsed = texts
        self._show()

    def _show(self) -> None:
        self._displays.show(self._game if self._rehearsed is None else self._rehearsed)

    def health(self) -> tuple[Health, ...]:
        """Whether the displays follow."""
        health = self._displays.health
        said = say(health.state.value, detail=health.detail)
        return (Health("displays", "good" if health.is_good else "missing", said),)

    def close(self) -> None:
        """Blank the displays."""
        self._displays.close()
