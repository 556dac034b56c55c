"""Cards found anywhere in a picture, put into the rows and columns of a zone."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.colour import Floats
from vision.readings import BACK, GAP, CardSeen, CellSeen, Watch

_EMPTY = CellSeen(((GAP, 0.6),))
_SAME_ROW = 0.6


def cells_anywhere(cards: Sequence[CardSeen], watch: Watch) -> tuple[tuple[CellSeen, ...], ...]:
    """Return the cells of a watch from cards lying anywhere, read as the picture shows them.

    Only a picture with no more cards than the zone has places, in no more rows and columns, is understood; the answer
    is empty otherwise. Gaps are certain only between cards of the same row.
    """
    useful = [card for card in cards if card.confidence >= 0.5 or card.value == BACK]
    if not useful or len(useful) > watch.rows * watch.columns:
        return ()
    centres = np.array([np.mean(card.quad, axis=0) for card in useful])
    size = float(np.median([np.linalg.norm(np.subtract(c.quad[1], c.quad[0])) for c in useful]))
    rows, columns = _ranks(centres[:, 1], size * _SAME_ROW), _ranks(centres[:, 0], size * _SAME_ROW)
    if max(rows) >= watch.rows or max(columns) >= watch.columns:
        return ()
    grid = [[_EMPTY] * watch.columns for _ in range(watch.rows)]
    for card, row, column in zip(useful, rows, columns, strict=True):
        grid[row][column] = CellSeen(((_label(card), round(card.confidence, 4)),))
    return tuple(tuple(row) for row in grid)


def _ranks(values: Floats, apart: float) -> list[int]:
    """Return for each value the index of its group, groups being farther apart than `apart`."""
    order = np.argsort(values)
    ranks = [0] * len(values)
    rank, last = 0, float(values[order[0]])
    for i in order:
        rank += int(float(values[i]) - last > apart)
        last = float(values[i])
        ranks[int(i)] = rank
    return ranks


def _label(card: CardSeen) -> str:
    return str(card.value) if card.value in {BACK, "bomb"} else f"{card.colour or ''}{card.value}"
