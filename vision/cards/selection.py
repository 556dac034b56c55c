"""Which of many possible outlines are cards: print that makes sense counts most, then the shape."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards import rectify
from vision.cards.outlines import Outline
from vision.cards.reader import UNSURE, CutCard, ValueRead
from vision.cards.rectify import Quad, overlap
from vision.readings import BACK

LEAST_WEIGHT = 0.5
MOST_SHARED, MOST_COVERED = 0.25, 0.85
ON_TOP = 0.28
"""Of a card's width: middles nearer than that belong to cards that share more than a quarter, however they lie."""
OTHERS_EACH = 3
SURE = 0.5
SAME = 0.93
NO_EDGE, SLACK = 14.0, 0.02
WHOLE, EVEN, SURELY_CARD = 0.3, 0.5, 0.1
MOST_BORROWED = 0.12
"""The share of what looks like no card that may lie on one."""
LONE_CORNER = 1.0
FAINT_EDGES, PARTIAL = 0.2, 2.0


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

    @property
    def most_shared(self) -> float:
        """The largest share of it that others may lie on."""
        return MOST_SHARED if self.card.covered is None else MOST_COVERED

    def is_like_card(self, most_none: float) -> bool:
        """Whether it is not likelier than `most_none` that it is no card, by its look."""
        return self.value.kind is not None and self.value.kind.none < most_none

    def shows_face(self, least: float) -> bool:
        """Whether it is likelier than `least` that it is a card's face or a bomb, by its look."""
        return self.value.kind is not None and self.value.kind.face + self.value.kind.bomb > least


def weighed(readings: Iterable[Reading]) -> list[Reading]:
    """The readings, less sure where one corner alone speaks or the sides lie on few edges: log odds are taken off.

    A number on what looks like a whole card may have faint edges, in the dark or on a table of the card's own colour.
    """
    return [replace(one, value=replace(one.value, confidence=_sureness(one))) for one in readings]


def _sureness(one: Reading) -> float:
    sure = one.value.confidence
    kind = one.value.kind if isinstance(one.value.value, int) else None
    partial = 1.0 if kind is None else min(1.0, FAINT_EDGES + PARTIAL * kind.none)
    off = NO_EDGE * partial * max(0.0, 1 - one.outline.score - SLACK)
    off += LONE_CORNER * (one.value.indexed and one.value.places < 2)
    return float(sure / (sure + (1 - sure) * np.exp(off)))


def chosen(readings: Iterable[Reading]) -> list[Reading]:
    """The best of those that cover each other."""
    ranked = [one for one in sorted(readings, key=lambda reading: -reading.weight) if one.weight >= LEAST_WEIGHT]
    quads = np.array([one.outline.quad for one in ranked], np.float32).reshape(-1, 4, 2)
    near = _touching(quads, quads)
    kept: list[int] = []
    for index in range(len(quads)):
        if all(overlap(quads[index], quads[other]) <= MOST_SHARED for other in kept if near[index, other]):
            kept.append(index)
    return [ranked[index] for index in kept]


def joined(found: list[Reading], more: list[Reading]) -> list[Reading]:
    """The cards found by shape, and of those found by their size what contradicts none of the sure ones: a back, with
    an index or much like a whole card, perhaps partly under others, else where nothing else was found."""
    sure = [one for one in found if one.value.confidence >= SURE]
    fresh = [one for one in more if one.value.confidence >= SURE and _is_whole(one)]
    tops = [one.outline.quad for one in sure]
    added = [one for one in fresh if most_shared(one.outline.quad, tops) <= one.most_shared]
    taken = [one.outline.quad for one in (*sure, *added)]
    doubtful = [one for one in found if one.value.confidence < SURE and is_free(one.outline.quad, taken)]
    taken += [one.outline.quad for one in doubtful]
    perhaps = [one for one in more if one.value.confidence < SURE and is_free(one.outline.quad, taken)]
    return [*sure, *added, *doubtful, *perhaps]


def _is_whole(one: Reading) -> bool:
    return one.value.indexed or one.value.value == BACK or one.is_like_card(SURELY_CARD)


def doubted_overlaps(found: Sequence[Reading]) -> list[Reading]:
    """The readings, those unsure that look like no card and of which a part lies on one that does: its figures are
    what was read there."""
    cards = [one.outline.quad for one in found if one.value.confidence >= SURE and one.is_like_card(WHOLE)]
    shares = shares_on([one.outline.quad for one in found], cards)
    borrowed = [
        share > MOST_BORROWED and one.card.covered is None and one.value.kind is not None and not one.is_like_card(EVEN)
        for one, share in zip(found, shares.tolist(), strict=True)
    ]
    return [
        replace(one, value=replace(one.value, confidence=min(one.value.confidence, UNSURE))) if doubtful else one
        for one, doubtful in zip(found, borrowed, strict=True)
    ]


