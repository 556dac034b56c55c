"""A printed cloth made plain: checks, stripes and dots would pass for pieces, or hide them.

What the cloth looks like is told by the table before and beside where towers stand. Shade changes how light a colour
is, not its chroma over its lightness, here its tint; so colours are compared by that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.back_card import BackCard
from vision.colour import Floats
from vision.marker_layout import OBJECT_PLANE_MM
from vision.markers import Picture
from vision.piece_colours import Map32
from vision.tower_planes import Points
from vision.tower_print import Mask, Tints, foretold

_WIDE_MM, _FAR_MM, _CELL_MM = 150.0, 150.0, 1.5
_ASIDE_MM, _BEFORE_MM = 60.0, 80.0
"""What lies farther aside or nearer to the camera than this shows the table, not a tower."""
_STAND_MM: Final = ((-130.0, -3.0), (130.0, -3.0), (130.0, 130.0), (-130.0, 130.0))
_TABLE_MM: Final = ((-148.0, -3.0), (148.0, -3.0), (300.0, 260.0), (-300.0, 260.0))
_PRINTED: Final = 6.0
"""Grain, veins and chips of plain tables differ by less."""
_LEAST_CELLS: Final = 500
_BIN, _BINS = 0.04, 128
_DARK, _RARE = 10.0, 0.0003
_ALIKE, _UNLIKE = 4.0, 8.0
_BRIGHTER: Final = 1.15
_ASTRAY_MM, _KNOWN = 3.0, 0.99
_PLAIN: Final = (62.0, 0.0, 0.0)
_SMOOTH_PX: Final = 0.8
_SPECK: Final = np.ones((3, 3), np.uint8)

Bytes: TypeAlias = npt.NDArray[np.uint8]
Part: TypeAlias = tuple[slice, slice]


@dataclass(frozen=True, slots=True, eq=False)
class _Cloth:
    """A table from above: CIE Lab (rows, columns, 3), which cells are `free` of towers, and the matrix (3, 3) from
    pixels to cells."""

    lab: Map32
    free: Mask
    to_cells: Floats


def without_print(picture: Picture, card: BackCard) -> Picture:
    """Return a picture whose table shows no print, the same picture where it shows none or none that repeats.

    Args: `picture` (H, W, 3) uint8 BGR, balanced.
    """
    cloth = _seen_from_above(picture, card)
    if np.count_nonzero(cloth.free) < _LEAST_CELLS or _unrest(cloth.lab[cloth.free]) < _PRINTED:
        return picture
    told, known = foretold(_tints(cloth.lab), cloth.free)
    part, on_table = _near_towers(picture, card)
    if not known.any() or not on_table.any():
        return picture
    lab = _lab(cv2.GaussianBlur(picture[part], (0, 0), _SMOOTH_PX))
    to_cells = cloth.to_cells @ np.array([[1, 0, part[1].start], [0, 1, part[0].start], [0, 0, 1]], float)
    astray = _unlike_told(_tints(lab), (told, known), to_cells, _patch(card)) * lab[..., 0]
    unlike = np.maximum(_unlike_any(lab, cloth.lab[cloth.free]), astray)
    share = np.clip((unlike - _ALIKE) / (_UNLIKE - _ALIKE), 0, 1)
    share = np.asarray(cv2.morphologyEx(share, cv2.MORPH_OPEN, _SPECK))
    share[~on_table] = 1
    plain = np.rint(255 * np.asarray(cv2.cvtColor(np.array([[_PLAIN]], np.float32), cv2.COLOR_Lab2BGR)))[0, 0]
    made = picture.copy()
    cv2.fillConvexPoly(made, _outline(card, _TABLE_MM), plain.tolist())
    made[part] = np.rint(plain + share[..., None] * (picture[part] - plain)).astype(np.uint8)
    return made


def _lab(picture: npt.ArrayLike) -> Map32:
    return np.asarray(cv2.cvtColor(np.asarray(picture, np.float32) / 255, cv2.COLOR_BGR2Lab), np.float32)


def _tints(lab: Map32) -> Tints:
    """Return chroma over lightness (..., 2)."""
    return np.asarray(lab[..., 1:] / np.maximum(lab[..., :1], _DARK), np.float32)


def _seen_from_above(picture: Picture, card: BackCard) -> _Cloth:
    """Return the table before the card."""
    wide, far = round(2 * _WIDE_MM / _CELL_MM), round(_FAR_MM / _CELL_MM)
    corners = np.array([(x, 0.0, z) for z in (0.0, _FAR_MM) for x in (-_WIDE_MM, _WIDE_MM)])
    cells = np.array([(x, z) for z in (0, far) for x in (0, wide)], np.float32)
    to_cells = np.asarray(cv2.getPerspectiveTransform(card.view.to_px(corners).astype(np.float32), cells), np.float64)
    lab = _lab(cv2.warpPerspective(picture, to_cells, (wide, far)))
    seen = np.full(picture.shape[:2], 1, np.uint8)
    inside = np.asarray(cv2.warpPerspective(seen, to_cells, (wide, far), flags=cv2.INTER_NEAREST)) > 0
    x, z = np.meshgrid((np.arange(wide) + 0.5) * _CELL_MM - _WIDE_MM, (np.arange(far) + 0.5) * _CELL_MM)
    free = inside & ((np.abs(x) > _ASIDE_MM) | (z > _BEFORE_MM)) & (lab[..., 0] > _DARK)
    return _Cloth(lab, free, to_cells)


def _unrest(cloth: Map32) -> float:
    """Return how much a cloth's colours (N, 3) differ, beyond their shade."""
    light, chroma = cloth[:, :1], cloth[:, 1:]
    even = np.median(chroma / light, axis=0)
    return float(np.linalg.norm(chroma - even * light, axis=1).mean())


