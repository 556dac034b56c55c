"""A deck taught in a guided minute: which face comes next, when a picture is good enough, which faces need another.

Every face is asked for once. Faces that look alike are then asked for again, moved a little, until they are told apart
or have been shown three times. A picture counts when the card lies still and sharp, alone, and is not plainly another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

import cv2
import numpy as np

from vision.cards.backs import Table
from vision.cards.likeness import SAME_FACE, alike, lookalikes
from vision.cards.rectify import Picture, overlap
from vision.cards.selection import SURE, Reading
from vision.cards.table import LIKE_TABLE, TableReader
from vision.cards.taught import EITHER, Exposures, TaughtDeck, exposed, face_named, joined
from vision.exposure import well_lit
from vision.frame_health import Trouble, troubles_of
from vision.frames import Frame
from vision.steady import Steady

MOST: Final = 3
"""Exposures of one face; more did not tell lookalikes apart any better."""
SURE_PRINT: Final = 0.9
SAME_TINT: Final = 10.0
STILL_THERE: Final = 0.9
LARGE: Final = 0.5
"""A second card at least so large beside the first: it is unclear which is meant."""
AGAIN_S: Final = 0.5


class Step(StrEnum):
    """What the lesson is at."""

    SHOW = "show"
    WAIT = "wait"
    NO_CARD = "no_card"
    SEVERAL = "several"
    OTHER = "other"
    MOVE = "move"
    TAKEN = "taken"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a lesson is.

    `label` is the face asked for, None when done; `step` what is going on, `trouble` what is wrong with the picture;
    `other` is what the card seems to be instead, or the face it must be told apart from when it is asked for again;
    `shown` of `faces` faces have been shown; `quad` (4, 2) px is the card seen.
    """

    label: str | None
    step: Step
    shown: int
    faces: int
    exposure: int = 1
    trouble: Trouble | None = None
    other: str = ""
    quad: tuple[tuple[float, float], ...] = ()


