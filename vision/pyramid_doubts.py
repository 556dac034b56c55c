"""Whether what looks like a pyramid may be none: cards, a tower, a cup, books.

A pyramid is upright, holds two buckets of a colour, and its upper buckets stand on others; before a back card it stands
on the card's table and about in its middle. Called once the buckets of a single pyramid are named.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from vision.bucket_colours import Place
from vision.lattice import ROWS, Boxes, Lattice
from vision.pyramid_places import on_table
from vision.side_scene import Scene

_MOST_DROPPED = 1 / 3
"""Share of the patches found that turn out to be no bucket where hardly any is."""
_ASIDE, _BASE_ASIDE = 0.6, 0.3
"""Places from the middle of the card; so far if no bucket carries another, and its place is all that tells."""
_APART = 0.87
"""Distance of neighbours in bucket widths: they cannot stand in one another, cards overlap."""
_LEAST_SEEN = 2
"""Of a bucket and those that carry it."""
_LEAN = 0.12
"""Step to the side a row up."""
_LEAST_PX = 24.0
"""Width of a bucket in the small picture without a card."""
_ALIKE, _OFF = 0.36, 0.3
"""Difference in size, as a logarithm, of what may be a bucket; places from where one may stand."""


def is_doubtful(scene: Scene, lattice: Lattice, named: Collection[Place], patches: Boxes) -> bool:
    """Return whether a pyramid that is read may be none.

    Args: `lattice` its placed lattice with the patches found as members; `named` the places read to hold a bucket;
    `patches` all patches of the scene.
    """
    found = lattice.members.values()
    dropped = sum(node not in named for node in found)
    rows = {row for row, _ in found}
    if (
        lattice.strays
        or lattice.across[0] < _APART * lattice.size[0]
        or len(rows) <= max(rows) - min(rows)
        or dropped >= _MOST_DROPPED * len(found)
        or _between(lattice, patches) >= len(found)
    ):
        return True
    carries = any(trio <= set(named) and len(trio & set(found)) >= _LEAST_SEEN for trio in map(_trio, named))
    if scene.card is None:
        return not carries or lattice.size[0] < _LEAST_PX or bool(abs(lattice.up[0]) > _LEAN * lattice.up[1])
    aside = abs(lattice.node(0, 1.5)[0]) / lattice.across[0]
    return bool(aside > (_ASIDE if carries else _BASE_ASIDE)) or not on_table(lattice, scene.card)


def _trio(place: Place) -> set[Place]:
    """Return a place and those that carry it."""
    row, along = place
    return {place, (row - 1, along), (row - 1, along + 1)}


def _between(lattice: Lattice, patches: Boxes) -> int:
    """Return how many patches as large as a bucket lie within the pyramid where none stands: on a single one, say."""
    members = list(lattice.members)
    alike = np.abs(np.log(patches.sizes / lattice.size)).max(axis=1) < _ALIKE
    apart = np.abs(patches.centres[:, None] - patches.centres[members]) / lattice.size
    strange = np.flatnonzero(alike & (apart.max(axis=2) > _ALIKE).all(axis=1))
    rows, places = lattice.steps(patches.centres[strange])
    return sum(_off_place(row, place + row / 2) for row, place in zip(rows, places, strict=True))


def _off_place(row: float, along: float) -> bool:
    nearest = round(row)
    if not 0 <= nearest < len(ROWS) or not -0.5 < along < ROWS[0] - 0.5:
        return False
    off = np.abs(np.arange(ROWS[nearest]) + nearest / 2 - along).min()
    return bool(max(abs(row - nearest), off) > _OFF)
