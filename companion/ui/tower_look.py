"""What the tower page is told: pieces as seen from the side, and what physics says of them. No Kivy, no physics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Outline: TypeAlias = tuple[tuple[float, float], ...]
"""Corners in mm, y up from the table."""


@dataclass(frozen=True, slots=True)
class TowerPiece:
    """A piece: its outline and the name of its colour."""

    outline_mm: Outline
    colour: str


@dataclass(frozen=True, slots=True)
class TowerLook:
    """A tower from the base up.

    `p_topple` says how likely it falls, `margin_mm` how far its weakest contact, that under piece `culprit`, is from
    tipping, `safe_mm` where the centre of the next piece may come to lie (from, to), `fall` where the pieces would lie
    if it fell; empty where that is not known.
    """

    pieces: tuple[TowerPiece, ...]
    p_topple: float
    margin_mm: float
    culprit: int | None = None
    safe_mm: tuple[tuple[float, float], ...] = ()
    fall: tuple[Outline, ...] = ()