class DeckLesson:
    """One lesson; use it from one thread. Args: `labels` the faces in the order they are asked for, ``"red7"``."""

    def __init__(self, labels: Sequence[str], *, reader: TableReader | None = None) -> None:
        if not labels:
            raise ValueError("expected at least one face, got none")
        self._labels = tuple(dict.fromkeys(labels))
        self._reader = reader or TableReader()
        self._steady = Steady()
        self._taken: list[tuple[str, Exposures]] = []
        self._skipped: set[str] = set()
        self._rivals: dict[str, str] = {}
        self._last: Reading | None = None
        self._refused: tuple[Reading, str] | None = None
        self._waiting_since_s = float("-inf")
        self._now = self._at(Step.SHOW)

    @property
    def progress(self) -> Progress:
        """Where the lesson is."""
        return self._now

    @property
    def taken(self) -> tuple[tuple[str, Exposures], ...]:
        """All exposures with their labels, in the order they were taken."""
        return tuple(self._taken)

    @property
    def deck(self) -> TaughtDeck | None:
        """What has been taught so far; None before the first face."""
        return joined([one for _, one in self._taken]) if self._taken else None

    @property
    def confused(self) -> tuple[tuple[str, str], ...]:
        """Pairs of faces that still look alike."""
        return tuple(lookalikes(self._taken).items())

    def feed(self, frame: Frame) -> Progress:
        """Look at a picture; take the card where it is the one asked for and seen well."""
        trouble = next(iter(troubles_of(frame.picture)), None)
        scene = self._steady.feed(frame)
        if self._asked() is None:
            self._now = self._at(Step.DONE)
        elif trouble is not None:
            self._now = replace(self._at(Step.WAIT), trouble=trouble)
        elif not scene.still:
            self._now = self._at(Step.WAIT)
            self._waiting_since_s = float("-inf")
        elif frame.at_s - self._waiting_since_s >= AGAIN_S:
            self._waiting_since_s = frame.at_s
            self._now = self._looked(well_lit(frame.picture))
        return self._now

    def insist(self) -> Progress:
        """Take the card that seemed to be another all the same: people know their deck."""
        if self._refused is not None:
            card, _ = self._refused
            self._now = self._take(card)
        return self._now

    def skip(self) -> Progress:
        """Leave the face asked for out."""
        label = self._asked()
        if label is not None:
            self._skipped.add(label)
        self._now = self._at(Step.SHOW)
        return self._now

    def back(self) -> Progress:
        """Take the last exposure back; it is asked for again."""
        if self._taken:
            self._taken.pop()
            self._last, self._rivals = None, lookalikes(self._taken)
        self._skipped.clear()
        self._now = self._at(Step.SHOW)
        return self._now

    def _asked(self) -> str | None:
        """The face wanted now: first each once, then those that look like another."""
        count = Counter(label for label, _ in self._taken)
        missing = [label for label in self._labels if not count[label] and label not in self._skipped]
        if missing:
            return missing[0]
        again = [one for one in self._labels if one in self._rivals and 0 < count[one] < MOST]
        return min(again, key=lambda label: count[label], default=None)

    def _at(self, step: Step) -> Progress:
        label = self._asked()
        count = Counter(one for one, _ in self._taken)
        shown = len(set(count) | self._skipped)
        if label is None:
            return Progress(None, Step.DONE, shown, len(self._labels))
        rival = self._rivals.get(label, "") if count[label] else ""
        return Progress(label, step, shown, len(self._labels), count[label] + 1, other=rival)

    def _looked(self, picture: Picture) -> Progress:
        found = sorted(_cards(picture, self._reader.shown(picture)), key=_area, reverse=True)
        self._refused = None
        if not found:
            return self._at(Step.NO_CARD)
        if len(found) > 1 and _area(found[1]) > LARGE * _area(found[0]):
            return self._at(Step.SEVERAL)
        card = found[0]
        lies_there = self._last is not None and overlap(card.outline.quad, self._last.outline.quad) > STILL_THERE
        if lies_there and self._is_like_last(card):
            return replace(self._at(Step.MOVE), quad=_points(card))
        return self._judged(card)

    def _judged(self, card: Reading) -> Progress:
        other = self._seems(card)
        if other:
            self._refused = (card, other)
            return replace(self._at(Step.OTHER), other=other, quad=_points(card))
        return self._take(card)

    def _is_like_last(self, card: Reading) -> bool:
        """Whether the card taken last still lies there."""
        if not self._taken:
            return False
        label, last = self._taken[-1]
        now = exposed(self._reader.looker, face_named(label, upright(card)))
        tints_apart = float(np.linalg.norm(now.tints[0] - last.tints[0]))
        return alike(last, now) > SAME_FACE and tints_apart < SAME_TINT

    def _seems(self, card: Reading) -> str:
        """The face it plainly is instead of the one asked for; nothing where it may be that one."""
        label = self._asked() or ""
        wanted = face_named(label, upright(card)).value
        deck = self.deck
        if deck is not None:
            like = deck.recognise(self._reader.looker, upright(card))
            if like.value != wanted and like.near >= SAME_FACE and like.confidence >= SURE_PRINT:
                return f"{like.colour or ''}{like.value}"
        read = card.value
        is_other = isinstance(read.value, int) and read.value != wanted and {wanted, read.value} != set(EITHER)
        return str(read.value) if is_other and read.confidence >= SURE_PRINT else ""

    def _take(self, card: Reading) -> Progress:
        label = self._asked()
        if label is None:
            return self._at(Step.DONE)
        self._taken.append((label, exposed(self._reader.looker, face_named(label, upright(card)))))
        self._last, self._refused = card, None
        self._rivals = lookalikes(self._taken)
        return replace(self._at(Step.TAKEN), quad=_points(card))


def upright(card: Reading) -> Picture:
    """The card as people see it, (240, 156, 3)."""
    picture = card.card.picture
    return picture if card.card.likely == "upper" else np.ascontiguousarray(picture[::-1, ::-1])


def _cards(picture: Picture, found: list[Reading]) -> list[Reading]:
    """What was found but for shapes that show only more table."""
    sure = [one for one in found if one.value.confidence >= SURE]
    unsure = [one for one in found if one.value.confidence < SURE]
    table = Table(picture, [one.outline.quad for one in found])
    return sure + [one for one in unsure if table.likeness(one.card.picture) <= LIKE_TABLE]


def _area(card: Reading) -> float:
    return float(cv2.contourArea(card.outline.quad.astype(np.float32)))


def _points(card: Reading) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in card.outline.quad)
