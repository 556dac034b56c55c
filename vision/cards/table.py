"""All cards on a picture: found, cut out, read, named by colour."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.cards import rectify
from vision.cards.backs import Table
from vision.cards.cutting import cut_out, readings
from vision.cards.faces import Faces
from vision.cards.frame import card_frame
from vision.cards.learning import said_by_both
from vision.cards.looks import Looker
from vision.cards.naming import named
from vision.cards.off_plan import LONE_INDEX, find_off_plan
from vision.cards.on_plan import EVEN, LEAST_READ, find_on_plan
from vision.cards.outlines import Outline
from vision.cards.plan import plan_by_markers
from vision.cards.reader import CardReader, CutCard, ValueRead
from vision.cards.rectify import Picture
from vision.cards.selection import SURE, Reading, is_free
from vision.cards.shown import outermost
from vision.cards.taught import TaughtDeck
from vision.errors import NoCardThere
from vision.readings import CardSeen
from vision.registration import Registration

LEAST_SIDE_PX = 32
SMALL_PX, ENLARGED = 240, 2
"""A picture whose longer side is no longer is looked at enlarged: edges a pixel wide are found better so."""
LIKE_TABLE = 0.85
FILLING = 2.0
"""More than any probability: a card without a table about it is read, whatever it looks like."""


class TableReader:
    """Finds and reads number cards; keeps its network between pictures. One per thread."""

    def __init__(self) -> None:
        self.reader = CardReader()
        self.looker = Looker(self.reader.network)

    def read(self, picture: Picture, faces: Faces, deck: TaughtDeck | None = None) -> list[CardSeen]:
        """Every card on a picture (H, W, 3) uint8 BGR, from the top down; with a taught deck, its faces only."""
        return self.recognised(self.find(picture, faces) or self._filling(picture, faces), faces, deck)

    def recognised(self, found: list[Reading], faces: Faces, deck: TaughtDeck | None = None) -> list[CardSeen]:
        """Cards that were found, from the top down; with a taught deck, its faces only."""
        values = [one.value for one in found]
        if deck is not None:
            values = [self._recognised(one.card, one.value, deck) for one in found]
        seen = [named(one, value, faces) for one, value in zip(found, values, strict=True)]
        return sorted(seen, key=lambda card: min(y for _, y in card.quad))

    def find(self, picture: Picture, faces: Faces, known: Registration | None = None) -> list[Reading]:
        """Where cards lie, each stood upright and read by the network.

        Corner cards in view, or a registration that is `known`, tell how large a card is.
        """
        if min(picture.shape[:2]) < LEAST_SIDE_PX:
            return []
        plan = plan_by_markers(picture, known, lit=bool(faces.colours))
        if plan is not None:
            found = find_on_plan(picture, plan, faces, self.reader)
            return [replace(one, card=replace(one.card, gains=plan.gains)) for one in found]
        if max(picture.shape[:2]) > SMALL_PX:
            return find_off_plan(picture, faces, self.reader)
        large = cv2.resize(picture, None, fx=ENLARGED, fy=ENLARGED, interpolation=cv2.INTER_CUBIC)
        return [_shrunk(one) for one in find_off_plan(np.asarray(large, np.uint8), faces, self.reader)]

    def _filling(self, picture: Picture, faces: Faces) -> list[Reading]:
        """The card that a picture is all of, its back never sure."""
        quad = card_frame(picture)
        if quad is None:
            return []
        card = CutCard(rectify.cut(picture, quad), most_none=FILLING)
        value = self.reader.read([card], faces)[0]
        sure = value.confidence * (LONE_INDEX if isinstance(value.value, int) else LEAST_READ)
        return [Reading(Outline(quad, 0.0), card, replace(value, confidence=sure))]

    def shown(self, picture: Picture) -> list[Reading]:
        """The cards on a picture of one shown by itself: that one first, if it is seen, and what lies beside it."""
        found = self.find(picture, Faces()) or self._filling(picture, Faces())
        outlines = outermost(picture)
        read = readings(self.reader, outlines, cut_out(picture, outlines), Faces())
        card = next((one for one in read if one.is_like_card(EVEN) or one.value.confidence >= SURE), None)
        if card is None:
            return found
        return [card, *(one for one in found if is_free(one.outline.quad, [card.outline.quad]))]

    def largest(self, picture: Picture, *, where: str) -> Picture:
        """The largest card on a picture, upright as people see it; `where` names the picture in the error.

        Raises: NoCardThere where none is found.
        """
        found = self.shown(picture)
        if not found:
            raise NoCardThere(f"{where}: expected a card, found none")
        best = max(found, key=lambda one: cv2.contourArea(one.outline.quad.astype(np.float32)))
        card = best.card
        if best.value.confidence < SURE and Table(picture, [best.outline.quad]).likeness(card.picture) > LIKE_TABLE:
            raise NoCardThere(f"{where}: expected a card, found something that looks like the table")
        upright = card.picture if card.likely == "upper" else card.picture[::-1, ::-1]
        return np.ascontiguousarray(upright)

    def _recognised(self, card: CutCard, printed: ValueRead, deck: TaughtDeck) -> ValueRead:
        """What deck and print say together: both are surer than one, and where they contradict neither is sure."""
        like = deck.recognise(self.looker, card.picture, likely=card.likely)
        return replace(said_by_both(printed, like, whole=True), turned=like.turned)


def _shrunk(one: Reading) -> Reading:
    """A reading of an enlarged picture, its outline as in the picture that was given."""
    return replace(one, outline=replace(one.outline, quad=(one.outline.quad + 0.5) / ENLARGED - 0.5))
