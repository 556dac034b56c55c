"""Cutting a byte stream of JPEG pictures (MJPEG over HTTP, or a camera program's output) into pictures."""

from __future__ import annotations

import cv2
import numpy as np

from vision.markers import Picture
from vision.picture_sizes import MOST_PIXELS, size_px

_START = b"\xff\xd8\xff"
_END = b"\xff\xd9"
_MOST_BYTES = 32_000_000


class JpegSplitter:
    """Collects bytes and gives back whole JPEG pictures; what lies between them is skipped."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """Return the pictures completed by `data`, in order. Raises: ValueError where one never ends."""
        self._bytes += data
        whole: list[bytes] = []
        while (picture := self._take()) is not None:
            whole.append(picture)
        if len(self._bytes) > _MOST_BYTES:
            raise ValueError(f"expected a JPEG picture to end within {_MOST_BYTES} bytes")
        return whole

    def _take(self) -> bytes | None:
        start = self._bytes.find(_START)
        if start < 0:
            del self._bytes[: max(len(self._bytes) - 2, 0)]
            return None
        end = self._bytes.find(_END, start + 3)
        if end < 0:
            del self._bytes[:start]
            return None
        picture = bytes(self._bytes[start : end + 2])
        del self._bytes[: end + 2]
        return picture


def decode(data: bytes) -> Picture | None:
    """Return a JPEG picture as (H, W, 3) uint8 BGR, None where it is damaged or larger than any camera's."""
    try:
        width, height = size_px(data)
    except ValueError:
        return None
    if width * height > MOST_PIXELS:
        return None
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    return None if image is None else np.asarray(image, np.uint8)
