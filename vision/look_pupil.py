"""Lessons meet the cards they are about: what was cut out at a place becomes an exposure of what people say it is."""

from __future__ import annotations

from vision.cards.learning import Learner
from vision.cards.reader import CutCard
from vision.errors import UnknownDeck
from vision.look_memory import CellMemory
from vision.readings import Lesson

Lessons = tuple[Lesson, ...]


class Pupil:
    """Follows the lessons of a game. A lesson counts once; one about a card that is gone is let pass."""

    def __init__(self, learner: Learner) -> None:
        self.learner = learner
        self.changes = 0
        """How often cards may have come to be read differently."""
        self._heard: frozenset[Lesson] = frozenset()

    def study(self, deck: str, told: tuple[Lessons, Lessons], memory: CellMemory) -> bool:
        """Learn what is new and forget what was taken back; True where cards may now be read differently.

        Another game begins without lessons; what was learned in the one before stays known. Args: `told` the lessons in
        force and those taken back. Raises: OSError where the deck cannot be kept, UnknownDeck where it was damaged.
        """
        lessons, withdrawn = told
        try:
            is_other = self.learner.open(deck)
        except UnknownDeck:
            self.changes += 1
            memory.doubt(None)
            raise
        gone = [lesson for lesson in withdrawn if lesson in self._heard]
        fresh = [lesson for lesson in lessons if lesson not in self._heard]
        self._heard = frozenset(lessons)
        if not (gone or fresh or is_other):
            return False
        self.changes += 1
        touched = frozenset(label for lesson in (*gone, *fresh) for label in (lesson.seen, lesson.label))
        memory.doubt(None if is_other else touched)
        self.learner.forget(gone)
        for lesson in fresh:
            self._learn(lesson, memory)
        return True

    def _learn(self, lesson: Lesson, memory: CellMemory) -> None:
        found = memory.shown(lesson.cell)
        if found is None or found[1] != lesson.seen:
            return
        shown: dict[str, CutCard] = {lesson.label: found[0]}
        for cell, label in lesson.agreeing:
            other = memory.shown(cell)
            if other is not None and other[1] == label and label not in shown and not self.learner.knows(label):
                shown[label] = other[0]
        self.learner.learn(lesson, shown.items())
