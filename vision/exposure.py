"""Dim pictures brought to the brightness of good ones, so that all that is measured on them means the same."""

from __future__ import annotations

import cv2
import numpy as np

from vision.markers import Picture

_WELL_LIT = 200.0
_DIM = 130.0
_MOST_GAIN = 4.0
_STEP = 8


def well_lit(picture: Picture) -> Picture:
    """Return a picture (H, W, 3) uint8 BGR as if exposed for longer; as it is where its brightest parts are bright.

    A dim picture is scaled, at most four times: noise grows with it as it would in a camera.
    """
    some = np.sort(picture[::_STEP, ::_STEP].max(axis=2).ravel())
    brightest = float(some[int(0.99 * some.size)]) if some.size else _WELL_LIT
    if brightest >= _DIM:
        return picture
    gain = min(_WELL_LIT / max(brightest, 1.0), _MOST_GAIN)
    return np.asarray(cv2.convertScaleAbs(picture, alpha=gain), np.uint8)
