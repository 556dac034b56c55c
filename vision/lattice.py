"""Pyramid lattices: which boxes in a picture stand in rows of four, three, two and one.

Works on boxes given in plane coordinates (x right, y up, any unit). A bucket stands on two others, so a row is
shifted by half a place against the row below and lies one bucket's height above it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.colour import Floats

ROWS = (4, 3, 2, 1)
EACH = 2
"""Buckets of one colour in a fresh pyramid."""
_SPACING = 1.09
"""Usual distance between neighbours in bucket widths: rims nearly touch."""
_PITCHES = (0.65, 0.92, 1.25)
"""Distances between rows in box heights to start from: seen from above, a box is a little higher than its bucket;
buckets whose rims alone carry colour, or drawn ones, leave a gap.
"""

_FAR = 3.1
_ROUNDS = ((0.26, 1.6), (0.22, _FAR), (0.22, _FAR), (0.2, _FAR))
"""How far off a box may lie and how many steps away, round by round: first neighbours, which tell the steps."""
_CARRIED, _LEVEL = 0.1, 0.15
"""What a bucket on two others counts more; rise over run of a row at most."""
_SAME = 0.4
"""Boxes nearer than this share of a bucket's size are of one bucket."""


@dataclass(frozen=True, slots=True)
class Boxes:
    """Boxes in plane coordinates: `centres` (N, 2), `sizes` (N, 2) width and height, `colours` (N,) numbers from 0."""

    centres: Floats
    sizes: Floats
    colours: npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Lattice:
    """A fitted lattice: node (row, place) lies at origin + place * across + row * (up + across / 2).

    `across` and `up` are (2,) steps, `size` a bucket's (2,) width and height; `members` maps box index to
    (row, place), rows counted from the lowest one found, places from any start; `strays` is by how many they are more
    than two of a colour.
    """

    origin: Floats
    across: Floats
    up: Floats
    size: Floats
    members: dict[int, tuple[int, int]]
    strays: int = 0

    def node(self, row: float, place: float) -> Floats:
        """Return the centre of a node, (2,) plane coordinates."""
        centre: Floats = self.origin + place * self.across + row * (self.up + self.across / 2)
        return centre

    def steps(self, points: Floats) -> tuple[Floats, Floats]:
        """Return the row and the place, as fractions, of points (N, 2) in plane coordinates, both (N,)."""
        basis = np.stack([self.across, self.up + self.across / 2], axis=1)
        place, row = np.linalg.solve(basis, (points - self.origin).T)
        return row, place


def find_lattices(boxes: Boxes) -> list[Lattice]:
    """Return lattices that explain the boxes, the most members first; every box belongs to one at most."""
    left = set(range(len(boxes.centres)))
    grown: dict[int, Lattice] = {}
    found: list[Lattice] = []
    while left:
        grown = _grown(boxes, left, {seed: one for seed, one in grown.items() if left.issuperset((seed, *one.members))})
        best = max(grown.values(), key=lambda lattice: _worth(boxes, lattice))
        if len(best.members) == 1:
            return found + [_start(boxes, i, _PITCHES[1]) for i in sorted(left)]
        found.append(replace(best, strays=_strays(boxes, best)))
        left -= {i for i in left if _over_members(boxes, i, best)}
    return found


def _over_members(boxes: Boxes, i: int, lattice: Lattice) -> bool:
    """Whether a box is a member of a lattice or lies over one: a patch may be found at several levels."""
    off = np.abs(boxes.centres[list(lattice.members)] - boxes.centres[i]) / lattice.size
    return bool((off.max(axis=1) < _SAME).any())


def _grown(boxes: Boxes, left: set[int], before: dict[int, Lattice]) -> dict[int, Lattice]:
    """Return those grown before and a lattice from each other box that no larger one has taken in."""
    lattices = dict(before)
    covered = {i for lattice in before.values() for i in lattice.members if len(lattice.members) > 2}
    for seed in sorted(left - set(before), key=lambda i: -_company(boxes, i)):
        if seed in covered:
            continue
        grown = [_grow(boxes, _start(boxes, seed, pitch), left) for pitch in _PITCHES]
        lattices[seed] = max(grown, key=lambda lattice: _worth(boxes, lattice))
        if len(lattices[seed].members) > 2:
            covered |= set(lattices[seed].members)
    return lattices


def _company(boxes: Boxes, seed: int) -> int:
    """Return how many boxes are about as large as one: buckets are alike, patches of the table are not."""
    return int((np.abs(np.log(boxes.sizes / boxes.sizes[seed])).max(axis=1) < 0.12).sum())


def _worth(boxes: Boxes, lattice: Lattice) -> float:
    """Return the count of members that may be buckets of one pyramid, more if some carry others, less if unlike."""
    sizes, nodes = boxes.sizes[list(lattice.members)], set(lattice.members.values())
    carried = sum({(row - 1, place), (row - 1, place + 1)} <= nodes for row, place in nodes)
    unlike = float(np.std(np.log(sizes), axis=0).sum())
    return len(nodes) - _strays(boxes, lattice) + _CARRIED * carried - unlike


