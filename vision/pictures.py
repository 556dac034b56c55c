"""Pictures from files."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.errors import NoCameraPicture
from vision.markers import Picture
from vision.picture_sizes import MOST_PIXELS, size_px

PICTURE_SUFFIXES = (".jpg", ".jpeg", ".png", ".bmp", ".webp")
MOST_BYTES = 4 * MOST_PIXELS + 2**20
"""More no picture of so many pixels takes; what is called a picture may be a device that goes on for ever."""


def load_picture(path: Path) -> Picture:
    """Return the picture in a file as (H, W, 3) uint8 BGR.

    Raises: NoCameraPicture where the file is missing, unreadable, no picture, or larger than `MOST_PIXELS`.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        width, height = size_px(data)
    except OSError as error:
        raise NoCameraPicture(f"{path}: {error.strerror or error}") from error
    except ValueError as error:
        raise NoCameraPicture(
            f"{path}: expected a JPEG, PNG, BMP or WebP picture, got {len(data)} bytes: {error}"
        ) from error
    if len(data) > MOST_BYTES:
        raise NoCameraPicture(f"{path}: expected at most {MOST_BYTES} bytes")
    if width * height > MOST_PIXELS:
        raise NoCameraPicture(f"{path}: expected at most {MOST_PIXELS} pixels, got {width} x {height}")
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise NoCameraPicture(f"{path}: expected a picture, got {len(data)} bytes that cannot be unpacked")
    return np.asarray(image, np.uint8)
