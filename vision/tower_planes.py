"""Front faces of pieces: the picture brought square onto the planes they lie in, and how well an outline fits anywhere.

Every piece of one depth shows its front face in one plane before the objects' middle; there an upright outline keeps
its shape and size in mm. How well it fits is the share of its own colour inside and the edges along its rim.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.colour import Floats
from vision.markers import Picture
from vision.piece_colours import NAMES, Classes, Map32, colour_codes, vivid

PX_PER_MM = 3.0
_EDGE_FULL = 22.0
_SHADE_WEIGHT = 0.7
"""How much lightness counts for an edge, beside chroma: shade changes within a face too."""
_UNLIKE = 6.0
_SHARES = np.arange(256, dtype=np.float32) / 255
_MARGIN_MM = 8.0
_EVEN_CELLS = 0.8
_APART = 24
_CLOSED_CELLS = 15

Points: TypeAlias = tuple[tuple[float, float], ...]
Mask: TypeAlias = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Window:
    """The part of the objects' plane to look at, mm: x from left to right, y from bottom to top."""

    left_mm: float
    right_mm: float
    bottom_mm: float
    top_mm: float

    def grid(self) -> tuple[Floats, Floats]:
        """Return x and y (mm) of every cell, both (rows, columns), top row first."""
        x = np.arange(self.left_mm, self.right_mm, 1 / PX_PER_MM)
        y = np.arange(self.top_mm, self.bottom_mm, -1 / PX_PER_MM)
        across, down = np.meshgrid(x, y)
        return across, down


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """What one plane shows, all (rows, columns): colour classes, which cells may as well be of another colour, edges
    across and along 0..1; and its window."""

    classes: Classes
    between: Mask
    across: Map32
    along: Map32
    window: Window

    def moved(self, matrix: Floats) -> Plane:
        """Return the plane as seen through a shift (2, 3) of its cells: how a nearer or farther plane looks."""
        size = (self.across.shape[1], self.across.shape[0])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        across, along = (
            np.asarray(cv2.warpAffine(edges, matrix, size, flags=flags), np.float32)
            for edges in (self.across, self.along)
        )
        nearest = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
        codes = self.classes + self.between * (NAMES + np.uint8(1))
        codes = np.asarray(cv2.warpAffine(codes, matrix, size, flags=nearest), np.uint8)
        return Plane(codes & NAMES, codes > NAMES, across, along, self.window)

    def above(self, height_mm: float) -> Plane:
        """Return the plane with nothing coloured below a height."""
        first = max(round((self.window.top_mm - height_mm) * PX_PER_MM), 0)
        classes = self.classes.copy()
        classes[first:] = 0
        return replace(self, classes=classes)

    def within(self, left_mm: float, right_mm: float, top_mm: float = np.inf) -> Plane:
        """Return the part of the plane between two x, and below a height."""
        first = max(round((left_mm - self.window.left_mm) * PX_PER_MM), 0)
        last = min(round((right_mm - self.window.left_mm) * PX_PER_MM), self.across.shape[1])
        high = max(round((self.window.top_mm - min(top_mm, self.window.top_mm)) * PX_PER_MM), 0)
        part = (slice(high, None), slice(first, last))
        window = Window(
            self.window.left_mm + first / PX_PER_MM,
            self.window.left_mm + last / PX_PER_MM,
            self.window.bottom_mm,
            self.window.top_mm - high / PX_PER_MM,
        )
        return Plane(self.classes[part], self.between[part], self.across[part], self.along[part], window)


def see_plane(
    picture: Picture,
    window: Window,
    to_px: Callable[[Floats], Floats],
    kept: Callable[[Map32], Mask] | None = None,
) -> Plane:
    """Return the plane seen through `to_px`, which maps plane points (N, 2) mm to pixels (N, 2) of `picture`.

    `kept` tells which cells of CIE Lab (rows, columns, 3) are looked at: usually what is unlike the ends of its row.
    """
    lab = plane_lab(picture, window, to_px)
    even = np.asarray(cv2.GaussianBlur(lab, (0, 0), _EVEN_CELLS), np.float32)
    codes = colour_codes(even, kept(even) if kept else _unlike_ends(even) > _UNLIKE)
    weighted = [np.asarray(channel, np.float32) for channel in cv2.split(even)]
    weighted[0] *= _SHADE_WEIGHT
    across, along = (_edges(weighted, axis=axis) for axis in (1, 0))
    return Plane(codes & NAMES, codes > NAMES, across, along, window)


def closed_unlike(even: Map32) -> Mask:
    """Return which cells of CIE Lab are unlike the ends of their row, or lie between such cells: what is printed on a
    cloth may hide a piece in a few rows."""
    unlike = (_unlike_ends(even) > _UNLIKE).astype(np.uint8)
    return np.asarray(cv2.morphologyEx(unlike, cv2.MORPH_CLOSE, np.ones((_CLOSED_CELLS, 1), np.uint8))) > 0


def see_part(part: Classes, window: Window, to_px: Callable[[Floats], Floats]) -> Mask:
    """Return which cells of a plane show a part (H, W) of the picture; arguments as `see_plane`."""
    return np.asarray(_view(part, window, to_px, cv2.INTER_NEAREST)) > 0


def see_colours(picture: Picture, window: Window, to_px: Callable[[Floats], Floats]) -> tuple[Classes, Map32]:
    """Return the classes of a plane and how unlike the ends of its row each cell is; arguments as `see_plane`."""
    even = np.asarray(cv2.GaussianBlur(plane_lab(picture, window, to_px), (0, 0), _EVEN_CELLS), np.float32)
    unlike = _unlike_ends(even)
    return colour_codes(even, unlike > _UNLIKE) & NAMES, unlike


