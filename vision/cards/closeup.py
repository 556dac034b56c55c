"""A card held so near that the frame cuts it: its index is found alone, the card guessed round it."""

from __future__ import annotations

import cv2
import numpy as np

from vision.cards.candidates import Box, Candidate, Mask, number_boxes, square
from vision.cards.ink import binaries
from vision.cards.rectify import CARD_HEIGHT_PX, CARD_WIDTH_PX, Picture, Quad, inside

WORK_PX = 1.25 * CARD_HEIGHT_PX
INDEX_SHARE = 0.115
INDEX_AT = (0.10, 0.07)
ASPECT = 1.5
LEAST_PX, MOST_SHARE = 16, 0.45


def find_indices(picture: Picture) -> list[tuple[Candidate, Quad]]:
    """Everything on a picture (H, W, 3) that may be the index of a card, with the card (4, 2) px it would belong to.

    In the upper half indices are read upright, in the lower half turned: at the near corner of a card.
    """
    scale = WORK_PX / max(picture.shape[:2])
    small = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    found = []
    for half, view in (("upper ", small), ("lower ", np.ascontiguousarray(small[::-1, ::-1]))):
        for box in _boxes(view):
            quad = (_card_round(box) + 0.5) / scale - 0.5
            if half == "lower ":
                quad = np.array(picture.shape[1::-1]) - 1 - quad
            found.append((Candidate(f"{half}left", box, square(view, box)), quad))
    return found


def beyond(quad: Quad, shape: tuple[int, ...]) -> Mask:
    """Where on the upright card cut from `quad` lies what a picture of this shape does not show, (240, 156) bool."""
    frame = np.array([[0, 0], [shape[1], 0], [shape[1], shape[0]], [0, shape[0]]]) - 0.5
    hidden = np.ones((CARD_HEIGHT_PX, CARD_WIDTH_PX), np.uint8)
    cv2.fillConvexPoly(hidden, np.rint(inside(quad, frame)).astype(np.int32), 0)
    return hidden > 0


def _boxes(view: Picture) -> list[Box]:
    rows = view.shape[0]
    upper = view[: round(0.62 * rows)]
    boxes = [box for mask in binaries(upper, thorough=True) for box in number_boxes(mask, large=False)]
    return list(dict.fromkeys(box for box in boxes if LEAST_PX <= box[3] <= MOST_SHARE * rows))


def _card_round(box: Box) -> Quad:
    """The upright card whose index this is, as cards are usually printed."""
    x, y, _, h = box
    height = h / INDEX_SHARE
    width = height / ASPECT
    left, top = x - INDEX_AT[0] * width, y - INDEX_AT[1] * height
    return np.array([[left, top], [left + width, top], [left + width, top + height], [left, top + height]])
