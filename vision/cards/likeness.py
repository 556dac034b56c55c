"""Which faces of a deck look alike: those must be shown more often, and people should know of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.cards.taught import Exposures

TOO_NEAR: Final = 0.86
"""Other values as alike as that are sometimes taken for each other; 95 in 100 pairs of values are less so."""
SAME_FACE: Final = 0.94
"""Cards as alike as that are the same face; lookalikes of other values stay below."""
LEAD: Final = 0.06
"""A face shown several times is told apart where its own exposures are so much nearer than others."""


def alike(one: Exposures, other: Exposures) -> float:
    """Return how alike two exposures are, 1 = the same."""
    parts = one.looks.shape[2]
    return float(np.einsum("nkpf,pf->nk", one.looks, other.looks[0, 0]).max() / parts)


def lookalikes(taken: Sequence[tuple[str, Exposures]]) -> dict[str, str]:
    """Return each label that is not told apart from one of another value, with that one.

    Args: `taken` labels with their exposures, the same label perhaps several times.
    """
    found: dict[str, str] = {}
    for i, (label, mine) in enumerate(taken):
        own = [alike(other, mine) for j, (name, other) in enumerate(taken) if name == label and j != i]
        rivals = [(alike(other, mine), name) for name, other in taken if other.faces[0][0] != mine.faces[0][0]]
        if not rivals:
            continue
        nearest, name = max(rivals)
        if nearest > TOO_NEAR and (not own or max(own) < nearest + LEAD):
            found[label] = name
    return found
