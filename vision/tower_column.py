"""Which part of a picture without a back card is the tower: coloured parts, one on the other, near the middle.

Who takes a picture of a tower has it about the middle. Parts of one colour are found between edges, several ways: a
stripe of the cloth or a book behind may hang together with a piece in one way and not in another. What carries what is
told by where they touch.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.colour import Floats
from vision.markers import Picture
from vision.piece_colours import Classes, Map32
from vision.tower_camera import Foot
from vision.tower_planes import PX_PER_MM, Mask, Window, closed_unlike, plane_lab, see_plane

_LONG_CELLS: Final = 1280
"""How many cells the longer side of a picture is looked at in."""
_HALF_WIDTH_CELLS: Final = 210
_LEAST_HEIGHT: Final = 9
_WAYS: Final = ((0.45, 3), (0.45, 7), (0.25, 3))
"""Which edges part, and how thin what joins two parts may be, in cells."""
_LEAST_CELLS, _WIDEST, _LEAST_FILL, _FILL, _LARGE_CELLS = 24, 170, 0.3, 0.6, 1600
_GAP, _OVERLAP_BELOW, _OVERLAP_ABOVE, _ROUND = 10, 0.9, 0.6, 4
_FRINGE: Final = 0.25
"""What is so much narrower at a part's foot than the part is no foot of a piece but grain or print below it."""
_SHARED, _TOUCHING = 0.4, 0.3
_SLANT: Final = 6
_ASIDE: Final = 5
_COST: Final = 3.0
_HELD: Final = 0.4
"""How much what overhangs so that only what stands on it can hold it counts."""
_RIM: Final = 3
"""How far an edge beside a part reaches."""
_ASIDE_CELLS: Final = 81.0
_OFF_MIDDLE, _NEARER, _ALONE = 0.17, 0.3, 0.7
"""Shares of a picture's height, and how much likelier a tower has more than one part: a book behind has one."""
_DEEPEST: Final = 40
"""How many cells the top of a part may be seen behind what stands on it."""
_ALIKE, _PRINTED_SHARE = 6.0, 0.2
_GROWN: Final = np.ones((9, 9), np.uint8)

Bytes: TypeAlias = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """A tower in a picture: the middle of its lowest rim, its box (left, top, right, low) and its widest part in px,
    and which pixels (H, W) are its own (1, else 0)."""

    foot: Foot
    box_px: tuple[float, float, float, float]
    widest_px: float
    part: Bytes


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """A part of one colour: its box in cells, its cells in that box, and how likely it is a piece in the middle.

    `ends` (2, columns) are the first and the last row with a cell of each column, its rim on both sides included.
    """

    left: int
    top: int
    right: int
    low: int
    cells: Mask
    ends: npt.NDArray[np.int64]
    worth: float

    def rests_on(self, below: _Part) -> bool:
        """Whether the middle of this is above another part: else what stands on it must hold it."""
        return below.left - _ASIDE <= (self.left + self.right) / 2 <= below.right + _ASIDE

    def carries(self, other: _Part) -> bool:
        """Whether another part may be what stands on this."""
        if other.top >= self.top or other.low >= self.low or self.top - other.low > _GAP:
            return False
        left, right = max(self.left, other.left), min(self.right, other.right) + 2 * _RIM
        wide = min(self.right - self.left, other.right - other.left) + 2 * _RIM
        if right - left < _SHARED * wide:
            return False
        within = _OVERLAP_BELOW * (self.low - self.top) + _ROUND
        sunk = min(within, _OVERLAP_ABOVE * (other.low - other.top), _DEEPEST)
        gap = self.ends[0, left - self.left : right - self.left] - other.ends[1, left - other.left : right - other.left]
        return int(np.count_nonzero((gap >= -sunk) & (gap <= _GAP + _SLANT))) >= _TOUCHING * wide


def find_column(picture: Picture) -> Column | None:
    """Return the tower in a picture without a back card, None where nothing coloured stands near its middle.

    Args: `picture` (H, W, 3) uint8 BGR.
    """
    height, width = picture.shape[:2]
    size = max(height, width) / _LONG_CELLS
    if height / size < _LEAST_HEIGHT:  # a line across, in which nothing can stand
        return None
    middle = np.array([(width - 1) / 2, (height - 1) / 2])
    half = height / 2 / size / PX_PER_MM
    aside = _HALF_WIDTH_CELLS / PX_PER_MM
    window = Window(-aside, aside, -half, half)
    scale = size * PX_PER_MM

    def to_px(points: Floats) -> Floats:
        return np.asarray(middle + points * (scale, -scale), np.float64)

    plane = see_plane(picture, window, to_px, closed_unlike)
    lab = plane_lab(picture, window, to_px)
    found = [_unless_printed(one, lab) for one in _parts(plane.classes, np.maximum(plane.across, plane.along))]
    parts = _likeliest(found, len(plane.classes))
    if not parts:
        return None
    corner = to_px(np.array([[-aside, half]]))[0]
    return _column(picture, parts, plane.classes, (size, corner))


