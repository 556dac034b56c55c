"""Where a tower stands: its extent in the objects' plane and how far before the back card its foot is."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.back_card import BackCard
from vision.colour import Floats
from vision.marker_layout import OBJECT_PLANE_MM
from vision.markers import Picture
from vision.piece_colours import Map32
from vision.tower_mass import (
    AREA,
    AREA_AFAR,
    COARSER,
    FRONT_MM,
    ROOM_MM,
    Mask,
    look_closely,
    masses_from_afar,
    middle_mm,
    plane_to_px,
)
from vision.tower_planes import PX_PER_MM, Plane, Window, plane_lab

_RIM_MM = 10.0
_FOOT_SIGMA_MM = 0.6
_PLANE_SIGMA_MM = 9.0
_FARTHEST = 4.0
"""A foot farther than this from where it usually is was not seen: a mirror image or a shadow was."""
_UNKNOWN_MM = 60.0
_NEAREST_FOOT_MM = 23.0
_APART_MM = 4.0
_LEAST_TOP_MM = -4.0
_BELOW_MM: Final = (1.5, 4.5)
_PART_CELLS = 9
_CLOTH_CHROMA, _CLOTH_STRENGTH = 10.0, 0.7
_STRONGER, _STRONGER_SHARE = 10.0, 1.25
_DROP_SHARE = 0.4
_LEAST_DROP = 8.0
_BARE_MM: Final = 1.0


@dataclass(frozen=True, slots=True)
class Stand:
    """A tower's extent, its widest level run of one colour (mm), and its front foot: mm before the card, its spread.

    `is_elsewhere` tells that its foot was seen where none can be, so that the usual one is only taken for granted,
    `is_carried` that what is below its foot looks like the table, only more strongly coloured; what is seen to lie
    nearer to the camera than `nearest_mm` before the card is the table's: a mirror image, or a shadow.
    """

    left_mm: float
    right_mm: float
    top_mm: float
    foot_mm: float
    sigma_mm: float
    widest_mm: float = 0.0
    is_elsewhere: bool = False
    is_carried: bool = False
    nearest_mm: float = math.inf

    @property
    def is_doubtful(self) -> bool:
        """Whether what stands there goes on beyond where towers stand, as an arm does, or has no room for its foot.

        Where what is lowest would stand in the back card, it stands on a piece that looks like the table.
        """
        return (
            self.is_elsewhere
            or self.is_carried
            or self.foot_mm < _NEAREST_FOOT_MM
            or self.left_mm < AREA.left_mm + _RIM_MM
            or self.right_mm > AREA.right_mm - _RIM_MM
        )

    def shown_in(self, plane: Plane, plane_mm: float, eye_mm: Floats) -> Plane:
        """Return a plane so far before the card without what the table shows before the foot."""
        if self.nearest_mm == math.inf:
            return plane
        reach = (plane_mm - eye_mm[2]) / (self.nearest_mm - eye_mm[2])
        return plane.above(float(eye_mm[1] * (1 - reach)) - _BARE_MM)

    @property
    def is_seen(self) -> bool:
        """Whether its foot was seen, not only taken for granted."""
        return self.sigma_mm < _UNKNOWN_MM

    @property
    def middle_sigma_mm(self) -> float:
        """How well `middle_mm` is known."""
        return 1 / math.hypot(1 / self.sigma_mm, 1 / _PLANE_SIGMA_MM)

    def middle_mm(self, front_mm: float) -> float:
        """Return how far before the card the pieces' middle is, if the base's front face lies `front_mm` before it.

        A camera at table height cannot tell, so the usual distance counts as much as it must.
        """
        seen, usual = 1 / self.sigma_mm**2, 1 / _PLANE_SIGMA_MM**2
        return ((self.foot_mm - front_mm) * seen + OBJECT_PLANE_MM * usual) / (seen + usual)

    def seen_in(self, plane_mm: float, eye_mm: Floats) -> Stand:
        """Return the stand with its extent as the camera's eye (3,) mm sees it in another plane than the usual one."""
        reach = (plane_mm - eye_mm[2]) / (OBJECT_PLANE_MM + FRONT_MM - eye_mm[2])
        left, right = (float(eye_mm[0] + reach * (x - eye_mm[0])) for x in (self.left_mm, self.right_mm))
        return replace(self, left_mm=left, right_mm=right, top_mm=float(eye_mm[1] + reach * (self.top_mm - eye_mm[1])))


def find_stand(picture: Picture, card: BackCard) -> tuple[Stand, ...]:
    """Return where the tower before a back card may stand, likeliest first; none where nothing coloured stands there.

    They differ in their foot: a mirror image, or a piece like the table, may hide which row is the lowest.

    Args: `picture` (H, W, 3) uint8 BGR, balanced.
    """
    masses = masses_from_afar(picture, card)
    worth = [mask.sum() * math.exp(-((COARSER * middle_mm(mask, AREA_AFAR) / 50) ** 2)) for mask in masses]
    return _stands_of(picture, card, masses[int(np.argmax(worth))]) if worth else ()


def find_stands(picture: Picture, card: BackCard) -> list[Stand]:
    """Return where everything coloured before a back card stands, the highest first: a tower and what fell off it.

    Args: `picture` (H, W, 3) uint8 BGR, balanced.
    """
    found = [_stands_of(picture, card, mask)[:1] for mask in masses_from_afar(picture, card)]
    return sorted((s for stands in found for s in stands if s.is_seen), key=lambda s: -s.top_mm)


