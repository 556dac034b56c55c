"""The light on a table, told by the greys printed on its corner cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import numpy as np

from vision.colour import Floats
from vision.layout import CardPlace
from vision.lens import View
from vision.marker_layout import CORNER_PAGES
from vision.markers import Picture
from vision.patches import read_patches, white_gains

LEAST_CARDS: Final = 2


def table_gains(picture: Picture, view: View, places: Iterable[CardPlace]) -> Floats | None:
    """Return the gains (3,) for linear B, G, R that make the printed greys neutral, the middle of all corner cards.

    None where fewer than two show a patch that can be used: a hand's shadow on one of them is no other light.
    Args: `picture` (H, W, 3) uint8 BGR, `view` that of its camera, `places` where the cards in view lie.
    """
    found = []
    for place in places:
        if place.id in CORNER_PAGES:
            gains = white_gains(read_patches(picture, CORNER_PAGES[place.id], _seen_by(view, place)))
            if gains is not None:
                found.append(np.log(gains))
    return np.asarray(np.exp(np.median(found, axis=0))) if len(found) >= LEAST_CARDS else None


def lamp_gains(picture: Picture, view: View, places: Iterable[CardPlace]) -> Floats | None:
    """Return `table_gains` for the lamp's colour alone: green stays as it is."""
    gains = table_gains(picture, view, places)
    return None if gains is None else gains / gains[1]


def _seen_by(view: View, place: CardPlace) -> Callable[[Floats], Floats]:
    """Return what maps points of a card's page, mm, to pixels."""
    return lambda page_mm: view.to_px(place.to_table(page_mm))