def _column(picture: Picture, parts: tuple[_Part, ...], classes: Classes, place: tuple[float, Floats]) -> Column:
    """Return parts from the base up as a column; `place` is the size of a cell and where the first is, px."""
    size, (x, y) = place
    cells = np.zeros_like(classes)
    for part in parts:
        cells[part.top : part.low, part.left : part.right] |= part.cells
    grown = np.asarray(cv2.dilate(cells, _GROWN), np.uint8) & (classes > 0)
    matrix = np.array([[size, 0, x], [0, size, y]])
    there = cv2.warpAffine(grown, matrix, picture.shape[1::-1], flags=cv2.INTER_NEAREST)
    base = parts[0]
    at = (float(x + (base.left + base.right) / 2 * size), float(y + (base.low + 1) * size))
    foot = Foot(*at, (base.right - base.left) * size)
    rows, columns = np.flatnonzero(grown.any(axis=1)), np.flatnonzero(grown.any(axis=0))
    left, right = (float(x + column * size) for column in (columns[0], columns[-1] + 1))
    box = (left, float(y + rows[0] * size), right, float(y + (rows[-1] + 1) * size))
    widest = max(part.right - part.left for part in parts) * size
    return Column(
        foot, (float(box[0]), float(box[1]), float(box[2]), float(box[3])), widest, np.asarray(there, np.uint8)
    )


def _parts(classes: Classes, edges: Map32) -> Iterator[_Part]:
    """Yield the parts of one colour that may be pieces, found in several ways."""
    for edge, thin in _WAYS:
        inner = np.where(edges > edge, 0, classes)
        for colour in np.unique(inner[inner > 0]):
            opened = cv2.morphologyEx(
                (inner == colour).astype(np.uint8), cv2.MORPH_OPEN, np.ones((thin, thin), np.uint8)
            )
            count, ids, stats, _ = cv2.connectedComponentsWithStats(opened, connectivity=4)
            for i in range(1, count):
                if _may_be_piece(stats[i], inner):
                    yield _part(np.asarray(ids, np.int32), i, stats[i])


def _may_be_piece(box: npt.NDArray[np.int32], classes: Classes) -> bool:
    left, top, wide, high, area = map(int, box)
    whole = left > 0 and top > 0 and left + wide < classes.shape[1]
    return whole and wide <= _WIDEST and area >= _LEAST_CELLS and area >= _LEAST_FILL * wide * high


def _part(ids: npt.NDArray[np.int32], i: int, box: npt.NDArray[np.int32]) -> _Part:
    left, top, wide, high, area = map(int, box)
    cells = ids[top : top + high, left : left + wide] == i
    widths = np.count_nonzero(cells, axis=1)
    cells = cells[: int(np.flatnonzero(widths > _FRINGE * widths.max())[-1]) + 1]
    off = left + wide / 2 - ids.shape[1] / 2
    filled = min(area / (wide * high) / _FILL, 1.0)
    worth = math.sqrt(min(area, _LARGE_CELLS)) * filled * math.exp(-((off / _ASIDE_CELLS) ** 2))
    first, last = cells.argmax(axis=0), len(cells) - 1 - cells[::-1].argmax(axis=0)
    ends = np.pad(top + np.stack([first, last]), ((0, 0), (_RIM, _RIM)), mode="edge")
    return _Part(left, top, left + wide, top + len(cells), cells, ends, worth)


def _unless_printed(part: _Part, lab: Map32) -> _Part:
    """Return a part, worth less where much beside it looks the same, as one check of a cloth does."""
    rows = lab[part.top : part.low]
    own = np.median(rows[:, part.left : part.right][part.cells], axis=0)
    beside = np.concatenate([rows[::2, : max(part.left - _RIM, 0) : 2], rows[::2, part.right + _RIM :: 2]], axis=1)
    alike = float((np.abs(beside - own).max(axis=2) < _ALIKE).mean()) if beside.size else 0.0
    return replace(part, worth=part.worth * math.exp(-((alike / _PRINTED_SHARE) ** 2)))


def _likeliest(parts: Iterable[_Part], rows: int) -> tuple[_Part, ...]:
    """Return the likeliest tower from its base up: much of it near the middle, and low; none without a part."""
    stacks: list[tuple[float, tuple[_Part, ...]]] = []
    for part in sorted(parts, key=lambda one: -one.low):
        ways: list[tuple[float, tuple[_Part, ...]]] = [(part.worth - _COST, (part,))]
        for worth, below in stacks:
            if below[-1].carries(part):
                own = part.worth * (1.0 if part.rests_on(below[-1]) else _HELD)
                ways.append((worth + own - _COST, (*below, part)))
        stacks.append(max(ways, key=lambda way: way[0]))

    def rated(stack: tuple[float, tuple[_Part, ...]]) -> float:
        worth, (base, *others) = stack
        middle = (base.low + (others or [base])[-1].top) / 2 - rows / 2
        nearer = (base.low - rows / 2) / (_NEARER * rows)
        return worth * (1.0 if others else _ALONE) * math.exp(nearer - (middle / (_OFF_MIDDLE * rows)) ** 2)

    return max(stacks, key=rated, default=(0.0, ()))[1]