def see_vivid(picture: Picture, window: Window, to_px: Callable[[Floats], Floats]) -> Mask:
    """Return which cells of a plane `see_colours` would give a class; arguments as `see_plane`."""
    even = np.asarray(cv2.GaussianBlur(plane_lab(picture, window, to_px), (0, 0), _EVEN_CELLS), np.float32)
    return vivid(even) & (_unlike_ends(even) > _UNLIKE)


def plane_lab(picture: Picture, window: Window, to_px: Callable[[Floats], Floats]) -> Map32:
    """Return the plane's CIE Lab, (rows, columns, 3) float32; arguments as `see_plane`."""
    view = cv2.LUT(_view(picture, window, to_px, cv2.INTER_LINEAR), _SHARES)
    return np.asarray(cv2.cvtColor(view, cv2.COLOR_BGR2Lab, view), np.float32)


def _view(picture: Classes, window: Window, to_px: Callable[[Floats], Floats], how: int) -> Classes:
    """Return a picture brought square onto a plane."""
    x, y = window.grid()
    some = np.ix_(*(np.linspace(0, size - 1, max(size // _APART, 2)).astype(int) for size in x.shape))
    coarse = np.stack([x[some].ravel(), y[some].ravel()], axis=1)
    matrix, _ = cv2.findHomography(_cells(window, coarse), to_px(coarse))
    flags = how | cv2.WARP_INVERSE_MAP
    view = cv2.warpPerspective(picture, matrix, x.shape[::-1], flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(view, np.uint8)


def _cells(window: Window, points_mm: Floats) -> Floats:
    """Return the (column, row) of plane points (N, 2) mm."""
    column = (points_mm[:, 0] - window.left_mm) * PX_PER_MM
    row = (window.top_mm - points_mm[:, 1]) * PX_PER_MM
    return np.stack([column, row], axis=1)


def seen_cells(window: Window, plane_mm: float, eye_mm: Floats, points_mm: Floats) -> Floats:
    """Return the (column, row) (..., 2) of a plane at which the camera's eye (3,) sees points (..., 3) mm in space."""
    x, y, z = eye_mm.tolist()
    off = points_mm - eye_mm
    cells: Floats = off[..., :2] / off[..., 2:]
    cells *= PX_PER_MM * (plane_mm - z), PX_PER_MM * (z - plane_mm)
    cells += PX_PER_MM * (x - window.left_mm), PX_PER_MM * (window.top_mm - y)
    return cells


def plane_shift(window: Window, points_mm: Floats, seen_at_mm: Floats) -> Floats:
    """Return the (2, 3) matrix that takes cells of one plane to the cells of another where they are seen.

    Args: `points_mm` (N, 2) in the wanted plane, `seen_at_mm` (N, 2) where the same pixels lie in the given one.
    """
    design = np.hstack([_cells(window, points_mm), np.ones((len(points_mm), 1))])
    solved = np.linalg.lstsq(design, _cells(window, seen_at_mm), rcond=None)[0]
    return np.asarray(solved.T, np.float64)


def _unlike_ends(lab: Map32) -> Map32:
    """Return how far each cell's colour is from both ends of its row, beyond their own unrest; shade does not count."""
    ends = min(max(lab.shape[1] // 7, 4), round(_MARGIN_MM * PX_PER_MM))
    nearest = np.full(lab.shape[:2], np.inf, np.float32)
    light, a, b = cv2.split(lab)
    for part in (lab[:, :ends:2], lab[:, -ends::2]):
        samples = np.ascontiguousarray(part.transpose(1, 0, 2))
        middle = _median(samples)
        off = np.abs(samples - middle)
        spread = _median(off[..., 1] + off[..., 2] + 0.35 * off[..., 0])
        middle = middle[:, None]
        shade = light / np.maximum(middle[..., 0], 1)
        np.clip(shade, 0.2, 1.15, out=shade)
        over = light - 1.15 * middle[..., 0]
        np.maximum(over, 0, out=over)
        over *= 0.35
        off_a, off_b = shade * middle[..., 1], np.multiply(shade, middle[..., 2], out=shade)
        far = np.asarray(cv2.magnitude(np.subtract(a, off_a, out=off_a), np.subtract(b, off_b, out=off_b)))
        far = np.asarray(cv2.magnitude(far, over, far), np.float32)
        np.minimum(nearest, far - 2 * spread[:, None], out=nearest)
    return np.maximum(nearest, 0, out=nearest)


def _median(samples: Map32) -> Map32:
    """Return the median along the first axis, as NumPy's, which takes several times as long for a few samples."""
    ordered, count = np.sort(samples, axis=0), len(samples)
    return np.asarray((ordered[(count - 1) // 2] + ordered[count // 2]) / 2, np.float32)


def _edges(weighted: Sequence[Map32], *, axis: int) -> Map32:
    """Return edge strength 0..1 across an axis of channels (rows, columns), the best of the cell and its two
    neighbours."""
    strength = np.zeros(weighted[0].shape, np.float32)
    after, before, inner = ((slice(None),) * axis + (part,) for part in (slice(2, None), slice(-2), slice(1, -1)))
    total = strength[inner]
    for channel in weighted:
        off = channel[after] - channel[before]
        off *= off
        total += off
    np.sqrt(total, out=total)
    total /= _EDGE_FULL
    np.minimum(total, 1, out=total)
    return np.asarray(cv2.dilate(strength, np.ones((1, 3) if axis else (3, 1), np.uint8)), np.float32)
