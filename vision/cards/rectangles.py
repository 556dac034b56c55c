"""Cards of known size on the plan of the table: rectangles whose four sides lie on edges.

Each direction that many edges have is tried: turned so that it lies level, the edges are added up along a card's width
and height, and where four such sums meet as the sides of a card do, a card may lie. Touching cards are no harder.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.outlines import Outline
from vision.cards.plan import Area, Matrix, Plan, searched
from vision.cards.rectify import Picture, Quad, ordered

Map: TypeAlias = npt.NDArray[Any]

PX_PER_MM = 0.62
MOST_PX = 800
BIN_DEG = 2.0
BINS = int(90 / BIN_DEG)
DIRECTIONS, DIRECTIONS_OF_MOST = 12, 5
LEAST_GAIN = 0.08
"""Cells that a further direction must explain, counted by the share that is left of them."""
CELL_MM, FEW = 45.0, 0.1
DIRECTIONS_OF_PART = 7
EDGE = (2.5, 26.0)
STRONG = 1.2
OVER_NOISE = 2.5
AROUND_MM = 60.0
SLACK_MM = 2.2
LEAST_SUPPORT, LEAST_SECOND = 0.6, 107
"""Of 1, and of 255 what all but one side must show then: (2 * 255 + 2 * 107) / 4 * 0.6 + 107 * 0.4 is less."""
MOST_A_DIRECTION = 40
MOST = 320
CENTRE_APART_MM = 9.0
ALIKE = 0.69
"""Cosine of four times the angle between directions, of which square ones count as the same."""
FULL = 255
HALF = 127
AT_ONCE = 2


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the table to search: its area; where in it something lies that may be a card, (h, w) uint8, and the
    matrix (3, 3) from picture px to that map."""

    area: Area
    strange: Map
    from_picture: Matrix


@dataclass(frozen=True, slots=True)
class Canvas:
    """The plan as a picture: what is seen (h, w, 3) uint8 BGR, softly; how strong edges are (h, w) uint8, `HALF` = a
    full one; which way they look (h, w) uint8, degrees 0..180; the matrix (3, 3) from picture px to its px; its scale;
    its lowest mm."""

    seen: Picture
    strength: Map
    facing: Map
    from_picture: Matrix
    px_per_mm: float
    low_mm: Quad

    def at(self, places_mm: Quad) -> Quad:
        """Places (..., 2) mm on the table as px of the canvas."""
        return (places_mm - self.low_mm) * self.px_per_mm

    def within(self, area: Area) -> Canvas:
        """What it shows of an area."""
        size = np.array(self.strength.shape[::-1])
        left, top = (int(v) for v in np.clip(np.floor(self.at(area[0])), 0, size - 1))
        right, bottom = (int(v) for v in np.clip(np.ceil(self.at(area[1])), (left + 1, top + 1), size))
        part = np.s_[top:bottom, left:right]
        kept = self.seen[part], self.strength[part], self.facing[part]
        matrix = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]]) @ self.from_picture
        return Canvas(*kept, matrix, self.px_per_mm, self.low_mm + np.divide((left, top), self.px_per_mm))


def find_rectangles(table: Canvas, plan: Plan, within: Part | None = None) -> list[Outline]:
    """Card-sized rectangles, the best supported first; scores 0..1 are shares of the sides that lie on edges.

    Within a part of the table more directions are tried, those of what lies there.
    """
    canvas = table.within(within.area) if within else table
    angles = _directions(canvas, within)
    back = np.linalg.inv(canvas.from_picture)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        along = list(pool.map(lambda angle: _along(canvas, angle, plan), angles))
    quads, supports = (np.concatenate(parts) for parts in zip(*along, strict=True))
    order = np.argsort(-supports, kind="stable")
    kept = order[_apart(quads[order], canvas)]
    if not len(kept):
        return []
    found = ordered(cv2.perspectiveTransform(quads[kept].reshape(1, -1, 2), back).reshape(-1, 4, 2))
    return [Outline(quad, score) for quad, score in zip(found, supports[kept].tolist(), strict=True)]


