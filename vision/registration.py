"""Where the table lies in the picture: corner cards, their layout solved once, then a pose for each look.

Table frame: x right and y towards the viewer as the camera saw it when the layout was solved, origin in the middle of
the cards, mm. A card that moved is noticed because it disagrees with the others.
Source: the marker specification, sections 1 and 3.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import combinations

import cv2
import numpy as np

from vision.errors import NotCalibrated
from vision.layout import CardPlace, marker_on_page, solve, triple
from vision.lens import Floats, Lens, View, place_camera
from vision.marker_layout import CORNER_IDS, CORNER_PAGES
from vision.markers import Picture, find_markers

_MOVED_MM = 1.0
_LIES_MM = 0.5
"""Where most cards lie so near to where they lay, the camera did not move: a pose alone would explain almost any move
of one card of three."""
_ACROSS = ((0, 2), (1, 3))


@dataclass(frozen=True, slots=True)
class Registration:
    """A camera over a table: its view, the layout of the corner cards, which were seen and which moved.

    `sigma_mm` is the standard deviation of a point amid the cards; `anchored` tells that the middle of the table is
    known, for which two cards across from each other are needed.
    """

    view: View
    layout: tuple[CardPlace, ...]
    seen: tuple[int, ...]
    moved: tuple[int, ...] = ()
    sigma_mm: float = 0.5
    anchored: bool = True

    def to_px(self, table_mm: Floats) -> Floats:
        """Return the pixels (N, 2) of table points (N, 2)."""
        return self.view.to_px(np.hstack([table_mm, np.zeros((len(table_mm), 1))]))

    def to_mm(self, px: Floats) -> Floats:
        """Return the table points (N, 2) under pixels (N, 2)."""
        return self.view.on_plane(px, axis=2, at_mm=0.0)[:, :2]

    def places_seen(self) -> tuple[CardPlace, ...]:
        """Return where the corner cards lie that were seen."""
        return tuple(place for place in self.layout if place.id in self.seen)

    def px_per_mm(self, table_mm: tuple[float, float] = (0.0, 0.0)) -> float:
        """Return the picture's scale at a table point: the square root of its area scale."""
        x, y = table_mm
        corner, right, down = self.to_px(np.array([[x, y], [x + 1, y], [x, y + 1]]))
        (a, b), (c, d) = right - corner, down - corner
        return math.sqrt(abs(a * d - b * c))


def calibrate(picture: Picture, *, lens: Lens | None = None) -> Registration:
    """Return the registration with the layout of all corner cards in view solved from one picture.

    Raises: NotCalibrated where no corner card is seen. One card alone gives a wide `sigma_mm`.
    """
    found = find_markers(picture, CORNER_IDS)
    if not found:
        raise NotCalibrated("corner cards: expected at least one in view, got none")
    height, width = picture.shape[:2]
    usual = lens or Lens.usual(width, height)
    view, places = solve(found, usual, picture)
    solved = _framed(Registration(view, places, tuple(place.id for place in places)))
    return replace(solved, sigma_mm=_spread_mm(solved))


def shows_more(picture: Picture, known: Registration) -> bool:
    """Whether corner cards are in view that had no part in the layout: it should be solved anew."""
    if len(known.layout) == len(CORNER_IDS) or not known.layout:
        return False
    return len(find_markers(picture, CORNER_IDS)) > len(known.layout)


def register(picture: Picture, known: Registration) -> Registration:
    """Return where the camera is now, the layout of `known` taken as it is.

    Raises: NotCalibrated below two cards that lie where they lay.
    """
    found = find_markers(picture, tuple(place.id for place in known.layout))
    if len(found) < 2:
        raise NotCalibrated(f"corner cards: expected two or more in view, got {len(found)}")
    return locate(found, known)


