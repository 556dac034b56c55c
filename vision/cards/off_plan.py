"""Cards where nothing but themselves tells how large they are: those that are read surely, or that are alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from vision.cards import rectify
from vision.cards.alike import LEAST_ALIKE, cards_alike, of_one_size
from vision.cards.backs import Table, bounded
from vision.cards.closeup import beyond, find_indices
from vision.cards.cutting import cut_out, readings
from vision.cards.edges import EdgeMap
from vision.cards.faces import Faces
from vision.cards.on_plan import EVEN, MOST_PLAIN, find_on_plan
from vision.cards.outlines import Outline, card_shaped, find_shapes
from vision.cards.panels import cards_about
from vision.cards.plan import Floats, Plan, any_size, plan_by_cards
from vision.cards.reader import CardReader, CutCard
from vision.cards.rectangles import canvas_of, find_rectangles
from vision.cards.rectify import Picture, Quad
from vision.cards.selection import SURE, Reading, chosen, is_free, joined, largest_share, numbered, weighed
from vision.cards.tilt import tilt_of
from vision.cards.unlike import BOLD, compared

CLOSE_UP = 0.08
SURE_BELOW = 0.9
AT_ONCE = 12
LEAST_CLOSE_UP = 0.05
LONE_INDEX = 0.85
SIZES = (0.5, 1.45)
MOST_TRIED, TRIED_AT_ONCE = 80, 20
ANY_SHARE = -1.0
SURE_OF_SIZE, ENOUGH_READ = 0.8, 3
"""How surely a card of unknown size must be read, and how many tell the size."""
FEW_ALIKE = 8
"""So many of things that are alike are read to know whether they are cards."""
ALIKE = 0.95
"""The score of what is a card by being like others."""
MOST_ABOUT = 1.5
"""How many times as large a card is as the frame printed on it."""
SAME_SIZE, MOVED = 0.15, 0.08
"""Logarithms of areas: by which cards of one size may differ, and plans that are worth another look."""
SQUARE_MM = 20 * np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
PLACES = np.stack(np.meshgrid(*[np.linspace(0.15, 0.85, 3)] * 2), -1).reshape(-1, 2)
"""Where plans are compared, as shares of the picture."""


@dataclass(frozen=True)
class Scene:
    """A picture, the faces that may lie there and who reads them, its edges."""

    picture: Picture
    faces: Faces
    reader: CardReader
    edges: EdgeMap

    @cached_property
    def leaning(self) -> Floats:
        """The tilt (2,) of the table, as its edges tell."""
        return tilt_of(self.picture)

    def read(self, outlines: list[Outline]) -> list[Reading]:
        """What lies in outlines."""
        return readings(self.reader, outlines, cut_out(self.picture, outlines), self.faces)

    def told(self, outlines: list[Outline]) -> list[Reading]:
        """The cards among outlines, backs unsure where they may be more of the table."""
        found = chosen(_read_in_turn(self, outlines))
        return bounded(Table(self.picture, [one.outline.quad for one in found]).doubted(found), self.edges)

    def plan(self, cards: Sequence[Quad]) -> Plan:
        """The plan on which cards (4, 2) px are equal."""
        return plan_by_cards(cards, self.picture.shape, self.leaning)


def find_off_plan(picture: Picture, faces: Faces, reader: CardReader) -> list[Reading]:
    """The cards on a picture of which nothing but themselves tells how large they are."""
    shapes, scene = find_shapes(picture), Scene(picture, faces, reader, EdgeMap(picture))
    found = scene.told(card_shaped(shapes))
    sure = [one for one in found if one.value.confidence >= SURE]
    if sure and largest_share(sure, picture.shape) > CLOSE_UP:
        return found
    lone = not sure and sum(one.is_like_card(MOST_PLAIN) for one in found) < 2
    near = _close_up(scene) if lone else []
    if any(one.value.confidence >= SURE for one in near):
        return near
    equal = scene.edges.fitted(cards_alike(shapes, picture.shape, scene.leaning))
    alike = [equal, *cards_about(equal, scene.plan(equal), scene.edges)] if equal else []
    known = numbered(sure)
    if not known:
        known = _of_any_size(scene, alike) or _alike(scene, equal, len(sure)) or sure
        if not known:
            return near or found
        found = chosen([*known, *found])
    plan = _plan_of(known, alike, scene)
    fitting = [one for one in found if SIZES[0] < plan.size_of(one.outline.quad) < SIZES[1]]
    kept = find_on_plan(picture, plan, faces, reader)
    better = _better(plan, kept, scene)
    return joined(fitting, kept if better is None else find_on_plan(picture, better, faces, reader))


def _plan_of(known: list[Reading], alike: list[list[Quad]], scene: Scene) -> Plan:
    """The plan by cards that are known, and by what is alike and of their size.

    What is read on a card may be the frame printed on it, or but a part of it.
    """
    quads = scene.edges.fitted([one.outline.quad for one in known])
    quads = [quads[index] for index in of_one_size(quads, scene.picture.shape, scene.leaning)]
    plan = scene.plan(quads)
    about = [cards for cards in cards_about(quads, plan, scene.edges) if plan.size_of(cards[0]) < MOST_ABOUT]
    quads = max(about, key=lambda cards: plan.size_of(cards[0]), default=quads)
    more = [cards for cards in alike if len(cards) > len(quads)]
    off = [_off(scene.plan(cards), quads) for cards in more]
    if not off or min(off) > SAME_SIZE:
        return scene.plan(quads)
    cards = more[int(np.argmin(off))]
    return scene.plan([*(quad for quad in quads if is_free(quad, cards)), *cards])


def _off(plan: Plan, cards: list[Quad]) -> float:
    """How far most cards are from the size of a plan, as a logarithm of areas."""
    return float(np.median([abs(np.log(plan.size_of(quad))) for quad in cards]))


def _better(plan: Plan, kept: list[Reading], scene: Scene) -> Plan | None:
    """The plan that all cards found on another tell, where it says otherwise how large they are somewhere."""
    if all(one.value.confidence < SURE for one in kept):
        return None
    likely = [one.outline.quad for one in kept if one.value.confidence >= SURE or one.is_like_card(MOST_PLAIN)]
    fitting = [quad for quad in likely if _off(plan, [quad]) < SAME_SIZE]
    if not fitting:
        return None
    better = scene.plan(scene.edges.fitted(fitting))
    corners = plan.on_table(PLACES * scene.picture.shape[1::-1])[:, None] + SQUARE_MM
    squares = plan.in_picture(corners.reshape(-1, 2)).reshape(-1, 4, 2)
    return better if max(abs(np.log(better.size_of(quad) / plan.size_of(quad))) for quad in squares) > MOVED else None


def _of_any_size(scene: Scene, alike: list[list[Quad]]) -> list[Reading]:
    """A few cards read surely: of things that are alike, else of rectangles of any size."""
    read = [_surely(scene.told([Outline(quad, ALIKE) for quad in cards[:FEW_ALIKE]])) for cards in alike]
    best = max(read, key=len, default=[])
    if best:
        return best
    plan = any_size(scene.picture.shape, scene.leaning)
    _, unlike = compared(scene.picture, plan)
    parts = unlike.parts(plan) if unlike.spread > BOLD else []  # A bold pattern is full of rectangles.
    canvas = canvas_of(scene.picture, plan)
    outlines = [one for part in (*parts, None) for one in find_rectangles(canvas, plan, part)]
    outlines = unlike.ranked(outlines, ANY_SHARE)[:MOST_TRIED]
    found: list[Reading] = []
    for at in range(0, len(outlines), TRIED_AT_ONCE):
        found += weighed(scene.read(outlines[at : at + TRIED_AT_ONCE]))
        best = _surely(chosen(found))[:ENOUGH_READ]
        if len(best) == ENOUGH_READ:
            break
    return best


def _surely(read: list[Reading]) -> list[Reading]:
    return [one for one in numbered(read) if one.value.confidence >= SURE_OF_SIZE]


def _alike(scene: Scene, equal: list[Quad], least: int) -> list[Reading]:
    """Those of several outlines of one size that look like whole cards; nothing where no more than `least` do."""
    alike = [one for one in scene.told([Outline(quad, ALIKE) for quad in equal]) if one.is_like_card(EVEN)]
    return alike if len(alike) >= max(LEAST_ALIKE, least + 1) else []


def _close_up(scene: Scene) -> list[Reading]:
    """A card cut by the frame, if its index can be read."""
    found = find_indices(scene.picture)
    values = scene.reader.judge_each([candidate for candidate, _ in found], scene.faces)
    best = max(range(len(found)), key=lambda i: values[i].confidence, default=None)
    if best is None or values[best].confidence < LEAST_CLOSE_UP:
        return []
    outline = Outline(found[best][1], 0.0)
    value = replace(values[best], confidence=LONE_INDEX * values[best].confidence)
    card = CutCard(rectify.cut(scene.picture, outline.quad), beyond(outline.quad, scene.picture.shape))
    return [Reading(outline, card, value)]


def _read_in_turn(scene: Scene, outlines: list[Outline]) -> list[Reading]:
    """The readings of outlines, the best first; those that share much with a card read surely are left out."""
    found: list[Reading] = []
    while outlines:
        read = scene.read(outlines[:AT_ONCE])
        found += read
        sure = [one.outline.quad for one in read if one.value.confidence >= SURE_BELOW]
        outlines = [one for one in outlines[AT_ONCE:] if is_free(one.quad, sure)]
    return found
