"""The table seen from straight above: from corner cards in millimetres, else from cards already found.

Without corner cards the unit is still called mm: a card is taken to be as wide as a usual one (59 mm).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.rectify import Picture, Quad
from vision.layout import CardPlace, solve_by_markers
from vision.least_squares import least_squares
from vision.lens import USUAL_FOCAL, Lens, View
from vision.marker_layout import CORNER_IDS, CORNER_PAGES
from vision.markers import find_markers
from vision.registration import Registration
from vision.table_light import lamp_gains

Matrix: TypeAlias = npt.NDArray[np.float64]
Floats: TypeAlias = npt.NDArray[np.float64]
Area: TypeAlias = tuple[Quad, Quad]
"""Lowest and highest x, y in mm on the table."""

SIZES_MM = ((57.5, 89.0),)
"""Between the 59 x 91 and the 56 x 87 of the usual card sizes; edges then say which."""

ASPECTS = (1.32, 1.64)
AROUND_MM = 300.0
REACH_MM, RIM_MM = 560.0, 70.0
ENOUGH_CORNERS = 3
USUAL_ASPECT = 1.52
USUAL_MISS = 0.02
"""How unlike the sides of equal cards are measured, as a share of them."""
ASPECT_COUNTS, TILT_COUNTS = 0.8, 0.1
"""A single card could lie on a level table or be another shape on a tilted one."""
MOST_STEPS = 20
LEVEL_MM, SMALLEST, STEP, STEPS = 1000.0, 1 / 22, 1.13, 13
"""How long the longer side of a picture is said to be, the narrowest card as a share of it, and the sizes tried."""
FARTHEST = 0.8
"""Of 1, at which a rim of the picture would show the horizon."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How picture and table belong together: `to_mm` (3, 3) takes px to mm on the table.

    `sizes_mm` are the (width, height) a card may have; `blocked` are the outlines, px, of corner cards; `gains` (3,)
    make what is grey on these neutral, None where they do not tell.
    """

    to_mm: Matrix
    sizes_mm: tuple[tuple[float, float], ...]
    blocked: tuple[Quad, ...] = ()
    gains: Floats | None = None

    def on_table(self, points: Quad) -> Quad:
        """Points (n, 2) px as mm on the table."""
        return _mapped(self.to_mm, points)

    def in_picture(self, points: Quad) -> Quad:
        """Points (n, 2) mm on the table as px."""
        return _mapped(np.asarray(np.linalg.inv(self.to_mm), np.float64), points)

    def size_of(self, quad: Quad) -> float:
        """The area of an outline (4, 2), px, as a share of a card's."""
        width, height = self.sizes_mm[0]
        return float(cv2.contourArea(self.on_table(quad).astype(np.float32))) / (width * height)


def plan_by_markers(picture: Picture, known: Registration | None = None, *, lit: bool = False) -> Plan | None:
    """The plan by a registration that is known, else by the corner cards in view; None where there are none of them.

    `lit` adds what the cards tell of the lamp.
    """
    if known is not None:
        gains = lamp_gains(picture, known.view, known.places_seen()) if lit else None
        return replace(_plan(known.view, known.layout), gains=gains)
    found = find_markers(picture, CORNER_IDS)
    if not found:
        return None
    view, places = solve_by_markers(found, Lens.usual(*picture.shape[1::-1]))
    return replace(_plan(view, places), gains=lamp_gains(picture, view, places) if lit else None)


def _plan(view: View, places: Sequence[CardPlace]) -> Plan:
    """The homography about the middle of the corner cards that comes closest to the view, lens included."""
    outlines = [place.to_table(_page_outline(place.id)) for place in places]
    middle = np.vstack(outlines).mean(0)
    side = np.linspace(-AROUND_MM, AROUND_MM, 7)
    grid = np.stack(np.meshgrid(side, side), -1).reshape(-1, 2) + middle[:2]
    to_mm, _ = cv2.findHomography(view.to_px(np.hstack([grid, np.zeros((len(grid), 1))])), grid)
    return Plan(np.asarray(to_mm), SIZES_MM, tuple(view.to_px(outline) for outline in outlines))


def searched(picture: Picture, plan: Plan) -> Area:
    """What is searched for cards: about the corner cards, else all of the picture within reason."""
    height, width = picture.shape[:2]
    corners = plan.on_table(np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64))
    middle = plan.on_table(np.array([[width / 2, height / 2]]))[0]
    low, high = np.maximum(corners.min(0), middle - REACH_MM), np.minimum(corners.max(0), middle + REACH_MM)
    if len(plan.blocked) >= ENOUGH_CORNERS:
        marks = _with_fourth(plan.on_table(np.vstack(plan.blocked)).reshape(-1, 4, 2)).reshape(-1, 2)
        low, high = np.maximum(low, marks.min(0) - RIM_MM), np.minimum(high, marks.max(0) + RIM_MM)
    return low, high


