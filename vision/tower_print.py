"""How the print of a cloth goes on under a tower: as it does a repeat away, where it is seen.

The table is looked at from above, cell by cell; a print repeats by the shifts at which what is seen of it covers
itself.
"""

from __future__ import annotations

import math
from typing import Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

Mask: TypeAlias = npt.NDArray[np.bool_]
Tints: TypeAlias = npt.NDArray[np.float32]
Part: TypeAlias = tuple[slice, slice]
Shift: TypeAlias = tuple[int, int]

_EXACT, _SAME = 0.01, 0.1
"""What may remain, as a share of all there is, where a print covers itself."""
_AS_GOOD: Final = 2.5
"""A shift that leaves more than so many times what the best one does is none."""
_LEAST_SHARED: Final = 0.12
_TOPS: Final = np.ones((5, 5), np.uint8)
_MOST: Final = 40
_VOICES: Final = 3
_NEAR: Final = 20


def foretold(tints: Tints, free: Mask) -> tuple[Tints, Mask]:
    """Return the print of a cloth (rows, columns, 2) where it is hidden, each cell as most of its repeats have it, and
    for which hidden cells there is one.

    Args: `tints` (rows, columns, 2) of the table from above, two colour values that shade leaves as they are; `free`
    (rows, columns) where nothing stands before it.
    """
    voices = np.full((_VOICES, *tints.shape), np.inf, np.float32)
    heard = np.where(free, _VOICES, 0)
    shifts = _shifts(tints, free)
    while shifts:
        news, shift = max((_news(heard, free, shift), shift) for shift in shifts)
        if not news:
            break
        shifts.remove(shift)
        to, of = _overlap(free.shape, shift)
        rows, columns = np.nonzero(free[of] & (heard[to] < _VOICES))
        rows, columns = rows + to[0].start, columns + to[1].start
        voices[heard[rows, columns], rows, columns] = tints[rows + shift[0], columns + shift[1]]
        heard[rows, columns] += 1
    middle = np.maximum(heard - 1, 0)[None, ..., None] // 2
    told = np.take_along_axis(np.sort(voices, axis=0), np.repeat(middle, 2, axis=3), axis=0)[0]
    known = (heard > 0) & ~free
    return np.where(known[..., None], told, tints), known


def _news(heard: npt.NDArray[np.int64], free: Mask, shift: Shift) -> float:
    """Return for how many hidden cells a shift has something new to tell, as cloths lie: what is near counts more."""
    to, of = _overlap(free.shape, shift)
    return np.count_nonzero(free[of] & (heard[to] < _VOICES)) / (math.hypot(*shift) + _NEAR)


def _overlap(shape: tuple[int, ...], shift: Shift) -> tuple[Part, Part]:
    """Return which cells have another a shift away, and those others."""
    (to_rows, of_rows), (to_columns, of_columns) = (
        (slice(max(-by, 0), size - max(by, 0)), slice(max(by, 0), size - max(-by, 0)))
        for by, size in zip(shift, shape, strict=True)
    )
    return (to_rows, to_columns), (of_rows, of_columns)


def _shifts(tints: Tints, free: Mask) -> list[Shift]:
    """Return the shifts (rows, columns) by which a print repeats, the most exact first."""
    off = _off_when_shifted(tints, free)
    middle = np.array(off.shape) // 2
    near = len(_TOPS)
    off[middle[0] - near : middle[0] + near + 1, middle[1] - near : middle[1] + near + 1] = 1
    lowest = cv2.erode(off, _TOPS, borderType=cv2.BORDER_REPLICATE)
    rows, columns = np.nonzero((off <= lowest) & (off < np.clip(_AS_GOOD * off.min(), _EXACT, _SAME)))
    order = np.argsort(off[rows, columns])[:_MOST]
    return [(int(rows[i] - middle[0]), int(columns[i] - middle[1])) for i in order]


def _off_when_shifted(tints: Tints, free: Mask) -> Tints:
    """Return for each shift, none in the middle, how unlike itself a print is, as a share of how much it varies."""
    rows, columns = (cv2.getOptimalDFTSize(2 * size) // 2 * 2 for size in free.shape)
    seen = free.astype(np.float32)

    def turned(values: Tints) -> npt.NDArray[np.complex128]:
        return np.fft.rfft2(values, (rows, columns))

    where = turned(seen)
    shared = np.fft.irfft2(np.conj(where) * where, (rows, columns))
    total, varied = np.zeros((rows, columns)), 0.0
    for tint in np.moveaxis(tints - tints[free].mean(axis=0), -1, 0):
        one, squared = turned(tint * seen), turned(tint**2 * seen)
        both = np.conj(squared) * where + np.conj(where) * squared - 2 * np.conj(one) * one
        total += np.fft.irfft2(both, (rows, columns))
        varied += 2 * float((tint[free] ** 2).mean())
    off = total / np.maximum(shared, 1) / max(varied, 1e-9)
    off[shared < _LEAST_SHARED * seen.sum()] = 1
    return np.asarray(np.fft.fftshift(off), np.float32)
