"""Where a pyramid stands: which row of a lattice is its base, and which place the left end of it.

Rows count from the base, places from the left; both end where a pyramid of four, three, two and one does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.back_card import BackCard
from vision.blobs import Blob
from vision.bucket_colours import Box, Place, bucket_evidence, look_at
from vision.colour import Floats
from vision.lattice import ROWS, Lattice
from vision.marker_layout import OBJECT_PLANE_MM
from vision.side_scene import Scene

_BASE_MM = (-75.0, 60.0)
_BEFORE_MM, _FOOT_MM = 60.0, (8.0, 12.0)
"""How far before the plane of the objects a bucket touches the table at most, and how far its foot is seen from there:
within the first it may stand there, beyond the second it does not.
"""
_ASIDE, _ALONE, _ANYWHERE = 0.2, 0.45, 30.0
"""How far from the middle of its card, of the picture if alone, or among others a pyramid usually stands, in places."""
_USUAL_PX = 32.0
"""Width of a bucket below which a patch of the small picture is less and less likely one."""
_LEAST_STEP, _FLAT = 0.5, 2.0
"""Least distance of rows in bucket heights, wherever it is seen from; by how many members a smaller one counts less."""
_COLLIDED = 0.1
"""Odds of a place where another pyramid has one."""
_UNLIKE = 0.5
"""Difference, as a logarithm, of the sizes of buckets in one picture."""
_BELOW = 1.5
"""Rows below a pyramid that a shining table may mirror."""
_ONE_COLOUR, _OTHER_HUE = (0.48, 0.55), 25.0
"""Share of one colour in a place below that may hold a bucket, before the card and without; degrees to the next."""
_CLEARLY_FIRST, _RIVALLED = 0.6, 0.45
"""By how many members a pyramid that stands alone is to come before what else may be it; how sure it is if not."""


@dataclass(frozen=True, slots=True)
class Stand:
    """Where a pyramid stands: its lattice, how sure the base row is, and the lattices of likelier pyramids."""

    lattice: Lattice
    sure: float
    others: tuple[Lattice, ...]


def standing(scene: Scene, lattices: Iterable[Lattice], *, alone: bool = False) -> Iterator[Stand]:
    """Yield where pyramids stand, the likeliest first; where one stands `alone`, another nearly as likely is a doubt.

    Left out is what lies mostly where likelier ones stand, buckets behind others and reflections, and what is not of
    their size: all buckets of a game are alike.
    """
    kept: tuple[Lattice, ...] = ()
    ranked = _ranked(scene, lattices)
    for at, (rank, likely) in enumerate(ranked):
        lattice, sure = _lowered(scene, likely)
        if any(_hides(other, lattice) for other in kept) or (kept and _unlike(lattice, kept[0])):
            continue
        rival = next((other for other, beside in ranked[at + 1 :] if not _explains(lattice, beside)), -np.inf)
        doubt = _RIVALLED if alone and rank - rival < _CLEARLY_FIRST else 1.0
        stand = Stand(lattice, doubt * sure, kept)
        placed = moved(lattice, likeliest_shift(shifts(scene, stand, lattice.members.values(), alone=not kept)))
        yield replace(stand, lattice=placed)
        kept = (*kept, placed)


def shifts(scene: Scene, stand: Stand, held: Collection[Place], *, alone: bool) -> dict[int, float]:
    """Return the probability of each shift, in places to the right, that keeps the places held within a pyramid.

    It stands in the middle of its card, or, where it is `alone`, of the picture; among others it may stand anywhere,
    but not where they do.
    """
    lattice, possible = stand.lattice, _possible_shifts(held)
    off = lattice.origin[0] / lattice.across[0] + 1.5 - possible
    spread = _ASIDE if scene.card else _ALONE if alone else _ANYWHERE
    likeness = np.exp(((off**2).min() - off**2) / (2 * spread**2))
    for other in stand.others:
        bases = [np.array([lattice.node(0, place - shift) for place in range(ROWS[0])]) for shift in possible]
        likeness *= [_COLLIDED ** int(_within(other, base).sum()) for base in bases]
    return dict(zip(possible.tolist(), (likeness / likeness.sum()).tolist(), strict=True))


def likeliest_shift(chances: dict[int, float]) -> int:
    """Return the likeliest shift, of equals the least."""
    return max(chances, key=lambda shift: (chances[shift], -abs(shift)))


def moved(lattice: Lattice, shift: int) -> Lattice:
    """Return the lattice with its members `shift` places further right; they stay where they are in the picture."""
    members = {i: (row, place + shift) for i, (row, place) in lattice.members.items()}
    return replace(lattice, origin=lattice.node(0, -shift), members=members)


def place_box(scene: Scene, lattice: Lattice, place: Place, blob: Blob | None = None) -> Box:
    """Return the box (x, y, width, height) in px of the small picture of a place: its patch's, else the lattice's."""
    if blob:
        return blob.x, blob.y, blob.width, blob.height
    centre, half = lattice.node(*place), lattice.size / 2
    x, y = scene.to_px(np.stack([centre - half, centre + half])).T
    return float(x.min()), float(y.min()), float(np.ptp(x)), float(np.ptp(y))


def one_colour(scene: Scene, lattice: Lattice, box: Box) -> tuple[float, float]:
    """Return what `bucket_evidence` finds in a place's box, free or partly covered by the buckets it carries."""
    covered = max(0.0, 1 - float(lattice.up[1] / lattice.size[1]))
    return max(bucket_evidence(scene.small, box, covered=part) for part in (0.0, covered))


