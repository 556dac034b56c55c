"""All cards on a picture: found, cut out, read, named by colour."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.cards import rectify
from vision.cards.alike import LEAST_ALIKE, cards_alike
from vision.cards.backs import Table, bounded
from vision.cards.closeup import beyond, find_indices
from vision.cards.cutting import cut_out, readings
from vision.cards.edges import EdgeMap
from vision.cards.faces import Faces
from vision.cards.frame import card_frame
from vision.cards.learning import said_by_both
from vision.cards.looks import Looker
from vision.cards.naming import named
from vision.cards.on_plan import EVEN, LEAST_READ, MOST_PLAIN, find_on_plan
from vision.cards.outlines import Outline, card_shaped, find_shapes
from vision.cards.plan import Plan, any_size, plan_by_cards, plan_by_markers
from vision.cards.reader import CardReader, CutCard, ValueRead
from vision.cards.rectangles import find_rectangles
from vision.cards.rectify import Picture, Quad
from vision.cards.selection import SURE, Reading, chosen, is_free, joined, largest_share, numbered, weighed
from vision.cards.shown import outermost
from vision.cards.taught import TaughtDeck
from vision.errors import NoCardThere
from vision.readings import CardSeen
from vision.registration import Registration

LEAST_SIDE_PX = 32
SMALL_PX, ENLARGED = 240, 2
"""A picture whose longer side is no longer is looked at enlarged: edges a pixel wide are found better so."""
CLOSE_UP = 0.08
SURE_BELOW = 0.9
AT_ONCE = 12
LIKE_TABLE = 0.85
LEAST_CLOSE_UP = 0.05
LONE_INDEX = 0.85
SIZES = (0.5, 1.45)
FILLING = 2.0
"""More than any probability: a card without a table about it is read, whatever it looks like."""
MOST_TRIED, SURE_OF_ANY_SIZE, ENOUGH_READ = 160, 0.8, 3
"""Rectangles of any size that are tried, how surely a card must be read there, how many cards tell the size."""
ALIKE = 0.95
"""The score of what is a card by being like others."""


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
        plan = plan_by_markers(picture, known)
        if plan is not None:
            return find_on_plan(picture, plan, faces, self.reader)
        if max(picture.shape[:2]) > SMALL_PX:
            return self._without_plan(picture, faces)
        large = cv2.resize(picture, None, fx=ENLARGED, fy=ENLARGED, interpolation=cv2.INTER_CUBIC)
        return [_shrunk(one) for one in self._without_plan(np.asarray(large, np.uint8), faces)]

    def _without_plan(self, picture: Picture, faces: Faces) -> list[Reading]:
        """The cards where nothing but themselves tells how large cards are."""
        shapes, edges = find_shapes(picture), EdgeMap(picture)
        found = self._told(picture, card_shaped(shapes), faces, edges)
        sure = [one for one in found if one.value.confidence >= SURE]
        if sure and largest_share(found, picture.shape) > CLOSE_UP:
            return found
        lone = not sure and sum(one.is_like_card(MOST_PLAIN) for one in found) < 2
        near = self._close_up(picture, faces) if lone else []
        if any(one.value.confidence >= SURE for one in near):
            return near
        known = [one.outline.quad for one in numbered(found) or sure]
        if not numbered(sure):
            equal = edges.fitted(cards_alike(shapes, picture.shape))
            level = plan_by_cards(equal, picture.shape) if equal else None
            read = self._of_any_size(picture, any_size(picture.shape, level), faces)
            alike = [] if read else self._alike(picture, equal, faces, edges)
            if not (sure or read or alike):
                return near or found
            if read or len(alike) > len(sure):
                known = [one.outline.quad for one in read or alike]
                found = chosen([*alike, *found])
        plan = plan_by_cards(edges.fitted(known), picture.shape)
        fitting = [one for one in found if SIZES[0] < plan.size_of(one.outline.quad) < SIZES[1]]
        return joined(fitting, find_on_plan(picture, plan, faces, self.reader))

    def _of_any_size(self, picture: Picture, plan: Plan, faces: Faces) -> list[Reading]:
        """A few cards read surely, of any of the sizes of a plan."""
        outlines = find_rectangles(picture, plan)[:MOST_TRIED]
        read = chosen(weighed(readings(self.reader, outlines, cut_out(picture, outlines), faces)))
        return [one for one in numbered(read) if one.value.confidence >= SURE_OF_ANY_SIZE][:ENOUGH_READ]

    def _alike(self, picture: Picture, equal: list[Quad], faces: Faces, edges: EdgeMap) -> list[Reading]:
        """Those of several outlines of one size that look like whole cards; nothing where too few do."""
        outlines = [Outline(quad, ALIKE) for quad in equal]
        alike = [one for one in self._told(picture, outlines, faces, edges) if one.is_like_card(EVEN)]
        return alike if len(alike) >= LEAST_ALIKE else []

    def _told(self, picture: Picture, outlines: list[Outline], faces: Faces, edges: EdgeMap) -> list[Reading]:
        """The cards among outlines, backs unsure where they may be more of the table."""
        found = chosen(self._read_in_turn(picture, outlines, faces))
        return bounded(Table(picture, [one.outline.quad for one in found]).doubted(found), edges)

    def _close_up(self, picture: Picture, faces: Faces) -> list[Reading]:
        """A card cut by the frame, if its index can be read."""
        found = find_indices(picture)
        values = self.reader.judge_each([candidate for candidate, _ in found], faces)
        best = max(range(len(found)), key=lambda i: values[i].confidence, default=None)
        if best is None or values[best].confidence < LEAST_CLOSE_UP:
            return []
        outline = Outline(found[best][1], 0.0)
        value = replace(values[best], confidence=LONE_INDEX * values[best].confidence)
        card = CutCard(rectify.cut(picture, outline.quad), beyond(outline.quad, picture.shape))
        return [Reading(outline, card, value)]

    def _filling(self, picture: Picture, faces: Faces) -> list[Reading]:
        """The card that a picture is all of, its back never sure."""
        quad = card_frame(picture)
        if quad is None:
            return []
        card = CutCard(rectify.cut(picture, quad), most_none=FILLING)
        value = self.reader.read([card], faces)[0]
        sure = value.confidence * (LONE_INDEX if isinstance(value.value, int) else LEAST_READ)
        return [Reading(Outline(quad, 0.0), card, replace(value, confidence=sure))]

    def _read_in_turn(self, picture: Picture, outlines: list[Outline], faces: Faces) -> list[Reading]:
        """The readings of outlines, the best first; those that share much with a card read surely are left out."""
        found: list[Reading] = []
        while outlines:
            some, outlines = outlines[:AT_ONCE], outlines[AT_ONCE:]
            read = readings(self.reader, some, cut_out(picture, some), faces)
            found += read
            sure = [one.outline.quad for one in read if one.value.confidence >= SURE_BELOW]
            outlines = [one for one in outlines if is_free(one.quad, sure)]
        return found

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
