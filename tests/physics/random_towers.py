"""Random towers whose truth is known by construction: every piece knows its feet and its top.

The margins here come from the intervals the tower was built with, not from any outline, so they are a check on the
search for contacts as well as on the statics.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass

from physics.outline import centroid_mm, moved, signed_area_mm2
from physics.pieces import Piece, Tower, piece, tower

Point = tuple[float, float]
Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Block:
    """A piece in its own frame, base on y = 0: outline, feet on the base, ends of the top side."""

    outline: tuple[Point, ...]
    feet: tuple[Span, ...]
    top: tuple[Point, Point] | None


@dataclass(frozen=True, slots=True)
class Known:
    """A tower, the true margin and slope of each contact, and the line and turn of its top."""

    tower: Tower
    margins_mm: tuple[float, ...]
    slopes_rad: tuple[float, ...]
    blocks: tuple[Block, ...]

    @property
    def margin_mm(self) -> float:
        return min(self.margins_mm)


def _box(x0: float, x1: float, y1: float) -> tuple[Point, ...]:
    return ((x0, 0.0), (x1, 0.0), (x1, y1), (x0, y1))


def plank(rng: random.Random) -> Block:
    w, h = rng.uniform(40, 60), rng.uniform(8, 15)
    return Block(_box(-w / 2, w / 2, h), ((-w / 2, w / 2),), ((-w / 2, h), (w / 2, h)))


def brick(rng: random.Random) -> Block:
    w, h = rng.uniform(20, 60), rng.uniform(20, 60)
    return Block(_box(-w / 2, w / 2, h), ((-w / 2, w / 2),), ((-w / 2, h), (w / 2, h)))


def trapezium(rng: random.Random) -> Block:
    b, t, h = rng.uniform(20, 60), rng.uniform(15, 60), rng.uniform(20, 60)
    s = rng.uniform(-5, 5)
    top = ((s - t / 2, h), (s + t / 2, h))
    return Block(((-b / 2, 0.0), (b / 2, 0.0), top[1], top[0]), ((-b / 2, b / 2),), top)


def wedge(rng: random.Random) -> Block:
    w, h = rng.uniform(20, 60), rng.uniform(20, 60)
    d = math.tan(math.radians(rng.uniform(2, 9))) * w / 2 * rng.choice((-1, 1))
    top = ((-w / 2, h - d), (w / 2, h + d))
    return Block(((-w / 2, 0.0), (w / 2, 0.0), top[1], top[0]), ((-w / 2, w / 2),), top)


def hexagon(rng: random.Random) -> Block:
    s = rng.uniform(12, 28)
    h = s * math.sqrt(3)
    corners = ((-s / 2, 0.0), (s / 2, 0.0), (s, h / 2), (s / 2, h), (-s / 2, h), (-s, h / 2))
    return Block(corners, ((-s / 2, s / 2),), ((-s / 2, h), (s / 2, h)))


def tee(rng: random.Random) -> Block:
    w, s, h, t = rng.uniform(30, 60), rng.uniform(8, 20), rng.uniform(15, 40), rng.uniform(8, 15)
    stem = ((-s / 2, 0.0), (s / 2, 0.0), (s / 2, h))
    bar = ((w / 2, h), (w / 2, h + t), (-w / 2, h + t), (-w / 2, h), (-s / 2, h))
    return Block((*stem, *bar), ((-s / 2, s / 2),), ((-w / 2, h + t), (w / 2, h + t)))


def ell(rng: random.Random) -> Block:
    w, s, h, t = rng.uniform(30, 60), rng.uniform(10, 20), rng.uniform(30, 60), rng.uniform(8, 15)
    corners = ((-w / 2, 0.0), (w / 2, 0.0), (w / 2, t), (s - w / 2, t), (s - w / 2, h), (-w / 2, h))
    return Block(corners, ((-w / 2, w / 2),), ((-w / 2, h), (s - w / 2, h)))


def gallows(rng: random.Random) -> Block:
    w, s, h, t = rng.uniform(30, 60), rng.uniform(12, 20), rng.uniform(20, 40), rng.uniform(8, 15)
    a, b = -w / 2, s - w / 2
    corners = ((a, 0.0), (b, 0.0), (b, h), (w / 2, h), (w / 2, h + t), (a, h + t))
    return Block(corners, ((a, b),), ((a, h + t), (w / 2, h + t)))


def arch(rng: random.Random) -> Block:
    w, f, h, t = rng.uniform(35, 60), rng.uniform(8, 12), rng.uniform(12, 30), rng.uniform(8, 15)
    a, b = -w / 2, w / 2
    corners = ((a, 0.0), (a + f, 0.0), (a + f, h), (b - f, h), (b - f, 0.0), (b, 0.0), (b, h + t), (a, h + t))
    return Block(corners, ((a, a + f), (b - f, b)), ((a, h + t), (b, h + t)))


def gable(rng: random.Random) -> Block:
    w, h = rng.uniform(20, 60), rng.uniform(20, 60)
    return Block(((-w / 2, 0.0), (w / 2, 0.0), (rng.uniform(-8, 8), h)), ((-w / 2, w / 2),), None)


def dome(rng: random.Random) -> Block:
    r = rng.uniform(10, 30)
    corners = tuple((r * math.cos(k * math.pi / 12), r * math.sin(k * math.pi / 12)) for k in range(13))
    return Block(corners, ((-r, r),), None)


Maker = Callable[[random.Random], Block]
CARRIERS: tuple[Maker, ...] = (brick, brick, plank, trapezium, wedge, hexagon, tee, ell, gallows, arch)
CROWNS: tuple[Maker, ...] = (*CARRIERS, gable, dome)


def random_tower(rng: random.Random, *, count: int | None = None, friction: float = 0.4) -> Known:
    """Return a tower of 2 to 12 pieces with all offsets random; a quarter of them stand, many only just."""
    pieces = count or rng.randint(2, 12)
    while True:
        made = _try_random(rng, pieces)
        if made is not None:
            return made.known(friction)


def game_tower(rng: random.Random, *, count: int | None = None, friction: float = 0.4) -> Known:
    """Return a tower as it grows in play: it stands by 0.5 mm, and the last piece lands anywhere on it."""
    pieces = count or rng.randint(2, 12)
    while True:
        made = _try_game(rng, pieces)
        if made is not None:
            return made.known(friction)


def near_tower(rng: random.Random, within_mm: float) -> Known:
    """Return a tower whose margin is smaller than `within_mm`, to either side."""
    while True:
        made = random_tower(rng)
        if abs(made.margin_mm) < within_mm:
            return made


def mixed_tower(rng: random.Random, number: int) -> Known:
    """Return a tower of the measured mix: half grown in play, half of each within 3 mm of the limit."""
    while True:
        made = game_tower(rng) if number % 2 == 0 else random_tower(rng)
        if number % 4 < 2 or abs(made.margin_mm) < 3:
            return made


@dataclass(slots=True)
class Growing:
    """A tower under construction."""

    blocks: list[Block]
    placed: list[Piece]
    spans: list[tuple[Point, Point]]
    turns: list[float]
    origin: Point = (0.0, 0.0)

    def known(self, friction: float) -> Known:
        margins = _margins(self.placed, self.spans)
        return Known(tower(self.placed, friction=friction), margins, tuple(self.turns), tuple(self.blocks))

    def grown(self, block: Block, shift: float) -> Growing | None:
        """Return the tower with a block put at a shift from the middle of its top; None where that is no tower."""
        if not self.blocks:
            return Growing([block], [_piece(block, (0.0, 0.0), 0.0)], [_ends(block.feet, (0.0, 0.0), 0.0)], [0.0])
        seat = _seat(self.blocks[-1], self.origin, self.turns[-1])
        half = math.dist(*seat) / 2
        held = [(max(a + shift, -half), min(b + shift, half)) for a, b in block.feet]
        grazes = any(abs(b - a) < 0.02 for a, b in held)
        held = [(a - shift, b - shift) for a, b in held if b > a]
        turn = math.atan2(seat[1][1] - seat[0][1], seat[1][0] - seat[0][0])
        if grazes or not held or abs(turn) > math.radians(16):
            return None
        middle = ((seat[0][0] + seat[1][0]) / 2, (seat[0][1] + seat[1][1]) / 2)
        origin = (middle[0] + shift * math.cos(turn), middle[1] + shift * math.sin(turn))
        spans = [*self.spans, _ends(tuple(held), origin, turn)]
        placed = [*self.placed, _piece(block, origin, turn)]
        return Growing([*self.blocks, block], placed, spans, [*self.turns, turn], origin)

    def half_top(self) -> float:
        return math.dist(*_seat(self.blocks[-1], self.origin, self.turns[-1])) / 2


def _piece(block: Block, origin: Point, turn: float) -> Piece:
    corners = moved(block.outline, origin, turn)
    return piece(corners, signed_area_mm2(corners) / 100)


def _try_random(rng: random.Random, count: int) -> Growing | None:
    made: Growing | None = Growing([], [], [], [])
    for index in range(count):
        block = rng.choice(CROWNS if index == count - 1 else CARRIERS)(rng)
        shift = rng.gauss(0, made.half_top() * 1.1 / math.sqrt(count)) if index else 0.0
        made = made.grown(block, shift)
        if made is None:
            return None
    return made


def _try_game(rng: random.Random, count: int) -> Growing | None:
    made = Growing([], [], [], []).grown(rng.choice(CARRIERS)(rng), 0.0)
    for index in range(1, count):
        last = index == count - 1
        for _ in range(200):
            block = rng.choice(CROWNS if last else CARRIERS)(rng)
            half = made.half_top()
            reach = half + 0.9 * max(b for _, b in block.feet) if last else half
            taller = made.grown(block, rng.uniform(-reach, reach))
            if taller is not None and (last or min(_margins(taller.placed, taller.spans)) > 0.5):
                break
        else:
            return None
        made = taller
    return made


def _seat(block: Block, origin: Point, turn: float) -> tuple[Point, Point]:
    assert block.top is not None
    ends = moved(block.top, origin, turn)
    return ends[0], ends[1]


def _ends(feet: tuple[Span, ...], origin: Point, turn: float) -> tuple[Point, Point]:
    low, high = min(a for a, _ in feet), max(b for _, b in feet)
    ends = moved(((low, 0.0), (high, 0.0)), origin, turn)
    return ends[0], ends[1]


def _margins(placed: list[Piece], spans: list[tuple[Point, Point]]) -> tuple[float, ...]:
    out = []
    for index, (left, right) in enumerate(spans):
        above = placed[index:]
        grams = sum(p.grams for p in above)
        x = sum(p.grams * centroid_mm(p.outline_mm)[0] for p in above) / grams
        out.append(min(x - left[0], right[0] - x))
    return tuple(out)


def shuffled(known: Tower, rng: random.Random) -> Tower:
    """Return the tower as a camera may list it: outlines start anywhere, run either way, rounded to 0.001 mm."""
    out = []
    for part in known.pieces:
        corners = [(round(x, 3), round(y, 3)) for x, y in part.outline_mm]
        start = rng.randrange(len(corners))
        corners = corners[start:] + corners[:start]
        out.append(piece(corners if rng.random() < 0.5 else corners[::-1], part.grams))
    return tower(out, friction=known.friction)


def box(x: float, y: float, width: float, height: float) -> list[list[float]]:
    """Return the corners of an upright rectangle from its lower left corner."""
    return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]
