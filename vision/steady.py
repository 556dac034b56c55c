"""When to look: nothing is read while something moves, and a hand that rests over the table is no stillness.

A small copy of each frame is compared with the one before (motion) and with the last undisturbed one: what has
come in from the picture's edge since then is a hand or an arm.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.frames import Frame

Mask: TypeAlias = npt.NDArray[np.bool_]

_WIDTH_PX = 320
_MOVED = 14
_CHANGED = 17
_NOISE_TIMES, _MOST_NOISE = 5.5, 40.0
"""Where sensors are noisy (dim rooms), a difference counts from so many times what half of the pixels exceed."""
_MOVING_SHARE = 0.0002
_HAND_SHARE = 0.006
_LIGHT_SHARE = 0.6
_SETTLED_S = 3.0
"""What has lain at the edge unmoved for so long belongs to the table now."""


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """How quiet a frame is: `still` for long enough and without a hand, `moving` now, and the hand's mask.

    `hand` is (h, w) bool on a copy 320 px wide, all False without a hand.
    """

    still: bool
    moving: bool
    hand: Mask

    @property
    def hand_seen(self) -> bool:
        """Whether a hand or arm reaches into the picture."""
        return bool(self.hand.any())


class Steady:
    """Follows frames; one for each camera. Args: `still_s` how long nothing may have moved."""

    def __init__(self, *, still_s: float = 0.3) -> None:
        self._still_s = still_s
        self._last: npt.NDArray[np.uint8] | None = None
        self._quiet: npt.NDArray[np.uint8] | None = None
        self._since_s = 0.0

    def feed(self, frame: Frame) -> Scene:
        """Return how quiet the scene is with this frame; frames must come in the order of their times."""
        small = _shrunk(frame.picture)
        nobody = np.zeros(small.shape[:2], bool)
        if self._last is None or self._last.shape != small.shape:
            self._last, self._quiet, self._since_s = small, None, frame.at_s
            return Scene(still=False, moving=False, hand=nobody)
        moving = _moved_share(small, self._last) > _MOVING_SHARE
        self._last = small
        if moving:
            self._since_s = frame.at_s
        rested_s = frame.at_s - self._since_s
        hand = nobody if self._quiet is None else _hand(small, self._quiet)
        if rested_s >= _SETTLED_S:
            hand = nobody
        still = rested_s >= self._still_s and not hand.any()
        if still:
            self._quiet = small
        return Scene(still=still, moving=moving, hand=hand)


def _shrunk(picture: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return a copy about 320 px wide: every so many pixels, then a little blur against noise."""
    step = max(picture.shape[1] // _WIDTH_PX, 1)
    return np.asarray(cv2.blur(np.ascontiguousarray(picture[::step, ::step]), (3, 3)), np.uint8)


def _difference(one: npt.NDArray[np.uint8], other: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return the largest difference of the three channels, (h, w)."""
    blue, green, red = cv2.split(cv2.absdiff(one, other))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


def _beyond_noise(difference: npt.NDArray[np.uint8], level: int) -> Mask:
    """Return where a difference (h, w) exceeds `level`, or the noise of the picture where that is greater."""
    some = difference[::4, ::4].ravel()
    half = some.size // 2
    noise = _NOISE_TIMES * (float(np.partition(some, half)[half]) + 0.5)
    return difference > max(level, min(noise, _MOST_NOISE))


def _moved_share(one: npt.NDArray[np.uint8], other: npt.NDArray[np.uint8]) -> float:
    return float(_beyond_noise(_difference(one, other), _MOVED).mean())


def _hand(small: npt.NDArray[np.uint8], quiet: npt.NDArray[np.uint8]) -> Mask:
    """Return what has come in from the edge; nothing where the whole picture changed (the light did)."""
    changed = _beyond_noise(_difference(small, quiet), _CHANGED).astype(np.uint8)
    share = float(np.count_nonzero(changed)) / changed.size
    if share < _HAND_SHARE or share > _LIGHT_SHARE:
        return np.zeros(small.shape[:2], bool)
    joined = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    count, ids, stats, _ = cv2.connectedComponentsWithStats(np.asarray(joined, np.uint8))
    labels = np.asarray(ids)
    rim = set(np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]]).tolist()) - {0}
    large = [i for i in range(1, count) if i in rim and stats[i, cv2.CC_STAT_AREA] > _HAND_SHARE * labels.size]
    return np.isin(labels, large)
