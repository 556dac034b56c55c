"""Cards told by their silhouettes: rectangles of a card's size that are full of what the table is not.

A pattern printed up to the rim leaves no straight edges there, and touching backs none between them; where the colours
of the table end and begin again still tells where a card lies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.outlines import Outline
from vision.cards.partial import COVER_PX, WIDER_PX, like_table
from vision.cards.plan import Area, Matrix, Plan
from vision.cards.rectangles import FULL, Canvas, Map, levelling
from vision.cards.rectify import Quad, ordered
from vision.cards.selection import first_choice
from vision.cards.unlike import Unlike, covered

Floats: TypeAlias = npt.NDArray[np.float64]
Size: TypeAlias = tuple[float, float]

CLOSED_PX = 7
AREAS, ABOUT_MM = (0.4, 16.0), 90.0
"""Of a card's area, what lies together and may be cards; how far about cards a table is looked at."""
LEAST_FILLED, LEAST_PEAK, LEAST_SUPPORT = 0.85, 0.45, 0.65
MOST_PEAKS, PEAK_PX = 24, 9
ANGLES, BIN_DEG, APART_DEG = 2, 2, 6
TRIM_PX, NEAR_PX, RING_PX = 1, 1, 2
TURNS = np.array([(turn, 0.0, 0.0) for turn in (-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0)])
SHIFTS = np.array([(0.0, x, y) for x in (-1.0, 0.0, 1.0) for y in (-1.0, 0.0, 1.0)])
TRIED = (TURNS, 2 * SHIFTS, TURNS / 2, SHIFTS, SHIFTS)
"""How places are tried again, one after the other: turned by degrees, moved by px."""
INSIDE, BESIDE = (7, 10), 11
"""So many places are looked at across and along a card inside it, and beside each side."""
GOES_ON = 0.85
"""A larger thing has no table on so much of a side."""


@dataclass(frozen=True, slots=True)
class _Ground:
    """A part of the table: where neither its colours nor known cards are `seen`, (h, w) uint8, 255 = so, and the same
    `filled`, less small holes; the matrix (3, 3) from picture px to its px, and how many of these are a mm."""

    seen: Map
    filled: Map
    from_picture: Matrix
    px_per_mm: float


@dataclass(frozen=True, slots=True)
class _Shapes:
    """Cards of one size, px, that may lie on a part of the table."""

    ground: _Ground
    size: Size

    def support(self, places: Floats) -> Floats:
        """How much more of cards at places (n, 3), degrees, x, y, than of what is close to them is no table, (n,)."""
        inside, beside = _looked_at(self.size)
        full = _seen(self.ground.filled, inside, places).mean(1)
        about = _seen(self.ground.seen, beside, places).reshape(len(places), 4, -1).mean(2)
        return np.where(about.max(1) < GOES_ON, full - about.mean(1), 0)

    def fitted(self, places: Floats) -> tuple[Floats, Floats]:
        """Places (n, 3) moved a little to where most supports them, and that support, (n,)."""
        for moves in TRIED:
            tried = places[:, None] + moves
            support = self.support(tried.reshape(-1, 3)).reshape(len(places), -1)
            places = tried[np.arange(len(places)), support.argmax(1)]
        return places, support.max(1)


def find_silhouettes(canvas: Canvas, plan: Plan, unlike: Unlike) -> list[Outline]:
    """Card-sized rectangles where what lies has not the colours of the table about it, none on each other.

    Scores 0..1 are how much more of the inside is such than of what is close about it.
    """
    size = _size(plan, unlike.known)
    found = [one for part in unlike.parts(plan, *AREAS) for one in _within(canvas, plan, unlike, part.area, size)]
    return first_choice(sorted(found, key=lambda one: -one.score), ())  # Parts of a table may share some of it.


def clearness(canvas: Canvas, plan: Plan, unlike: Unlike, quads: Sequence[Quad]) -> Floats:
    """How much more of outlines (4, 2) px than of what is close about them has not the colours of the table, (n,)."""
    corners = plan.on_table(np.reshape(quads, (-1, 2)))
    ground = _no_table(canvas, plan, unlike, (corners.min(0) - ABOUT_MM, corners.max(0) + ABOUT_MM), quads)
    cards = cv2.perspectiveTransform(np.asarray(quads), ground.from_picture)
    return np.array([_clearness(ground, card) for card in cards])


