"""Bucket pyramids seen from the side: which of the ten places hold a bucket, and of which colour.

Compact patches of the five colours are grouped into the lattice of a pyramid; places without a patch are looked at
again. Without a back card the pyramid is taken to stand in the middle of the picture. Rows count from the base,
places from the left.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from vision.blobs import Blob, find_blobs
from vision.bucket_colours import BUCKETS, Box, Look, bucket_evidence, look_at, name_buckets, settled
from vision.lattice import ROWS, Boxes, Lattice, find_lattices
from vision.lens import Lens
from vision.markers import Picture
from vision.side_scene import Scene, prepare

Place = tuple[int, int]
_T = TypeVar("_T")

_SMALL_PX = 640
_WIDTH_MM = (22.0, 110.0)
_BASE_MM = (-45.0, 60.0)
_PLACES: tuple[Place, ...] = tuple((r, p) for r, n in enumerate(ROWS) for p in range(n))
_SEEN = 0.97
_EMPTY = 0.01
_PERHAPS = 0.53
_SAME_BESIDE = 0.25
"""Of one colour, but no other colour beside it: a table, or a bucket among others of its colour."""
_ASIDE = 0.3
_OVER, _ALIKE = 0.65, (-0.35, 0.75)
"""Steps between a patch and a place it may belong to; the difference in size, as a logarithm, of two buckets in one."""
_UNSEEN = 0.45
_SHARE = (0.35, 0.55)
_CONTRAST = (9.0, 18.0)


@dataclass(frozen=True, slots=True)
class Pyramid:
    """A pyramid read: colour or None for each place, base row first (4, 3, 2, 1 places), with confidences in 0..1.

    `boxes` holds (x, y, width, height) px of the picture given for each place, whether or not a bucket is there.
    """

    rows: tuple[tuple[str | None, ...], ...]
    confidence: tuple[tuple[float, ...], ...]
    boxes: tuple[tuple[Box, ...], ...] = ()

    @property
    def standing(self) -> int:
        """How many buckets stand."""
        return sum(colour is not None for row in self.rows for colour in row)


def read_pyramid(picture: Picture, *, full: bool = False, lens: Lens | None = None) -> Pyramid:
    """Return the pyramid in a picture, the one that explains most buckets.

    Args: `picture` (H, W, 3) uint8 BGR; `full` says that it is whole, with two buckets of each colour.
    Nothing found gives ten empty places with a confidence below one half.
    """
    pyramids = read_pyramids(picture, full=full, lens=lens, limit=1)
    empty = Pyramid(tuple((None,) * n for n in ROWS), tuple((0.4,) * n for n in ROWS))
    return pyramids[0] if pyramids else empty


def read_pyramids(
    picture: Picture, *, full: bool = False, lens: Lens | None = None, limit: int = 6
) -> tuple[Pyramid, ...]:
    """Return the pyramids in a picture, the likeliest first, at most `limit`; arguments as `read_pyramid`."""
    scene = prepare(picture, width_px=_SMALL_PX, lens=lens)
    blobs = find_blobs(scene.small, BUCKETS)
    boxes = _boxes(scene, blobs)
    if scene.card:
        keep = [i for i, w in enumerate(boxes.sizes[:, 0]) if _WIDTH_MM[0] < w < _WIDTH_MM[1]]
        blobs, boxes = [blobs[i] for i in keep], Boxes(boxes.centres[keep], boxes.sizes[keep])
    lattices = _standing(scene, find_lattices(boxes))
    return tuple(_read(scene, (blobs, boxes), lattice, full=full) for lattice in lattices[:limit])


def vanished(before: Pyramid, after: Pyramid) -> tuple[Place, ...]:
    """Return the places (row, place) that held a bucket before and are empty after, both surely."""
    return tuple(
        (r, p)
        for r, p in _PLACES
        if before.rows[r][p] is not None
        and after.rows[r][p] is None
        and min(before.confidence[r][p], after.confidence[r][p]) >= 0.5
    )


def _boxes(scene: Scene, blobs: list[Blob]) -> Boxes:
    corners = np.array([(b.x, b.y, b.x + b.width, b.y + b.height) for b in blobs], np.float64)
    x0, y0, x1, y1 = corners.reshape(-1, 4).T
    xm, ym = (x0 + x1) / 2, (y0 + y1) / 2
    left, right, low, high, centres = (
        scene.to_plane(np.stack(pair, axis=1)) for pair in ((x0, ym), (x1, ym), (xm, y1), (xm, y0), (xm, ym))
    )
    sizes = np.stack([right[:, 0] - left[:, 0], high[:, 1] - low[:, 1]], axis=1)
    return Boxes(centres, np.maximum(sizes, 1e-3))


def _standing(scene: Scene, lattices: list[Lattice]) -> list[Lattice]:
    """Keep lattices whose base stands where a pyramid may stand, the likeliest first."""

    def off_middle(lattice: Lattice) -> float:
        centres = np.array([lattice.node(*node) for node in lattice.members.values()])
        return float(np.abs(centres.mean(axis=0)) @ [1.0, 0.5])

    if scene.card is None:
        return sorted(lattices, key=lambda g: off_middle(g) / scene.small.shape[1] * 2 - len(g.members))
    feet = [(g, g.node(0, 0)[1] - g.size[1] / 2) for g in lattices]
    stands = [g for g, foot in feet if _BASE_MM[0] < foot < _BASE_MM[1]]
    return sorted(stands, key=lambda g: off_middle(g) / 100 - len(g.members))


def _placed(scene: Scene, lattice: Lattice) -> tuple[Lattice, float]:
    """Return the lattice with places counted from the pyramid's left end, and how sure that is."""
    nodes = list(lattice.members.values())
    lowest = max(-p for _, p in nodes)
    highest = min(ROWS[r] - 1 - p for r, p in nodes)
    shifts = np.arange(lowest, highest + 1)
    off = lattice.origin[0] / lattice.across[0] + 1.5 - shifts
    spread = 0.2 if scene.card else 0.25
    likeness = np.exp(-(off**2) / (2 * spread**2)) + 1e-12
    best = int(likeness.argmax())
    shift = int(shifts[best])
    members = {i: (row, place + shift) for i, (row, place) in lattice.members.items()}
    moved = replace(lattice, origin=lattice.node(0, -shift), members=members)
    sure = float(likeness[best] / likeness.sum())
    if len(shifts) > 1:  # a pyramid that stands aside may have lost buckets at either end
        beyond = max(abs(float(off[best])) - 0.5, 0.0)
        sure *= math.exp(-((beyond / _ASIDE) ** 2))
    return moved, sure


