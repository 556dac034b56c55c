"""Shapes of blocks of unknown size, named by their proportions."""

from __future__ import annotations

import math
from dataclasses import dataclass

from vision.tower_planes import Points

_SLOPED = 0.09
_POINTED = 0.25
_PLANK = 3.3
_WAIST = 0.14
_LOW = 0.35
_BENT_SLOPE = 1.5
_WIDTH_SIGMA_MM = 1.6
_PLANK_SIGMA = 0.15
_ROUGH_MM = 1.8


@dataclass(frozen=True, slots=True)
class Face:
    """A face between two heights: colour class, left and right x (mm) at its foot, its middle and its top.

    `rough_mm` tells how far its sides lie off the lines fitted to them.
    """

    low_mm: float
    high_mm: float
    colour: int
    left: tuple[float, float, float]
    right: tuple[float, float, float]
    score: float
    purity: float
    rough_mm: float = 0.0


def outline_of(face: Face) -> Points:
    """Return a face's outline, anticlockwise from the foot's left, mm; six corners for one with a waist."""
    (l0, l1, l2), (r0, r1, r2) = face.left, face.right
    middle = (face.low_mm + face.high_mm) / 2
    if shape_of(face) == "hexagon":
        return (
            (l0, face.low_mm),
            (r0, face.low_mm),
            (r1, middle),
            (r2, face.high_mm),
            (l2, face.high_mm),
            (l1, middle),
        )
    if shape_of(face) == "triangle":
        return ((l0, face.low_mm), (r0, face.low_mm), ((l2 + r2) / 2, face.high_mm))
    return ((l0, face.low_mm), (r0, face.low_mm), (r2, face.high_mm), (l2, face.high_mm))


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
    return "plank" if widest > _PLANK * height else "rectangle"


def shape_sureness(face: Face) -> float:
    """Return the probability of the name `shape_of` gives, by how near the face is to another one.

    Sides that are no lines are those of two blocks of one colour, taken for one.
    """
    foot, waist, top = _widths(face)
    widest, height = max(foot, waist, top), max(face.high_mm - face.low_mm, 1.0)
    slope = abs(abs(foot - top) - _least_slope_mm(face)) / _slope_sigma_mm(face)
    name = shape_of(face)
    doubts = [slope] if name in {"rectangle", "plank", "trapezium"} else []
    if name in {"rectangle", "plank"}:
        doubts.append(abs(math.log(widest / height / _PLANK)) / _PLANK_SIGMA)
    if name in {"triangle", "trapezium"} and foot > top:
        doubts.append(abs(top / max(foot, 1.0) - _POINTED) * foot / _WIDTH_SIGMA_MM)
    if not _is_low(face):
        doubts.append(abs(_bend(face) / widest - _WAIST) * widest / _WIDTH_SIGMA_MM)
    single = 1 / (1 + (face.rough_mm / _ROUGH_MM) ** 4)
    return single * 0.5 * (1 + math.erf(min(doubts, default=2.0) / math.sqrt(2)))


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


def _slope_sigma_mm(face: Face) -> float:
    return math.hypot(_WIDTH_SIGMA_MM, _bend(face)) if _is_low(face) else _WIDTH_SIGMA_MM


def _widths(face: Face) -> tuple[float, float, float]:
    """Return the widths at foot, middle and top, mm."""
    foot, waist, top = (b - a for a, b in zip(face.left, face.right, strict=True))
    return foot, waist, top