def _clearness(ground: _Ground, card: Quad) -> float:
    across, down = (card[1] - card[0] + card[2] - card[3]) / 2, (card[3] - card[0] + card[2] - card[1]) / 2
    shapes = _Shapes(ground, (float(np.linalg.norm(across)), float(np.linalg.norm(down))))
    place = np.array([[np.rad2deg(np.arctan2(across[1], across[0])), *card.mean(0)]])
    return float(shapes.fitted(place)[1][0])


def _size(plan: Plan, known: Sequence[Quad]) -> Size:
    """Width and height, mm, of most cards that are known, else what the plan says."""
    if not known:
        return plan.sizes_mm[0]
    cards = plan.on_table(np.reshape(known, (-1, 2))).reshape(-1, 4, 2)
    sides = np.linalg.norm(np.roll(cards, -1, 1) - cards, axis=2)
    return float(np.median(sides[:, ::2])), float(np.median(sides[:, 1::2]))


def _within(canvas: Canvas, plan: Plan, unlike: Unlike, area: Area, size: Size) -> list[Outline]:
    """The silhouettes of cards of a size in mm in a part of the table, the best first."""
    ground = _no_table(canvas, plan, unlike, area, ())
    width, height = (side * ground.px_per_mm for side in size)
    if cv2.countNonZero(ground.filled) < LEAST_FILLED * width * height:
        return []
    found = _found(_Shapes(ground, (width, height)))
    back = np.linalg.inv(ground.from_picture)
    quads = [ordered(cv2.perspectiveTransform(one.quad[None], back)[0]) for one in found]
    return [Outline(quad, one.score) for quad, one in zip(quads, found, strict=True)]


def _no_table(table: Canvas, plan: Plan, unlike: Unlike, area: Area, others: Sequence[Quad]) -> _Ground:
    """A part of the table, of whose colours what is unlike it and what lies in `others` tell nothing."""
    canvas = table.within(area)
    seen, matrix = canvas.seen, canvas.from_picture
    size = seen.shape[1::-1]
    hidden, apart = (
        cv2.dilate(covered(quads, matrix, seen.shape[:2]), np.ones((COVER_PX, COVER_PX), np.uint8))
        for quads in ((*unlike.known, *plan.blocked), others)
    )
    strange = cv2.warpPerspective(
        unlike.strange, matrix @ np.linalg.inv(unlike.from_picture), size, flags=cv2.INTER_NEAREST
    )
    strange = cv2.dilate(strange, np.ones((WIDER_PX, WIDER_PX), np.uint8))
    plain = (strange == 0) & (hidden == 0) & (apart == 0)
    lab = np.asarray(cv2.cvtColor(seen, cv2.COLOR_BGR2Lab), np.uint8)
    like = like_table(lab, np.asarray(plain, np.uint8))
    other = np.asarray(FULL * ((like == 0) & (hidden == 0)), np.uint8)
    closed = cv2.morphologyEx(other, cv2.MORPH_CLOSE, np.ones((CLOSED_PX, CLOSED_PX), np.uint8))
    return _Ground(other, np.asarray(closed, np.uint8), matrix, canvas.px_per_mm)


def _found(shapes: _Shapes) -> list[Outline]:
    """Rectangles (4, 2) px of a part's map, the best first, that do not cover each other."""
    peaks = [_peaks(shapes, angle, quarter) for angle in _angles(shapes.ground.filled) for quarter in (0, 90)]
    ranked = np.concatenate(peaks)
    ranked = ranked[np.argsort(-ranked[:, 3])[:MOST_PEAKS]]
    if not len(ranked):
        return []
    places, support = shapes.fitted(ranked[:, :3])
    half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * shapes.size / 2
    quads = _turned(half, places)
    order = [i for i in np.argsort(-support) if support[i] > LEAST_SUPPORT]
    return first_choice([Outline(quads[i], float(support[i])) for i in order], ())


