"""How a camera looks at a tower of blocks of any size, told by the tower itself: by its flanks, its top, its seams.

Blocks are found as two likely cameras would see them; then the camera is moved a little while the blocks, moved with
it, look more like the picture. A camera that explains what it sees by fewer blocks is likelier.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.block_canvas import BlockCanvas, Blocks
from vision.block_fit import BlockFitter
from vision.block_forms import HEIGHT
from vision.block_guess import blocks_begun, blocks_told
from vision.colour import Floats
from vision.markers import Picture
from vision.tower_camera import FRONT_MM, Aim, card_imagined, front_to_px
from vision.tower_column import Column
from vision.tower_guess import Guess
from vision.tower_planes import Plane, Window, see_part, see_plane

_USUAL_MM_PER_PX: Final = 0.5
_DOWN_DEG, _RIGHT_DEG = 14.0, (-12.0, 12.0)
_STEP_DEG: Final = 6.0
_LOWEST_DEG, _HIGHEST_DEG, _MOST_ASIDE_DEG = -2.0, 30.0, 26.0
_FEWER_WORTH, _THICK_WORTH = 25.0, 75.0
_THIN_MM: Final = 8.0
"""No block is thinner than a finger: what seems so is a slanting rim of another, or a line of the cloth."""
_GAIN: Final = 1.0
_FRONT_SIGMA_MM: Final = 2.0
_BESIDE_MM, _ROOM_MM = 10.0, 6.0
_NEARER: Final = 1.15
"""How much larger than at its foot a tower may look at its top."""
_SIDES: Final = slice(0, 6)


@dataclass(frozen=True, slots=True, eq=False)
class _Aimed:
    """What a camera with an aim sees of a tower, and the blocks that explain it best so far."""

    aim: Aim
    plane: Plane
    canvas: BlockCanvas
    eye_mm: Floats
    blocks: Blocks

    @property
    def worth(self) -> float:
        """How well the blocks explain what is seen, the fewer the better."""
        return _worth(self.blocks)


def _worth(blocks: Blocks) -> float:
    thin = np.count_nonzero(blocks.sizes[:, HEIGHT] < _THIN_MM)
    return blocks.worth - _FEWER_WORTH * len(blocks.kinds) - _THICK_WORTH * thin


def fit_blocks(picture: Picture, column: Column) -> list[Guess]:
    """Return blocks of any size as a camera at the usual distance would see them, best first, none where none fit.

    Args: `picture` (H, W, 3) uint8 BGR; `column` as `find_column` returns it.
    """
    scale = _USUAL_MM_PER_PX * 1280 / max(picture.shape[:2])
    begun = [_begun(picture, column, Aim(scale, _DOWN_DEG, right)) for right in _RIGHT_DEG]
    best = max((one for one in begun if one and one.worth > -math.inf), key=lambda one: one.worth, default=None)
    if best is None:
        return []
    best = _turned(picture, column, best)
    found = BlockFitter(best.canvas, best.plane).fitted(best.blocks)
    return blocks_told(sorted(found, key=_worth, reverse=True), best.canvas)


def _turned(picture: Picture, column: Column, best: _Aimed) -> _Aimed:
    """Return the best reached by steps of the camera up, down and aside, as long as they pay."""
    tried = {best.aim}
    while True:
        aims = [aim for aim in _around(best.aim) if aim not in tried]
        tried.update(aims)
        moved = (_moved(picture, column, best, aim) for aim in aims)
        better = next((one for one in moved if one.worth > best.worth + _GAIN), None)
        if better is None:
            return best
        best = better


def _around(aim: Aim) -> list[Aim]:
    """Return the neighbours of an aim, within what a camera on a table or in a hand does."""
    downs = (aim.down_deg + _STEP_DEG, aim.down_deg - _STEP_DEG)
    rights = (aim.right_deg + _STEP_DEG, aim.right_deg - _STEP_DEG)
    tilted = [replace(aim, down_deg=down) for down in downs if _LOWEST_DEG <= down <= _HIGHEST_DEG]
    return tilted + [replace(aim, right_deg=right) for right in rights if abs(right) <= _MOST_ASIDE_DEG]


def _begun(picture: Picture, column: Column, aim: Aim) -> _Aimed | None:
    """Return the blocks that look most like a tower if a camera looks so at its foot, None where none fit."""
    plane, eye = _seen(picture, column, aim)
    start = blocks_begun(plane, FRONT_MM, eye)
    if start is None:
        return None
    canvas = BlockCanvas(plane, FRONT_MM, eye, _FRONT_SIGMA_MM)
    return _Aimed(aim, plane, canvas, eye, max(BlockFitter(canvas, plane).fitted(start), key=_worth))


def _moved(picture: Picture, column: Column, old: _Aimed, aim: Aim) -> _Aimed:
    """Return the same blocks as another camera sees them, fitted roughly."""
    plane, eye = _seen(picture, column, aim)
    canvas = BlockCanvas(plane, FRONT_MM, eye, _FRONT_SIGMA_MM)
    sizes = old.blocks.sizes.copy()
    sizes[:, _SIDES] *= _shortening(old.aim.right_deg) / _shortening(aim.right_deg)
    sizes[:, HEIGHT] *= _shortening(old.aim.down_deg) / _shortening(aim.down_deg)
    blocks = BlockFitter(canvas, plane).roughly(replace(old.blocks, sizes=sizes))
    return _Aimed(aim, plane, canvas, eye, blocks)


def _shortening(degrees: float) -> float:
    return math.cos(math.radians(degrees))


def _seen(picture: Picture, column: Column, aim: Aim) -> tuple[Plane, Floats]:
    """Return the plane of a tower's front faces, cut to it, as a camera with an aim sees it; and where that is, mm."""
    view = card_imagined(picture, column.foot, aim).view
    window = _window(column, aim.mm_per_px * _NEARER)
    to_px = front_to_px(view)
    return see_plane(picture, window, to_px, lambda _: see_part(column.part, window, to_px)), view.eye_mm


def _window(column: Column, reach: float) -> Window:
    """Return the window a tower fills if a pixel is at most `reach` mm."""
    foot, (left, top, right, _) = column.foot, column.box_px
    return Window(
        (left - foot.x_px) * reach - _BESIDE_MM,
        (right - foot.x_px) * reach + _BESIDE_MM,
        -_ROOM_MM,
        (foot.y_px - top) * reach + _ROOM_MM,
    )
