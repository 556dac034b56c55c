"""Pictures with what was read drawn onto them, for people who want to see why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np

from vision.errors import NoCameraPicture
from vision.markers import Picture

_SURE, _UNSURE = (60, 200, 60), (30, 140, 255)
_DARK = (20, 20, 20)
_LEAST_SURE = 0.5

Corners = Sequence[tuple[float, float]]


def marked(picture: Picture, found: Iterable[tuple[Corners, str, float]]) -> Picture:
    """Return a copy of a picture (H, W, 3) with outlines drawn, green where sure, orange below 0.5.

    Args: `found` corners (px), label and probability of each.
    """
    drawn = picture.copy()
    thick = max(picture.shape[1] // 500, 1)
    for corners, label, confidence in found:
        tone = _SURE if confidence >= _LEAST_SURE else _UNSURE
        points = np.rint(np.array(corners)).astype(np.int32)
        cv2.polylines(drawn, [points], isClosed=True, color=tone, thickness=2 * thick, lineType=cv2.LINE_AA)
        at = (int(points[:, 0].min()), int(points[:, 1].min()) - 3 * thick)
        for colour, width in ((_DARK, 4 * thick), (tone, thick)):
            text = f"{label or '?'} {confidence:.2f}"
            cv2.putText(drawn, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.5 * thick, colour, width, cv2.LINE_AA)
    return drawn


def as_png(picture: Picture) -> bytes:
    """Return a picture (H, W, 3) uint8 BGR as the bytes of a PNG file. Raises: NoCameraPicture for an empty one."""
    good, data = cv2.imencode(".png", picture) if picture.size else (False, None)
    if not good or data is None:
        raise NoCameraPicture(f"expected a picture (H, W, 3), got {picture.shape}")
    return data.tobytes()