def _read(scene: Scene, patches: tuple[list[Blob], Boxes], lattice: Lattice, *, full: bool) -> Pyramid:
    placed, sure = _placed(scene, lattice)
    blobs, patch_boxes = patches
    found = {node: blobs[i] for i, node in placed.members.items()}
    boxes = {node: _box(scene, placed, node, found.get(node)) for node in _PLACES}
    looks = _looks(scene, boxes, found, full=full)
    shown = {node: look for node, look in looks.items() if look.present >= 0.5}
    named = name_buckets(shown, full=full)
    unclear = _perhaps_there(scene, placed, boxes, patch_boxes)
    hidden = _on_others(unclear, set(named))

    def confidence(node: Place) -> float:
        if node in named:
            return sure * looks[node].present * named[node].confidence
        return sure * min(1 - looks[node].present, _UNSEEN if node in hidden else 1.0)

    rows = _by_row({node: named[node].name if node in named else None for node in _PLACES})
    scaled = {node: _scaled(boxes[node], 1 / scene.scale) for node in _PLACES}
    return Pyramid(rows, _by_row({n: confidence(n) for n in _PLACES}), _by_row(scaled))


def _perhaps_there(scene: Scene, lattice: Lattice, boxes: dict[Place, Box], patches: Boxes) -> set[Place]:
    """Return the places that may hold a bucket even if none is seen there.

    The picture may end there, or a patch lies over it, about as large as a bucket or two, that is none of those found.
    """
    height, width = scene.small.shape[:2]
    cut = {n for n, (x, y, w, h) in boxes.items() if x < 0 or y < 0 or x + w > width or y + h > height}
    strange = [i for i in range(len(patches.centres)) if i not in lattice.members]
    sizes = np.log(patches.sizes[strange] / lattice.size)
    alike = (sizes > _ALIKE[0]).all(axis=1) & (sizes < _ALIKE[1]).all(axis=1)
    rows, along = lattice.steps(patches.centres[strange][alike])
    over = [
        {n for n in boxes if abs(row - n[0]) < _OVER and abs(place + row / 2 - n[1] - n[0] / 2) < _OVER}
        for row, place in zip(rows, along, strict=True)
    ]
    return cut.union(*over)


