"""Light that changes while people play: the printed whites and greys tell brightness and colour, whatever lies there.

Exposure and white balance are fixed, so a patch that looks different means another light, or a camera that does not
keep its settings. Several cards must agree: a hand's shadow on one of them is no other light.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import numpy as np

from vision.colour import Floats
from vision.markers import Picture
from vision.registration import Registration
from vision.table_light import table_gains

EVERY_S: Final = 1.0
MOST: Final = float(np.log(1.08))
"""A gain may move by 8 percent before it counts as drift."""
AGREEING: Final = 3
"""So many measurements in a row must show it."""
TOLD_S: Final = 6.0
"""For so long it is told; then the light as it is now is the one to compare with."""


class Drift(StrEnum):
    """What has changed."""

    BRIGHTNESS = "brightness"
    COLOUR = "colour"


class DriftWatch:
    """Follows the light on one table; one for each camera."""

    def __init__(self) -> None:
        self._usual: Floats | None = None
        self._offs: list[Floats] = []
        self._measured_s = float("-inf")
        self._told: tuple[Drift, float] | None = None

    def feed(self, picture: Picture, here: Registration, at_s: float) -> Drift | None:
        """Return what has changed since the light was first measured; None while it is as it was.

        Args: `picture` (H, W, 3) uint8 BGR as the camera gave it, `here` where its corner cards lie.
        """
        if self._told is not None:
            drift, since_s = self._told
            if at_s - since_s < TOLD_S:
                return drift
            self.forget()
        if at_s - self._measured_s < EVERY_S:
            return None
        self._measured_s = at_s
        gains = table_gains(picture, here.view, here.places_seen())
        if gains is None:
            return None
        if self._usual is None:
            self._usual = np.log(gains)
            return None
        return self._judged(np.log(gains) - self._usual, at_s)

    def forget(self) -> None:
        """Take the light as it is from now on."""
        self._usual, self._offs, self._told = None, [], None

    def _judged(self, off: Floats, at_s: float) -> Drift | None:
        colour = off - off.mean()
        if max(np.abs(colour).max(), np.abs(off).max()) <= MOST:
            self._offs = []
            return None
        self._offs.append(off)
        if len(self._offs) < AGREEING:
            return None
        drift = Drift.COLOUR if np.abs(colour).max() > MOST else Drift.BRIGHTNESS
        self._told = (drift, at_s)
        return drift
