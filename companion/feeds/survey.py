"""What a picture tells of itself and of what the camera holds on to: the facts behind the calibration page's list."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from companion.feeds.feed import Outline
from vision.back_card import find_back_card
from vision.by_hand import PointedAt
from vision.cards.lesson import Progress as DeckProgress
from vision.errors import NotCalibrated
from vision.frame_health import Quality
from vision.lens import Lens
from vision.lens_lesson import Progress
from vision.marker_layout import CORNER_PAGES
from vision.markers import Picture
from vision.registration import Registration, calibrate

_WIDE_MM = 10.0
"""Beyond this a registration finds the card beside the one meant."""


@dataclass(frozen=True, slots=True)
class Held:
    """What a reference gives: the ids of the cards in view, and how exactly a point is known with them, mm."""

    seen: tuple[int, ...]
    exact_mm: float

    @property
    def is_exact(self) -> bool:
        """Whether that is good enough to tell neighbouring cards apart."""
        return self.exact_mm < _WIDE_MM


@dataclass(frozen=True, slots=True)
class Survey:
    """What one picture shows.

    `size_px` its width and height; `still` that nothing has moved for a while, `hand` that one is over the table;
    `table` what corner cards say, or four corners pointed at (then without cards), None where the table is not
    registered; `back` the same of a back card; `lens` and `deck` how far the measuring of the lens, or the
    showing of a deck, is while that is wanted.
    """

    size_px: tuple[int, int]
    quality: Quality
    still: bool = False
    hand: bool = False
    table: Held | None = None
    back: Held | None = None
    lens: Progress | None = None
    deck: DeckProgress | None = None


@dataclass(frozen=True, slots=True)
class References:
    """The references in one picture: what they give, and their outlines for the preview."""

    table: Held | None
    back: Held | None
    outlines: tuple[Outline, ...]


def references_in(picture: Picture, *, lens: Lens | None, pointed: PointedAt | None) -> References:
    """Return what a picture (H, W, 3) uint8 BGR shows of corner cards and back card, else what was pointed at."""
    here = _registered(picture, lens, pointed)
    table = None if here is None else Held(here.seen, here.sigma_mm)
    return References(table, _back(picture, lens), () if here is None else _cards(here))


def _registered(picture: Picture, lens: Lens | None, pointed: PointedAt | None) -> Registration | None:
    try:
        return calibrate(picture, lens=lens)
    except NotCalibrated:
        return None if pointed is None else pointed.registration(picture, lens)


def _back(picture: Picture, lens: Lens | None) -> Held | None:
    try:
        card = find_back_card(picture, lens)
    except NotCalibrated:
        return None
    sigma_mm = card.sigma_mm()
    return Held(card.seen, sigma_mm) if math.isfinite(sigma_mm) else None


def _cards(here: Registration) -> tuple[Outline, ...]:
    """Where the corner cards lie in the picture, each under its number."""
    found = []
    for place in here.layout:
        page = CORNER_PAGES[place.id]
        rim = np.array([[0, 0], [page.width_mm, 0], [page.width_mm, page.height_mm], [0, page.height_mm]], np.float64)
        px = here.to_px(place.to_table(rim)[:, :2])
        found.append(Outline(tuple((float(x), float(y)) for x, y in px), str(place.id), 1.0))
    return tuple(found)