def _unlike_any(lab: Map32, cloth: Map32) -> Map32:
    """Return how far colours (rows, columns, 3) are from all of a cloth's (N, 3) in any shade."""
    mine, theirs = _bins(lab), _bins(cloth)
    count = np.bincount(theirs, minlength=_BINS**2).astype(np.float32).reshape(_BINS, _BINS)
    common = np.asarray(cv2.GaussianBlur(count, (0, 0), 1.0)) > _RARE * len(cloth)
    far, labels = cv2.distanceTransformWithLabels(
        (~common).astype(np.uint8), cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL
    )
    lightest = np.zeros(_BINS**2, np.float32)
    np.maximum.at(lightest, theirs, cloth[:, 0])
    lightest = np.asarray(cv2.dilate(lightest.reshape(_BINS, _BINS), _SPECK), np.float32)
    nearest = np.zeros(int(np.max(labels)) + 1, np.float32)
    nearest[np.asarray(labels)[common]] = lightest[common]
    light, chroma = lab[..., 0], np.hypot(lab[..., 1], lab[..., 2])
    over = light / np.maximum(_BRIGHTER * nearest[np.asarray(labels).ravel()[mine]], 1) - 1
    off = np.asarray(far).ravel()[mine] * _BIN * light
    return np.asarray(off + np.maximum(over, 0) * chroma, np.float32)


def _bins(lab: Map32) -> npt.NDArray[np.int32]:
    """Return in which bin of tints each colour (..., 3) lies."""
    at = np.clip(np.rint(_tints(lab) / _BIN) + _BINS // 2, 0, _BINS - 1).astype(np.int32)
    return np.asarray(at[..., 0] * _BINS + at[..., 1])


def _unlike_told(tints: Tints, told: tuple[Tints, Mask], to_cells: Floats, near: Bytes) -> Tints:
    """Return how far tints (rows, columns, 2) are from all that are foretold near them, 0 where none are."""
    size, flags = tints.shape[1::-1], cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    wanted, known = (
        np.asarray(cv2.warpPerspective(np.asarray(cells, np.float32), to_cells, size, flags=flags)) for cells in told
    )
    least, greatest = np.asarray(cv2.erode(wanted, near)), np.asarray(cv2.dilate(wanted, near))
    off = np.linalg.norm(np.maximum(np.maximum(tints - greatest, least - tints), 0), axis=2)
    return np.asarray(np.where(known > _KNOWN, off, 0), np.float32)


def _patch(card: BackCard) -> Bytes:
    """Return a kernel as large as the square looks in which a foretold print may lie astray."""
    half = _ASTRAY_MM / 2
    corners = np.array([(x, 0.0, OBJECT_PLANE_MM + z) for x in (-half, half) for z in (-half, half)])
    wide, high = np.ptp(card.view.to_px(corners), axis=0)
    return np.ones((2 * round(high / 2) + 1, 2 * round(wide / 2) + 1), np.uint8)


def _near_towers(picture: Picture, card: BackCard) -> tuple[Part, Mask]:
    """Return the part of a picture that holds the table where towers stand, and where in it the table is."""
    px, (height, width) = _outline(card, _STAND_MM), picture.shape[:2]
    left, top = np.clip(px.min(axis=0), 0, (width, height)).tolist()
    right, low = np.clip(px.max(axis=0), 0, (width, height)).tolist()
    mask = np.zeros((low - top, right - left), np.uint8)
    if mask.size:
        cv2.fillConvexPoly(mask, _outline(card, _TABLE_MM) - (left, top), 1)
    return (slice(top, low), slice(left, right)), mask > 0


def _outline(card: BackCard, corners_mm: Points) -> npt.NDArray[np.int32]:
    """Return where corners (x, z) of a part of the table are seen, px."""
    return np.rint(card.view.to_px(np.array([(x, 0.0, z) for x, z in corners_mm]))).astype(np.int32)