def canvas_of(picture: Picture, plan: Plan) -> Canvas:
    """The table as a soft picture, with its edges."""
    low, high = searched(picture, plan)
    scale = min(PX_PER_MM, MOST_PX / float((high - low).max()))
    move = np.array([[scale, 0, -low[0] * scale], [0, scale, -low[1] * scale], [0, 0, 1]])
    size = tuple(int(v) for v in np.ceil((high - low) * scale))
    matrix = move @ plan.to_mm
    sharp = cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_AREA)
    seen = np.asarray(cv2.GaussianBlur(sharp, (0, 0), 0.8), np.uint8)
    across, down = gradients(seen)
    strength, facing = cv2.cartToPolar(across, down, angleInDegrees=True)
    full = _edge_level(strength, round(AROUND_MM * scale))
    bytes_of = cv2.convertScaleAbs(cv2.divide(strength, full, scale=HALF))
    facing -= np.float32(180) * (facing >= 180)
    return Canvas(seen, bytes_of, facing.astype(np.uint8), matrix, scale, low)


def gradients(seen: Picture) -> tuple[Map, Map]:
    """Change to the right and downwards, (h, w) float32 each, of the channel that changes most at each place."""
    best: list[Map] = []
    for channel in cv2.split(seen):
        across, down = (cv2.Sobel(channel, cv2.CV_32F, dx, 1 - dx, scale=0.25) for dx in (1, 0))
        power = cv2.add(cv2.multiply(across, across), cv2.multiply(down, down))
        if not best:
            best = [across, down, power]
            continue
        more = cv2.compare(power, best[2], cv2.CMP_GT)
        for source, target in zip((across, down, power), best, strict=True):
            cv2.copyTo(source, more, target)
    return best[0], best[1]


def _edge_level(strength: Map, around_px: int) -> Map:
    """What counts as a full edge at each place: as strong as most about it, well above the noise.

    Roots are averaged: the few strong edges of prints near by do not hide the weak sides of a light card.
    """
    about = cv2.blur(cv2.sqrt(strength), (around_px, around_px))
    least = max(EDGE[0], OVER_NOISE * float(np.median(strength[::3, ::3])))
    return np.asarray(np.clip(cv2.multiply(about, about, scale=STRONG), least, EDGE[1]), np.float32)


def _directions(canvas: Canvas, part: Part | None) -> list[float]:
    """Angles in 0..90 degrees: those that most edges have, then those that explain most of what lies in small cells.

    The lines of a cloth are everywhere; a card that lies askew is seen in its own cells alone. Where all cards lie
    square to each other, few directions are worth a try.
    """
    cells = _by_cell(canvas, part)
    chosen: list[int] = []
    for index in np.argsort(-cells.sum(0)):
        if len(chosen) < DIRECTIONS_OF_MOST and all(min((index - c) % BINS, (c - index) % BINS) > 1 for c in chosen):
            chosen.append(int(index))
    own = np.maximum(cells - np.median(cells, 0), 0)
    own /= own.sum(1, keepdims=True) + FEW * float(np.percentile(cells.sum(1), 90)) + 1
    explained = np.max([_about(own, index) for index in chosen], 0)
    while len(chosen) < (DIRECTIONS if part is None else DIRECTIONS_OF_PART):
        gain = np.maximum(own - explained[:, None], 0).sum(0)
        gain[[(index + off) % BINS for index in chosen for off in (-1, 0, 1)]] = -1
        if gain.max() < LEAST_GAIN:
            break
        chosen.append(int(gain.argmax()))
        explained = np.maximum(explained, _about(own, chosen[-1]))
    return [(index + 0.5) * BIN_DEG for index in chosen]


