"""A tower as the public format tells it: pieces with outlines, and the verdict of physics on them."""

from __future__ import annotations

import math
from dataclasses import fields
from typing import Final

from physics.errors import PhysicsError
from physics.judge import Verdict, judge
from physics.pieces import Tower, piece, tower
from vision.towers import TowerSeen

Fields = dict[str, object]

_WOOD_G_PER_MM3: Final = 0.0007
_LEAST_NOISE_MM: Final = 0.3
_NOT_TOLD = ("friction_deg",)


def tower_fields(seen: TowerSeen) -> Fields:
    """Return ``pieces`` and ``verdict`` (None where no piece was seen).

    Without a back card nothing can be measured: the pieces are guesses, and a ``note`` says so.
    """
    pieces = [
        {
            "shape": part.shape,
            "colour": part.colour,
            "outline_mm": [[round(x, 3), round(y, 3)] for x, y in part.outline_mm],
            "confidence": round(part.confidence, 3),
        }
        for part in seen.pieces
    ]
    note: Fields = {} if math.isfinite(seen.sigma_mm) else {"note": "no_back_card"}
    return {"pieces": pieces, "verdict": _verdict(seen), **note}


def measured_tower(seen: TowerSeen) -> Tower:
    """Return a tower as physics takes it; weights by volume, as of beech. Raises: PhysicsError for no tower."""
    return tower(
        piece(part.outline_mm, part.volume_mm3 * _WOOD_G_PER_MM3, name=f"{part.shape}/{part.colour}")
        for part in seen.pieces
    )


def noise_of(seen: TowerSeen) -> float:
    """Return the standard deviation of a corner of a tower that was seen, mm."""
    return max(_LEAST_NOISE_MM, *(part.sigma[0] for part in seen.pieces))


def _verdict(seen: TowerSeen) -> Fields | None:
    if not seen.pieces:
        return None
    try:
        verdict = judge(measured_tower(seen), noise_mm=noise_of(seen))
    except PhysicsError as error:
        return {"error": type(error).__name__, "message": str(error)}
    return _entries(verdict)


def _entries(verdict: Verdict) -> Fields:
    told: Fields = {}
    for field in fields(verdict):
        value = getattr(verdict, field.name)
        if value is not None and field.name not in _NOT_TOLD:
            told[field.name] = round(value, 4) if isinstance(value, float) else value
    return {"culprit": None, **told}
