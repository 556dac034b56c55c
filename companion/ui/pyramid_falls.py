"""Whether the newest entry let a pyramid fall, found out beside the screen: physics takes its time the first time."""

from __future__ import annotations

from threading import Thread
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from companion.feeds.pyramid_fall import Falling
    from companion.rulebook.course import Course

    Found = tuple[int, Falling] | None

GAME: Final = "alles_im_eimer"


def is_loss(session: Any) -> bool:
    """Whether the entry in force takes a bucket out of a pyramid."""
    if session is None or session.course.game.key != GAME or not session.course.now.seq:
        return False
    return bool(session.entries[session.course.now.seq - 1].body.get("do") == "lose")


class FallSeeker:
    """Finds the fall that belongs to one state of a game, in a thread of its own."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._found: Found = None
        self._thread = Thread(target=self._run, name="fall", daemon=True)
        self._thread.start()

    @property
    def is_done(self) -> bool:
        """Whether `result` can be had without waiting."""
        return not self._thread.is_alive()

    def belongs_to(self, session: Any) -> bool:
        """Whether the game is still as it was asked about."""
        return session is not None and session.course is self._course

    def result(self) -> Found:
        """Whose pyramid has changed, and its fall; waits for it where it must. None where nothing is left to fall."""
        self._thread.join()
        return self._found

    def _run(self) -> None:
        from companion.feeds.pyramid_fall import newest_falling  # noqa: PLC0415 - start must not wait for physics

        self._found = newest_falling(self._course)
