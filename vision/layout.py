"""The layout of the corner cards, the camera and its lens, solved together from one picture.

Black squares look too small in bright pictures, large and small ones by the same width; the centres of coloured patches
do not move. So marker, black patch and coloured patches together fix the scale, and how much the squares shrank.
Source: measured on rendered tables: the mean error of all card corners falls from 0.40 mm, with the marker's corners
and patch centres alone, to 0.33 mm, that of the worst picture in twenty from 1.25 mm to 0.94 mm.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.back_card import mark_corners
from vision.least_squares import least_squares
from vision.lens import Floats, Lens, View, lens_from, lens_parameters, place_camera
from vision.marker_layout import CORNER_PAGES
from vision.markers import Picture, refine_quad

_CORNER_SIGMA_PX = 0.3
_SHRINK_SIGMA_PX = 2.0
_DARK_PATCHES = ("black", "red", "violet", "blue")
_BLACK = "black"
"""A black patch shrinks by as much at each side as the marker does; being smaller, it tells how much that is."""
_CENTRE_WEIGHT = 0.6
"""Of a coloured patch's centre against a black corner: the patches are small and differ less from the paper."""
_PATCH_REACH = 0.15
_PATCH_MOST_PX = 2.0


@dataclass(frozen=True, slots=True)
class CardPlace:
    """Where a corner card lies: its top left on the table, mm, and its clockwise turn as seen from above, rad."""

    id: int
    x_mm: float
    y_mm: float
    turn_rad: float

    def to_table(self, page_mm: Floats) -> Floats:
        """Return page points (N, 2) as table points (N, 3), mm, on z = 0."""
        c, s = math.cos(self.turn_rad), math.sin(self.turn_rad)
        moved = page_mm @ np.array([[c, s], [-s, c]]) + np.array([self.x_mm, self.y_mm])
        return np.hstack([moved, np.zeros((len(moved), 1))])


@dataclass(frozen=True, slots=True)
class Sighting:
    """What was seen of one card: page points (N, 2) mm, where they are, (N, 2) px.

    `squares` is where the four corners of each black square begin, the marker's first; the rest are centres of patches.
    """

    page_mm: Floats
    px: Floats
    squares: tuple[int, ...] = (0,)


def marker_on_page(number: int) -> Floats:
    """Return the corners of a corner card's marker on its page, (4, 2) mm."""
    return mark_corners(CORNER_PAGES[number].marks[0])


def solve(found: dict[int, Floats], lens: Lens, picture: Picture) -> tuple[View, tuple[CardPlace, ...]]:
    """Return the view and the places of all cards, the largest one at the origin.

    Args: `found` id -> (4, 2) px; `picture` (H, W, 3) uint8 BGR for the patches.
    """
    view, places = solve_by_markers(found, lens)
    seen = {place.id: _with_patches(picture, view, place, found[place.id]) for place in places}
    view, refined = _joint(seen, view, list(places))
    return view, tuple(refined)


def solve_by_markers(found: dict[int, Floats], lens: Lens) -> tuple[View, tuple[CardPlace, ...]]:
    """Return the same from the markers' corners (id -> (4, 2) px) alone: sooner, its scale true to a few percent."""
    size = {i: float(np.ptp(quad, axis=0).prod()) for i, quad in found.items()}
    ids = sorted(found, key=lambda i: -size[i])
    start = CardPlace(ids[0], 0.0, 0.0, 0.0)
    points = start.to_table(marker_on_page(ids[0]))
    view = place_camera(points, found[ids[0]], replace(lens, known=True))
    others = [place_of(i, view.on_plane(found[i], axis=2, at_mm=0.0)[:, :2]) for i in ids[1:]]
    seen = {i: Sighting(marker_on_page(i), found[i]) for i in ids}
    # A hundredth of a pixel is enough: edges near by decide later.
    view, places = _joint(seen, replace(view, lens=lens), [start, *others], tolerance=1e-4)
    return view, tuple(places)


def place_of(number: int, corners_mm: Floats) -> CardPlace:
    """Return the place that brings a marker's page corners onto table points (4, 2), without stretching."""
    page = marker_on_page(number)
    one, other = page - page.mean(axis=0), corners_mm - corners_mm.mean(axis=0)
    across = float((one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]).sum())
    turn = math.atan2(across, float((one * other).sum()))
    centre = CardPlace(number, 0.0, 0.0, turn).to_table(page).mean(axis=0)[:2]
    x, y = corners_mm.mean(axis=0) - centre
    return CardPlace(number, float(x), float(y), turn)