def locate(found: dict[int, Floats], known: Registration) -> Registration:
    """Return the registration from marker corners, id -> (4, 2) px, with cards that moved named and left out."""
    places = {place.id: place for place in known.layout if place.id in found}
    before = {i: _off_mm(known, place, found[i]) for i, place in places.items()}
    gone = [i for i in places if before[i] >= _MOVED_MM]
    lie = [i for i in places if before[i] < _LIES_MM]
    moved = gone if len(gone) < len(lie) else []
    lens = replace(known.view.lens, known=True)
    while True:
        places = {i: place for i, place in places.items() if i not in moved}
        view = place_camera(*_pairs(list(places.values()), found), lens)
        here = Registration(view, known.layout, tuple(places), tuple(moved))
        off = {i: _off_mm(here, place, found[i]) for i, place in places.items()}
        worst = max(off, key=lambda i: off[i])
        if off[worst] < _MOVED_MM or len(places) <= 2:
            break
        moved = [*moved, worst]
    if len(places) == 2 and off[worst] >= _MOVED_MM:
        raise NotCalibrated(f"corner cards {tuple(places)} disagree by {off[worst]:.1f} mm: lay them out anew")
    return replace(here, sigma_mm=_spread_mm(here))


def _pairs(places: list[CardPlace], found: dict[int, Floats]) -> tuple[Floats, Floats]:
    """Return the corners of markers on the table, (N, 3) mm, and in the picture, (N, 2) px."""
    points = np.vstack([place.to_table(marker_on_page(place.id)) for place in places])
    return points, np.vstack([found[place.id] for place in places])


def _framed(solved: Registration) -> Registration:
    """Move the table frame to the middle of the cards, x to the right of the picture there."""
    page = CORNER_PAGES[solved.layout[0].id]
    middles = np.array([[page.width_mm, page.height_mm]]) / 2
    centres = {place.id: place.to_table(middles)[0, :2] for place in solved.layout}
    middle, anchored = _middle(centres)
    here = solved.to_px(middle[None])
    right = solved.to_mm(here + np.array([[20.0, 0.0]]))[0] - middle
    turn = math.atan2(right[1], right[0])
    c, s = math.cos(turn), math.sin(turn)
    axes = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    rotation = solved.view.rotation @ axes
    shift = solved.view.rotation @ np.array([*middle, 0.0]) + np.array(solved.view.shift_mm)
    vector = np.asarray(cv2.Rodrigues(rotation)[0], np.float64).ravel()
    view = replace(solved.view, turn=triple(vector), shift_mm=triple(shift))
    places = []
    for place in solved.layout:
        x, y = (np.array([place.x_mm, place.y_mm]) - middle) @ axes[:2, :2]
        places.append(CardPlace(place.id, float(x), float(y), place.turn_rad - turn))
    return replace(solved, view=view, layout=tuple(places), anchored=anchored)


def _middle(centres: dict[int, Floats]) -> tuple[Floats, bool]:
    """Return the middle of the four cards, and whether it is known: a hidden card must not move the table.

    Cards lie in a rectangle. Of three the two farthest apart lie across from each other, of two those whose numbers
    say so; halfway between them is the middle of all four.
    """
    mean: Floats = np.mean(list(centres.values()), axis=0)
    if len(centres) == len(CORNER_IDS):
        return mean, True
    pairs = list(combinations(sorted(centres), 2))
    if len(centres) == 2:
        return mean, pairs[0] in _ACROSS
    if not pairs:
        return mean, False
    one, other = max(pairs, key=lambda pair: float(np.linalg.norm(centres[pair[0]] - centres[pair[1]])))
    return (centres[one] + centres[other]) / 2, True


def _off_mm(here: Registration, place: CardPlace, corners_px: Floats) -> float:
    off = here.to_mm(corners_px) - place.to_table(marker_on_page(place.id))[:, :2]
    return float(np.sqrt((off**2).sum(axis=1).mean()))


def _spread_mm(here: Registration) -> float:
    """Return the spread of a point: corner noise in mm, ten times as wide with one card, twice with two."""
    noise = max(here.view.sigma_px, 0.2) / here.px_per_mm()
    return noise * {1: 10.0, 2: 2.0}.get(len(here.seen), 1.0)
