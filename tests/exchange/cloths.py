"""Cloths that cards are laid on: plain ones, wooden boards and a check."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

Ground: TypeAlias = npt.NDArray[np.float32]
Cloth: TypeAlias = Callable[[tuple[int, int], float], Ground]
"""Takes rows and columns of a picture and px per mm; returns the cloth, (rows, columns, 3) BGR 0..255."""

_CHECK_MM, _BOARD_MM, _SEAM_MM = 15.0, 70.0, 1.5
_CHECK_TONES: Final = np.array([[225, 230, 235], [130, 120, 215], [50, 40, 190]], np.float32)


def plain(red: int, green: int, blue: int) -> Cloth:
    """A cloth of one colour."""
    return lambda size, _: np.full((*size, 3), (blue, green, red), np.float32)


def wood(size: tuple[int, int], px_per_mm: float) -> Ground:
    """Light boards that lie from left to right: each its own tone, with a grain along it and dark seams."""
    rng = np.random.default_rng(7)
    grain = cv2.GaussianBlur(rng.normal(size=size), (0, 0), sigmaX=60 * px_per_mm, sigmaY=0.3 + px_per_mm)
    y = np.arange(size[0]) / px_per_mm
    boards = rng.uniform(-12, 12, 64)[(y // _BOARD_MM).astype(int)] - 35 * (y % _BOARD_MM < _SEAM_MM)
    tone = 9 * grain / grain.std() + boards[:, None]
    return np.asarray((95, 140, 185) + tone[..., None], np.float32)


def checked(size: tuple[int, int], px_per_mm: float) -> Ground:
    """White and red threads woven into squares of white, light red and red."""
    rows, columns = ((np.arange(side) / px_per_mm // _CHECK_MM).astype(int) % 2 for side in size)
    return np.asarray(_CHECK_TONES[rows[:, None] + columns], np.float32)


DARK: Final = plain(40, 66, 58)
CLOTHS: Final[Mapping[str, Cloth]] = MappingProxyType(
    {
        "white": plain(235, 235, 235),
        "beige": plain(220, 205, 180),
        "grey": plain(128, 128, 128),
        "green": plain(30, 95, 60),
        "wood": wood,
        "checked": checked,
    }
)
"""Cloths by their names, beside the dark one that all is tried on first."""
