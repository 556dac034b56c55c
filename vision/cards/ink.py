"""What of a part of a card is ink: masks by one threshold, by local ones, by tones and by lines."""

from __future__ import annotations

from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.rectify import Picture

Bytes: TypeAlias = npt.NDArray[np.uint8]

GLOBAL = 2
"""Masks by one threshold for all of a zone: the first ones."""
LEAST_PIXELS = 9
LEAST_SPLIT = 0.05
TWO_TONES = 0.8
STROKE_PX = 13
TONES = np.arange(256)


def binaries(part: Picture, *, thorough: bool) -> list[Bytes]:
    """Ink masks of a zone: its strongest contrast split in two by Otsu, both ways round, and by a local threshold."""
    return _binaries(_contrast(part), thorough=thorough)


def ink_masks(part: Picture, *, large: bool, thorough: bool) -> list[Bytes]:
    """The ink masks of a zone; `thorough` adds those of its shades, and of its lines where figures are not `large`."""
    axis = _contrast(part)
    masks = _binaries(axis, thorough=thorough)
    return masks + _finer(part, axis, masks, large=large) if thorough else masks


def _binaries(axis: Bytes, *, thorough: bool) -> list[Bytes]:
    _, light = cv2.threshold(axis, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    masks = [light, cv2.bitwise_not(light)]
    if thorough:
        for kind, offset in ((cv2.THRESH_BINARY, -6), (cv2.THRESH_BINARY_INV, 6)):
            masks.append(cv2.adaptiveThreshold(axis, 255, cv2.ADAPTIVE_THRESH_MEAN_C, kind, 35, offset))
    return [np.asarray(mask, np.uint8) for mask in masks]


def _finer(part: Picture, axis: Bytes, masks: list[Bytes], *, large: bool) -> list[Bytes]:
    """More ink masks of a zone: the two tones of each of its halves, for figures on a ground with a border or badge of
    a third tone; where figures are not `large`, lines darker or lighter than what is about them."""
    tones = [tone for half in masks[:GLOBAL] for tone in _split(part, half)]
    return tones if large else tones + _strokes(axis)


def _split(part: Picture, half: Bytes) -> list[Bytes]:
    """The two tones among the pixels of a mask; none where these are but shades of one."""
    size = cv2.countNonZero(half)
    if size < LEAST_SPLIT * half.size:
        return []
    axis = _contrast(part, half)
    inside = axis[half > 0]
    level, _ = cv2.threshold(inside, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    counts = np.bincount(inside, minlength=256)
    upper = counts[int(level) + 1 :]
    share = float(upper.sum()) / size
    if not LEAST_SPLIT < share < 1 - LEAST_SPLIT:
        return []
    mean = float(counts @ TONES) / size
    # The variance between the two tones against all of it.
    between = (float(upper @ TONES[int(level) + 1 :]) / size - share * mean) ** 2 / (share * (1 - share))
    if between < TWO_TONES * (float(counts @ TONES**2) / size - mean**2):
        return []
    return [np.asarray(half * (side > 0), np.uint8) for side in (axis > level, axis <= level)]


def _strokes(axis: Bytes) -> list[Bytes]:
    """Lines thinner than a stroke may be, darker or lighter than what is about them."""
    about = np.ones((STROKE_PX, STROKE_PX), np.uint8)
    lines = [cv2.morphologyEx(axis, kind, about) for kind in (cv2.MORPH_BLACKHAT, cv2.MORPH_TOPHAT)]
    return [np.asarray(cv2.threshold(one, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1], np.uint8) for one in lines]


def _contrast(part: Picture, among: Bytes | None = None) -> Bytes:
    """The zone (h, w, 3) along the direction in which its colours differ most, stretched to 0..255; `among` (h, w)
    tells the pixels that count."""
    sparse = part[::2, ::2] if among is None else part[::2, ::2][among[::2, ::2] > 0]
    sparse = sparse.reshape(-1, 3).astype(np.float32)
    if len(sparse) < LEAST_PIXELS:
        return np.zeros(part.shape[:2], np.uint8)
    spread, mean = cv2.calcCovarMatrix(sparse, np.zeros((1, 3)), cv2.COVAR_NORMAL | cv2.COVAR_ROWS, ctype=cv2.CV_32F)
    axis = cv2.eigen(spread)[2][0]
    rim = len(sparse) // 100
    values = np.sort(sparse @ axis - mean[0] @ axis)
    low, high = values[rim], values[-1 - rim]
    gain = 255 / max(float(high - low), 1.0)
    row = np.append(axis * gain, -(mean[0] @ axis + low) * gain)
    return np.asarray(cv2.transform(part, row[None]), np.uint8)
