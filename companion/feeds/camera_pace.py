"""How a camera delivers: its pictures' size, how many come a second, how long each is exposed."""

from __future__ import annotations

from collections import deque
from typing import Final

from companion.rulebook.text import Said, say
from vision.frames import Frame

_KEPT: Final = 20
"""The rate is that of the last pictures."""


class Pace:
    """Fed by the camera's thread, asked by any."""

    def __init__(self) -> None:
        self._times_s: deque[float] = deque(maxlen=_KEPT)
        self._size_px: tuple[int, int] | None = None
        self._exposure_s: float | None = None

    def feed(self, frame: Frame) -> None:
        """A picture has come; it is not kept."""
        self._times_s.append(frame.at_s)
        height, width = frame.picture.shape[:2]
        self._size_px, self._exposure_s = (width, height), frame.exposure_s

    def figures(self) -> tuple[Said, ...]:
        """Size, rate and exposure as far as they are known."""
        if self._size_px is None:
            return ()
        width, height = self._size_px
        told = [say("camera.size", width=str(width), height=str(height))]
        times = tuple(self._times_s)
        if len(times) > 1 and times[-1] > times[0]:
            told.append(say("camera.rate", fps=round((len(times) - 1) / (times[-1] - times[0]), 1)))
        if self._exposure_s is not None:
            told.append(say("camera.exposure", ms=round(1000 * self._exposure_s, 1)))
        return tuple(told)