def _angles(filled: Map) -> list[float]:
    """Directions, degrees 0..90, that most of the rims of shapes have."""
    soft = cv2.GaussianBlur(filled, (0, 0), 2)
    across, down = (cv2.Sobel(soft, cv2.CV_32F, dx, 1 - dx) for dx in (1, 0))
    strength, facing = cv2.cartToPolar(across, down, angleInDegrees=True)
    bins = 90 // BIN_DEG
    counts = np.bincount((facing.ravel() / BIN_DEG).astype(np.int64) % bins, strength.ravel(), bins)
    counts = counts + 0.5 * (np.roll(counts, 1) + np.roll(counts, -1))
    chosen: list[int] = []
    for index in np.argsort(-counts).tolist():
        if all(min((index - c) % bins, (c - index) % bins) * BIN_DEG >= APART_DEG for c in chosen):
            chosen.append(index)
    return [(index + 0.5) * BIN_DEG for index in chosen[:ANGLES]]


def _peaks(shapes: _Shapes, angle: float, quarter: int) -> Floats:
    """Where cards may lie that are turned by an angle and 0 or 90 degrees: (n, 4), degrees, x, y, support."""
    turn, size = levelling(shapes.ground.seen.shape, angle)
    filled, seen = (cv2.warpAffine(what, turn, size) for what in (shapes.ground.filled, shapes.ground.seen))
    sides = [round(side) for side in (shapes.size[::-1] if quarter else shapes.size)]
    offs = (-TRIM_PX, NEAR_PX, NEAR_PX + RING_PX)
    inner, near, outer = (((sides[0] + 2 * off) | 1, (sides[1] + 2 * off) | 1) for off in offs)
    inside = _mean(filled, inner)
    areas = near[0] * near[1], outer[0] * outer[1]
    ring = (_mean(seen, outer) * areas[1] - _mean(seen, near) * areas[0]) / (areas[1] - areas[0])
    support = np.where(inside > LEAST_FILLED, inside - ring, 0)
    tops = cv2.dilate(support, np.ones((PEAK_PX, PEAK_PX), np.uint8))
    y, x = np.nonzero((support == tops) & (support > LEAST_PEAK))
    back = cv2.invertAffineTransform(turn)
    middles = np.column_stack([x, y]) @ back[:, :2].T + back[:, 2]
    return np.column_stack([np.full(len(x), angle + quarter), middles, support[y, x]])


def _mean(what: Map, size: tuple[int, int]) -> Map:
    mean = cv2.blur(what, size, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(mean, np.float32) / FULL


@lru_cache(maxsize=16)
def _looked_at(size: Size) -> tuple[Floats, Floats]:
    """Where a card of that size is looked at, px from its middle: inside, and side by side close to it, (n, 2) each."""
    half = np.array(size) / 2
    x, y = (np.linspace(-side, side, count) for side, count in zip(half - TRIM_PX, INSIDE, strict=True))
    inside = np.stack(np.meshgrid(x, y), -1).reshape(-1, 2)
    width, height = np.transpose([half + off for off in (NEAR_PX + 0.5, NEAR_PX + RING_PX - 0.5)])
    along = np.linspace(-0.9, 0.9, BESIDE)[:, None]
    sides = [(along * width, side * height + 0 * along) for side in (-1, 1)]
    sides += [(side * width + 0 * along, along * height) for side in (-1, 1)]
    return inside, np.vstack([np.stack(side, -1).reshape(-1, 2) for side in sides])


def _turned(points: Floats, places: Floats) -> Floats:
    """Points (k, 2) px from the middle of a card, for cards at places (n, 3): (n, k, 2)."""
    angles = np.deg2rad(places[:, :1])
    (cos, sin), (x, y) = (np.cos(angles), np.sin(angles)), points.T
    return np.stack([cos * x - sin * y + places[:, 1:2], sin * x + cos * y + places[:, 2:3]], -1)


def _seen(what: Map, points: Floats, places: Floats) -> Floats:
    """What a map shows at points (k, 2) of cards at places (n, 3), (n, k) of 0..1."""
    at = _turned(points, places).astype(np.float32)
    seen = cv2.remap(what, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(seen / FULL, np.float64)
