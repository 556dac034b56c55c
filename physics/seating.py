"""Measured pieces put exactly onto each other before a rollout: gaps of 0.05 mm a level already shake a tower.

Each piece follows what carries it and is then turned and lowered until its base lies on the side below, and a little
deeper: sides that only just touch touch in one step and not in the next, and that shakes a tower too. Only trees of
pieces are seated; piles stay as they are.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence
from dataclasses import replace

from physics.contacts import TABLE, Contact
from physics.outline import Point
from physics.pieces import Piece, Tower, placed
from physics.statics import Support, bottom_up

Pose = tuple[float, float, float]

SUNK_MM = 0.01  # so little that nobody sees it, and the rollout does not drive them apart


def reseated(tower: Tower, contacts: Sequence[Contact], supports: Sequence[Support]) -> Tower:
    """Return the tower with every flat base along the side that carries it, `SUNK_MM` deep.

    Args:
        tower, contacts, supports: a tree of pieces and its contacts, as measured.
    """
    pieces = list(tower.pieces)
    moves: dict[int, Pose] = {TABLE: (0.0, 0.0, 0.0)}
    for index in bottom_up(supports):
        lower = supports[index].lower
        carried = _moved(pieces[index], moves[lower])
        held = [c for c in contacts if c.upper == index and c.lower == lower and c.is_flat]
        fix = _fix(carried, None if lower == TABLE else pieces[lower], held)
        pieces[index] = _moved(carried, fix)
        moves[index] = _after(moves[lower], fix)
    return replace(tower, pieces=tuple(pieces))


def _moved(piece: Piece, pose: Pose) -> Piece:
    return placed(piece, (pose[0], pose[1]), turn_rad=pose[2])


def _after(first: Pose, second: Pose) -> Pose:
    c, s = math.cos(second[2]), math.sin(second[2])
    x, y, turn = first
    return second[0] + c * x - s * y, second[1] + s * x + c * y, turn + second[2]


def _fix(upper: Piece, lower: Piece | None, held: Sequence[Contact]) -> Pose:
    """Return the turn about the middle of the contact, and the shift, that close the gap and `SUNK_MM` more."""
    if not held:
        return 0.0, 0.0, 0.0
    first, last = min(held, key=lambda c: c.left), max(held, key=lambda c: c.right)
    base = (upper.outline_mm[first.corners[1]], upper.outline_mm[last.corners[3]])
    if lower is None:
        side = ((-1.0, 0.0), (1.0, 0.0))
    else:
        side = (lower.outline_mm[first.corners[0]], lower.outline_mm[last.corners[2]])
    turn = _heading(side) - _heading(base)
    middle = complex((base[0][0] + base[1][0]) / 2, (base[0][1] + base[1][1]) / 2)
    start = complex(*side[0])
    along = cmath.exp(1j * _heading(side))
    off = ((middle - start) / along).imag
    shift = middle - 1j * along * (off + SUNK_MM) - middle * cmath.exp(1j * turn)
    return shift.real, shift.imag, turn


def _heading(line: tuple[Point, Point]) -> float:
    return math.atan2(line[1][1] - line[0][1], line[1][0] - line[0][0])