def numbered(found: Iterable[Reading]) -> list[Reading]:
    """Those on which a number is read and that look like whole cards: two cards taken as one do not."""
    return [one for one in found if isinstance(one.value.value, int) and one.is_like_card(WHOLE)]


def largest_share(found: Iterable[Reading], shape: tuple[int, ...]) -> float:
    """The largest card's share of a picture of that shape, (H, W, ...)."""
    return max(cv2.contourArea(one.outline.quad.astype(np.float32)) for one in found) / (shape[0] * shape[1])


def is_free(quad: Quad, others: Iterable[Quad]) -> bool:
    """Whether an outline shares little with all the others."""
    return most_shared(quad, others) <= MOST_SHARED


def most_shared(quad: Quad, others: Iterable[Quad]) -> float:
    """The largest share of an outline, or of the other if that is smaller, that lies on one of the others."""
    return float(shares_on([quad], others)[0])


def shares_on(quads: Sequence[Quad], others: Iterable[Quad]) -> npt.NDArray[np.float64]:
    """For each outline the largest share of it, or of the other if that is smaller, that lies on one of the others."""
    ones, tops = (np.array([*some], np.float32).reshape(-1, 4, 2) for some in (quads, others))
    shares = np.zeros(len(ones))
    for one, other in zip(*np.nonzero(_touching(ones, tops)), strict=True):
        shares[one] = max(shares[one], overlap(ones[one], tops[other]))
    return shares


def _touching(ones: npt.NDArray[np.float32], others: npt.NDArray[np.float32]) -> npt.NDArray[np.bool_]:
    """Which of the outlines (n, 4, 2) may touch which of the others (m, 4, 2), by the boxes about them: (n, m)."""
    near = (others.min(1) < ones.max(1)[:, None]) & (others.max(1) > ones.min(1)[:, None])
    return np.asarray(near.all(2))


def first_choice(outlines: list[Outline], blocked: tuple[Quad, ...]) -> list[Outline]:
    """Outlines, best first, that do not cover each other nor what is blocked."""
    if not outlines:
        return []
    quads = np.array([*blocked, *(one.quad for one in outlines)], np.float32)
    low, high, middles = quads.min(1), quads.max(1), quads.mean(1)
    areas = _areas(quads)
    on_top = (ON_TOP * np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)) ** 2
    free = np.ones(len(quads), bool)
    for index in range(len(quads)):
        if not free[index]:
            continue
        at = max(index + 1, len(blocked)) + np.flatnonzero(free[max(index + 1, len(blocked)) :])
        least = MOST_SHARED * np.minimum(areas[at], areas[index])
        sides = np.minimum(high[at], high[index]) - np.maximum(low[at], low[index])
        near = (sides > 0).all(1) & (sides.prod(1) > least)
        at, least = at[near], least[near]
        close = ((middles[at] - middles[index]) ** 2).sum(1) < np.minimum(on_top[at], on_top[index])
        free[at[close]] = False
        for rival, most in zip(at[~close].tolist(), least[~close].tolist(), strict=True):
            free[rival] = cv2.intersectConvexConvex(quads[index], quads[rival])[0] <= most
    return [one for one, is_free in zip(outlines, free[len(blocked) :], strict=True) if is_free]


def _areas(quads: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """The areas (n,) of quadrangles (n, 4, 2)."""
    diagonal, other = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    return np.asarray(abs(diagonal[:, 0] * other[:, 1] - diagonal[:, 1] * other[:, 0]) / 2)


def second_choice(outlines: list[Outline], first: list[Reading], blocked: tuple[Quad, ...]) -> list[Outline]:
    """Outlines that might be meant where the first choice could not be read: a few for each."""
    sure = [one.outline.quad for one in first if one.value.confidence >= SURE]
    doubtful = [one.outline.quad for one in first if one.value.confidence < SURE]
    if not outlines or not doubtful:
        return []
    quads = np.array([one.quad for one in outlines])
    low, high = quads.min(1), quads.max(1)
    picked: list[int] = []
    for quad in doubtful:
        near = np.flatnonzero(((low < quad.max(0)) & (high > quad.min(0))).all(1))
        rivals = (i for i in near.tolist() if MOST_SHARED < overlap(quads[i], quad) < SAME)
        free = islice((i for i in rivals if is_free(quads[i], (*sure, *blocked))), OTHERS_EACH)
        picked += [i for i in free if i not in picked]
    return [outlines[i] for i in picked]


def covered_by(quad: Quad, tops: list[Quad]) -> npt.NDArray[np.bool_] | None:
    """Where on the upright card cut from `quad` others lie, (240, 156) bool; None if nowhere."""
    near = [top for top in tops if overlap(top, quad) > 0.01]
    if not near:
        return None
    mask = np.zeros((rectify.CARD_HEIGHT_PX, rectify.CARD_WIDTH_PX), np.uint8)
    for top in near:
        cv2.fillConvexPoly(mask, rectify.inside(quad, top).astype(np.int32), 1)
    return mask > 0
