"""One tap teaches: where the record says another card than the camera read, the picture is learned under its true name.

The main thread compares what was entered with what was seen and keeps the lessons of the game as one value; the camera
thread reads it before each look. An undo takes its lesson back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from companion.feeds.feed import Quiet
from companion.rulebook.course import Course
from companion.rulebook.zone import BACK, GAP, Zone
from companion.session.session import Session
from companion.session.view import Proposal
from vision.readings import Cell, CellSeen, Lesson, Seen

SURE: Final = 0.9
"""Readings as sure as that, which the record bears out, show what the rest of the deck looks like."""
NO_FACE: Final = frozenset({GAP, BACK})

Labels = dict[Cell, str]


@dataclass(frozen=True, slots=True)
class Study:
    """What the camera thread should know: the deck played with, the lessons in force, and those taken back."""

    deck: str = ""
    lessons: tuple[Lesson, ...] = ()
    withdrawn: tuple[Lesson, ...] = ()


class Teaching(Quiet):
    """Finds lessons in what people enter; `study` and `saw` are for the camera thread, all else for the main thread."""

    def __init__(self) -> None:
        self.study = Study()
        self._seen: Mapping[str, Seen] = {}
        self._course: Course | None = None
        self._standing: Proposal | None = None

    def saw(self, seen: tuple[Seen, ...]) -> None:
        """Remember the newest looks; an empty one means that nothing could be read just now."""
        if seen:
            self._seen = {look.watch.zone: look for look in seen}

    def attend(self, course: Course | None) -> None:
        """Look for lessons in what was entered since the last call."""
        before, self._course = self._course, course
        if course is None:
            self.study, self._standing = Study(), None
            return
        if before is None or before.game.key != course.game.key or not _continues(before, course):
            self.study = Study(course.game.key)
            return
        trail = {0, *course.trail}
        kept = [lesson for lesson in self.study.lessons if lesson.entry in trail]
        if course.seq > before.seq:
            kept += lessons(before, course, self._seen)
        ever = dict.fromkeys((*self.study.withdrawn, *self.study.lessons))
        withdrawn = tuple(lesson for lesson in ever if lesson not in kept)
        self.study = Study(course.game.key, tuple(dict.fromkeys(kept)), withdrawn)

    def touch(self, session: Session) -> None:
        """Where people say no to a difference the camera reports, the record is right and the camera learns it."""
        standing, self._standing = self._standing, session.proposal
        if standing is None or session.proposal is not None or session.course.seq != standing.seq:
            return
        now = _labels(session.course)
        agreeing = _agreeing(now, self._seen)
        refused = [
            Lesson(cell, now[cell], read.label, standing.seq, agreeing)
            for cell, read in _read(self._seen)
            if cell in standing.explanation.differs and _is_misread(read.label, now.get(cell, GAP))
        ]
        self.study = replace(self.study, lessons=tuple(dict.fromkeys((*self.study.lessons, *refused))))


def lessons(before: Course, after: Course, seen: Mapping[str, Seen]) -> tuple[Lesson, ...]:
    """What entries teach: places they changed, seen as neither what they say nor what lay there before them.

    What was seen as before them may not have been laid yet when it was entered. After an undo or a change of an old
    entry, before is where both courses part.
    """
    common = [one for one, other in zip(before.trail, after.trail, strict=False) if one == other]
    start = after.moments[common[-1] if common else 0].state
    was = card_labels(after.game.zones(start))
    now = _labels(after)
    agreeing = _agreeing(now, seen)
    return tuple(
        Lesson(cell, now[cell], read.label, after.now.seq, agreeing)
        for cell, read in _read(seen)
        if now.get(cell, GAP) != was.get(cell, GAP) != read.label and _is_misread(read.label, now.get(cell, GAP))
    )


def _is_misread(seen: str, true: str) -> bool:
    return seen not in {true, GAP} and true not in NO_FACE


def _continues(before: Course, after: Course) -> bool:
    """Whether it is the same game, later."""
    return after.entries[: before.seq] == before.entries and after.options == before.options


def _agreeing(now: Labels, seen: Mapping[str, Seen]) -> tuple[tuple[Cell, str], ...]:
    """Faces read surely and as the record says, one place for each."""
    found: dict[str, Cell] = {}
    for cell, read in _read(seen):
        if read.confidence >= SURE and read.label == now.get(cell, GAP) and read.label not in NO_FACE:
            found.setdefault(read.label, cell)
    return tuple((cell, label) for label, cell in found.items())


def _labels(course: Course) -> Labels:
    return card_labels(course.game.zones(course.state))


def card_labels(zones: tuple[Zone, ...]) -> Labels:
    """What lies at every place for cards, by zone, row and column."""
    return {
        (zone.name, r, c): label
        for zone in zones
        if zone.kind == "cards"
        for r, row in enumerate(zone.rows)
        for c, label in enumerate(row)
    }


def _read(seen: Mapping[str, Seen]) -> Iterator[tuple[Cell, CellSeen]]:
    for zone, look in seen.items():
        if look.watch.kind == "cards":
            for r, row in enumerate(look.cells):
                yield from (((zone, r, c), cell) for c, cell in enumerate(row))
