"""Cards of known size on the plan of the table: rectangles whose four sides lie on edges.

Each direction that many edges have is tried: turned so that it lies level, the edges are added up along a card's
width and
height, and where four such sums meet as the sides of a card do, a card may lie. Touching cards are no harder than
others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.outlines import Outline
from vision.cards.plan import Matrix, Plan
from vision.cards.rectify import Picture, Quad, ordered

Map: TypeAlias = npt.NDArray[Any]

PX_PER_MM = 0.62
MOST_PX = 800
REACH_MM = 560.0
RIM_MM = 70.0
ENOUGH_CORNERS = 3
BIN_DEG = 2.0
DIRECTIONS = 9
EDGE = (2.5, 26.0)
STRONG = 1.2
OVER_NOISE = 2.5
AROUND_MM = 60.0
SLACK_MM = 2.2
LEAST_SUPPORT = 0.6
MOST_A_DIRECTION = 40
CENTRE_APART_MM = 9.0
ALIKE = 0.2
FULL = 255


@dataclass(frozen=True, slots=True)
class Canvas:
    """The plan as a picture: gradients (h, w), 1 = a full edge; the matrix (3, 3) from picture px to its px; its
    scale."""

    across: Map
    down: Map
    from_picture: Matrix
    px_per_mm: float


def find_rectangles(picture: Picture, plan: Plan) -> list[Outline]:
    """Card-sized rectangles, the best supported first; scores 0..1 are shares of the sides that lie on edges."""
    canvas = _canvas(picture, plan)
    back = np.linalg.inv(canvas.from_picture)
    found = [one for angle in _directions(canvas) for one in _along(canvas, angle, plan)]
    found.sort(key=lambda pair: -pair[1])
    quads = [(cv2.perspectiveTransform(quad[None], back)[0], score) for quad, score in _apart(found, canvas)]
    return [Outline(ordered(quad), score) for quad, score in quads]


def _canvas(picture: Picture, plan: Plan) -> Canvas:
    height, width = picture.shape[:2]
    rim = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    middle = plan.on_table(np.array([[width / 2, height / 2]]))[0]
    corners = plan.on_table(rim)
    low, high = _searched(plan, corners, middle)
    scale = min(PX_PER_MM, MOST_PX / float((high - low).max()))
    move = np.array([[scale, 0, -low[0] * scale], [0, scale, -low[1] * scale], [0, 0, 1]])
    size = tuple(int(v) for v in np.ceil((high - low) * scale))
    matrix = move @ plan.to_mm
    seen = cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_AREA)
    seen = cv2.GaussianBlur(seen, (0, 0), 0.8)
    across, down = (cv2.Sobel(seen, cv2.CV_32F, dx, 1 - dx, scale=0.25) for dx in (1, 0))
    strongest = (across**2 + down**2).argmax(2)[..., None]
    across, down = (np.take_along_axis(part, strongest, 2)[..., 0] for part in (across, down))
    edge = _edge_level(np.hypot(across, down), round(AROUND_MM * scale))
    return Canvas(across / edge, down / edge, matrix, scale)


def _edge_level(strength: Map, around_px: int) -> Map:
    """What counts as a full edge at each place: as strong as most about it, well above the noise.

    Roots are averaged: the few strong edges of prints near by do not hide the weak sides of a light card.
    """
    about = cv2.blur(np.sqrt(strength), (around_px, around_px)) ** 2
    least = max(EDGE[0], OVER_NOISE * float(np.median(strength)))
    return np.asarray(np.clip(STRONG * about, least, EDGE[1]), np.float32)


def _searched(plan: Plan, corners: Quad, middle: Quad) -> tuple[Quad, Quad]:
    """Lowest and highest mm of what is searched: about the corner cards, else all of the picture within reason."""
    low, high = np.maximum(corners.min(0), middle - REACH_MM), np.minimum(corners.max(0), middle + REACH_MM)
    if len(plan.blocked) >= ENOUGH_CORNERS:
        marks = plan.on_table(np.vstack(plan.blocked))
        low, high = np.maximum(low, marks.min(0) - RIM_MM), np.minimum(high, marks.max(0) + RIM_MM)
    return low, high


def _directions(canvas: Canvas) -> list[float]:
    """Angles in 0..90 degrees that many edges have, the most frequent first."""
    strength = np.minimum(np.hypot(canvas.across, canvas.down), 1.0)
    strong = strength > 0.33
    angle = np.rad2deg(np.arctan2(canvas.down[strong], canvas.across[strong])) % 90
    bins = int(90 / BIN_DEG)
    counts = np.bincount((angle / BIN_DEG).astype(int) % bins, strength[strong], bins)
    soft = counts + 0.5 * (np.roll(counts, 1) + np.roll(counts, -1))
    chosen: list[int] = []
    for index in np.argsort(-soft):
        if len(chosen) < DIRECTIONS and all(min((index - c) % bins, (c - index) % bins) > 1 for c in chosen):
            chosen.append(int(index))
    return [(index + 0.5) * BIN_DEG for index in chosen]


def _along(canvas: Canvas, angle: float, plan: Plan) -> list[tuple[Quad, float]]:
    """Rectangles (4, 2) canvas px with their support, lying at an angle in degrees or square to it."""
    turn, size = _levelling(canvas.across.shape, angle)
    cos, sin = np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))
    upright = np.abs(canvas.across * cos + canvas.down * sin)
    level = np.abs(canvas.down * cos - canvas.across * sin)
    sides = [np.where(one > 1.3 * other, one, np.float32(0)) for one, other in ((upright, level), (level, upright))]
    slack = 2 * round(SLACK_MM * canvas.px_per_mm) + 1
    turned = [
        cv2.dilate(cv2.warpAffine(_as_bytes(side), turn, size), np.ones(kernel, np.uint8))
        for side, kernel in zip(sides, ((1, slack), (slack, 1)), strict=True)
    ]
    back = cv2.invertAffineTransform(turn)
    found = []
    for short, long in plan.sizes_mm:
        for width, height in ((short, long), (long, short)):
            for x, y, score in _peaks(turned[0], turned[1], width * canvas.px_per_mm, height * canvas.px_per_mm):
                half = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
                box = half * canvas.px_per_mm + (x, y)
                found.append((cv2.transform(box[None], back)[0], score))
    return found


def _as_bytes(side: Map) -> Map:
    """Shares of a full edge as 0..255: small numbers pass the filters several times as fast."""
    return np.asarray(np.minimum(side, 1) * FULL, np.uint8)


def _levelling(shape: tuple[int, ...], angle: float) -> tuple[Matrix, tuple[int, int]]:
    height, width = shape
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
    cos, sin = abs(turn[0, 0]), abs(turn[0, 1])
    size = (int(width * cos + height * sin) + 1, int(width * sin + height * cos) + 1)
    turn[:, 2] += np.array([(size[0] - width) / 2, (size[1] - height) / 2])
    return np.asarray(turn), size


def _peaks(upright: Map, level: Map, width: float, height: float) -> list[tuple[float, float, float]]:
    """Middles (x, y) and support of rectangles whose upright and level edges are there."""
    columns = cv2.blur(upright, (1, max(3, round(0.86 * height))))
    rows = cv2.blur(level, (max(3, round(0.86 * width)), 1))
    half_x, half_y = round(width / 2), round(height / 2)
    left, right = _moved(columns, -half_x, 0), _moved(columns, half_x, 0)
    above, below = _moved(rows, 0, -half_y), _moved(rows, 0, half_y)
    weak_x, weak_y = cv2.min(left, right), cv2.min(above, below)
    second = cv2.min(cv2.max(weak_x, weak_y), cv2.min(cv2.max(left, right), cv2.max(above, below)))
    pairs = cv2.addWeighted(left, 0.5, right, 0.5, 0), cv2.addWeighted(above, 0.5, below, 0.5, 0)
    support = cv2.addWeighted(cv2.addWeighted(pairs[0], 0.5, pairs[1], 0.5, 0), 0.6, second, 0.4, 0)
    top = cv2.compare(support, cv2.dilate(support, np.ones((7, 7), np.uint8)), cv2.CMP_GE)
    top = np.asarray(top * (support > FULL * LEAST_SUPPORT), np.uint8)
    middles = cv2.connectedComponentsWithStats(top, connectivity=8)[3]
    height_of = [support[y, x] / FULL for x, y in np.round(middles[1:]).astype(int)]
    order = np.argsort(height_of)[::-1][:MOST_A_DIRECTION]
    return [(float(middles[1 + i][0]), float(middles[1 + i][1]), float(height_of[i])) for i in order]


def _moved(source: Map, right: int, down: int) -> Map:
    """The map whose pixel (x, y) is that of the source at (x + right, y + down), 0 outside."""
    rows, columns = source.shape
    moved = np.zeros_like(source)
    if abs(right) < columns and abs(down) < rows:
        taken = source[max(down, 0) : rows + min(down, 0), max(right, 0) : columns + min(right, 0)]
        top, left = max(-down, 0), max(-right, 0)
        moved[top : top + taken.shape[0], left : left + taken.shape[1]] = taken
    return moved


def _apart(found: list[tuple[Quad, float]], canvas: Canvas) -> list[tuple[Quad, float]]:
    """Of rectangles with nearly the same middle and direction the best."""
    if not found:
        return []
    quads = np.array([quad for quad, _ in found])
    middles = quads.mean(1)
    along = quads[:, 1] - quads[:, 0]
    unit = along / np.linalg.norm(along, axis=1, keepdims=True)
    free = np.ones(len(found), bool)
    kept = []
    for i, one in enumerate(found):
        if free[i]:
            kept.append(one)
            near = ((middles - middles[i]) ** 2).sum(1) < (CENTRE_APART_MM * canvas.px_per_mm) ** 2
            cross = np.abs(unit[:, 0] * unit[i, 1] - unit[:, 1] * unit[i, 0])
            free &= ~(near & ((cross < ALIKE) | (cross > 1 - ALIKE / 10)))
    return kept
