"""Whole cards compared place by place: where the faces of a deck differ counts, what they have in common does not.

Figures that cannot be cut out of a blurred or crowded card are compared all the same, for each card lies as it lies.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.looks import BINS, Floats, levelled, oriented
from vision.cards.rectify import CARD_HEIGHT_PX, CARD_WIDTH_PX, Picture

SIZE_PX: Final = (CARD_WIDTH_PX // 2, CARD_HEIGHT_PX // 2)
CELL_PX: Final = 4
SOFT_PX: Final = 1.8
ROWS, COLUMNS = 29, 18
ASIDE_PX: Final = (0, -2, 2)
"""So far aside are cards cut, too."""


def wholes(card: Picture) -> Floats:
    """Gradients of a card (240, 156, 3) uint8 BGR as it lies and moved a little: (9, 29, 18, 9), unmoved first."""
    return _moved(_layers(card))


def both_ways(card: Picture) -> tuple[Floats, Floats]:
    """The same of a card as it lies and turned by half, which changes no direction of a gradient."""
    layers = _layers(card)
    return _moved(layers), _moved(layers[::-1, ::-1])


def telling(shown: Floats, words: npt.NDArray[np.str_]) -> Floats:
    """What each cell counts, (29, 18): by the square of how far faces (n, 29, 18, 9) of other `words` differ there."""
    other = (words[:, None] != words[None, :]).astype(np.float32)
    if not other.any():
        return np.ones(shown.shape[1:3], np.float32)
    flat = shown.reshape(len(shown), -1, BINS).transpose(1, 0, 2)
    alike = flat @ flat.transpose(0, 2, 1)
    sizes = np.diagonal(alike, axis1=1, axis2=2)
    apart = ((sizes[:, :, None] + sizes[:, None, :] - 2 * alike) * other).sum((1, 2))
    return np.asarray((apart**2).reshape(shown.shape[1:3]), np.float32)


def nearness(seen: Floats, shown: Floats, counts: Floats) -> Floats:
    """How alike a card, `seen` in places (k, 29, 18, 9), is at best to each of `shown` (n, 29, 18, 9): 1 = the same."""
    asked, known = _unit(seen, counts), _unit(shown, counts)
    # The product of matrices would wake a thread on every core for a millisecond's work.
    return np.asarray(np.einsum("kf,nf->nk", asked, known).max(1), np.float32)


def nearness_each(shown: Floats, counts: Floats) -> Floats:
    """How alike each of `shown` (n, 29, 18, 9) is to each other as they lie, (n, n)."""
    known = _unit(shown, counts)
    return np.asarray(np.einsum("mf,nf->mn", known, known), np.float32)


def _unit(cells: Floats, counts: Floats) -> Floats:
    flat = (cells * np.sqrt(counts)[..., None]).reshape(len(cells), -1)
    return np.asarray(flat / (np.linalg.norm(flat, axis=1, keepdims=True) + 1e-9), np.float32)


def _layers(card: Picture) -> Floats:
    small = np.asarray(cv2.resize(card, SIZE_PX, interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(cv2.GaussianBlur(oriented(small), (0, 0), SOFT_PX), np.float32)


def _moved(layers: Floats) -> Floats:
    return np.stack([_cells(layers, right, down) for right in ASIDE_PX for down in ASIDE_PX])


def _cells(layers: Floats, right: int, down: int) -> Floats:
    cells = layers[CELL_PX // 2 + down :: CELL_PX, CELL_PX // 2 + right :: CELL_PX][:ROWS, :COLUMNS]
    return levelled(np.ascontiguousarray(cells))
