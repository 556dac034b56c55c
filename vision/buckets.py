"""Bucket pyramids seen from the side: which of the ten places hold a bucket, and of which colour.

Compact patches of the five colours are grouped into the lattice of a pyramid; places without a patch are looked at
again. Without a back card a pyramid that stands alone is taken to stand about in the middle of the picture; what
another place of its left end would change is not sure. Rows count from the base, places from the left.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, product
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from vision.blobs import Blob, find_blobs
from vision.bucket_colours import (
    BUCKETS,
    Box,
    Bucket,
    Look,
    Place,
    bucket_evidence,
    look_at,
    name_buckets,
    on_its_colour,
    own_colour,
    settled,
)
from vision.lattice import ROWS, Boxes, Lattice, find_lattices
from vision.lens import Lens
from vision.markers import Picture
from vision.pyramid_doubts import is_doubtful
from vision.pyramid_places import Stand, likeliest_shift, moved, place_box, shifts, standing
from vision.side_scene import Scene, prepare

_T = TypeVar("_T")

_SMALL_PX = 640
_WIDTH_MM = (22.0, 110.0)
_PLACES: tuple[Place, ...] = tuple((r, p) for r, n in enumerate(ROWS) for p in range(n))
_SEEN = 0.97
_EMPTY = 0.01
_PERHAPS = 0.53
_PLAINLY, _SPEAKS = 0.8, 0.9
"""How likely a bucket on a table of its colour, or what tells where a pyramid ends, must be."""
_SAME_BESIDE = 0.25
"""Of one colour, but no other colour beside it: a table, or a bucket among others of its colour."""
_OVER, _ALIKE = 0.65, (0.35, 0.75)
"""Steps between a patch and a place it may belong to; differences in size, as logarithms, of one bucket and of two."""
_UNSEEN, _UNCLEAR, _DOUBT = 0.45, 0.2, 0.45
_SHARE = (0.35, 0.55)
_CONTRAST = (9.0, 18.0)
_LEAST_SHOWN, _OWN_COLOUR = 0.25, 0.4
"""Share of a bucket's height that must lie in the picture; of an empty place, with a colour that is not behind it."""


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
    boxes = plane_boxes(scene, blobs)
    if scene.card:
        keep = [i for i, w in enumerate(boxes.sizes[:, 0]) if _WIDTH_MM[0] < w < _WIDTH_MM[1]]
        blobs, boxes = [blobs[i] for i in keep], Boxes(boxes.centres[keep], boxes.sizes[keep], boxes.colours[keep])
    reader = _Reader(scene, blobs, boxes, alone=limit == 1, full=full)
    stands = standing(scene, find_lattices(boxes), alone=reader.alone)
    return tuple(reader.read(stand) for stand in islice(stands, limit))


def plane_boxes(scene: Scene, blobs: list[Blob]) -> Boxes:
    """Return the boxes of patches in the plane of the objects; `blobs` are in px of the small picture."""
    corners = np.array([(b.x, b.y, b.x + b.width, b.y + b.height) for b in blobs], np.float64)
    x0, y0, x1, y1 = corners.reshape(-1, 4).T
    xm, ym = (x0 + x1) / 2, (y0 + y1) / 2
    left, right, low, high, centres = (
        scene.to_plane(np.stack(pair, axis=1)) for pair in ((x0, ym), (x1, ym), (xm, y1), (xm, y0), (xm, ym))
    )
    sizes = np.stack([right[:, 0] - left[:, 0], high[:, 1] - low[:, 1]], axis=1)
    return Boxes(centres, np.maximum(sizes, 1e-3), np.array([BUCKETS.index(b.colour) for b in blobs], np.int64))


