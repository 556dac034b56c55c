"""What is told of a card that was found: its value, its colour, how sure both are, and where its own top is."""

from __future__ import annotations

from vision.cards import rectify
from vision.cards.colours import ColourRead, read_colour
from vision.cards.faces import Faces
from vision.cards.reader import CutCard, ValueRead
from vision.cards.selection import Reading
from vision.readings import CardSeen


def named(found: Reading, value: ValueRead, faces: Faces) -> CardSeen:
    """The card of a reading with the value that was settled on for it."""
    colour = _colour(found.card, value, faces)
    confidence = min(value.confidence, colour.confidence)
    corners = rectify.turned(found.outline.quad, 2) if value.turned else found.outline.quad
    points = tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners)
    return CardSeen(value.value, colour.name, round(confidence, 4), points)


def _colour(card: CutCard, value: ValueRead, faces: Faces) -> ColourRead:
    """A taught face knows its colour; bombs and backs have none."""
    if value.colour or isinstance(value.value, str):
        return ColourRead(value.colour, value.tinted)
    return read_colour(card.picture, faces.colours, hidden=card.covered, gains=card.gains)