def _strays(boxes: Boxes, lattice: Lattice) -> int:
    """Return how many members are more than a pyramid has of their colour."""
    return int(np.maximum(np.bincount(boxes.colours[list(lattice.members)]) - EACH, 0).sum())


def _grow(boxes: Boxes, lattice: Lattice, left: set[int]) -> Lattice:
    """Grow from one box outwards: refit after each round of boxes that fit the prediction."""
    for tolerance, reach in _ROUNDS:
        members = _matching(boxes, lattice, left, (tolerance, reach))
        if members == lattice.members and reach == _FAR:
            break
        lattice = _fit(boxes, members, lattice)
    return _rebased(_within_four(boxes, lattice))


def _start(boxes: Boxes, seed: int, pitch: float) -> Lattice:
    width, height = boxes.sizes[seed]
    across, up = np.array([_SPACING * width, 0.0]), np.array([0.0, pitch * height])
    return Lattice(boxes.centres[seed], across, up, boxes.sizes[seed], {seed: (0, 0)})


def _matching(
    boxes: Boxes, lattice: Lattice, left: set[int], within: tuple[float, float]
) -> dict[int, tuple[int, int]]:
    """Return the nearest box of a fitting size for each node near the members so far."""
    rows, places, misses = _coordinates(boxes.centres, lattice)
    alike = np.abs(np.log(boxes.sizes / lattice.size)).max(axis=1) < 0.36
    tolerance, reach = within
    taken: dict[tuple[int, int], int] = {}
    for i in sorted(left.intersection(np.flatnonzero(alike & (misses < tolerance)).tolist()), key=lambda i: misses[i]):
        node = int(rows[i]), int(places[i])
        if min(_steps(node[0] - r, node[1] - p) for r, p in lattice.members.values()) <= reach:
            taken.setdefault(node, i)
    return {i: node for node, i in taken.items()}


def _steps(rows: int, places: int) -> float:
    return abs(rows) + abs(places + rows / 2)


def _coordinates(centres: Floats, lattice: Lattice) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], Floats]:
    """Return the nearest node (row, place) of each point and how far it lies, in lattice steps."""
    up, along = lattice.steps(centres)
    rows = np.rint(up).astype(np.int64)
    slope = along + (up - rows) / 2
    places = np.rint(slope).astype(np.int64)
    return rows, places, np.hypot(slope - places, up - rows)


def _fit(boxes: Boxes, members: dict[int, tuple[int, int]], prior: Lattice) -> Lattice:
    """Return the affine lattice through the members, held near the prior where they say too little."""
    if not members:
        return prior
    index = list(members)
    nodes = np.array([members[i] for i in index], np.float64)
    design = np.stack([np.ones(len(nodes)), nodes[:, 1] + nodes[:, 0] / 2, nodes[:, 0]], axis=1)
    weight = 0.3
    hold = np.array([[0, weight, 0], [0, 0, weight]])
    rows = np.vstack([design, hold])
    sides = np.vstack([boxes.centres[index], weight * prior.across, weight * prior.up])
    origin, across, up = np.linalg.lstsq(rows, sides, rcond=None)[0]
    level = _LEVEL * across[0]
    if abs(across[1]) > level:  # a table is level: one of the boxes is a bucket and its mirror image, say
        across[1] = np.clip(across[1], -level, level)
        origin[1] = np.mean(boxes.centres[index, 1] - design[:, 1:] @ [across[1], up[1]])
    return Lattice(origin, across, up, np.median(boxes.sizes[index], axis=0), members)


def _within_four(boxes: Boxes, lattice: Lattice) -> Lattice:
    """Drop members outside the best window of four base places."""
    nodes = list(lattice.members.values())
    lowest = min(row for row, _ in nodes)
    first = min(place for _, place in nodes)
    last = max(place + row - lowest for row, place in nodes)

    def inside(start: int) -> dict[int, tuple[int, int]]:
        return {
            i: (row, place)
            for i, (row, place) in lattice.members.items()
            if row - lowest < len(ROWS) and 0 <= place - start < ROWS[row - lowest]
        }

    starts = range(first - 3, max(last - 3, first) + 1)
    best = max(starts, key=lambda start: (len(inside(start)), -abs(start - (first + last - 3) / 2)))
    return _fit(boxes, inside(best), lattice)


def _rebased(lattice: Lattice) -> Lattice:
    """Count rows from the lowest member."""
    lowest = min((row for row, _ in lattice.members.values()), default=0)
    members = {i: (row - lowest, place) for i, (row, place) in lattice.members.items()}
    origin = lattice.node(lowest, 0)
    return Lattice(origin, lattice.across, lattice.up, lattice.size, members)
