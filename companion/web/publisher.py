"""Makes scenes of the open game and hangs them up, one whenever something has changed. Main thread only."""

from __future__ import annotations

from dataclasses import replace

from companion.rulebook.course import Course
from companion.session.session import Session
from companion.texts import Language
from companion.web.noticeboard import Noticeboard
from companion.web.scene import Scene, scene_of


class Publisher:
    """Remembers the totals of every entry, so that a change costs one scoring and not all of them."""

    def __init__(self, board: Noticeboard) -> None:
        self._board = board
        self._shown: tuple[object, ...] | None = None
        self._totals: list[tuple[int, ...]] = []
        self._moments: tuple[object, ...] = ()

    def show(self, session: Session, language: Language) -> None:
        """Hang up the scene of `session` unless it hangs there already."""
        now = (session.course, session.presses, session.proposal, session.blink, language)
        if self._shown is not None and all(a is b for a, b in zip(now, self._shown, strict=True)):
            return
        self._shown = now
        before = replace(self._board.scene, language=language)
        self._board.publish(scene_of(session, before, self._curve(session.course)))

    def clear(self, language: Language) -> None:
        """No game is open."""
        self._shown, self._totals, self._moments = None, [], ()
        self._board.publish(Scene(self._board.scene.number + 1, language))

    def _curve(self, course: Course) -> tuple[tuple[int, ...], ...]:
        """The totals at the start and after each entry in force."""
        if not self._goes_on(course):
            self._totals = []
        for seq in range(len(self._totals), len(course.moments)):
            self._totals.append(course.at(seq).totals)
        self._moments = course.moments
        return tuple(self._totals[seq] for seq in (0, *course.trail))

    def _goes_on(self, course: Course) -> bool:
        """True where `course` follows what is known: entries are only ever added to a game."""
        known = len(self._moments)
        return 0 < known <= len(course.moments) and course.moments[known - 1] is self._moments[-1]
