"""Pieces and towers: outlines in millimetres, weights in grams, nothing measured or judged here."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from physics import outline as shapes
from physics.errors import BadOutline, BadPiece
from physics.outline import Outline, Point

SAME_MATERIAL = 1e-6
WOOD_ON_WOOD = 0.4


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece as the side camera sees it, in its own frame or where it stands.

    Args:
        outline_mm: corners (x, y), y up, counter-clockwise; build with `piece` to have them checked.
        grams: weight, above zero.
        centroid_mm: centre of mass (x, y); uniform density over the outline.
        name: the piece's name in the catalogue, or "".
    """

    outline_mm: Outline
    grams: float
    centroid_mm: Point
    name: str = ""


@dataclass(frozen=True, slots=True)
class Tower:
    """Placed pieces, base first, on a table at y = 0.

    Args:
        pieces: outlines in the table's frame, x to the right, y up, mm.
        friction: coefficient between any two pieces and between piece and table.
    """

    pieces: tuple[Piece, ...]
    friction: float = WOOD_ON_WOOD


def finite(value: object) -> float | None:
    """Return a number as a float, or None where it is no finite number (an integer too large for a float is none)."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        return float(value) if math.isfinite(value) else None
    except OverflowError:
        return None


def piece(outline_mm: Iterable[Sequence[float]], grams: float, *, name: str = "") -> Piece:
    """Return a piece with its outline checked and its centroid found.

    Args:
        outline_mm: at least three corners (x, y) in mm, in either direction.
        grams: weight in grams.
        name: what to call it in messages.

    Raises:
        BadOutline: see `physics.outline.tidy`.
        BadPiece: the weight is not a finite number above zero.
    """
    weight = finite(grams)
    if weight is None or weight <= 0:
        raise BadPiece(f"grams must be a finite number above 0, got {grams!r:.40}")
    corners = shapes.tidy(outline_mm)
    return Piece(corners, weight, shapes.centroid_mm(corners), name)


def tower(pieces: Iterable[Piece], *, friction: float = WOOD_ON_WOOD) -> Tower:
    """Return a tower of at least one piece.

    Raises:
        BadPiece: no piece at all, or a friction that is not a finite number of at least zero.
    """
    kept = tuple(pieces)
    if not kept:
        raise BadPiece("a tower needs at least one piece, got none")
    grip = finite(friction)
    if grip is None or grip < 0:
        raise BadPiece(f"friction must be a finite number of at least 0, got {friction!r:.40}")
    return Tower(kept, grip)


def placed(part: Piece, by_mm: Point, *, turn_rad: float = 0.0) -> Piece:
    """Return the piece turned counter-clockwise about its own origin, then shifted by `by_mm`."""
    corners = shapes.moved(part.outline_mm, by_mm, turn_rad)
    centre = shapes.moved((part.centroid_mm,), by_mm, turn_rad)[0]
    return Piece(corners, part.grams, centre, part.name)


def mirrored(part: Piece) -> Piece:
    """Return the piece with left and right exchanged about its own origin."""
    corners = tuple((-x, y) for x, y in reversed(part.outline_mm))
    return Piece(corners, part.grams, (-part.centroid_mm[0], part.centroid_mm[1]), part.name)


def by_area(outlines_mm: Sequence[Iterable[Sequence[float]]]) -> tuple[Piece, ...]:
    """Return pieces of one material: one gram for each cm2 of outline.

    Raises:
        BadOutline: with the place of the faulty outline.
    """
    out = []
    for index, points in enumerate(outlines_mm):
        try:
            corners = shapes.tidy(points)
        except BadOutline as error:
            raise BadOutline(f"piece {index}: {error}") from error
        out.append(piece(corners, shapes.signed_area_mm2(corners) / 100))
    return tuple(out)


def is_by_area(pieces: Sequence[Piece]) -> bool:
    """Say whether the weights are those of one material: then they are known as well as the outlines, not better."""
    weights = [part.grams / shapes.signed_area_mm2(part.outline_mm) for part in pieces]
    return max(weights) <= (1 + SAME_MATERIAL) * min(weights)
