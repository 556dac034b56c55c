"""What the labels of cards and pieces ask of whoever draws them, on screens and on pages alike."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.art.look import Look, Rgba, rgba

_COLOURED: Final = re.compile(r"([a-z]+?)(-?\d+)")
_INKS: Final = ((0, rgba("#1D5C9E")), (4, rgba("#1B6E40")), (8, rgba("#8A5200")), (99, rgba("#A62F1E")))
"""The ink of a number by its height, all of them dark enough for a white card."""
PIECES: Final[Mapping[str, tuple[float, float]]] = MappingProxyType(
    {
        "large_cube": (0.5, 1.0),
        "small_cube": (0.26, 0.52),
        "plate": (0.66, 0.34),
        "stick": (0.86, 0.34),
        "octagon": (0.5, 1.0),
    }
)
"""Width and height of the wooden pieces, as shares of their place."""


def suited(label: str, look: Look) -> tuple[str, str] | None:
    """The colour and the number of a card such as ``red7``; None for a card without a colour of its own."""
    told = _COLOURED.fullmatch(label)
    return (told[1], told[2]) if told and told[1] in look.hues else None


def ink_of(label: str, look: Look) -> Rgba:
    """The ink that a card's number or word is written in."""
    if not label.lstrip("-").isdecimal():
        return look.card_ink
    return next(ink for most, ink in _INKS if int(label) <= most)