def _with_patches(picture: Picture, view: View, place: CardPlace, corners: Floats) -> Sighting:
    """Add the centres of the dark patches that show four clear edges where they are expected."""
    pages, seen, squares = [marker_on_page(place.id)], [corners], [0]
    for patch in CORNER_PAGES[place.id].patches:
        if patch.colour not in _DARK_PATCHES:
            continue
        half = patch.size_mm / 2
        square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
        page = square + np.array([patch.x_mm, patch.y_mm])
        expected = view.to_px(place.to_table(page))
        quad = refine_quad(picture, expected, reach=_PATCH_REACH)
        moved = np.linalg.norm(quad - expected, axis=1)
        if moved.min() > 1e-9 and moved.max() < _PATCH_MOST_PX:
            is_black = patch.colour == _BLACK
            if is_black:
                squares.append(sum(map(len, pages)))
            pages.append(page if is_black else page.mean(axis=0, keepdims=True))
            seen.append(quad if is_black else quad.mean(axis=0, keepdims=True))
    return Sighting(np.vstack(pages), np.vstack(seen), tuple(squares))


@dataclass(frozen=True, slots=True)
class _Points:
    """Everything seen of all cards in one list: page points (N, 2) mm, px (N, 2), whose they are (N,), and which of
    them are corners of black squares (squares, 4)."""

    page_mm: Floats
    px: Floats
    card: npt.NDArray[np.int64]
    corners: npt.NDArray[np.int64]


def _points(sightings: list[Sighting]) -> _Points:
    counts = [len(one.px) for one in sightings]
    starts = np.cumsum([0, *counts[:-1]])
    return _Points(
        np.vstack([one.page_mm for one in sightings]),
        np.vstack([one.px for one in sightings]),
        np.repeat(np.arange(len(sightings)), counts),
        np.concatenate([start + np.array(one.squares) for start, one in zip(starts, sightings, strict=True)])[:, None]
        + np.arange(4),
    )


def _joint(
    seen: dict[int, Sighting], view: View, places: list[CardPlace], *, tolerance: float = 1e-8
) -> tuple[View, list[CardPlace]]:
    """Refine pose, lens, shrinking and all places but the first against everything seen."""
    usual, ids = view.lens, [place.id for place in places]
    points = _points([seen[i] for i in ids])
    patched = len(points.px) > 4 * len(ids)
    priors = 3 if patched else 2

    def unpack(values: Floats) -> tuple[View, Floats, float]:
        lens = usual if usual.known else lens_from(values[:2], usual)
        shrink = float(values[2]) * _SHRINK_SIGMA_PX if patched else 0.0
        turn, shift, rest = np.split(values[priors:], [3, 6])
        rows = np.vstack([np.zeros((1, 3)), rest.reshape(-1, 3) * (100, 100, 1)])
        return View(lens, triple(turn), triple(100 * shift)), rows, shrink

    weight = np.full(len(points.px), _CENTRE_WEIGHT)
    weight[points.corners.ravel()] = 1.0

    def misses(values: Floats) -> Floats:
        off = (_predicted(points, *unpack(values)) - points.px) * weight[:, None] / _CORNER_SIGMA_PX
        return np.concatenate([off.ravel(), values[:priors]])

    begin = [*lens_parameters(usual, replace(usual, focal_px=usual.focal_px, k1=0.0)), 0.0][:priors]
    begin += [*view.turn, *(value / 100 for value in view.shift_mm)]
    begin += [v for p in places[1:] for v in (p.x_mm / 100, p.y_mm / 100, p.turn_rad)]
    best, rows, shrink = unpack(least_squares(misses, begin, most_steps=40, enough=tolerance))
    off = _predicted(points, best, rows, shrink) - points.px
    moved = [CardPlace(i, *triple(row)) for i, row in zip(ids, rows, strict=True)]
    return replace(best, sigma_px=float(np.sqrt((off**2).mean()))), moved


def _predicted(points: _Points, view: View, rows: Floats, shrink: float) -> Floats:
    """Return the pixels (N, 2) of all points, cards lying at `rows` (cards, 3) of x and y mm and turn rad, corners of
    markers drawn inwards by `shrink` px a side."""
    x, y, turn = rows[points.card].T
    c, s = np.cos(turn), np.sin(turn)
    right, down = points.page_mm.T
    px = view.to_px(np.stack([c * right - s * down + x, s * right + c * down + y, np.zeros(len(x))], axis=1))
    corners = px[points.corners]
    inward = corners.mean(axis=1, keepdims=True) - corners
    length = np.linalg.norm(inward, axis=2, keepdims=True)
    px[points.corners] += inward / np.maximum(length, 1e-6) * shrink * math.sqrt(2)
    return px


def triple(values: Floats) -> tuple[float, float, float]:
    """Return three numbers as floats."""
    x, y, z = (float(value) for value in values)
    return x, y, z
