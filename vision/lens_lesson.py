"""Measuring a lens with a person who holds the page: which views are worth keeping, what is still missing, when enough.

A view is kept where it shows something new: another part of the picture, or the page tilted another way. Without tilt
the distance and the focal length cannot be told apart, without the rim the bend of the lens is not seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np

from vision.errors import NotCalibrated
from vision.lens_calibration import BoardView, MeasuredLens, fit_lens

CELLS: Final = 3
"""The picture is thought of as so many columns and rows."""
ENOUGH_VIEWS: Final = 8
ENOUGH_CELLS: Final = 7
ENOUGH_TILTED: Final = 4
_TILTED: Final = 0.12
_NEW_SHARE: Final = 0.06
"""How far, in widths of the picture, a corner must have moved for a view to be new."""
_LARGE: Final = 0.3


class Wish(StrEnum):
    """What the next view should be."""

    SHOW = "show"
    CLOSER = "closer"
    TILT = "tilt"
    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    MORE = "more"
    ENOUGH = "enough"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far it is: views kept, cells of the picture that corners were seen in, tilted views, the wish for the next.

    `cells` holds (row, column) from the top left; `found` is the lens once it is enough, `misfit` that the views do not
    fit one lens.
    """

    views: int = 0
    cells: frozenset[tuple[int, int]] = frozenset()
    tilted: int = 0
    wish: Wish = Wish.SHOW
    found: MeasuredLens | None = None
    misfit: bool = False


class LensLesson:
    """Collects views of one camera; use it from one thread."""

    def __init__(self) -> None:
        self._views: list[BoardView] = []
        self._found: MeasuredLens | None = None
        self._misfit = False

    def see(self, view: BoardView | None, *, still: bool) -> Progress:
        """Take a view where it is still and shows something new; return how far it is now."""
        if view is not None and still and self._found is None and self._is_new(view):
            self._views.append(view)
            self._fit()
        return self._progress(view)

    def _is_new(self, view: BoardView) -> bool:
        if self._views and self._views[0].size_px != view.size_px:
            self._views.clear()
        quads = [np.array(kept.quad) for kept in self._views]
        width = view.size_px[0]
        return all(float(np.abs(quad - np.array(view.quad)).max()) > _NEW_SHARE * width for quad in quads)

    def _fit(self) -> None:
        """Measure once there is enough; views that do not fit one lens are thrown away, and it begins anew."""
        if not self._is_enough():
            return
        try:
            self._found, self._misfit = fit_lens(self._views), False
        except NotCalibrated:
            self._views.clear()
            self._misfit = True

    def _is_enough(self) -> bool:
        return (
            len(self._views) >= ENOUGH_VIEWS
            and len(_cells(self._views)) >= ENOUGH_CELLS
            and sum(map(_is_tilted, self._views)) >= ENOUGH_TILTED
        )

    def _progress(self, view: BoardView | None) -> Progress:
        cells = _cells(self._views)
        tilted = sum(map(_is_tilted, self._views))
        return Progress(len(self._views), cells, tilted, self._wish(view, cells, tilted), self._found, self._misfit)

    def _wish(self, view: BoardView | None, cells: frozenset[tuple[int, int]], tilted: int) -> Wish:
        if self._found is not None:
            return Wish.ENOUGH
        if view is None:
            return Wish.SHOW
        if _width_share(view) < _LARGE:
            return Wish.CLOSER
        if tilted < ENOUGH_TILTED and tilted <= len(self._views) // 2:
            return Wish.TILT
        return _towards(cells) if len(cells) < ENOUGH_CELLS else Wish.MORE


def _towards(cells: frozenset[tuple[int, int]]) -> Wish:
    """The side of the picture that has been seen least."""
    seen = {
        Wish.LEFT: sum((row, 0) in cells for row in range(CELLS)),
        Wish.RIGHT: sum((row, CELLS - 1) in cells for row in range(CELLS)),
        Wish.UP: sum((0, column) in cells for column in range(CELLS)),
        Wish.DOWN: sum((CELLS - 1, column) in cells for column in range(CELLS)),
    }
    return min(seen, key=lambda wish: seen[wish])


def _cells(views: list[BoardView]) -> frozenset[tuple[int, int]]:
    """The cells of the picture in which corners of any view lie."""
    found: set[tuple[int, int]] = set()
    for view in views:
        places = np.clip(view.seen_px / np.array(view.size_px) * CELLS, 0, CELLS - 1e-6).astype(int)
        found |= {(int(row), int(column)) for column, row in places}
    return frozenset(found)


def _is_tilted(view: BoardView) -> bool:
    """Whether opposite edges of the page differ in length as they do when it is tilted."""
    edges = [float(np.linalg.norm(np.subtract(view.quad[i], view.quad[(i + 1) % 4]))) for i in range(4)]
    return max(_unlike(edges[0], edges[2]), _unlike(edges[1], edges[3])) > _TILTED


def _unlike(one: float, other: float) -> float:
    return abs(one - other) / max(one, other, 1.0)


def _width_share(view: BoardView) -> float:
    """The page's extent along the picture's width, as a share of it."""
    across = [x for x, _ in view.quad]
    return (max(across) - min(across)) / view.size_px[0]
