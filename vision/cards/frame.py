"""A picture that is all card: one cut out of another, or drawn on a computer, with nothing of a table about it."""

from __future__ import annotations

import cv2
import numpy as np

from vision.cards.outlines import ASPECTS
from vision.cards.rectify import Picture, Quad, ordered

SIDE_PX = 120
RIM = 0.06
EVEN, UNLIKE = 12.0, 20.0
"""In Lab, how far half of the rim's pixels at most are from its usual colour, and how far print is at least."""
LEAST_PRINT = 0.02


def card_frame(picture: Picture) -> Quad | None:
    """The border (4, 2) px of a picture (H, W, 3) uint8 BGR that may be a card's: of its proportions, with an even rim
    and print within; None where it is not."""
    height, width = picture.shape[:2]
    if not ASPECTS[0] < max(height, width) / min(height, width) < ASPECTS[1]:
        return None
    scale = SIDE_PX / max(height, width)
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    tones = cv2.cvtColor(small.astype(np.float32) / 255, cv2.COLOR_BGR2Lab)
    rim = max(round(RIM * min(tones.shape[:2])), 1)
    inner = np.zeros(tones.shape[:2], bool)
    inner[rim:-rim, rim:-rim] = True
    off = np.linalg.norm(tones - np.median(tones[~inner], 0), axis=2)
    if np.percentile(off[~inner], 95) > EVEN or (off[inner] > UNLIKE).mean() < LEAST_PRINT:
        return None
    return ordered(np.array([[0, 0], [width, 0], [width, height], [0, height]]) - 0.5)
