"""Markers in a picture: which of ours are there and where their corners lie, to a fraction of a pixel.

Corners are where straight lines through the four sides meet; each side is found at half way between black and
white in linear light, because blur before the sRGB curve makes black squares look too small.
"""

from __future__ import annotations

from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.colour import linear_grey
from vision.marker_layout import DICTIONARY, MARKER_BITS

Floats: TypeAlias = npt.NDArray[np.float64]
Picture: TypeAlias = npt.NDArray[np.uint8]
Light: TypeAlias = npt.NDArray[np.float32]

_SIDE_SAMPLES = 24
_REACH_PX = 4.0
_STEP_PX = 0.5


def find_markers(picture: Picture, ids: tuple[int, ...]) -> dict[int, Floats]:
    """Return the corners of each marker of `ids` seen once.

    Args: `picture` (H, W, 3) uint8 BGR. Returns: id -> (4, 2) pixels, clockwise from the marker's own top left.
    An id seen twice is left out, since patterned cloths imitate markers.
    """
    corners, found, _ = _detector().detectMarkers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    if found is None:
        return {}
    numbers = [int(number) for number in found.ravel()]
    wanted = [i for i, number in enumerate(numbers) if number in ids and numbers.count(number) == 1]
    return {numbers[i]: refine_quad(picture, corners[i][0].astype(np.float64)) for i in wanted}


def marker_bits(number: int) -> npt.NDArray[np.bool_]:
    """Return a marker's modules as (6, 6) bool, True = white, its black border included."""
    image = cv2.aruco.generateImageMarker(_dictionary(), number, MARKER_BITS)
    return np.asarray(image) > 0


def refine_quad(picture: Picture, quad: Floats, *, reach: float = 0.09) -> Floats:
    """Return the quad's corners moved onto the edges of a dark square.

    Args: `picture` (H, W, 3) uint8 BGR; `quad` (4, 2) px; `reach` how far to look to both sides, in
    edges of the square. A side without a clear edge keeps its place.
    """
    if not np.isfinite(quad).all():
        return quad
    light, origin = _light_about(picture, quad)
    if not light.size:
        return quad
    inside = quad - origin
    lines = [_side_line(light, inside[i], inside[(i + 1) % 4], reach) for i in range(4)]
    corners = np.array([_meet(lines[i - 1], lines[i]) for i in range(4)]) + origin
    moved = np.linalg.norm(corners - quad, axis=1)
    return np.where((moved < _REACH_PX)[:, None], corners, quad)


def _light_about(picture: Picture, quad: Floats) -> tuple[Light, Floats]:
    """Return the linear brightness (h, w) of the part that is looked at, and its top left corner (2,) px."""
    ends = np.stack([np.floor(quad.min(axis=0) - _REACH_PX), np.ceil(quad.max(axis=0) + _REACH_PX) + 2])
    (left, top), (right, bottom) = np.clip(ends, 0, picture.shape[1::-1]).astype(int)
    part = picture[top:bottom, left:right]
    light = linear_grey(part) if part.size else np.zeros(part.shape[:2], np.float32)
    return light, np.array([left, top], np.float64)


def _side_line(light: Light, start: Floats, end: Floats, share: float) -> Floats:
    """Return a line (a, b, c), a x + b y = c, fitted to the edge near start-end."""
    along = (end - start) / max(float(np.linalg.norm(end - start)), 1e-9)
    outward = np.array([along[1], -along[0]])
    where = np.linspace(0.12, 0.88, _SIDE_SAMPLES)
    reach = min(_REACH_PX, share * float(np.linalg.norm(end - start)))
    offsets = np.arange(-reach, reach + 1e-6, _STEP_PX)
    roots = start + where[:, None] * (end - start)
    points = roots[:, None] + offsets[None, :, None] * outward
    x, y = np.moveaxis(points.astype(np.float32), 2, 0)
    profile = cv2.remap(light, x, y, cv2.INTER_LINEAR)
    shift, ok = _half_way(np.asarray(profile, np.float64), offsets)
    if ok.sum() < _SIDE_SAMPLES // 3:
        return np.array([outward[0], outward[1], outward @ start])
    edge = roots[ok] + shift[ok, None] * outward
    middle = np.median(np.abs(shift[ok] - np.median(shift[ok])))
    keep = np.abs(shift[ok] - np.median(shift[ok])) <= 3 * middle + 0.3
    return _fit_line(edge[keep])


def _half_way(profile: Floats, offsets: Floats) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Return for each row of a dark-to-light profile where it crosses half way, and whether it does."""
    dark, light = profile[:, :2].mean(axis=1), profile[:, -2:].mean(axis=1)
    above = profile >= ((dark + light) / 2)[:, None]
    at = np.clip(above.argmax(axis=1), 1, None)
    rows = np.arange(len(profile))
    low, high = profile[rows, at - 1], profile[rows, at]
    part = ((dark + light) / 2 - low) / np.maximum(high - low, 1e-6)
    ok = (light - dark > 0.03) & above.any(axis=1) & ~above[:, 0]
    return offsets[at - 1] + np.clip(part, 0, 1) * _STEP_PX, ok


def _fit_line(points: Floats) -> Floats:
    centre = points.mean(axis=0)
    normal = np.linalg.svd(points - centre)[2][1]
    return np.array([normal[0], normal[1], normal @ centre])


def _meet(one: Floats, other: Floats) -> Floats:
    sides = np.stack([one[:2], other[:2]])
    if abs(np.linalg.det(sides)) < 1e-6:
        return np.array([np.inf, np.inf])
    return np.linalg.solve(sides, np.array([one[2], other[2]]))


def _dictionary() -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))


def _detector() -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.minMarkerPerimeterRate = 0.02
    # One window finds as many as the usual three (measured on 77 pictures) in 40 % of the time.
    parameters.adaptiveThreshWinSizeMin = parameters.adaptiveThreshWinSizeMax
    # A sharpening camera rims the modules; seen at four pixels each, one marker in twelve of small cards was lost.
    parameters.perspectiveRemovePixelPerCell = 8
    return cv2.aruco.ArucoDetector(_dictionary(), parameters)
