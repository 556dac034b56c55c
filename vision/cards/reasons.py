"""Why a card was read so: every sign on it that was taken for a numeral, and what the network said of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.cards import rectify
from vision.cards.candidates import FIRST, REST, Box, find_candidates
from vision.cards.faces import CLASSES
from vision.cards.network import NumeralNetwork
from vision.cards.rectify import Picture
from vision.readings import CardSeen

LIKELIEST = 3


@dataclass(frozen=True, slots=True)
class Sign:
    """Something on a card that may be a numeral.

    `zone` is the part of the card, `box` (x, y, width, height) in px of the upright card (240 high, 156 wide; turned by
    half where the zone begins with "lower"), `odds` the likeliest names with their probability.
    """

    zone: str
    box: Box
    odds: tuple[tuple[str, float], ...]


def upright(picture: Picture, seen: CardSeen) -> Picture:
    """Return a card cut from its picture, upright: (240, 156, 3) uint8 BGR."""
    return rectify.cut(picture, np.array(seen.quad, np.float64))


def signs(card: Picture, network: NumeralNetwork) -> tuple[Sign, ...]:
    """Return the signs on an upright card (240, 156, 3), zone by zone."""
    found = find_candidates(card, (*FIRST, *REST), thorough=True)
    if not found:
        return ()
    odds = network.odds([one.crop for one in found])
    return tuple(
        Sign(one.zone, one.box, tuple((CLASSES[i], round(float(row[i]), 4)) for i in np.argsort(-row)[:LIKELIEST]))
        for one, row in zip(found, odds, strict=True)
    )
