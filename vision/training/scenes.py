"""Invented pictures of cards on tables, with what the finder network has to answer for each cell.

Answers have 8 channels at a quarter of the size: is this the inner part of a card (1), does that answer count (2); offset to the middle of the
whole card in cells (3, 4), logarithm of its long and short side in cells (5, 6), cosine and sine of twice its angle (7, 8).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training import tabletops
from vision.training.card_art import HEIGHT_PX, Art, draw_card
from vision.training.glyphs import Stock

Rng = np.random.Generator
Quad = NDArray[np.float64]
SIDE_PX = 320
STRIDE = 4
INNER = 0.72
POOL = 700
HIDDEN_BELOW = 0.55


@dataclass(slots=True)
class Deck:
    """Card art drawn so far; a little of it is replaced with each scene."""

    stock: Stock
    arts: list[Art] = field(default_factory=list)

    def pick(self, rng: Rng) -> Art:
        """One card."""
        if len(self.arts) < POOL:
            self.arts.append(draw_card(rng, self.stock))
            return self.arts[-1]
        at = int(rng.integers(POOL))
        if rng.random() < 0.08:
            self.arts[at] = draw_card(rng, self.stock)
        return self.arts[at]


def make_scene(rng: Rng, deck: Deck) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """A picture (320, 320, 3) uint8 BGR and its answers (8, 80, 80)."""
    scene = tabletops.draw_table(rng, SIDE_PX)
    if rng.random() < 0.6:
        tabletops.scatter_things(rng, scene)
    quads = _arranged(rng)
    for quad in quads:
        _lay(rng, scene, quad, deck.pick(rng))
    if rng.random() < 0.12:
        tabletops.scatter_things(rng, scene)
    return _photograph(rng, scene), answers(quads)


def _arranged(rng: Rng) -> list[Quad]:
    """Where cards lie, in picture px, the lowest first."""
    short = float(np.exp(rng.uniform(np.log(24), np.log(150))))
    long = short * rng.uniform(1.3, 1.66)
    room = SIDE_PX / short
    kind = rng.random()
    if kind < 0.06:
        return []
    if kind < 0.45 or room < 3:
        places = _scattered(rng, short, int(np.clip(rng.poisson(room), 1, 14)))
    elif kind < 0.75:
        places = _grid(rng, short, long)
    else:
        places = _fans(rng, short)
    return _seen_obliquely(rng, [_rectangle(x, y, short, long, turn) for x, y, turn in places])


def _rectangle(x: float, y: float, short: float, long: float, turn: float) -> Quad:
    half = np.array([[-short, -long], [short, -long], [short, long], [-short, long]]) / 2
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.asarray(half @ spin.T + (x, y))


def _scattered(rng: Rng, short: float, count: int) -> list[tuple[float, float, float]]:
    base = rng.uniform(0, np.pi)
    free = rng.random() < 0.5
    places: list[tuple[float, float, float]] = []
    for _ in range(count * 6):
        x, y = rng.uniform(-0.2 * short, SIDE_PX + 0.2 * short, 2)
        turn = rng.uniform(0, 2 * np.pi) if free else base + rng.choice([0, np.pi / 2]) + rng.normal(0, 0.1)
        apart = 1.0 if rng.random() < 0.25 else 1.6
        if all(np.hypot(x - px, y - py) > apart * short for px, py, _ in places) and len(places) < count:
            places.append((float(x), float(y), float(turn)))
    return places


def _grid(rng: Rng, short: float, long: float) -> list[tuple[float, float, float]]:
    gap = rng.choice([rng.uniform(0, 0.06), rng.uniform(0, 0.3)]) * short
    base, loose = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.06)
    rows, columns = int(rng.integers(1, 4)), int(rng.integers(2, 7))
    middle = rng.uniform(0.3, 0.7, 2) * SIDE_PX
    places = []
    for row in range(rows):
        for column in range(columns):
            across = np.array([(column - (columns - 1) / 2) * (short + gap), (row - (rows - 1) / 2) * (long + gap)])
            x, y = middle + _spun(across, base) + rng.normal(0, 0.02 * short, 2)
            if rng.random() < 0.95:
                places.append((float(x), float(y), base + float(rng.normal(0, loose))))
    return places


def _fans(rng: Rng, short: float) -> list[tuple[float, float, float]]:
    places = []
    for _ in range(int(rng.integers(1, 4))):
        at, base = rng.uniform(0.15, 0.85, 2) * SIDE_PX, rng.uniform(0, 2 * np.pi)
        step, bend = rng.uniform(0.25, 0.95) * short, rng.normal(0, 0.12)
        drop = rng.normal(0, 0.15) * short
        for index in range(int(rng.integers(2, 6))):
            x, y = at + _spun(np.array([step, drop]), base) * index
            places.append((float(x), float(y), base + bend * index + float(rng.normal(0, 0.03))))
    return places


def _spun(vector: Quad, turn: float) -> Quad:
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.asarray(spin @ vector)


def _seen_obliquely(rng: Rng, quads: list[Quad]) -> list[Quad]:
    tilt = rng.normal(0, 0.09, (4, 2)) * SIDE_PX if rng.random() < 0.7 else np.zeros((4, 2))
    square = np.float32([[0, 0], [SIDE_PX, 0], [SIDE_PX, SIDE_PX], [0, SIDE_PX]])
    warp = cv2.getPerspectiveTransform(square, (square + tilt).astype(np.float32))
    return [cv2.perspectiveTransform(quad[None], warp)[0] for quad in quads]


def _lay(rng: Rng, scene: NDArray[np.float32], quad: Quad, art: Art) -> None:
    """Draw a card into its quad, with the shadow it throws."""
    size = np.linalg.norm(quad[3] - quad[0]), np.linalg.norm(quad[1] - quad[0])
    shrink = max(size[0], 8) / HEIGHT_PX
    small = cv2.resize(art, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA) if shrink < 0.8 else art
    height, width = small.shape[:2]
    x0, y0 = np.maximum(quad.min(0).astype(int) - 9, 0)
    x1, y1 = np.minimum(quad.max(0).astype(int) + 10, SIDE_PX)
    if x1 - x0 < 4 or y1 - y0 < 4:
        return
    source = np.float32([[0, 0], [width, 0], [width, height], [0, height]]) - np.float32(0.5)
    warp = cv2.getPerspectiveTransform(source, (quad - (x0, y0)).astype(np.float32))
    drawn = cv2.warpPerspective(small, warp, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR)
    part = scene[y0:y1, x0:x1]
    cover = drawn[..., 3].astype(np.float32) / 255
    _shade(rng, part, cover)
    bright = rng.uniform(0.85, 1.05)
    part += cover[..., None] * (drawn[..., :3] * bright - part)


def _shade(rng: Rng, part: NDArray[np.float32], cover: NDArray[np.float32]) -> None:
    soft = cv2.GaussianBlur(cover, (0, 0), rng.uniform(0.8, 4))
    move = np.float32([[1, 0, rng.normal(0, 1.5)], [0, 1, rng.normal(0, 1.5)]])
    soft = cv2.warpAffine(soft, move, (cover.shape[1], cover.shape[0]))
    part *= 1 - rng.uniform(0.05, 0.45) * soft[..., None]


def _photograph(rng: Rng, scene: NDArray[np.float32]) -> NDArray[np.uint8]:
    ramp = np.linspace(-1, 1, SIDE_PX, dtype=np.float32)
    field_ = 1 + rng.normal(0, 0.15) * ramp[:, None] + rng.normal(0, 0.15) * ramp[None]
    lit = scene * (field_[..., None] * (rng.normal(1, 0.1, 3) * rng.uniform(0.35, 1.25))).astype(np.float32)
    if rng.random() < 0.2:
        spot = np.zeros((SIDE_PX, SIDE_PX), np.float32)
        centre = tuple(int(v) for v in rng.integers(0, SIDE_PX, 2))
        cv2.circle(spot, centre, int(rng.integers(5, 50)), float(rng.uniform(60, 250)), -1)
        lit += cv2.GaussianBlur(spot, (0, 0), rng.uniform(4, 15))[..., None]
    if rng.random() < 0.7:
        lit = cv2.GaussianBlur(lit, (0, 0), rng.uniform(0.3, 1.6))
    lit = np.clip(lit + rng.normal(0, rng.gamma(1.2, 2.5), lit.shape), 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        coded = cv2.imencode(".jpg", lit, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(40, 95))])[1]
        lit = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    return np.asarray(lit, np.uint8)


def answers(quads: list[Quad]) -> NDArray[np.float32]:
    """What the network should say, (8, 80, 80), for cards lying in `quads` (px), the lowest first."""
    cells = SIDE_PX // STRIDE
    owner = np.zeros((cells, cells), np.int32)
    inner = np.zeros((cells, cells), np.int32)
    areas = []
    for index, quad in enumerate(quads, 1):
        small = (quad + 0.5) / STRIDE - 0.5
        middle = small.mean(0)
        whole, core = np.zeros((cells, cells), np.uint8), np.zeros((cells, cells), np.uint8)
        cv2.fillConvexPoly(whole, np.round(small * 16).astype(np.int32), 1, shift=4)
        cv2.fillConvexPoly(core, np.round((middle + INNER * (small - middle)) * 16).astype(np.int32), 1, shift=4)
        owner[whole > 0], inner[whole > 0] = index, 0
        inner[core > 0] = index
        areas.append(cv2.contourArea(small.astype(np.float32)))
    target = np.zeros((8, cells, cells), np.float32)
    target[1] = 1
    for index, quad in enumerate(quads, 1):
        _answer(target, (quad + 0.5) / STRIDE - 0.5, owner == index, inner == index, areas[index - 1])
    return target


def _answer(
    target: NDArray[np.float32], quad: Quad, mine: NDArray[np.bool_], core: NDArray[np.bool_], area: float
) -> None:
    hidden = mine.sum() < HIDDEN_BELOW * area
    chosen = mine if hidden else core
    target[1][mine & ~chosen] = 0
    if mine.sum() < 0.12 * area:
        target[1][mine] = 0
        return
    rows, columns = np.nonzero(chosen)
    middle = _crossing(quad)
    down = (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    across = (quad[1] - quad[0] + quad[2] - quad[3]) / 2
    angle = np.arctan2(down[1], down[0])
    target[0][chosen] = 1
    target[2][chosen], target[3][chosen] = middle[0] - columns, middle[1] - rows
    target[4][chosen], target[5][chosen] = np.log(np.linalg.norm(down)), np.log(np.linalg.norm(across))
    target[6][chosen], target[7][chosen] = np.cos(2 * angle), np.sin(2 * angle)


def _crossing(quad: Quad) -> Quad:
    return np.asarray(quad.mean(0))