def _within(lattice: Lattice, points: Floats) -> npt.NDArray[np.bool_]:
    """Return which points (N, 2) of the plane lie where the pyramid of a lattice stands or is mirrored, (N,)."""
    row, place = lattice.steps(points)
    along = place + row / 2
    return np.asarray((row > -_BELOW) & (row < len(ROWS)) & (along > -0.5) & (along < ROWS[0] - 0.5))


def _hides(lattice: Lattice, other: Lattice) -> bool:
    """Whether the pyramid of a lattice, or its reflection, covers most of another's members."""
    return bool(_within(lattice, _centres(other)).mean() > 0.5)


def _explains(lattice: Lattice, other: Lattice) -> bool:
    """Whether another is no rival: what a pyramid hides, or a part of one of its buckets, but nothing larger."""
    return _hides(lattice, other) and bool((np.log(other.size / lattice.size) < _UNLIKE).any())


def _unlike(one: Lattice, other: Lattice) -> bool:
    return bool(np.abs(np.log(one.size / other.size)).max() > _UNLIKE)


def _centres(lattice: Lattice) -> Floats:
    return np.array([lattice.node(*node) for node in lattice.members.values()])


def _ranked(scene: Scene, lattices: Iterable[Lattice]) -> list[tuple[float, Lattice]]:
    """Return lattices by their members, less if aside, unlike a pyramid, or small without a card, the most first."""

    def rank(lattice: Lattice) -> float:
        aside = float(np.abs(_centres(lattice).mean(axis=0)) @ [1.0, 0.5])
        members = len(lattice.members) - lattice.strays - _FLAT * bool(lattice.up[1] < _LEAST_STEP * lattice.size[1])
        if scene.card:
            return members - aside / 100
        small = max(float(np.log2(_USUAL_PX / lattice.size[0])), 0.0)
        return members - 2 * aside / float(scene.small.shape[1]) - small

    stands = [g for g in lattices if scene.card is None or _BASE_MM[0] < _foot(g) < _BASE_MM[1]]
    return sorted(((rank(stand), stand) for stand in stands), key=lambda one: -one[0])


def _lowered(scene: Scene, lattice: Lattice) -> tuple[Lattice, float]:
    """Return the lattice with a row more below where its lowest buckets stand on others, and how sure that is."""
    starts = [place for row, place in lattice.members.values() if row == 0]
    hues = {place: _bucket_hue(scene, lattice, (-1, place)) for place in {p + i for p in starts for i in (0, 1)}}
    seen = float(np.mean([_not_one(hues[place], hues[place + 1]) for place in starts]))
    high = scene.card is not None and _in_the_air(lattice, scene.card)
    if seen < 0.5 and not high:
        return lattice, 1.0
    members = {i: (r + 1, p) for i, (r, p) in lattice.members.items()}
    lower = replace(lattice, origin=lattice.node(-1, 0), members=members)
    sure = 1.0 if high else seen**2
    return (lower, sure) if len(_possible_shifts(members.values())) else (lattice, 1 - sure)


def on_table(lattice: Lattice, card: BackCard, within_mm: float = _FOOT_MM[0]) -> bool:
    """Return whether the lowest row may stand on the card's table: before the plane of the objects, so seen below."""
    return -_BEFORE_MM * _steep(card) - within_mm < _foot(lattice) < within_mm


def _in_the_air(lattice: Lattice, card: BackCard) -> bool:
    """Whether the lowest row is higher than the table, and another below it would not be too low."""
    below = _foot(lattice) - lattice.up[1]
    return _foot(lattice) > _FOOT_MM[1] and bool(below > -_BEFORE_MM * _steep(card) - _FOOT_MM[1])


def _steep(card: BackCard) -> float:
    """Return how steeply the camera looks down, as rise over run."""
    _, height, away = card.view.eye_mm
    return max(float(height / max(away - OBJECT_PLANE_MM, 1.0)), 0.0)


def _foot(lattice: Lattice) -> float:
    """Return how high above the middle of the card's foot, or of the picture, the lowest row stands."""
    return float(lattice.node(0, 0)[1] - lattice.size[1] / 2)


def _bucket_hue(scene: Scene, lattice: Lattice, place: Place) -> float | None:
    """Return the hue of a place that shows one colour, in degrees."""
    box = place_box(scene, lattice, place)
    if one_colour(scene, lattice, box)[0] <= _ONE_COLOUR[scene.card is None]:
        return None
    return look_at(scene.small, box, present=1.0).hue


def _not_one(hue: float | None, other: float | None) -> bool:
    """Whether two places show a colour each, and not the same: a table would."""
    return hue is not None and other is not None and abs((hue - other + 180) % 360 - 180) > _OTHER_HUE


def _possible_shifts(held: Collection[Place]) -> npt.NDArray[np.int64]:
    rooms = [(ROWS[row] if row < len(ROWS) else 0) - 1 - place for row, place in held]
    return np.arange(max(-place for _, place in held), min(rooms) + 1)