def _by_cell(canvas: Canvas, part: Part | None) -> npt.NDArray[np.float64]:
    """How much edge of each direction lies in each cell of the table that has any, (cells, bins)."""
    counts = canvas.strength > 0.33 * HALF
    if part is not None:
        to_canvas = canvas.from_picture @ np.linalg.inv(part.from_picture)
        wide = cv2.dilate(part.strange, np.ones((5, 5), np.uint8))
        counts &= cv2.warpPerspective(wide, to_canvas, counts.shape[::-1], flags=cv2.INTER_NEAREST) > 0
    side = max(round(CELL_MM * canvas.px_per_mm), 1)
    rows, columns = (np.arange(size) // side for size in counts.shape)
    at = np.flatnonzero(counts)
    cell = np.add.outer(rows * (columns[-1] + 1), columns).ravel()[at]
    bins = canvas.facing.ravel()[at] // int(BIN_DEG) % BINS
    size = int(rows[-1] + 1) * int(columns[-1] + 1) * BINS
    strength = np.minimum(canvas.strength.ravel()[at], HALF)
    every = np.bincount(cell * BINS + bins, strength, size).reshape(-1, BINS)
    soft = every + 0.5 * (np.roll(every, 1, 1) + np.roll(every, -1, 1))
    full = soft.any(1)
    return soft[full] if full.any() else soft[:1]


def _about(cells: npt.NDArray[np.float64], index: int) -> npt.NDArray[np.float64]:
    """How much each cell has of a direction and those beside it."""
    return np.asarray(cells[:, [index - 1, index, (index + 1) % BINS]].max(1))


def _along(canvas: Canvas, angle: float, plan: Plan) -> tuple[Quad, Map]:
    """Rectangles (n, 4, 2) canvas px with their support (n,), lying at an angle in degrees or square to it."""
    turn, size = levelling(canvas.strength.shape, angle)
    slack = 2 * round(SLACK_MM * canvas.px_per_mm) + 1
    turned = [
        cv2.dilate(cv2.warpAffine(_facing(canvas, angle + off), turn, size), np.ones(kernel, np.uint8))
        for off, kernel in ((0.0, (1, slack)), (90.0, (slack, 1)))
    ]
    back = cv2.invertAffineTransform(turn)
    boxes, supports = [], []
    for short, long in plan.sizes_mm:
        for width, height in ((short, long), (long, short)):
            peaks = _peaks(turned[0], turned[1], width * canvas.px_per_mm, height * canvas.px_per_mm)
            half = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
            boxes.append(half * canvas.px_per_mm + peaks[:, None, :2])
            supports.append(peaks[:, 2])
    quads = np.concatenate(boxes) @ back[:, :2].T + back[:, 2]
    return quads, np.concatenate(supports)


def _facing(canvas: Canvas, angle: float) -> Map:
    """Edges that look along an angle in degrees more than square to it, (h, w) uint8, 255 = a full edge."""
    off = np.deg2rad(np.arange(256) - angle)
    along, square = np.abs(np.cos(off)), np.abs(np.sin(off))
    shares = np.where(along > 1.3 * square, HALF * along, 0).astype(np.uint8)
    return np.asarray(cv2.multiply(canvas.strength, cv2.LUT(canvas.facing, shares), scale=FULL / HALF**2))


def levelling(shape: tuple[int, ...], angle: float) -> tuple[Matrix, tuple[int, int]]:
    """How a map of this shape is turned so that what lies at an angle in degrees lies level: (2, 3), its size then."""
    height, width = shape
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
    cos, sin = abs(turn[0, 0]), abs(turn[0, 1])
    size = (int(width * cos + height * sin) + 1, int(width * sin + height * cos) + 1)
    turn[:, 2] += np.array([(size[0] - width) / 2, (size[1] - height) / 2])
    return np.asarray(turn), size


def _peaks(upright: Map, level: Map, width: float, height: float) -> npt.NDArray[np.float64]:
    """Middles x, y and support (n, 3) of rectangles whose upright and level edges are there, the best first."""
    half_x, half_y = round(width / 2), round(height / 2)
    columns = _means(upright, max(3, round(0.86 * height)))
    rows = cv2.transpose(_means(cv2.transpose(level), max(3, round(0.86 * width))))
    left, right = _on_both_sides(columns, half_x, 0)
    above, below = _on_both_sides(rows, 0, half_y)
    second = cv2.min(
        cv2.max(cv2.min(left, right), cv2.min(above, below)), cv2.min(cv2.max(left, right), cv2.max(above, below))
    )
    # Where two sides show little, the others need not be looked at.
    x, y, wide, high = cv2.boundingRect(cv2.threshold(second, LEAST_SECOND - 1, FULL, cv2.THRESH_BINARY)[1])
    part = np.s_[y : y + high + 1, x : x + wide + 1]
    left, right, above, below, second = left[part], right[part], above[part], below[part], second[part]
    pairs = cv2.addWeighted(left, 0.5, right, 0.5, 0), cv2.addWeighted(above, 0.5, below, 0.5, 0)
    support = cv2.addWeighted(cv2.addWeighted(pairs[0], 0.5, pairs[1], 0.5, 0), 0.6, second, 0.4, 0)
    least = np.full_like(support, int(FULL * LEAST_SUPPORT) + 1)
    least = cv2.max(cv2.dilate(support, np.ones((7, 7), np.uint8)), least)
    tops, _ = cv2.findContours(cv2.compare(support, least, cv2.CMP_GE), cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    if not tops:
        return np.zeros((0, 3))
    points, firsts = np.concatenate(tops)[:, 0], np.cumsum([0, *map(len, tops[:-1])])
    heights = support[points[firsts, 1], points[firsts, 0]] / FULL
    middles = (x, y) + (np.minimum.reduceat(points, firsts) + np.maximum.reduceat(points, firsts)) / 2
    return np.column_stack([middles, heights])[np.argsort(-heights)[:MOST_A_DIRECTION]]


def _means(source: Map, length: int) -> Map:
    """The mean of so many px of a column about each place."""
    rows, columns = source.shape
    # As if four columns were channels of one they are added up in half the time.
    wide = cv2.copyMakeBorder(source, 0, 0, 0, -columns % 4, cv2.BORDER_CONSTANT, value=0)
    return cv2.blur(wide.reshape(rows, -1, 4), (1, length)).reshape(rows, -1)[:, :columns]


def _on_both_sides(source: Map, right: int, down: int) -> tuple[Map, Map]:
    """What the map shows so many px before and after each place, 0 outside."""
    rows, columns = source.shape
    wide = cv2.copyMakeBorder(source, down, down, right, right, cv2.BORDER_CONSTANT, value=0)
    return wide[:rows, :columns], wide[2 * down : 2 * down + rows, 2 * right : 2 * right + columns]


def _apart(quads: Quad, canvas: Canvas) -> list[int]:
    """Of rectangles (n, 4, 2), the best first, with nearly the same middle and direction the best."""
    along = quads[:, 1] - quads[:, 0]
    fourfold = np.exp(4j * np.arctan2(along[:, 1], along[:, 0]))
    middles = quads.mean(1) @ (1, 1j)
    apart = CENTRE_APART_MM * canvas.px_per_mm
    # From left to right, a few neighbours at a time are compared instead of all.
    order = middles.real.argsort()
    across = middles.real[order]
    first, last = np.searchsorted(across, middles.real - apart), np.searchsorted(across, middles.real + apart, "right")
    count = last - first
    one = np.repeat(np.arange(len(quads)), count)
    other = order[np.arange(len(one)) + np.repeat(first - np.cumsum(count) + count, count)]
    near = (other > one) & (np.abs(middles[other] - middles[one]) < apart)
    near[near] = (fourfold[other[near]] * fourfold[one[near]].conj()).real > ALIKE
    one, other = one[near], other[near]
    ends = np.searchsorted(one, np.arange(len(quads) + 1)).tolist()
    free = np.ones(len(quads), bool)
    kept: list[int] = []
    for index in range(len(quads)):
        if free[index] and len(kept) < MOST:
            kept.append(index)
            free[other[ends[index] : ends[index + 1]]] = False
    return kept