def _with_fourth(pages: Quad) -> Quad:
    """Where corner cards lie, (n, 4, 2) mm: where there are but three, one more, which something may hide."""
    if len(pages) != ENOUGH_CORNERS:
        return pages
    middles = pages.mean(1)
    sides = np.linalg.norm(np.roll(middles, -1, 0) - np.roll(middles, 1, 0), axis=1)
    across = int(sides.argmax())
    return np.concatenate([pages, pages[[across]] + middles.sum(0) - 3 * middles[across]])


def _page_outline(number: int) -> Quad:
    page = CORNER_PAGES[number]
    return np.array([[0, 0], [page.width_mm, 0], [page.width_mm, page.height_mm], [0, page.height_mm]])


def _mapped(matrix: npt.NDArray[np.float64], points: Quad) -> Quad:
    return np.asarray(cv2.perspectiveTransform(points.astype(np.float64)[None], matrix)[0])


def plan_by_cards(quads: Sequence[Quad], shape: tuple[int, ...], leaning: Floats) -> Plan:
    """The plan on which upright cards (4, 2), px, found on a picture of this shape come closest to equal rectangles.

    A table is tilted in two ways only, which the sides of a few cards tell better than the corners of one.
    """
    lens = Lens.usual(*shape[1::-1])
    rays = rays_to(np.asarray(quads, np.float64), shape)
    tilt = least_squares(
        lambda turned: _unequal(*lengths(rays, turned), turned - leaning), leaning, most_steps=MOST_STEPS
    )
    tilt = _above_horizon(tilt, lens, shape)
    sides, _ = lengths(rays, tilt)
    width, height = (float(np.exp(np.median(sides[:, i::2]))) for i in range(2))
    size = (SIZES_MM[0][0], SIZES_MM[0][0] * float(np.clip(height / width, *ASPECTS)))
    return Plan(_tilted(tilt, lens, SIZES_MM[0][0] / width), (size,))


def _tilted(tilt: Floats, lens: Lens, scale: float) -> Matrix:
    """From px to mm on a table so tilted, of which what lies at the middle of the picture is `scale` mm away."""
    down = np.array([*tilt, 1.0]) / np.linalg.norm([*tilt, 1.0])
    right = np.cross([0.0, 1.0, 0.0], down)
    right /= np.linalg.norm(right)
    on_table = np.array([right * scale, np.cross(down, right) * scale, [*tilt, 1.0]])
    to_rays = np.array([[1, 0, -lens.middle_px[0]], [0, 1, -lens.middle_px[1]], [0, 0, lens.focal_px]])
    return np.asarray(on_table @ to_rays)


def _above_horizon(tilt: Floats, lens: Lens, shape: tuple[int, ...]) -> Floats:
    """The tilt, less steep if else the table would end in the picture: what is seen of it lies before the camera."""
    height, width = shape[:2]
    rim = (np.array([[0, 0], [width, 0], [width, height], [0, height]]) - lens.middle_px) / lens.focal_px
    away = float(-(rim @ tilt).min())
    return tilt * min(1.0, FARTHEST / away) if away > 0 else tilt


def any_size(shape: tuple[int, ...], leaning: Floats) -> Plan:
    """The plan on which cards of all sizes are looked for, on a picture of this shape and a table so tilted: from a
    22nd of the longer side in width to a fifth."""
    lens = Lens.usual(*shape[1::-1])
    tilt = _above_horizon(leaning, lens, shape)
    widths = [LEVEL_MM * SMALLEST * STEP**i for i in range(STEPS)]
    sizes = tuple((width, width * USUAL_ASPECT) for width in widths)
    return Plan(_tilted(tilt, lens, LEVEL_MM * USUAL_FOCAL), sizes)


def rays_to(quads: Floats, shape: tuple[int, ...]) -> Floats:
    """Where the corners (n, 4, 2), px, of outlines on a picture of this shape lie as a usual lens sees them: (n, 4, 3),
    to the right, downwards and ahead, the last being 1."""
    lens = Lens.usual(*shape[1::-1])
    return np.concatenate([(quads - lens.middle_px) / lens.focal_px, np.ones((*quads.shape[:2], 1))], axis=2)


def lengths(rays: Floats, tilt: Floats) -> tuple[Floats, Floats]:
    """Logarithms of the sides (n, 4) and the diagonals (n, 2) that cards seen along rays (n, 4, 3) have on a table."""
    points = rays / (1 + rays[..., :2] @ tilt)[..., None]
    sides = np.linalg.norm(np.roll(points, -1, 1) - points, axis=2)
    return np.log(sides), np.log(np.linalg.norm(points[:, 2:] - points[:, :2], axis=2))


def _unequal(sides: Floats, diagonals: Floats, tilt: Floats) -> Floats:
    """How far cards are from equal rectangles: no single one, found wrongly, counts for much."""
    middle = np.array([np.median(sides[:, i::2]) for i in range(2)])
    off = np.concatenate([(sides - np.tile(middle, 2)).ravel(), diagonals[:, 0] - diagonals[:, 1]])
    soft = np.sign(off) * USUAL_MISS * np.sqrt(2 * (np.hypot(1, off / USUAL_MISS) - 1))
    return np.concatenate([soft, [ASPECT_COUNTS * (middle[1] - middle[0] - np.log(USUAL_ASPECT))], TILT_COUNTS * tilt])
