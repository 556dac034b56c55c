"""Lessons meet the cards they are about: what was cut out at a place becomes an exposure of what people say it is."""

from __future__ import annotations

from vision.cards.learning import Learner
from vision.cards.reader import CutCard
from vision.look_memory import CellMemory
from vision.readings import Lesson


class Pupil:
    """Follows the lessons of a game. A lesson counts once; one about a card that is gone is let pass."""

    def __init__(self, learner: Learner) -> None:
        self.learner = learner
        self._heard: frozenset[Lesson] = frozenset()
        self._deck = ""

    def is_new(self, deck: str, lessons: tuple[Lesson, ...]) -> bool:
        """Whether `study` would change what is known."""
        return deck != self._deck or self._heard != frozenset(lessons)

    def study(self, deck: str, lessons: tuple[Lesson, ...], memory: CellMemory) -> bool:
        """Learn what is new and forget what was taken back; True where cards may now be read differently.

        Raises: OSError where the deck cannot be kept.
        """
        known = self._deck
        if deck != known:
            self._deck, self._heard = deck, frozenset()
            self.learner.open(deck)
        gone = self._heard.difference(lessons)
        fresh = [lesson for lesson in lessons if lesson not in self._heard]
        if not gone and not fresh and deck == known:
            return False
        self._heard = frozenset(lessons)
        memory.doubt(frozenset(label for lesson in (*gone, *fresh) for label in (lesson.seen, lesson.label)))
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
