"""All cards on a picture: outlines are proposed, read, and kept where they make sense together."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards import rectify
from vision.cards.colours import read_colour
from vision.cards.faces import Faces
from vision.cards.outlines import Outline, find_outlines
from vision.cards.reader import CardReader, ValueRead
from vision.cards.rectify import Picture, Quad
from vision.readings import CardSeen

MOST_OUTLINES = 60
LEAST_SCORE = 0.25


@dataclass(frozen=True, slots=True)
class Found:
    """An outline with the upright card cut from it and its value."""

    outline: Outline
    card: Picture
    value: ValueRead

    @property
    def weight(self) -> float:
        """How much speaks for it: the print above all, then the shape."""
        return 2.5 * self.value.confidence + self.outline.score + 0.08 * min(self.value.votes, 10)


class TableReader:
    """Finds and reads number cards; keeps its networks between pictures."""

    def __init__(self) -> None:
        self.reader = CardReader()

    def read(self, picture: Picture, faces: Faces) -> list[CardSeen]:
        """Every card on a picture (H, W, 3) uint8 BGR, from the top down."""
        outlines = [o for o in find_outlines(picture) if o.score > LEAST_SCORE][:MOST_OUTLINES]
        cards = [rectify.cut(picture, o.quad) for o in outlines]
        values = self.reader.read(cards, faces)
        found = [Found(*parts) for parts in zip(outlines, cards, values, strict=True)]
        kept = _apart(sorted(found, key=lambda f: -f.weight), picture)
        return [_seen(f, faces) for f in sorted(kept, key=lambda f: f.outline.quad[:, 1].min())]


def _apart(found: list[Found], picture: Picture) -> list[Found]:
    """The best of those that cover each other; far smaller ones inside a kept card are its ornaments."""
    kept: list[Found] = []
    for one in found:
        if one.weight < 0.5:
            continue
        if not any(_overlap(one.outline.quad, other.outline.quad) > 0.25 for other in kept):
            kept.append(one)
    return kept


def _overlap(one: Quad, other: Quad) -> float:
    """The shared area as a share of the smaller one."""
    a, b = one.astype(np.float32), other.astype(np.float32)
    shared, _ = cv2.intersectConvexConvex(a, b)
    return float(shared) / max(min(cv2.contourArea(a), cv2.contourArea(b)), 1.0)


def _seen(found: Found, faces: Faces) -> CardSeen:
    colour = read_colour(found.card, faces.colours)
    confidence = min(found.value.confidence, colour.confidence) if faces.colours else found.value.confidence
    quad = tuple((float(x), float(y)) for x, y in found.outline.quad)
    return CardSeen(found.value.value, colour.name, round(confidence, 4), quad)