@dataclass(frozen=True, slots=True)
class _Reader:
    """A scene, the patches of colour in it and their boxes; is there one pyramid alone, and is it full?"""

    scene: Scene
    blobs: list[Blob]
    patches: Boxes
    alone: bool
    full: bool

    def read(self, stand: Stand) -> Pyramid:
        """Return the pyramid that stands there."""
        lattice = stand.lattice
        found = {node: self.blobs[i] for i, node in lattice.members.items()}
        boxes = {node: place_box(self.scene, lattice, node, found.get(node)) for node in _PLACES}
        looks = self._looks(lattice, boxes, found)
        shown = {node for node, look in looks.items() if look.present >= 0.5}
        shown = _on_others(shown, shown & set(found)) | shown & set(found)
        cloth = self._like_table(shown, boxes, looks)
        shown -= {node for node in cloth - set(found) if looks[node].present < _PLAINLY}
        named = name_buckets({node: looks[node] for node in _PLACES if node in shown}, full=self.full)
        named |= {node: _guessed(looks[node]) for node in _under(shown & set(found)) - shown}
        plain = {node for node in set(found) & set(named) if looks[node].present > _SPEAKS}
        held = self._held(plain - cloth) or named
        chances = shifts(self.scene, stand, held, alone=self.alone) if named else {0: 1.0}
        members = {i: node for i, node in lattice.members.items() if node in named}
        shift = likeliest_shift(chances)
        if shift and len(members) < len(found):  # strays kept it from standing where it should
            return self.read(replace(stand, lattice=moved(replace(lattice, members=members), shift)))
        unclear = _perhaps_there(self.scene, lattice, boxes, self.patches) | _under(set(found) - set(named))
        unclear |= {node for node, look in looks.items() if look.present > _UNCLEAR}
        unclear |= {n for n in boxes if n not in named and own_colour(self.scene.small, boxes[n]) > _OWN_COLOUR}
        hidden = _on_others(unclear, set(named))
        doubt = self.alone and is_doubtful(self.scene, lattice, named, self.patches)
        sure = stand.sure * (_DOUBT if doubt else 1.0)

        def confidence(node: Place) -> float:
            placed = sure * _agreed(node, named, chances) ** 4
            if node in named:
                return placed * looks[node].present * min(named[node].confidence, _UNSEEN if node in cloth else 1.0)
            return placed * min(1 - looks[node].present, _UNSEEN if node in hidden else 1.0)

        rows = _by_row({node: named[node].name if node in named else None for node in _PLACES})
        scaled = {node: _scaled(boxes[node], 1 / self.scene.scale) for node in _PLACES}
        return Pyramid(rows, _by_row({n: confidence(n) for n in _PLACES}), _by_row(scaled))

    def _like_table(self, shown: set[Place], boxes: dict[Place, Box], looks: dict[Place, Look]) -> set[Place]:
        """Return places of the base that carry nothing and may be but a part of a table of their colour."""
        ends = {node for node in shown if not node[0]} - _under({node for node in shown if node[0]})
        return {node for node in ends if on_its_colour(self.scene.small, boxes[node], looks[node])}

    def _held(self, seen: set[Place]) -> set[Place]:
        """Return the places that tell where a pyramid ends; before the card, what carries nothing may be no bucket."""
        carrying = _under({node for node in seen if node[0]})
        return carrying if self.scene.card and carrying else _under(seen)

    def _looks(self, lattice: Lattice, boxes: dict[Place, Box], found: Mapping[Place, Blob]) -> dict[Place, Look]:
        """Look at every place; a bucket stands on two others, so those that are seen, but none else, speak for them."""
        covered = max(0.0, 1 - float(lattice.up[1] / lattice.size[1]))
        seen: Collection[Place] = _PLACES if self.full else found
        alone = {n: _SEEN if n in seen else _second_look(self.scene, box, covered) for n, box in boxes.items()}
        colours = {n: blob.colour for n, blob in found.items()}
        looks = {n: look_at(self.scene.small, boxes[n], present=alone[n], colour=colours.get(n, "")) for n in _PLACES}
        looks = settled(looks, seen)
        present = carried({n: look.present for n, look in looks.items()})
        told = _under(set(seen))
        return {
            n: replace(look, present=present[n] if n in told else min(present[n], look.present))
            for n, look in looks.items()
        }


def _guessed(look: Look) -> Bucket:
    """Return the unsure name of a bucket that must stand there, since it carries another."""
    guess = name_buckets({(0, 0): look}, full=False)[0, 0]
    return replace(guess, confidence=min(guess.confidence, _UNSEEN))


def _agreed(node: Place, named: Mapping[Place, Bucket], chances: Mapping[int, float]) -> float:
    """Return how likely a place shows what it does, wherever the pyramid's left end is."""
    names = {place: bucket.name for place, bucket in named.items()}
    row, place = node
    return sum(chance for shift, chance in chances.items() if names.get((row, place - shift)) == names.get(node))


def _under(places: set[Place]) -> set[Place]:
    """Return places and all that would carry them."""
    return {(row, p + i) for r, p in places for row in range(r + 1) for i in range(r - row + 1)}


def _perhaps_there(scene: Scene, lattice: Lattice, boxes: dict[Place, Box], patches: Boxes) -> set[Place]:
    """Return the places that may hold a bucket even if none is seen there.

    The picture may end there, or a patch lies over it, about as large as a bucket or two, that is none of those found.
    """
    height, width = scene.small.shape[:2]
    cut = {n for n, (x, y, w, h) in boxes.items() if x < 0 or y < 0 or x + w > width or y + h > height}
    strange = [i for i in range(len(patches.centres)) if i not in lattice.members]
    sizes = np.log(patches.sizes[strange] / lattice.size)
    alike = (np.abs(sizes).min(axis=1) < _ALIKE[0]) & (sizes > -_ALIKE[0]).all(axis=1) & (sizes < _ALIKE[1]).all(axis=1)
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


def _second_look(scene: Scene, box: Box, covered: float) -> float:
    """Return the probability that a place without a clear patch holds a bucket after all, free or partly covered."""
    x, y, width, height = box
    top, bottom = max(y, 0.0), min(y + height, float(scene.small.shape[0]))
    if bottom - top < _LEAST_SHOWN * height:
        return _EMPTY
    seen = x, top, width, bottom - top
    return max(_presence(*bucket_evidence(scene.small, seen, covered=part)) for part in (0.0, covered))


def _presence(share: float, contrast: float) -> float:
    if share < _SHARE[0]:
        return _EMPTY
    if contrast < _CONTRAST[0]:
        return _SAME_BESIDE
    return 0.9 if share > _SHARE[1] and contrast > _CONTRAST[1] else _PERHAPS
