"""Several still looks at the same thing become one: noise differs from look to look, what lies there does not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from vision.readings import CellSeen, Seen


def averaged(looks: Sequence[Seen]) -> Seen:
    """Return the latest of some looks at one watch with every cell's probabilities averaged over all of them.

    Raises: ValueError without a look.
    """
    if not looks:
        raise ValueError("expected at least one look, got none")
    latest = looks[-1]
    same = [look for look in looks if _shape(look) == _shape(latest)]
    rows = tuple(
        tuple(mean_cell([look.cells[r][c] for look in same]) for c in range(len(row)))
        for r, row in enumerate(latest.cells)
    )
    return replace(latest, cells=rows)


def _shape(look: Seen) -> tuple[int, ...]:
    return tuple(len(row) for row in look.cells)


def mean_cell(cells: Sequence[CellSeen]) -> CellSeen:
    """Return the readings of one place as one: every label's probability averaged, the likeliest first."""
    summed: dict[str, float] = defaultdict(float)
    for cell in cells:
        for label, share in cell.likelihoods:
            summed[label] += share / len(cells)
    order = sorted(summed, key=lambda label: -summed[label])
    return CellSeen(tuple((label, round(summed[label], 4)) for label in order))
