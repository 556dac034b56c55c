"""The last word on blocks of any size: drawn, moved and changed a little while that looks more like the picture.

Each block may be of another form, two of one colour may be one, and one may be two; what pays is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final, TypeAlias

import numpy as np

from vision.block_canvas import SEAM, BlockCanvas, Blocks
from vision.block_forms import (
    FORMS,
    HEIGHT,
    TRAPEZIUM,
    TRIANGLE,
    Form,
    form_of,
    formed,
    leaning_as,
    sizes_of,
)
from vision.colour import Floats
from vision.tower_blocks import face_between, may_part
from vision.tower_planes import Plane
from vision.tower_shapes import Face

_BEGUN_MM: Final = (2.0, 1.0)
_ENDED_MM: Final = (0.5,)
_STRIDES: Final = 6
_DEPTHS_MM: Final = (19.0, 24.0, 29.0, 34.0, 39.0)
_DEEPER_MM: Final = 2.0
_BEHIND: Final = 8.0
"""How far behind another depth may be once it is fitted roughly, to be fitted finely too."""
_GAIN: Final = 0.5
_BENEFIT: Final = 15.0
_REGROUPED: Final = 4
_NEAR: Final = 80.0
_FORM_REACH: Final = 150.0
_GROUP_REACH: Final = 300.0
"""How far behind a trial may begin and still be followed: another form of a block, other blocks in its place."""
_PROMISING: Final = 0.3
"""The share of that by which a trial may be behind once it is fitted roughly, to be fitted finely too."""
_IMAGINED: Final = 10.0
_LEAST_MM: Final = 6.0
_THIN_MM: Final = 12.0

Group: TypeAlias = tuple[slice, tuple[Face, ...]]


class BlockFitter:
    """Fits blocks to one canvas, `plane` being what the canvas shows."""

    def __init__(self, canvas: BlockCanvas, plane: Plane) -> None:
        self._canvas, self._plane = canvas, plane
        self._parts_mm = may_part(plane)
        self._tried: dict[tuple[tuple[Form, int], ...], Blocks] = {}

    def fitted(self, start: Blocks) -> list[Blocks]:
        """Return the blocks that look best first, then all others that were tried, best first.

        Those that looked nearly as good are fitted as closely; the others are given the benefit of the doubt.
        """
        begun = [self._canvas.rated(start), *self._at_other_depths(start)]
        best = self._noted(self.roughly(max(begun, key=lambda one: one.worth)))
        for _ in range(_REGROUPED):
            better = self._regrouped(best)
            if better.worth < best.worth + _GAIN:
                break
            best = better
        best = self._at_best_depth(best)
        best = self._reformed(best, range(len(best.kinds)))
        if best.worth == -np.inf:
            return [best]
        near = [kinds for kinds, other in self._tried.items() if other.worth + _BENEFIT > best.worth]
        for kinds in near:
            self._noted(self._as_a_whole(self._deepened(self._tried[kinds]), _ENDED_MM))
        best = self._joined(max(self._tried.values(), key=lambda one: one.worth))
        others = sorted(self._tried.values(), key=lambda tried: -tried.worth)
        given = (one if one.kinds in near else replace(one, worth=one.worth + _BENEFIT) for one in others)
        return [best, *(one for one in given if one.kinds != best.kinds)]

    def roughly(self, start: Blocks) -> Blocks:
        """Return the same blocks moved and changed as long as that looks better, rated."""
        return self._as_a_whole(self._canvas.rated(start), _BEGUN_MM)

    def _at_best_depth(self, blocks: Blocks) -> Blocks:
        """Return blocks begun anew at the likeliest other depth, where that looks better.

        With the depth change all flanks, the top and which heights explain the seams.
        """
        if blocks.worth == -np.inf:
            return blocks
        rough, fine = _BEGUN_MM
        new = max(self._at_other_depths(blocks), key=lambda other: other.worth)
        new = self._as_a_whole(new, (rough,))
        if new.worth > blocks.worth - _BEHIND:
            new = self._as_a_whole(new, (fine,))
        return max(blocks, self._noted(new), key=lambda one: one.worth)

    def _at_other_depths(self, blocks: Blocks) -> list[Blocks]:
        return [self._canvas.rated(self._canvas.deepened(blocks, depth)) for depth in _DEPTHS_MM]

    def _noted(self, blocks: Blocks) -> Blocks:
        old = self._tried.get(blocks.kinds)
        if old is None or old.worth < blocks.worth:
            self._tried[blocks.kinds] = blocks
        return blocks

    def _as_a_whole(self, blocks: Blocks, steps: tuple[float, ...]) -> Blocks:
        """Return blocks moved together, made deeper or less deep, and each changed, as long as it pays."""
        for step in steps:
            for nearer, deeper in ((step, 0.0), (0.0, 2 * step), (step, 2 * step)):
                blocks = self._followed(blocks, np.zeros(1), (nearer, deeper))
            blocks = self._changed(blocks, range(len(blocks.kinds)), step)
        return blocks

    def _deepened(self, blocks: Blocks) -> Blocks:
        """Return blocks made deeper or less deep without moving their outline, as long as it pays."""
        return self._as_far_as_pays(
            blocks, lambda some, sign: self._canvas.deepened(some, some.depth_mm + sign * _DEEPER_MM)
        )

    def _changed(self, blocks: Blocks, which: Iterable[int], step: float) -> Blocks:
        """Return blocks with the sizes of some changed, as long as it pays."""
        for change in _changes(blocks, which):
            blocks = self._followed(blocks, step * change, (0.0, 0.0))
        return blocks

    def _followed(self, blocks: Blocks, change: Floats, whole: tuple[float, float]) -> Blocks:
        """Return blocks after as many strides one way or the other as pay."""

        def changed(some: Blocks, sign: int) -> Blocks:
            front, depth = some.front_mm + sign * whole[0], some.depth_mm + sign * whole[1]
            return Blocks(some.kinds, some.sizes + sign * change, front, depth)

        return self._as_far_as_pays(blocks, changed)

    def _as_far_as_pays(self, blocks: Blocks, changed: Callable[[Blocks, int], Blocks]) -> Blocks:
        """Return blocks changed again and again in one sense (1), else the other (-1), while they look better."""
        for sign in (1, -1):
            best = blocks
            for _ in range(_STRIDES):
                new = self._canvas.rated(changed(best, sign))
                if new.worth <= best.worth:
                    break
                best = new
            if best is not blocks:
                return best
        return blocks

    def _settled(self, blocks: Blocks, which: range, worth: float, reach: float) -> Blocks:
        """Return blocks with some changed until they look best, finely where they come near to a `worth`; as they are
        where they begin farther behind it than `reach`."""
        if blocks.worth < worth - reach:
            return blocks
        rough, fine = _BEGUN_MM
        blocks = self._changed(blocks, which, rough)
        if blocks.worth > worth - _PROMISING * reach:
            blocks = self._changed(blocks, which, fine)
        return self._noted(blocks)

    def _reformed(self, blocks: Blocks, which: range) -> Blocks:
        """Return blocks with some in the form that looks best."""
        for i in which:
            low, high = blocks.feet_mm[i], blocks.feet_mm[i] + blocks.sizes[i, HEIGHT]
            face = face_between(self._plane, float(low), float(high))
            forms = (form for form in FORMS if form is not blocks.kinds[i][0])
            begun = [self._begun(blocks, i, form, face) for form in forms]
            trials = [self._settled(new, range(i, i + 1), blocks.worth, _FORM_REACH) for new in begun if new]
            blocks = max((blocks, *trials), key=lambda trial: trial.worth)
        return blocks

    def _begun(self, blocks: Blocks, i: int, form: Form, face: Face | None) -> Blocks | None:
        """Return blocks with one in another form, as it is or as its face looks; None where a triangle would carry."""
        if form is TRIANGLE and i < len(blocks.kinds) - 1:
            return None
        kinds = (*blocks.kinds[:i], (form, blocks.kinds[i][1]), *blocks.kinds[i + 1 :])
        begun = []
        for sizes in (blocks.sizes[i], *([leaning_as(blocks.sizes[i], face)] if face else [])):
            all_sizes = blocks.sizes.copy()
            all_sizes[i] = formed(sizes, form)
            begun.append(self._canvas.rated(replace(blocks, kinds=kinds, sizes=all_sizes)))
        return max(begun, key=lambda trial: trial.worth)

    def _regrouped(self, blocks: Blocks) -> Blocks:
        """Return blocks with one in two, or two in one, or the last gone, whichever looks best."""
        best = blocks
        for part, faces in self._groups(blocks):
            which = range(part.start, part.start + len(faces))
            new = self._settled(self._canvas.rated(_with(blocks, part, faces)), which, blocks.worth, _GROUP_REACH)
            if new.worth > blocks.worth - _NEAR:
                new = self._reformed(new, which)
            best = max(best, new, key=lambda trial: trial.worth)
        return best

    def _joined(self, blocks: Blocks) -> Blocks:
        """Return blocks with those as one between which nothing is seen, where that looks hardly worse."""
        for i, seam in reversed(list(enumerate(self._canvas.seams(blocks)))):
            if seam < SEAM and self._is_of_one_colour(blocks, i):
                low, high = float(blocks.feet_mm[i]), float(blocks.feet_mm[i] + blocks.sizes[i : i + 2, HEIGHT].sum())
                for part, faces in self._seen(slice(i, i + 2), (low, high)):
                    one = self._canvas.rated(_with(blocks, part, faces))
                    one = self._settled(one, range(i, i + 1), blocks.worth, _GROUP_REACH)
                    one = self._noted(self._as_a_whole(one, _ENDED_MM))
                    blocks = one if one.worth > blocks.worth - _IMAGINED else blocks
        return blocks

    def _groups(self, blocks: Blocks) -> Iterator[Group]:
        """Yield which blocks may be others, and their faces."""
        last, tops = len(blocks.kinds) - 1, [*blocks.feet_mm, float(blocks.sizes[:, HEIGHT].sum())]
        for i, (low, high) in enumerate(pairwise(tops)):
            for part in self._parts_mm:
                if low + _LEAST_MM < part < high - _LEAST_MM:
                    yield from self._seen(slice(i, i + 1), (low, part, high))
            if i < last and (self._is_of_one_colour(blocks, i) or min(blocks.sizes[i : i + 2, HEIGHT]) < _THIN_MM):
                yield from self._seen(slice(i, i + 2), (low, tops[i + 2]))
        if last:
            yield slice(last, last + 1), ()

    def _is_of_one_colour(self, blocks: Blocks, i: int) -> bool:
        return blocks.kinds[i][1] == blocks.kinds[i + 1][1]

    def _seen(self, part: slice, ends: tuple[float, ...]) -> Iterator[Group]:
        faces = [face_between(self._plane, low, high) for low, high in pairwise(ends)]
        found = tuple(face for face in faces if face)
        if len(found) == len(faces):
            yield part, found


def _changes(blocks: Blocks, which: Iterable[int]) -> Iterator[Floats]:
    """Yield what a step may change in some blocks, (N, 9): each size, and where one ends and the next begins."""
    for i in which:
        for change in blocks.kinds[i][0].changes:
            sizes = np.zeros_like(blocks.sizes)
            sizes[i] = change
            yield sizes
            if change[HEIGHT] and i + 1 < len(sizes):
                sizes = sizes.copy()
                sizes[i + 1, HEIGHT] = -change[HEIGHT]
                yield sizes


def _with(blocks: Blocks, part: slice, faces: tuple[Face, ...]) -> Blocks:
    """Return blocks with others, of the forms of some faces, in place of a part."""
    kinds, sizes = begun(faces, is_top=part.stop == len(blocks.kinds))
    return replace(
        blocks,
        kinds=(*blocks.kinds[: part.start], *kinds, *blocks.kinds[part.stop :]),
        sizes=np.vstack([blocks.sizes[: part.start], sizes, blocks.sizes[part.stop :]]),
    )


def begun(faces: Sequence[Face], *, is_top: bool) -> tuple[tuple[tuple[Form, int], ...], Floats]:
    """Return kinds and sizes (N, 9) of blocks as their faces look at first sight; no triangle carries anything."""
    forms = [form_of(face) for face in faces]
    buried = forms[:-1] if is_top else forms
    forms[: len(buried)] = [TRAPEZIUM if form is TRIANGLE else form for form in buried]
    sizes = [formed(sizes_of(face), form) for face, form in zip(faces, forms, strict=True)]
    kinds = tuple((form, face.colour) for face, form in zip(faces, forms, strict=True))
    return kinds, np.array(sizes).reshape(-1, 9)
