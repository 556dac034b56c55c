"""A side view made ready for reading: shrunk, white balanced, with the plane in which the objects stand.

With a back card the plane is in mm (x right, y up, origin in the middle of the card's foot); without one it is in
pixels of the small picture, counted from its middle.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.back_card import BackCard, find_back_card
from vision.colour import Floats, balanced, linear
from vision.errors import NotCalibrated
from vision.lens import Lens
from vision.marker_layout import OBJECT_PLANE_MM
from vision.markers import Picture
from vision.patches import read_patches, white_gains

_THUMB_PX = (160, 120)
_LEVELS = (30, 245)
_USUAL_WARMTH = 0.6
"""Red over blue, as a logarithm, of pictures that are balanced well: wooden tables are warm themselves."""
_LAMP = np.array([0.69, 0.0, -0.31])
"""How much of a lamp's warmth is lacking blue and how much is red too many. Source: black bodies of 2200 to 4000 K."""
_BRIGHT, _MOST = 0.8, 6.0
"""Linear light that a dim picture is raised to, and the most it is raised."""


@dataclass(frozen=True, slots=True)
class Scene:
    """`small` balanced picture, `scale` small px per px, the plane both ways (from and to small px), the card seen."""

    small: Picture
    scale: float
    to_plane: Callable[[Floats], Floats]
    to_px: Callable[[Floats], Floats]
    card: BackCard | None


def light_gains(picture: Picture, card: BackCard) -> Floats:
    """Return the gains (3,) for linear B, G, R that take the lamp's colour out, green left as it is."""
    seen = read_patches(picture, card.page, lambda mm: card.view.to_px(card.page_to_world(mm)))
    gains = white_gains(seen)
    return np.ones(3) if gains is None else gains / gains[1]


def lamp_gains(picture: Picture) -> Floats:
    """Return the gains (3,) for linear B, G, R against a warm lamp that the camera hardly balances, without any patch.

    Judged by the mean and by the bright parts of a picture (H, W, 3) uint8 BGR; what a wooden table may do stays.
    """
    thumb = cv2.resize(picture, _THUMB_PX, interpolation=cv2.INTER_AREA).reshape(-1, 3)
    top = thumb.max(axis=1)
    light = linear(thumb[(top > _LEVELS[0]) & (top < _LEVELS[1])]) + 1e-3
    if len(light) < thumb.shape[0] // 20:
        return np.ones(3)
    means = [(light**power).mean(axis=0) ** (1 / power) for power in (1, 6)]
    warmth = min(float(np.log(mean[2] / mean[0])) for mean in means)
    gains: Floats = np.exp(max(warmth - _USUAL_WARMTH, 0.0) * _LAMP)
    return gains


def prepare(picture: Picture, *, width_px: int, lens: Lens | None = None) -> Scene:
    """Return a picture (H, W, 3) uint8 BGR made ready, its longer edge `width_px`."""
    scale = width_px / max(picture.shape[:2])
    small = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    try:
        card = find_back_card(picture, lens)
    except NotCalibrated:
        return _without_card(_lit(small, lamp_gains(small)), scale)
    return _with_card(_lit(small, light_gains(picture, card)), scale, card)


def _lit(small: Picture, gains: Floats) -> Picture:
    """Return the picture balanced, as bright as its brightest part allows and without single noisy pixels."""
    light = cv2.LUT(np.ascontiguousarray(small[::4, ::4]), linear(np.arange(256))) * gains
    top = float(np.percentile(light.max(axis=2), 99))
    lift = np.clip(_BRIGHT / max(top, 1e-3), 1.0, _MOST)
    return np.asarray(cv2.medianBlur(balanced(small, gains * lift), 3), np.uint8)


def _with_card(small: Picture, scale: float, card: BackCard) -> Scene:
    def to_plane(px: Floats) -> Floats:
        return card.view.on_plane(px / scale, axis=2, at_mm=OBJECT_PLANE_MM)[:, :2]

    def to_px(mm: Floats) -> Floats:
        points = np.hstack([mm, np.full((len(mm), 1), OBJECT_PLANE_MM)])
        return card.view.to_px(points) * scale

    return Scene(small, scale, to_plane, to_px, card)


def _without_card(small: Picture, scale: float) -> Scene:
    height, width = small.shape[:2]
    middle = np.array([(width - 1) / 2, (height - 1) / 2])
    flip = np.array([1.0, -1.0])
    return Scene(small, scale, lambda px: (px - middle) * flip, lambda plane: plane * flip + middle, None)
