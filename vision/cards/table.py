"""All cards on a picture: found, cut out, read, named by colour."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.cards import rectify
from vision.cards.alike import LEAST_ALIKE, cards_alike
from vision.cards.backs import Table, backs_doubted, bounded
from vision.cards.closeup import beyond, find_indices
from vision.cards.cutting import cut_out, moved, moved_together, resized
from vision.cards.edges import EdgeMap
from vision.cards.faces import Faces
from vision.cards.frame import card_frame
from vision.cards.learning import said_by_both
from vision.cards.looks import Looker
from vision.cards.naming import named
from vision.cards.outlines import Outline, card_shaped, find_shapes
from vision.cards.partial import as_partial, covering, find_partial, unexplained, with_more
from vision.cards.plan import Plan, any_size, plan_by_cards, plan_by_markers
from vision.cards.reader import CardReader, CutCard, ValueRead, noted
from vision.cards.rectangles import find_rectangles
from vision.cards.rectify import Picture, Quad
from vision.cards.selection import (
    MOST_COVERED,
    MOST_SHARED,
    SURELY_CARD,
    Reading,
    chosen,
    first_choice,
    is_free,
    joined,
    largest_share,
    numbered,
    second_choice,
    weighed,
)
from vision.cards.taught import TaughtDeck
from vision.cards.unlike import Small, compared
from vision.errors import NoCardThere
from vision.readings import BACK, CardSeen
from vision.registration import Registration

LEAST_SIDE_PX = 32
SMALL_PX, ENLARGED = 240, 2
"""A picture whose longer side is no longer is looked at enlarged: edges a pixel wide are found better so."""
SURE = 0.5
CLOSE_UP = 0.08
SURE_BELOW = 0.9
AT_ONCE = 12
LIKE_TABLE = 0.85
ROUNDS = 2
MOST_WHOLE = 40
LEAST_CLOSE_UP = 0.05
LONE_INDEX = 0.85
LEAST_READ = 0.2
EVEN, HARDLY = 0.5, 0.7
SIZES = (0.5, 1.45)
MOST_PLAIN = 0.3
RESIZED = (1.03, 0.97)
FILLING = 2.0
"""More than any probability: a card without a table about it is read, whatever it looks like."""
MOST_TRIED, SURE_OF_ANY_SIZE, ENOUGH_READ = 160, 0.8, 3
"""Rectangles of any size that are tried, how surely a card must be read there, how many cards tell the size."""
ALIKE = 0.95
"""The score of what is a card by being like others."""


@dataclass(frozen=True, slots=True)
class _Scene:
    """A picture with the plan of its table, the faces that may lie there, its edges, the table as a small picture."""

    picture: Picture
    plan: Plan
    faces: Faces
    edges: EdgeMap
    small: Small


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
            return self._on_plan(picture, plan, faces)
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
        return joined(fitting, self._on_plan(picture, plan, faces))

    def _of_any_size(self, picture: Picture, plan: Plan, faces: Faces) -> list[Reading]:
        """A few cards read surely, of any of the sizes of a plan."""
        outlines = find_rectangles(picture, plan)[:MOST_TRIED]
        read = chosen(weighed(self._named(outlines, cut_out(picture, outlines), faces)))
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

    def _on_plan(self, picture: Picture, plan: Plan, faces: Faces) -> list[Reading]:
        """Cards of the size that the plan of the table says; at last those partly under others."""
        with ThreadPoolExecutor(1) as pool:
            edges, table = pool.submit(EdgeMap, picture), pool.submit(compared, picture, plan)
            outlines = find_rectangles(picture, plan)
        small, unlike = table.result()
        outlines = unlike.likely(outlines)
        scene = _Scene(picture, plan, faces, edges.result(), small)
        kept, more = self._second_look(scene, self._first_look(scene, outlines))
        return self._third_look(scene, outlines + more, kept)

    def _first_look(self, scene: _Scene, outlines: list[Outline]) -> list[Reading]:
        """The cards among rectangles; what only shows the colours of the table must be read surely."""
        choice = moved(first_choice(outlines, scene.plan.blocked), scene.edges)
        table = Table(scene.picture, [one.quad for one in choice])
        named = weighed(self._named(choice, cut_out(scene.picture, choice, table=table), scene.faces))
        open_to = [one for one in named if not one.card.plain or one.value.confidence >= SURE or one.is_like_card(EVEN)]
        doubtful = [one for one in open_to if one.value.confidence < SURE]
        choice = moved(second_choice(outlines, open_to, scene.plan.blocked), scene.edges)
        together = moved_together([one.outline for one in doubtful], scene.edges, scene.plan)
        cards = cut_out(scene.picture, choice + together, table=table, rivals=doubtful)
        again = weighed(self._named(choice + together, cards, scene.faces))
        named += [one for i, one in enumerate(again) if i < len(choice) or isinstance(one.value.value, int)]
        return table.sorted_out(self._looked_closer(scene, chosen(named)))

    def _looked_closer(self, scene: _Scene, found: list[Reading]) -> list[Reading]:
        """The readings, and those of faces that leave a doubt, cut out a little too large, at last too small."""
        for share in RESIZED:
            again = [resized(one.outline, share) for one in found if _may_be_clearer(one)]
            closer = weighed(self._named(again, cut_out(scene.picture, again), scene.faces))
            closer = [one for one in closer if isinstance(one.value.value, int)]  # Cloths look like backs too.
            found = chosen([*found, *closer])
        return found

    def _second_look(self, scene: _Scene, kept: list[Reading]) -> tuple[list[Reading], list[Outline]]:
        """The cards, with those in places that are unlike the table and where none was found; the rectangles there."""
        picture, plan = scene.picture, scene.plan
        kept = backs_doubted(scene.small, bounded(kept, scene.edges))
        known = [one.outline.quad for one in kept if one.value.confidence >= SURE or one.is_like_card(MOST_PLAIN)]
        unlike = scene.small.unlike(known)
        more = unlike.ranked([one for part in unlike.parts(plan) for one in find_rectangles(picture, plan, part)])
        if not more:
            return kept, []
        blocked = (*plan.blocked, *known)
        choice = moved(first_choice(more, blocked), scene.edges)
        cards = (replace(card, most_none=HARDLY) for card in cut_out(picture, choice))
        found = self._looked_closer(scene, chosen(weighed(self._named(choice, cards, scene.faces))))
        likely = [one for one in found if one.value.confidence >= LEAST_READ or one.is_like_card(MOST_PLAIN)]
        return chosen([*kept, *bounded(likely, scene.edges)]), more

    def _third_look(self, scene: _Scene, outlines: list[Outline], kept: list[Reading]) -> list[Reading]:
        """The cards, with those of which an index can be read surely where something lies and no card was found: whole
        ones, for which the pattern of a cloth was taken, then partly hidden ones."""
        picture, plan = scene.picture, scene.plan
        known = [one.outline.quad for one in kept if one.value.confidence >= SURE or one.is_like_card(MOST_PLAIN)]
        whole = moved(unexplained(outlines, scene.small.unlike(known), plan, MOST_SHARED)[:MOST_WHOLE], scene.edges)
        cards = (replace(card, most_none=MOST_PLAIN) for card in cut_out(picture, whole))
        read = weighed(self._named(whole, cards, scene.faces))
        kept = with_more(kept, [one for one in read if one.is_like_card(MOST_PLAIN)])
        for _ in range(ROUNDS):
            tops = covering(kept)
            unlike = scene.small.unlike(tops)
            apart = unexplained(outlines, unlike, plan, MOST_COVERED)
            partly = find_partial(apart, picture, plan=plan, edges=scene.edges, unlike=unlike)
            cards = (as_partial(card) for card in cut_out(picture, partly, tops=tops))
            before, kept = kept, with_more(kept, weighed(self._named(partly, cards, scene.faces)))
            if kept is before:
                break
        return kept

    def _read_in_turn(self, picture: Picture, outlines: list[Outline], faces: Faces) -> list[Reading]:
        """The readings of outlines, the best first; those that share much with a card read surely are left out."""
        found: list[Reading] = []
        while outlines:
            some, outlines = outlines[:AT_ONCE], outlines[AT_ONCE:]
            read = self._named(some, cut_out(picture, some), faces)
            found += read
            sure = [one.outline.quad for one in read if one.value.confidence >= SURE_BELOW]
            outlines = [one for one in outlines if is_free(one.quad, sure)]
        return found

    def largest(self, picture: Picture, *, where: str) -> Picture:
        """The largest card on a picture, upright as people see it; `where` names the picture in the error.

        Raises: NoCardThere where none is found.
        """
        found = self.find(picture, Faces()) or self._filling(picture, Faces())
        if not found:
            raise NoCardThere(f"{where}: expected a card, found none")
        best = max(found, key=lambda one: cv2.contourArea(one.outline.quad.astype(np.float32)))
        card = best.card
        if best.value.confidence < SURE and Table(picture, [best.outline.quad]).likeness(card.picture) > LIKE_TABLE:
            raise NoCardThere(f"{where}: expected a card, found something that looks like the table")
        upright = card.picture if card.likely == "upper" else card.picture[::-1, ::-1]
        return np.ascontiguousarray(upright)

    def _named(self, outlines: list[Outline], cards: Iterable[CutCard], faces: Faces) -> list[Reading]:
        """The readings of outlines and the cards cut from them: some are seen while the next are cut."""
        cut: list[CutCard] = []
        read = self.reader.read(noted(cards, cut), faces)
        return [Reading(*parts) for parts in zip(outlines, cut, read, strict=True)]

    def _recognised(self, card: CutCard, printed: ValueRead, deck: TaughtDeck) -> ValueRead:
        """What deck and print say together: both are surer than one, and where they contradict neither is sure."""
        like = deck.recognise(self.looker, card.picture, likely=card.likely)
        return replace(said_by_both(printed, like, whole=True), turned=like.turned)


def _shrunk(one: Reading) -> Reading:
    """A reading of an enlarged picture, its outline as in the picture that was given."""
    return replace(one, outline=replace(one.outline, quad=(one.outline.quad + 0.5) / ENLARGED - 0.5))


def _may_be_clearer(one: Reading) -> bool:
    """Whether a face is seen whose value leaves a doubt."""
    return one.value.confidence < SURE and one.value.value != BACK and one.is_like_card(SURELY_CARD)
