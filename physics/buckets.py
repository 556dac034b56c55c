"""The bucket pyramid of Alles im Eimer: how it falls on the screen, and what people must take away by hand.

The rule decides which buckets are lost (a bucket without both supports goes, rules.md 0.3); physics decides only what
is drawn. Upside-down buckets often stay up by counterweight: those are named, to be taken away by hand.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from physics.contacts import find_contacts
from physics.dynamics import (
    FELL_MM,
    FELL_RAD,
    Frame,
    Pace,
    World,
    advance,
    build_world,
    take_frame,
)
from physics.equilibrium import can_rest, pushes
from physics.errors import BadScene, PhysicsError
from physics.pieces import Piece, Tower, piece, placed, tower

Cell = tuple[int, int]

FRAMES_PER_S = 50
SHOWN_S = 1.5
FALLING = Pace(step_s=1 / 2000)


@dataclass(frozen=True, slots=True)
class Bucket:
    """Sizes of one bucket, upside down, in mm and grams, and the distance of two rims in a row."""

    rim_mm: float = 50.0
    base_mm: float = 36.0
    height_mm: float = 48.0
    pitch_mm: float = 51.0
    grams: float = 12.0


@dataclass(frozen=True, slots=True)
class PyramidFall:
    """What happens when a bucket is pulled out.

    Args:
        cells: the buckets in the frames, in their order.
        frames: pictures at 50 a second; a single one where nothing moves.
        take_away: lost by the rule but still standing: to be taken away by hand.
        put_back: kept by the rule but fallen: to be put back by hand.
    """

    cells: tuple[Cell, ...]
    frames: tuple[Frame, ...]
    take_away: tuple[Cell, ...]
    put_back: tuple[Cell, ...]


def pyramid(cells: AbstractSet[Cell], bucket: Bucket) -> tuple[tuple[Cell, ...], Tower]:
    """Return the buckets of a pyramid, row by row, as a tower.

    Args:
        cells: (row, column), row 0 on the table (rules.md 0.3).
        bucket: their sizes.

    Raises:
        BadScene: no bucket, or a cell outside the pyramid.
    """
    for row, column in cells:
        if not (0 <= row <= 3 and 0 <= column <= 3 - row):
            raise BadScene(f"expected a cell of the pyramid 4-3-2-1, got row {row}, column {column}")
    if not cells:
        raise BadScene("a pyramid needs at least one bucket, got none")
    order = tuple(sorted(cells))
    return order, tower([_standing(cell, bucket) for cell in order])


def _standing(cell: Cell, bucket: Bucket) -> Piece:
    rim, base, height = bucket.rim_mm / 2, bucket.base_mm / 2, bucket.height_mm
    corners = [(-rim, 0.0), (rim, 0.0), (base, height), (-base, height)]
    x = (cell[1] + cell[0] / 2) * bucket.pitch_mm
    name = f"bucket {cell[0]},{cell[1]}"
    return placed(piece(corners, bucket.grams, name=name), (x, cell[0] * height))


def pull_out(
    standing: AbstractSet[Cell], removed: Cell, *, lost: AbstractSet[Cell], bucket: Bucket | None = None
) -> PyramidFall | None:
    """Return the fall after a bucket is pulled out; None where it was the last one.

    Args:
        standing: the pyramid before.
        removed: the bucket pulled out.
        lost: what the rule takes, with or without `removed`.
        bucket: sizes; the defaults where none are given.

    Raises:
        BadScene: `removed` does not stand, or the rule takes what does not stand.
    """
    if removed not in standing or not lost <= standing:
        raise BadScene(f"expected to remove what stands, got {removed} and {sorted(lost - standing)}")
    left = standing - {removed}
    if not left:
        return None
    cells, rest = pyramid(left, bucket or Bucket())
    frames, fallen = _watch(rest)
    down = {cell for cell, fell in zip(cells, fallen, strict=True) if fell}
    gone = lost - {removed}
    return PyramidFall(cells, frames, tuple(sorted(gone - down)), tuple(sorted(down - gone)))


def _watch(rest: Tower) -> tuple[tuple[Frame, ...], tuple[bool, ...]]:
    """Return frames and what fell; statics first, so that a pyramid that can rest is not shaken down."""
    world = build_world(rest, FALLING)
    take_frame(world)
    if _rests(rest):
        return tuple(world.frames), (False,) * len(rest.pieces)
    while world.at_s < SHOWN_S:
        advance(world, FALLING, 1 / FRAMES_PER_S)
        take_frame(world)
    return tuple(world.frames), _fallen(world)


def _rests(rest: Tower) -> bool:
    try:
        return can_rest(rest, pushes(find_contacts(rest)))
    except PhysicsError:
        return False  # a bucket without any support


def _fallen(world: World) -> tuple[bool, ...]:
    first, last = world.frames[0].poses, world.frames[-1].poses
    return tuple(
        abs(b[2]) > FELL_RAD or abs(b[0] - a[0]) > FELL_MM or abs(b[1] - a[1]) > FELL_MM
        for a, b in zip(first, last, strict=True)
    )
