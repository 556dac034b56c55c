"""Sets of tower pieces as the camera needs them: every way each piece can stand, in mm.

Source for the Splash set: edge of the large cube 15, of the small cube 7 and section of the stick 5 are published;
plate, octagon and stick length are the placeholders of the rules, to be measured on a real set.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

from vision.tower_poses import Pose, bent_prism, box, prism

_OCTAGON_MM = 15.0
_OCTAGON_THICK_MM = 8.0
_ON_EDGE, _END_ON = 3.0, 4.0
"""Rarities, see `Pose`: seen from its end, a stick passes for a small cube."""


def _octagon() -> tuple[tuple[float, float], ...]:
    """Corners of the octagon standing on a flat, mm, anticlockwise from its base's left end."""
    radius = _OCTAGON_MM / 2 / math.cos(math.pi / 8)
    turns = [math.pi * (0.25 * i - 0.625) for i in range(8)]
    return tuple((round(radius * math.cos(t), 3), round(radius * math.sin(t) + _OCTAGON_MM / 2, 3)) for t in turns)


SPLASH: Final[tuple[Pose, ...]] = (
    box("large_cube", 15, 15, 15),
    box("small_cube", 7, 7, 7),
    box("plate", 20, 5, 20),
    replace(box("plate", 20, 20, 5), rarity=_ON_EDGE),
    replace(box("plate", 5, 20, 20), rarity=_ON_EDGE),
    box("stick", 25, 5, 5),
    replace(box("stick", 5, 25, 5), rarity=_ON_EDGE),
    replace(box("stick", 5, 5, 25), rarity=_END_ON),
    prism("octagon", _octagon(), _OCTAGON_THICK_MM),
    bent_prism("octagon", _octagon(), _OCTAGON_THICK_MM, lying=True),
    replace(bent_prism("octagon", _octagon(), _OCTAGON_THICK_MM, lying=False), rarity=_END_ON),
)

BLOCKS: Final[tuple[Pose, ...]] = ()
"""Blocks of any size: nothing is known of them but that all are equally deep."""

SETS: Final[dict[str, tuple[Pose, ...]]] = {"splash": SPLASH, "big": BLOCKS}
