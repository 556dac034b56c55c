"""All cards on a picture: found, cut out, read, named by colour."""

from __future__ import annotations

import cv2
import numpy as np

from vision.cards import rectify
from vision.cards.colours import ColourRead, read_colour
from vision.cards.faces import Faces
from vision.cards.looks import Looker
from vision.cards.outlines import Outline, find_outlines
from vision.cards.reader import CardReader, CutCard, ValueRead
from vision.cards.rectify import Picture, Quad
from vision.cards.selection import Reading, chosen
from vision.cards.taught import TaughtDeck
from vision.errors import NoCardThere
from vision.readings import CardSeen

LEAST_SIDE_PX = 32
OFF_MIDDLE = 0.12
SURE = 0.5


class TableReader:
    """Finds and reads number cards; keeps its network between pictures. One per thread."""

    def __init__(self) -> None:
        self.reader = CardReader()
        self.looker = Looker(self.reader.network)

    def read(self, picture: Picture, faces: Faces, deck: TaughtDeck | None = None) -> list[CardSeen]:
        """Every card on a picture (H, W, 3) uint8 BGR, from the top down; with a taught deck, its faces only."""
        found = self.find(picture, faces)
        values = [one.value for one in found]
        if deck is not None:
            values = [self._recognised(one.card, one.value, deck) for one in found]
        seen = [_seen(one, value, faces) for one, value in zip(found, values, strict=True)]
        return sorted(seen, key=lambda card: min(y for _, y in card.quad))

    def find(self, picture: Picture, faces: Faces) -> list[Reading]:
        """Where cards lie, each stood upright and read by the network."""
        if min(picture.shape[:2]) < LEAST_SIDE_PX:
            return []
        return chosen(self._readings(picture, find_outlines(picture), faces))

    def largest(self, picture: Picture, *, where: str) -> Picture:
        """The largest card on a picture, upright as people see it; `where` names the picture in the error.

        Raises: NoCardThere where none is found.
        """
        found = self.find(picture, Faces())
        if not found:
            raise NoCardThere(f"{where}: expected a card, found none")
        card = max(found, key=lambda one: cv2.contourArea(one.outline.quad.astype(np.float32))).card
        upright = card.picture if card.likely == "upper" else card.picture[::-1, ::-1]
        return np.ascontiguousarray(upright)

    def _readings(self, picture: Picture, outlines: list[Outline], faces: Faces) -> list[Reading]:
        cards = [CutCard(rectify.cut(picture, one.quad), None, _likely_way(picture, one.quad)) for one in outlines]
        values = self.reader.read(cards, faces)
        return [Reading(*parts) for parts in zip(outlines, cards, values, strict=True)]

    def _recognised(self, card: CutCard, printed: ValueRead, deck: TaughtDeck) -> ValueRead:
        """What the deck says; where the print, read by the network, surely says otherwise, neither is sure."""
        like = deck.recognise(self.looker, card.picture, likely=card.likely)
        sure = like.confidence
        if printed.confidence >= SURE and printed.value != like.value:
            sure = min(sure, 1 - printed.confidence)
        return ValueRead(like.value, sure, printed.value, turned=like.turned, colour=like.colour)


def _likely_way(picture: Picture, quad: Quad) -> str:
    """People sit round the table: a card near a rim is read from there, one in the middle as the picture is."""
    size = np.array(picture.shape[1::-1])
    off = (quad.mean(0) - size / 2) / size
    outward = off if np.linalg.norm(off) > OFF_MIDDLE else np.array([0.0, 1.0])
    down = (quad[3] + quad[2] - quad[0] - quad[1]) / 2
    return "upper" if down @ outward >= 0 else "lower"


def _seen(found: Reading, value: ValueRead, faces: Faces) -> CardSeen:
    colour = ColourRead(value.colour, 1.0) if value.colour else read_colour(found.card.picture, faces.colours)
    confidence = min(value.confidence, colour.confidence)
    corners = rectify.turned(found.outline.quad, 2) if value.turned else found.outline.quad
    points = tuple((round(float(x), 1), round(float(y), 1)) for x, y in corners)
    return CardSeen(value.value, colour.name, round(confidence, 4), points)
