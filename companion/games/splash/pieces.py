"""The pieces of Splash: five shapes in six colours, each once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

Piece: TypeAlias = str
"""``"shape/colour"``, for instance ``"stick/red"``."""

SHAPES: Final = ("large_cube", "small_cube", "plate", "stick", "octagon")
COLOURS: Final = ("red", "orange", "yellow", "green", "blue", "violet")
PIECES: Final[tuple[Piece, ...]] = tuple(f"{shape}/{colour}" for shape in SHAPES for colour in COLOURS)


def fits(piece: Piece, top: Piece) -> bool:
    """True where `piece` has the shape or the colour of `top` (R06)."""
    shape, colour = piece.split("/")
    top_shape, top_colour = top.split("/")
    return shape == top_shape or colour == top_colour


def fitting(pieces: Iterable[Piece], tower: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Those of `pieces` that may go on top of `tower`; all of them where it is yet to be begun (S1)."""
    return tuple(piece for piece in pieces if not tower or fits(piece, tower[-1]))
