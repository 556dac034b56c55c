"""The table seen from straight above: from corner cards in millimetres, else from a card already found.

Without corner cards the unit is still called mm: a card is taken to be as wide as a usual one (59 mm).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.rectify import Picture, Quad
from vision.layout import CardPlace, solve_by_markers
from vision.lens import Lens, View
from vision.marker_layout import CORNER_IDS, CORNER_PAGES
from vision.markers import find_markers
from vision.registration import Registration

Matrix: TypeAlias = npt.NDArray[np.float64]

SIZES_MM = ((57.5, 89.0),)
"""Between the 59 x 91 and the 56 x 87 of the usual card sizes; edges then say which."""

ASPECTS = (1.32, 1.64)
WITHIN = 0.10
AROUND_MM = 300.0


@dataclass(frozen=True, slots=True)
class Plan:
    """How picture and table belong together: `to_mm` (3, 3) takes px to mm on the table.

    `sizes_mm` are the (width, height) a card may have; `blocked` are the outlines, px, of corner cards.
    """

    to_mm: Matrix
    sizes_mm: tuple[tuple[float, float], ...]
    blocked: tuple[Quad, ...] = ()

    def on_table(self, points: Quad) -> Quad:
        """Points (n, 2) px as mm on the table."""
        return _mapped(self.to_mm, points)

    def in_picture(self, points: Quad) -> Quad:
        """Points (n, 2) mm on the table as px."""
        return _mapped(np.asarray(np.linalg.inv(self.to_mm), np.float64), points)

    def is_card_sized(self, quad: Quad) -> bool:
        """Whether an upright quadrangle, px, has the size of a card."""
        sides = self.on_table(quad)
        width = np.linalg.norm(sides[1] - sides[0] + sides[2] - sides[3]) / 2
        height = np.linalg.norm(sides[3] - sides[0] + sides[2] - sides[1]) / 2
        return any(abs(width / w - 1) < WITHIN and abs(height / h - 1) < WITHIN for w, h in self.sizes_mm)


def plan_by_markers(picture: Picture, known: Registration | None = None) -> Plan | None:
    """The plan by a registration that is known, else by the corner cards in view; None where there are none of them."""
    if known is not None:
        return _plan(known.view, known.layout)
    found = find_markers(picture, CORNER_IDS)
    if not found:
        return None
    return _plan(*solve_by_markers(found, Lens.usual(*picture.shape[1::-1])))


def _plan(view: View, places: Sequence[CardPlace]) -> Plan:
    """The homography about the middle of the corner cards that comes closest to the view, lens included."""
    outlines = [place.to_table(_page_outline(place.id)) for place in places]
    middle = np.vstack(outlines).mean(0)
    side = np.linspace(-AROUND_MM, AROUND_MM, 7)
    grid = np.stack(np.meshgrid(side, side), -1).reshape(-1, 2) + middle[:2]
    to_mm, _ = cv2.findHomography(view.to_px(np.hstack([grid, np.zeros((len(grid), 1))])), grid)
    return Plan(np.asarray(to_mm), SIZES_MM, tuple(view.to_px(outline) for outline in outlines))


def _page_outline(number: int) -> Quad:
    page = CORNER_PAGES[number]
    return np.array([[0, 0], [page.width_mm, 0], [page.width_mm, page.height_mm], [0, page.height_mm]])


def _mapped(matrix: npt.NDArray[np.float64], points: Quad) -> Quad:
    return np.asarray(cv2.perspectiveTransform(points.astype(np.float64)[None], matrix)[0])


def plan_by_card(quad: Quad) -> Plan:
    """The plan if the table continues as one upright card (4, 2), px, lies."""
    sides = np.linalg.norm(np.roll(quad, -1, 0) - quad, axis=1)
    aspect = float(np.clip((sides[1] + sides[3]) / (sides[0] + sides[2]), *ASPECTS))
    width = SIZES_MM[0][0]
    size = (width, width * aspect)
    corners = np.array([[0, 0], [size[0], 0], size, [0, size[1]]], np.float32)
    return Plan(np.asarray(cv2.getPerspectiveTransform(quad.astype(np.float32), corners)), (size,))
