"""Which colour of pieces each cell of a plane shows, alike within a piece.

Painted hues lie between two names now and then, and noise then gives one face both: where both make one hue, what that
is called counts.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.blobs import HUES

PIECE_COLOURS: Final = tuple(HUES)
NAMES: Final = np.uint8(7)
"""The bits of a code that hold its class; where the hue may have another name a code is higher by 8."""

_HUES: Final = HUES | {"red": 20.0}
"""Red ends at 40 degrees: painted reds hardly pass it and, once the light is balanced, few oranges fall below."""
_BETWEEN_DEG: Final = 2.5
_PALE: Final = 13.0
_WEAK: Final = 0.24
_NEAR_DEG: Final = 50.0
_ONE_HUE_DEG: Final = 9.0
_LEAST_CELLS: Final = 150
_LEAST_SHARE: Final = 0.03

Map32: TypeAlias = npt.NDArray[np.float32]
Classes: TypeAlias = npt.NDArray[np.uint8]


def colour_codes(lab: Map32, kept: npt.NDArray[np.bool_]) -> Classes:
    """Return the class (1-based, 0 for the background) of each cell that is `kept`, as a code, see `NAMES`.

    Args: `lab` (rows, columns, 3) CIE Lab; `kept` (rows, columns).
    """
    light, a, b = cv2.split(lab)
    hue = np.asarray(cv2.phase(a, b, angleInDegrees=True), np.float32)
    nearest = _hue_table()[np.minimum(hue.astype(np.int32), 359)]
    codes: Classes = np.where(_are_vivid(light, a, b) & kept, nearest, 0).astype(np.uint8)
    for one, other in _neighbours():
        names = codes & NAMES
        if (names == one).any() and (names == other).any():
            _as_one_hue(codes, hue, one, other)
    return codes


def counted(values: Classes, many: int) -> npt.NDArray[np.int64]:
    """Return how often each of 0, 1 .. `many` - 1 is there, (many,), as `numpy.bincount`, which takes far longer."""
    if not values.size:
        return np.zeros(many, np.int64)
    return np.asarray(cv2.calcHist([values], [0], None, [many], [0, many]), np.int64).ravel()


def vivid(lab: Map32) -> npt.NDArray[np.bool_]:
    """Return which cells (rows, columns) of CIE Lab (rows, columns, 3) are coloured at all."""
    return _are_vivid(*cv2.split(lab))


def _are_vivid(light: cv2.typing.MatLike, a: cv2.typing.MatLike, b: cv2.typing.MatLike) -> npt.NDArray[np.bool_]:
    return np.asarray(cv2.magnitude(a, b) > np.maximum(_PALE, _WEAK * np.asarray(light)))


def _as_one_hue(codes: Classes, hue: Map32, one: int, other: int) -> None:
    """Give what hangs together in two classes the name of its hue, where both classes show the same hue."""
    names = codes & NAMES
    both = (names == one) | (names == other)
    _, ids, stats, _ = cv2.connectedComponentsWithStats(both.view(np.uint8), connectivity=4)
    for i, (left, top, wide, high, size) in enumerate(np.asarray(stats).tolist()):
        if i == 0 or size < _LEAST_CELLS:
            continue
        about = slice(top, top + high), slice(left, left + wide)
        part = np.asarray(ids)[about] == i
        hues, first = hue[about][part], names[about][part] == one
        if not _LEAST_SHARE < np.count_nonzero(first) / size < 1 - _LEAST_SHARE:
            continue
        if abs(float(np.median(hues[first]) - np.median(hues[~first]))) < _ONE_HUE_DEG:
            codes[about][part] = _hue_table()[int(np.median(hues))]


@lru_cache(maxsize=1)
def _neighbours() -> tuple[tuple[int, int], ...]:
    """Return the classes whose hues lie so near each other that one paint may show both."""
    hues = list(HUES.values())
    return tuple((i + 1, i + 2) for i, (a, b) in enumerate(pairwise(hues)) if b - a < _NEAR_DEG)


@lru_cache(maxsize=1)
def _hue_table() -> Classes:
    off = np.arange(360)[:, None] - np.array(list(_HUES.values()))
    far = np.abs((off + 180) % 360 - 180)
    first, second = np.sort(far, axis=1).T[:2]
    between = second - first < 2 * _BETWEEN_DEG
    return np.asarray(far.argmin(axis=1) + 1 + between * (NAMES + 1), np.uint8)
