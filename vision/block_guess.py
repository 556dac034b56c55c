"""Guesses at a tower of blocks of any size before a back card, and whether their number is sure.

Where blocks of one colour meet, only a seam or a step tells that there are two; where one is higher than a hand holds,
or where two in its place would look nearly as good, it may be two.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, takewhile
from typing import Final

import numpy as np

from vision.back_card import BackCard
from vision.blobs import HUES
from vision.block_canvas import SEAM, BlockCanvas, Blocks
from vision.block_fit import BlockFitter, begun
from vision.block_forms import is_doubtfully_named
from vision.colour import Floats
from vision.markers import Picture
from vision.piece_colours import PIECE_COLOURS
from vision.tower_blocks import Camera, find_blocks
from vision.tower_faces import Step
from vision.tower_foot import Stand
from vision.tower_guess import Guess, borne_out, heard
from vision.tower_planes import PX_PER_MM, Plane, Window, see_plane

_FRONT_MM: Final = 12.5
_ROOM_MM: Final = 6.0
_MARGIN_MM: Final = 14.0
_HIGHEST_MM: Final = 55.0
_CELL_MM: Final = 2 / PX_PER_MM
"""A cell of the canvas, which is half as fine as the plane."""
_AS_GOOD: Final = 0.75
_AS_LIKELY: Final = 0.8
_UNCOUNTED: Final = 0.45
_SAME_MM: Final = 2.5


def guess_blocks(picture: Picture, card: BackCard, stand: Stand) -> list[Guess]:
    """Return stacks of blocks of any size, best first, none where none fit."""
    front = stand.middle_mm(_FRONT_MM) + _FRONT_MM
    higher = stand.seen_in(front, card.view.eye_mm).top_mm - stand.top_mm
    top = stand.top_mm + math.ceil(max(higher, 0.0) / _CELL_MM) * _CELL_MM + _ROOM_MM
    window = Window(stand.left_mm - _MARGIN_MM, stand.right_mm + _MARGIN_MM, -_ROOM_MM, top)

    def to_px(points: Floats) -> Floats:
        return card.view.to_px(np.hstack([points, np.full((len(points), 1), front)]))

    plane = _without_patches(see_plane(picture, window, to_px), card, front)
    plane = stand.shown_in(plane, front, card.view.eye_mm)
    start = blocks_begun(plane, front, card.view.eye_mm)
    if start is None:
        return []
    canvas = BlockCanvas(plane, front, card.view.eye_mm, stand.middle_sigma_mm)
    return blocks_told(BlockFitter(canvas, plane).fitted(start), canvas)


def blocks_begun(plane: Plane, front_mm: float, eye_mm: Floats) -> Blocks | None:
    """Return what blocks a plane shows at first sight, None where it shows none.

    Args: `front_mm` how far before the card the plane lies; `eye_mm` (3,) where the camera is.
    """
    x, y, z = eye_mm.tolist()
    faces, depth = find_blocks(plane, Camera(x, y, z - front_mm))
    if not faces:
        return None
    kinds, sizes = begun(faces, is_top=True)
    return Blocks(kinds, sizes, front_mm, depth)


def blocks_told(found: list[Blocks], canvas: BlockCanvas) -> list[Guess]:
    """Return blocks as `BlockFitter.fitted` found them on a canvas as guesses, best first, none where none fit."""
    if found[0].worth == -np.inf:
        return []
    best, *others = heard(found, lambda blocks: _block_guess(blocks, canvas))
    return [counted(best, others, canvas.seams(found[0])), *others]


def _block_guess(blocks: Blocks, canvas: BlockCanvas) -> Guess:
    unlike, shown = canvas.unlike(blocks)
    steps = []
    for i, (_, colour) in enumerate(blocks.kinds):
        pose, x = blocks.pose(i)
        steps.append(Step(pose, colour, x, float(blocks.feet_mm[i]), 0.0, 0.0, 0.0))
    borne = tuple(
        min(share, _UNCOUNTED) if is_doubtfully_named(form, sizes) else share
        for share, (form, _), sizes in zip(borne_out(shown), blocks.kinds, blocks.sizes, strict=True)
    )
    return Guess(tuple(steps), blocks.front_mm - blocks.depth_mm / 2, blocks.worth, unlike, borne)


def counted(best: Guess, others: Sequence[Guess], seams: Sequence[float]) -> Guess:
    """Return a guess less than half borne out from the first block on that may be one more or one less.

    Args: `others` what else was tried, `seams` how strong an edge parts each block from the next, 0..1.
    """
    steps = best.steps
    doubted = [i for i, step in enumerate(steps) if step.pose.height_mm > _HIGHEST_MM]
    doubted += [i for i, (a, b) in enumerate(pairwise(steps)) if a.colour == b.colour and seams[i] < SEAM]
    near = [other for other in others if other.total > best.total - _AS_GOOD * best.heat()]
    doubted += [split for other in near if (split := _split(steps, other.steps)) is not None]
    doubted += [i for other in others if (i := _misnamed(best, other)) is not None]
    first = min(doubted, default=len(steps))
    borne = tuple(min(borne, _UNCOUNTED) if i >= first else borne for i, borne in enumerate(best.borne))
    return replace(best, borne=borne)


def _misnamed(best: Guess, other: Guess) -> int | None:
    """Return the block that another guess, about as good, names otherwise and explains better, None without one.

    What leans little costs more than it explains, for that is rare; it may be there all the same.
    """
    if other.total < best.total - _AS_LIKELY * best.heat() or other.unlike >= best.unlike:
        return None
    pairs = enumerate(zip(best.steps, other.steps, strict=False))
    return next((i for i, (a, b) in pairs if a.pose.shape != b.pose.shape and a.colour == b.colour), None)


def _split(steps: Sequence[Step], others: Sequence[Step]) -> int | None:
    """Return where others show more blocks of one colour in place of some, None where they differ in another way."""
    low = _alike(steps, others)
    high = min(_alike(steps[::-1], others[::-1]), len(steps) - low)
    ours, theirs = steps[low : len(steps) - high], others[low : len(others) - high]
    is_column = len({step.colour for step in (*ours, *theirs)}) == 1
    return low if is_column and 0 < len(ours) < len(theirs) else None


def _alike(steps: Sequence[Step], others: Sequence[Step]) -> int:
    """Return how many blocks are alike, heights included, before the first that is not."""
    pairs = zip(steps, others, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0].is_like(pair[1]) and _is_as_high(*pair), pairs))


def _is_as_high(one: Step, other: Step) -> bool:
    return abs(one.pose.height_mm - other.pose.height_mm) < _SAME_MM


def _without_patches(plane: Plane, card: BackCard, plane_mm: float) -> Plane:
    """Return the plane without the back card's own coloured patches, where they show."""
    classes = plane.classes.copy()
    eye = card.view.eye_mm
    reach = (plane_mm - eye[2]) / (0.0 - eye[2])
    for patch in card.page.patches:
        if patch.colour not in HUES:
            continue
        half = patch.size_mm / 2 + 1.5
        page = np.array([[patch.x_mm - half, patch.y_mm - half], [patch.x_mm + half, patch.y_mm + half]])
        seen = eye + reach * (card.page_to_world(page) - eye)
        columns = np.rint((seen[:, 0] - plane.window.left_mm) * PX_PER_MM).astype(int)
        rows = np.rint((plane.window.top_mm - seen[:, 1]) * PX_PER_MM).astype(int)
        part = classes[max(rows.min(), 0) : max(rows.max(), 0), max(columns.min(), 0) : max(columns.max(), 0)]
        part[part == PIECE_COLOURS.index(patch.colour) + 1] = 0
    return replace(plane, classes=classes)