def _on_others(unclear: set[Place], seen: set[Place]) -> set[Place]:
    """Return those of the unclear places that stand on the table, or on two that are seen or unclear themselves."""
    there = set(seen)
    for r, p in _PLACES:
        if (r, p) in unclear and (not r or {(r - 1, p), (r - 1, p + 1)} <= there):
            there.add((r, p))
    return there - seen


def _by_row(values: Mapping[Place, _T]) -> tuple[tuple[_T, ...], ...]:
    return tuple(tuple(values[r, p] for p in range(n)) for r, n in enumerate(ROWS))


def _scaled(box: Box, factor: float) -> Box:
    x, y, width, height = box
    return x * factor, y * factor, width * factor, height * factor


def _box(scene: Scene, lattice: Lattice, node: Place, blob: Blob | None) -> Box:
    """Return a place's box in the small picture: the blob's own, or where the lattice expects it."""
    if blob:
        return blob.x, blob.y, blob.width, blob.height
    centre, half = lattice.node(*node), lattice.size / 2
    x, y = scene.to_px(np.stack([centre - half, centre + half])).T
    return float(x.min()), float(y.min()), float(np.ptp(x)), float(np.ptp(y))


def _looks(scene: Scene, boxes: dict[Place, Box], found: dict[Place, Blob], *, full: bool) -> dict[Place, Look]:
    """Look at every place; a bucket stands on two others, so those that are seen speak for what carries them."""
    alone = {place: _SEEN if full or place in found else _second_look(scene, boxes[place]) for place in _PLACES}
    present = carried(alone)
    return settled({place: look_at(scene.small, boxes[place], present=present[place]) for place in _PLACES})


def carried(alone: Mapping[Place, float]) -> dict[Place, float]:
    """Return the probability of a bucket at each place, from what each place alone says of it, both in 0..1."""
    chances, ways = np.array([alone[place] for place in _PLACES]), _ways()
    likely = np.where(ways, chances, 1 - chances).prod(axis=1)
    return dict(zip(_PLACES, (likely @ ways / likely.sum()).tolist(), strict=True))


@lru_cache(maxsize=1)
def _ways() -> npt.NDArray[np.bool_]:
    """Return all ways a pyramid can stand, each bucket on the table or on two others: (ways, 10) as `_PLACES`."""
    ways = np.array(list(product((False, True), repeat=len(_PLACES))))
    at = {place: ways[:, i] for i, place in enumerate(_PLACES)}
    stands = [~at[r, p] | (at[r - 1, p] & at[r - 1, p + 1]) for r, p in _PLACES if r]
    return ways[np.all(stands, axis=0)]


def _second_look(scene: Scene, box: Box) -> float:
    """Return the probability that a place without a clear patch holds a bucket after all."""
    share, contrast = bucket_evidence(scene.small, box)
    if share < _SHARE[0]:
        return _EMPTY
    if contrast < _CONTRAST[0]:
        return _SAME_BESIDE
    return 0.9 if share > _SHARE[1] and contrast > _CONTRAST[1] else _PERHAPS