def _stands_of(picture: Picture, card: BackCard, afar: Mask) -> tuple[Stand, ...]:
    """Look closer at a mass: where it ends above and where it may stand on the table."""
    mass = look_closely(picture, card, afar)
    if mass is None or mass.extent_mm[-1] < _LEAST_TOP_MM:
        return ()
    rows = mass.near.top_mm - np.array(_foot_rows(mass.cells, mass.unlike)) / PX_PER_MM
    extent = Stand(*mass.extent_mm, 0.0, _UNKNOWN_MM, mass.widest_mm)
    return _likely([_stand_on(_as_carried(extent, picture, card, low), card.view.eye_mm, low) for low in rows.tolist()])


def _as_carried(extent: Stand, picture: Picture, card: BackCard, low_mm: float) -> Stand:
    """Return it with whether it stands on a piece of the table's colour."""
    below = Window(extent.left_mm - ROOM_MM, extent.right_mm + ROOM_MM, low_mm - _BELOW_MM[1], low_mm - _BELOW_MM[0])
    row = plane_lab(picture, below, plane_to_px(card)).mean(axis=0)
    return replace(extent, is_carried=_is_stronger_amid(row))


def _is_stronger_amid(row: Map32) -> bool:
    """Return whether a row (columns, 3) CIE Lab of a cloth is more strongly coloured somewhere amid its ends.

    Wood is never as strongly coloured as a cloth; what it mirrors of a tower would pass for a piece.
    """
    beside = round(ROOM_MM * PX_PER_MM)
    ends = np.stack([np.median(row[:beside], axis=0), np.median(row[-beside:], axis=0)])
    cloth = np.hypot(ends[:, 1], ends[:, 2])
    strength = cloth / np.maximum(ends[:, 0], 1)
    if cloth.max() < _CLOTH_CHROMA or strength.min() < _CLOTH_STRENGTH:
        return False
    light, a, b = np.moveaxis(np.asarray(cv2.blur(row[None, beside:-beside], (_PART_CELLS, 1)))[0], -1, 0)
    chroma = np.hypot(a, b)
    stronger = (chroma > cloth.max() + _STRONGER) & (chroma > _STRONGER_SHARE * strength.max() * light)
    return bool(stronger.any())


def _stand_on(extent: Stand, eye: Floats, low_mm: float) -> Stand:
    """Return a stand with its foot at a height of the usual plane."""
    front = OBJECT_PLANE_MM + FRONT_MM
    foot, sigma = _on_table(eye, low_mm, front)
    stand = replace(extent, foot_mm=foot, sigma_mm=sigma)
    return stand if abs(foot - front) <= _FARTHEST * _PLANE_SIGMA_MM else _as_usual(stand)


def _as_usual(stand: Stand) -> Stand:
    """Return it with its foot where feet usually are; what was doubtful stays so."""
    return replace(stand, foot_mm=OBJECT_PLANE_MM + FRONT_MM, sigma_mm=_UNKNOWN_MM, is_elsewhere=stand.is_doubtful)


def _likely(stands: list[Stand]) -> tuple[Stand, ...]:
    """Return stands with feet apart from each other, those that were seen first, the usual foot last."""
    kept: list[Stand] = []
    for stand in sorted([*stands, _as_usual(stands[0])], key=lambda stand: not stand.is_seen):
        if all(abs(stand.foot_mm - other.foot_mm) > _APART_MM for other in kept):
            kept.append(stand)
    nearest = max((stand.foot_mm for stand in stands if stand.is_seen), default=math.inf)
    return tuple(replace(stand, nearest_mm=nearest) for stand in kept)


def _foot_rows(mask: Mask, unlike: Map32) -> tuple[float, float]:
    """Return the rows just below where the foot may be: where likeness to the table begins, in the lowest columns.

    A polished table mirrors the base, paler; so each column counts down to its last drop nearly as deep as its deepest,
    or, where the base is paler than what it carries, to the last that takes a good part of what was left.
    """
    reach = round(PX_PER_MM * 0.7)
    drop, left = np.zeros_like(unlike), np.zeros_like(unlike)
    drop[reach:-reach] = unlike[: -2 * reach] - unlike[2 * reach :]
    left[reach:] = unlike[:-reach]
    near = cv2.dilate(mask.astype(np.uint8), np.ones((2 * reach + 1, 1), np.uint8))
    drop = np.where(np.asarray(near) > 0, drop, 0)
    return _lowest_drop(mask, drop, drop.max(axis=0, keepdims=True)), _lowest_drop(mask, drop, left)


def _lowest_drop(mask: Mask, drop: Map32, of: Map32) -> float:
    """Return the row of the lowest drops that are a good part of something."""
    clear = drop >= np.maximum(_DROP_SHARE * of, _LEAST_DROP)
    columns = np.flatnonzero(clear.any(axis=0))
    if not len(columns):
        return float(np.flatnonzero(mask.any(axis=1))[-1] + 1)
    last = len(drop) - 1 - clear[::-1].argmax(axis=0)
    feet = np.array([_peak_near(drop[:, c], int(last[c]), round(PX_PER_MM * 0.7)) for c in columns])
    lowest = np.percentile(feet, 92, method="nearest")
    return float(np.median(feet[np.abs(feet - lowest) < 2 * PX_PER_MM])) + 0.5


def _peak_near(drop: Map32, row: int, reach: int) -> int:
    start = max(row - 2 * reach, 0)
    return start + int(drop[start : row + 1].argmax())


def _on_table(eye: Floats, low_mm: float, plane_mm: float) -> tuple[float, float]:
    """Return where a ray through height `low_mm` of a plane meets the table, along z, with its spread."""
    drop = (eye[1] - low_mm) / (eye[2] - plane_mm)
    if drop < 0.02:
        return plane_mm, _UNKNOWN_MM
    return float(eye[2] - eye[1] / drop), float(_FOOT_SIGMA_MM / drop)
