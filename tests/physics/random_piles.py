"""Random piles in which pieces have several supports: pillars of one height under planks, floor upon floor."""

from __future__ import annotations

import random
from itertools import pairwise

from physics.pieces import Piece, Tower, piece, tower
from tests.physics.random_towers import box


def random_pile(rng: random.Random, count: int) -> Tower:
    """Return a pile of about `count` pieces; about half of them stand."""
    while True:
        pieces = _grown(rng, count)
        if pieces is not None:
            return tower(pieces)


def _grown(rng: random.Random, count: int) -> list[Piece] | None:
    pieces: list[Piece] = []
    left, width, floor = 0.0, 90.0, 0.0
    while len(pieces) < count:
        pillars = rng.choice((2, 2, 2, 3))
        height = rng.uniform(12, 40)
        widths = [rng.uniform(8, 22) for _ in range(pillars)]
        reach = 6.0 if floor else 0.0
        starts = sorted(rng.uniform(left - reach, left + width - w + reach) for w in widths)
        if any(b - a < w + 4 for (a, b), w in zip(pairwise(starts), widths, strict=False)):
            return None
        pieces += [_block(x, floor, w, height) for x, w in zip(starts, widths, strict=True)]
        floor += height
        width = rng.uniform(40, 100)
        middle = (starts[0] + starts[-1] + widths[-1]) / 2 + rng.gauss(0, 9)
        left, thick = middle - width / 2, rng.uniform(6, 14)
        pieces.append(_block(left, floor, width, thick))
        floor += thick
        if not all(x < left + width and x + w > left for x, w in zip(starts, widths, strict=True)):
            return None
    return pieces


def _block(x: float, y: float, width: float, height: float) -> Piece:
    return piece(box(x, y, width, height), width * height / 100)
