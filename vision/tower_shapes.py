"""Shapes of blocks of unknown size, named at first sight by their proportions."""

from __future__ import annotations

from dataclasses import dataclass

_SLOPED = 0.09
_POINTED = 0.25
PLANK = 3.1
_WAIST = 0.14
_LOW = 0.35
_BENT_SLOPE = 1.5


@dataclass(frozen=True, slots=True)
class Face:
    """A face between two heights: colour class, left and right x (mm) at its foot, its middle and its top."""

    low_mm: float
    high_mm: float
    colour: int
    left: tuple[float, float, float]
    right: tuple[float, float, float]
    score: float


def shape_of(face: Face) -> str:
    """Return the name of a face's shape: rectangle, plank, trapezium, triangle or hexagon."""
    foot, waist, top = _widths(face)
    widest = max(foot, waist, top)
    height = face.high_mm - face.low_mm
    if _bend(face) > _WAIST * widest and not _is_low(face):
        return "hexagon"
    if top < _POINTED * foot:
        return "triangle"
    if abs(foot - top) > _least_slope_mm(face):
        return "trapezium"
    return "plank" if widest > PLANK * height else "rectangle"


def _bend(face: Face) -> float:
    """Return how much wider the middle is than straight sides would have it, mm."""
    foot, waist, top = _widths(face)
    return waist - (foot + top) / 2


def _is_low(face: Face) -> bool:
    """Whether a piece is too low to have a waist: its sides are straight, so what bends there was measured badly."""
    return face.high_mm - face.low_mm <= _LOW * max(_widths(face))


def _least_slope_mm(face: Face) -> float:
    """Return how much foot and top must differ in width to be called sloped."""
    least = _SLOPED * max(_widths(face))
    return max(least, _BENT_SLOPE * abs(_bend(face))) if _is_low(face) else least


def _widths(face: Face) -> tuple[float, float, float]:
    """Return the widths at foot, middle and top, mm."""
    foot, waist, top = (b - a for a, b in zip(face.left, face.right, strict=True))
    return foot, waist, top
