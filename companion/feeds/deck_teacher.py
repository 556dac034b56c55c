"""A deck shown card by card to the camera: its thread looks, the screen gives orders and keeps."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Literal, TypeAlias

from vision.cards.kept import save
from vision.cards.lesson import DeckLesson, Progress
from vision.frames import Frame

Order: TypeAlias = Literal["insist", "skip", "back"]


@dataclass(frozen=True, slots=True)
class Taught:
    """What was kept: how many faces, and pairs of them that still look alike."""

    faces: int
    confused: tuple[tuple[str, str], ...]


class DeckTeacher:
    """One lesson about the faces `labels`; orders wait for the camera's thread, which alone works with the lesson."""

    def __init__(self, labels: Sequence[str]) -> None:
        self._labels = tuple(labels)
        self._lesson: DeckLesson | None = None
        self._orders: deque[Order] = deque()
        self._guard = Lock()

    def order(self, order: Order) -> None:
        """Take the card that seemed to be another, leave the face asked for out, or take the last one back."""
        self._orders.append(order)

    def feed(self, frame: Frame) -> Progress:
        """Carry the orders out and look at a picture; the camera's thread alone."""
        with self._guard:
            if self._lesson is None:
                self._lesson = DeckLesson(self._labels)  # here, for loading the networks takes a while
            while self._orders:
                self._carry_out(self._lesson, self._orders.popleft())
            return self._lesson.feed(frame)

    def _carry_out(self, lesson: DeckLesson, order: Order) -> None:
        match order:
            case "insist":
                lesson.insist()
            case "skip":
                lesson.skip()
            case "back":
                lesson.back()

    def keep(self, folder: Path, name: str) -> Taught | None:
        """Keep what has been taught so far as the deck `name`; None where nothing was. Raises OSError."""
        with self._guard:
            deck = None if self._lesson is None else self._lesson.deck
            if deck is None or self._lesson is None:
                return None
            save(deck, folder, name)
            return Taught(len(set(deck.faces)), self._lesson.confused)
