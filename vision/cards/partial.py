"""Cards of which others, a hand or a cup hide a part: how much of the sides that show lies on edges.

A side need not show where a known card lies on it, nor where what is beyond it is not the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.edges import NEAR, EdgeMap
from vision.cards.outlines import Outline, thinned
from vision.cards.plan import Plan
from vision.cards.reader import CutCard
from vision.cards.rectangles import HALF, SLACK_MM, Canvas, Map
from vision.cards.rectify import Quad
from vision.cards.selection import MOST_SHARED, SURE, WHOLE, Reading, most_shared, shares_on
from vision.cards.unlike import Unlike, covered
from vision.readings import BACK

Floats: TypeAlias = npt.NDArray[np.float64]

AROUND_MM = 60.0
LEAST_STRANGE = 0.5
BINS, LEAST_TABLE, LEAST_COMMON = (32, 64, 64), 0.05, 0.002
"""Into how many steps colours are divided: dim cards differ from a table by little but their hue."""
COVER_PX, WIDER_PX, BEYOND_MM = 3, 17, 5.0
"""So far about what lies there its rim, in its shadow or blurred, may be seen."""
SHARES, ACROSS_MM = np.linspace(0.1, 0.9, 17), np.linspace(-SLACK_MM, SLACK_MM, 5)
ALIKE_DEG = 22
LEAST_SHOWN, MOST_SHOWN, LEAST_EACH_WAY = 0.25, 0.9, 0.2
LEAST_SUPPORT, MOST_UNEXPLAINED = 0.8, 0.3
MOST, ALIKE = 12, 0.06
HARDLY, GOES_ON = 0.05, 15.0
"""Where on such a share of the sides the colours beyond, in uint8 Lab, are as near, a larger sheet goes on."""
SAME_PLACE = 0.6


@dataclass(frozen=True, slots=True)
class Ground:
    """A part of the table: its edges; where no known card lies and where it is seen itself, (h, w) bool each; its
    colours (h, w, 3) uint8 Lab."""

    canvas: Canvas
    free: Map
    plain: Map
    colours: Map

    def support(self, cards: Quad) -> tuple[Floats, Floats, Floats]:
        """What shows of each side of cards (n, 4, 2) mm, and what of it lies on edges, as shares of it, (n, 4) each.

        And how far, (n,) in uint8 Lab, the colours inside of what shows are from those beyond what does not.
        """
        ends = np.roll(cards, -1, 1)
        outward = (cards + ends) / 2 - cards.mean(1, keepdims=True)
        outward /= np.linalg.norm(outward, axis=2, keepdims=True)
        along = cards[:, :, None] + SHARES[:, None] * (ends - cards)[:, :, None]
        beyond = along + BEYOND_MM * outward[:, :, None]
        shown = self._seen(self.free, along) & self._seen(self.plain, beyond)
        facing = np.rad2deg(np.arctan2(outward[..., 1], outward[..., 0]))[:, :, None, None]
        places = along[:, :, :, None] + ACROSS_MM[:, None] * outward[:, :, None, None]
        off = np.abs((self._seen(self.canvas.facing, places) - facing + 90) % 180 - 90)
        edge = np.where(off < ALIKE_DEG, np.minimum(self._seen(self.canvas.strength, places), HALF) / HALF, 0).max(3)
        lost = self._seen(self.free, along) & self._seen(self.free, beyond) & ~shown
        inside = _mean(self._seen(self.colours, along - BEYOND_MM * outward[:, :, None]), shown)
        apart = np.linalg.norm(inside - _mean(self._seen(self.colours, beyond), lost), axis=1)
        return shown.mean(2), (shown * edge).mean(2), np.where(lost.mean((1, 2)) > HARDLY, apart, np.inf)

    def _seen(self, what: Map, places_mm: Floats) -> Map:
        """What a map shows in places (..., 2), 0 outside."""
        x, y = np.moveaxis(np.round(self.canvas.at(places_mm)).astype(np.int64), -1, 0)
        inside = (x >= 0) & (y >= 0) & (x < what.shape[1]) & (y < what.shape[0])
        seen = what[np.where(inside, y, 0), np.where(inside, x, 0)]
        seen[~inside] = 0
        return np.asarray(seen)


def _mean(colours: Map, among: Map) -> Map:
    """The mean (n, 3) of colours (n, sides, places, 3) in some places, (n, sides, places) bool."""
    return np.asarray((colours * among[..., None]).sum((1, 2)) / np.maximum(among.sum((1, 2)), 1)[:, None])


def unexplained(outlines: list[Outline], unlike: Unlike, plan: Plan, most: float) -> list[Outline]:
    """Outlines of which most is unlike the table and no more than `most` lies on cards that are known."""
    apart = thinned(unlike.ranked(outlines, LEAST_STRANGE))
    quads = [one.quad for one in apart]
    free = (shares_on(quads, unlike.known) <= most) & (shares_on(quads, plan.blocked) <= MOST_SHARED)
    return [one for one, is_free in zip(apart, free, strict=True) if is_free]


def find_partial(
    outlines: list[Outline], canvas: Canvas, *, plan: Plan, edges: EdgeMap, unlike: Unlike
) -> list[Outline]:
    """Those outlines that may be cards, partly hidden by known ones or by what is no card, the best first.

    Scores 0..1 are shares of what shows of their sides that lies on edges.
    """
    if not outlines:
        return []
    fitted = np.array(edges.fitted([one.quad for one in outlines], NEAR))
    cards = plan.on_table(fitted.reshape(-1, 2)).reshape(-1, 4, 2)
    shown, there, apart = _ground(canvas, plan, cards, unlike).support(cards)
    lengths = np.linalg.norm(np.roll(cards, -1, 1) - cards, axis=2)
    counts = lengths / lengths.sum(1, keepdims=True)
    visible = (shown * counts).sum(1)
    score = (there * counts).sum(1) / np.maximum(visible, 1e-6)
    each_way = np.minimum(there[:, 0::2].sum(1), there[:, 1::2].sum(1))
    good = (visible > LEAST_SHOWN) & (visible < MOST_SHOWN) & (each_way > LEAST_EACH_WAY) & (score > LEAST_SUPPORT)
    good &= ((shown - there).max(1) < MOST_UNEXPLAINED) & (apart > GOES_ON)
    order = [i for i in np.argsort(-score - visible) if good[i]]
    return thinned([Outline(fitted[i], float(score[i])) for i in order], ALIKE)[:MOST]


def covering(kept: list[Reading]) -> list[Quad]:
    """What may lie on others: sure cards, and doubtful backs, on which no index will be found."""
    backs = (one.value.value == BACK and one.is_like_card(WHOLE) for one in kept)
    return [one.outline.quad for one, back in zip(kept, backs, strict=True) if back or one.value.confidence >= SURE]


def as_partial(card: CutCard) -> CutCard:
    """The card, to be named by its numerals alone: not all of it may show."""
    return card if card.covered is not None else replace(card, covered=np.zeros(card.picture.shape[:2], bool))


def with_more(kept: list[Reading], read: Iterable[Reading]) -> list[Reading]:
    """The cards kept, with those of which an index is read surely, no two in the same place."""
    found: list[Reading] = []
    for one in sorted(read, key=lambda reading: -reading.value.confidence):
        if one.value.confidence >= SURE and one.value.indexed and not _is_same(one, found):
            found.append(one)
    if not found:
        return kept
    return [*found, *(one for one in kept if one.value.confidence >= SURE or not _is_same(one, found))]


def _is_same(one: Reading, others: Iterable[Reading]) -> bool:
    """Whether another lies nearly where one does."""
    return most_shared(one.outline.quad, (other.outline.quad for other in others)) > SAME_PLACE


def _ground(table: Canvas, plan: Plan, cards: Quad, unlike: Unlike) -> Ground:
    """The table about some cards, (n, 4, 2) mm."""
    points = cards.reshape(-1, 2)
    canvas = table.within((points.min(0) - AROUND_MM, points.max(0) + AROUND_MM))
    shape = canvas.strength.shape
    hidden = covered((*unlike.known, *plan.blocked), canvas.from_picture, shape)
    hidden = np.asarray(cv2.dilate(hidden, np.ones((COVER_PX, COVER_PX), np.uint8)))
    to_canvas = canvas.from_picture @ np.linalg.inv(unlike.from_picture)
    strange = cv2.warpPerspective(unlike.strange, to_canvas, shape[::-1], flags=cv2.INTER_NEAREST)
    strange = cv2.dilate(strange, np.ones((WIDER_PX, WIDER_PX), np.uint8))
    lab = np.asarray(cv2.cvtColor(canvas.seen, cv2.COLOR_BGR2Lab), np.uint8)
    like = like_table(lab, np.asarray((strange == 0) & (hidden == 0), np.uint8))
    return Ground(canvas, hidden == 0, (like > 0) & (hidden == 0), lab)


def like_table(lab: Map, table: Map) -> Map:
    """Where colours (h, w, 3) uint8 Lab are those of the table, (h, w) uint8; everywhere, where too little of it is
    seen."""
    size = cv2.countNonZero(table)
    if size < LEAST_TABLE * table.size:
        return np.ones_like(table)
    common: Map = np.pad(cv2.calcHist([lab], [0, 1, 2], table, BINS, [0, 256] * 3), 1)
    common = common[:-2] + common[1:-1] + common[2:]
    common = common[:, :-2] + common[:, 1:-1] + common[:, 2:]
    common = common[:, :, :-2] + common[:, :, 1:-1] + common[:, :, 2:]
    like = (common > LEAST_COMMON * size).astype(np.uint8)
    level = np.moveaxis(lab // np.array([256 // count for count in BINS], np.uint8), -1, 0)
    at = np.ravel_multi_index(tuple(level.astype(np.intp)), BINS)
    return np.asarray(cv2.medianBlur(like.ravel()[at], 3), np.uint8)
