"""Pictures that cannot be read, and why: black, blown out, blurred, or the same one again and again."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
import numpy.typing as npt

from vision.frames import Frame
from vision.markers import Picture

_BLACK_BRIGHTEST = 40
_CLIPPED = 250
_BLOWN_SHARE = 0.35
_SHARP_LEAST = 0.155
"""Measured on photographs 640 px wide: sharp ones 0.16 to 0.31, blurred by 3.5 px or more below 0.155."""
_FAR_PX = 8
_FLAT_CONTRAST = 12.0
_FROZEN_FRAMES = 5


class Trouble(StrEnum):
    """What is wrong with a picture."""

    BLACK = "black"
    BLOWN_OUT = "blown_out"
    BLURRED = "blurred"
    FROZEN = "frozen"


@dataclass(frozen=True, slots=True)
class Quality:
    """How good a picture is: its median `brightness` 0..1, the shares that are `lit` and `blown` out, its `sharpness`.

    `sharpness` compares the steepest steps between neighbours with those eight pixels apart; None on a picture without
    contrast, which tells nothing.
    """

    brightness: float
    lit: float
    blown: float
    sharpness: float | None

    @property
    def is_black(self) -> bool:
        """Whether nothing can be seen."""
        return self.lit < 0.01

    @property
    def is_blown(self) -> bool:
        """Whether so much is white that nothing can be read there."""
        return self.blown > _BLOWN_SHARE

    @property
    def is_blurred(self) -> bool:
        """Whether edges are too soft for numerals."""
        return self.sharpness is not None and self.sharpness < _SHARP_LEAST


def quality_of(picture: Picture) -> Quality:
    """Return how good a picture (H, W, 3) uint8 BGR is."""
    step = max(max(picture.shape[:2]) // 640, 1)
    grey = cv2.cvtColor(np.ascontiguousarray(picture[::step, ::step]), cv2.COLOR_BGR2GRAY)
    up_to = np.cumsum(cv2.calcHist([grey], [0], None, [256], [0, 256])) / grey.size
    brightness = float(np.searchsorted(up_to, 0.5)) / 255
    lit, blown = 1 - float(up_to[_BLACK_BRIGHTEST]), 1 - float(up_to[_CLIPPED - 1])
    return Quality(brightness, lit, blown, _sharpness(np.asarray(grey, np.float32)))


def troubles_of(picture: Picture) -> tuple[Trouble, ...]:
    """Return what is wrong with a picture (H, W, 3) uint8 BGR by itself; black excludes the others."""
    quality = quality_of(picture)
    if quality.is_black:
        return (Trouble.BLACK,)
    wrong = {Trouble.BLOWN_OUT: quality.is_blown, Trouble.BLURRED: quality.is_blurred}
    return tuple(trouble for trouble, there in wrong.items() if there)


class FrameWatch:
    """Follows frames for trouble, a camera that repeats one picture included: sensors are never without noise."""

    def __init__(self) -> None:
        self._last: bytes = b""
        self._repeats = 0

    def feed(self, frame: Frame) -> tuple[Trouble, ...]:
        """Return what is wrong with this frame."""
        mark = frame.picture[::16, ::16].tobytes()
        self._repeats = self._repeats + 1 if mark == self._last else 0
        self._last = mark
        frozen = (Trouble.FROZEN,) if self._repeats >= _FROZEN_FRAMES else ()
        return (*troubles_of(frame.picture), *frozen)


def _sharpness(grey: npt.NDArray[np.float32]) -> float | None:
    """Return the steepest steps between neighbours as a share of those eight pixels apart."""
    if float(grey.std()) < _FLAT_CONTRAST:
        return None
    smooth = np.asarray(cv2.GaussianBlur(grey, (0, 0), 0.8), np.float32)
    return _steep(smooth, 1) / max(_steep(smooth, _FAR_PX), 1.0)


def _steep(grey: npt.NDArray[np.float32], apart: int) -> float:
    """Return the step between pixels so far apart in a row that one in three hundred exceeds."""
    steps = (grey[:, apart:] - grey[:, :-apart]).ravel()
    np.abs(steps, out=steps)
    rank = max(steps.size // 300, 1)
    steps.partition(-rank)  # where it lies: this runs on every picture, and each copy is two megabytes
    return float(steps[-rank])
