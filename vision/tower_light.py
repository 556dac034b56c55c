"""A side view with a back card made ready for towers: white balanced, raised where dim, smoothed where noisy.

What counts as coloured, and as an edge, is told by fixed differences, which a dim picture never reaches; noise raised
with it must not pass for colours, so what is noisy is smoothed within its edges.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.back_card import BackCard
from vision.colour import balanced
from vision.markers import Picture
from vision.patches import read_patches, white_gains

_AS_BRIGHT: Final = 0.85
"""How bright a picture is raised, as a share of what the card is printed like."""
_MOST: Final = 3.0
_AREA_MM: Final = ((-110.0, 110.0), (-10.0, 215.0), (0.0, 60.0))
_NOISY: Final = 3.0
_UNREST_PX, _UNREST_PERCENT = 1.5, 60.0
_REACH_PX, _SPREAD_PX, _UNLIKE = 9, 4.0, 6.0


def lit(picture: Picture, card: BackCard) -> Picture:
    """Return the picture as a camera would see it in good white light, as it was where no patch tells the light.

    Args: `picture` (H, W, 3) uint8 BGR.
    """
    gains = white_gains(read_patches(picture, card.page, lambda mm: card.view.to_px(card.page_to_world(mm))))
    if gains is None:
        return picture
    raised = float(np.clip(_AS_BRIGHT * gains[1], 1.0, _MOST))
    light = balanced(picture, gains / gains[1] * raised)
    part = _area(picture, card)
    light[part] = smoothed(np.ascontiguousarray(light[part]))
    return light


def _area(picture: Picture, card: BackCard) -> tuple[slice, slice]:
    """Return the part of a picture in which towers stand before the card."""
    corners = np.stack(np.meshgrid(*_AREA_MM), axis=-1).reshape(-1, 3)
    px, (height, width) = card.view.to_px(corners), picture.shape[:2]
    left, top = np.clip(np.floor(px.min(axis=0)), 0, (width, height)).astype(int).tolist()
    right, low = np.clip(np.ceil(px.max(axis=0)), 0, (width, height)).astype(int).tolist()
    return slice(top, low), slice(left, right)


def smoothed(picture: Picture) -> Picture:
    """Return a picture (H, W, 3) uint8 without its noise, edges left as they are; one with little noise as it is."""
    if not picture.size:
        return picture
    off = cv2.absdiff(picture, np.asarray(cv2.GaussianBlur(picture, (0, 0), _UNREST_PX), np.uint8))
    unrest = float(np.percentile(np.asarray(off)[::4, ::4], _UNREST_PERCENT))
    if unrest <= _NOISY:
        return picture
    for _ in range(2):
        picture = np.asarray(cv2.bilateralFilter(picture, _REACH_PX, _UNLIKE * unrest, _SPREAD_PX), np.uint8)
    return picture
