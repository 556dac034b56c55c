"""Which of many possible outlines are cards: print that makes sense counts most, then the shape."""

from __future__ import annotations

from dataclasses import dataclass

from vision.cards.outlines import Outline
from vision.cards.reader import CutCard, ValueRead
from vision.cards.rectify import overlap

LEAST_WEIGHT = 0.5
MOST_SHARED = 0.25


@dataclass(frozen=True, slots=True)
class Reading:
    """A possible outline, the upright card cut from it, the value read on it."""

    outline: Outline
    card: CutCard
    value: ValueRead

    @property
    def weight(self) -> float:
        """How much speaks for its being a card."""
        return 2.5 * self.value.confidence + self.outline.score + 0.08 * min(self.value.votes, 10)


def chosen(readings: list[Reading]) -> list[Reading]:
    """The best of those that cover each other."""
    kept: list[Reading] = []
    for one in sorted(readings, key=lambda reading: -reading.weight):
        if one.weight < LEAST_WEIGHT:
            break
        if not any(overlap(one.outline.quad, other.outline.quad) > MOST_SHARED for other in kept):
            kept.append(one)
    return kept
