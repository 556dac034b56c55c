"""Pictures from files."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.errors import NoCameraPicture
from vision.markers import Picture

PICTURE_SUFFIXES = (".jpg", ".jpeg", ".png", ".bmp", ".webp")


def load_picture(path: Path) -> Picture:
    """Return the picture in a file as (H, W, 3) uint8 BGR.

    Raises: NoCameraPicture where the file is missing, unreadable or no picture.
    """
    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        raise NoCameraPicture(f"{path}: {error.strerror or error}") from error
    image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    if image is None:
        raise NoCameraPicture(f"{path}: expected a JPEG or PNG picture, got {data.size} bytes of else")
    return np.asarray(image, np.uint8)
