"""Reference patches: what a printed grey, white or black looks like in this picture, hence the light's colour.

White clips first, so grey is the first choice; a patch that is covered, clipped or too dark is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np
import numpy.typing as npt

from vision.colour import Floats, linear
from vision.marker_layout import BACK_GROUND_SRGB, SRGB, Page
from vision.markers import Picture

_NEUTRAL = ("grey", "white", "ground")
_CLIPPED = 250.0
_DARK = 14.0
_ONE_LIGHT = 0.3
"""Two patches that show the same light differ by less, as logarithms of the ratio of two gains."""
_INNER = 0.5
"""Share of a patch's edge that is sampled; its rim is mixed with what lies beside it by blur."""
_STEPS = 7
_MIDDLE = _STEPS**2 // 2
"""Which of a patch's samples is the median, once they are sorted."""


@dataclass(frozen=True, slots=True)
class PatchSeen:
    """A patch's colour: sRGB BGR in 0..255 (median of its middle) and its spread over the patch."""

    colour: str
    bgr: tuple[float, float, float]
    spread: float

    @property
    def plain(self) -> bool:
        """Whether it is neither too dark nor half covered."""
        return min(self.bgr) > _DARK and self.spread < 12

    @property
    def usable(self) -> bool:
        """Whether it is not clipped either."""
        return self.plain and max(self.bgr) < _CLIPPED


def read_patches(picture: Picture, page: Page, to_px: Callable[[Floats], Floats]) -> tuple[PatchSeen, ...]:
    """Return the patches of a page that lie inside a picture.

    Args: `to_px` maps page points (N, 2) mm to pixels (N, 2). The back card's plain ground, named ``"ground"``, is
    sampled below its patches and at its sides, where little stands before it.
    """
    places = [(p.colour, p.x_mm, p.y_mm, p.size_mm * _INNER) for p in page.patches]
    seen = [_read(picture, name, _square(x, y, size), to_px) for name, x, y, size in places]
    return tuple(patch for patch in [*seen, *_ground(picture, page, to_px)] if patch)


def white_gains(patches: tuple[PatchSeen, ...]) -> Floats | None:
    """Return the gains (3,) for linear B, G, R that make grey neutral; None where nothing neutral is usable.

    Each gain also brings the grey patch to its printed brightness. What most of the neutral patches agree on counts:
    the others lie behind something coloured. A clipped patch gives no gain, but speaks for those that agree with its
    other channels.
    """
    offers = [p for p in patches if p.colour in _NEUTRAL and p.plain]
    usable = np.array([p.usable for p in offers], np.bool_)
    if not usable.any():
        return None
    logs = np.log([_gain(p) for p in offers])
    alike = _one_light(logs, np.array([p.bgr for p in offers]) < _CLIPPED)
    agreed = alike[np.where(usable, alike.sum(axis=1), 0).argmax()] & usable
    grey = agreed & [patch.colour == "grey" for patch in offers]
    gains: Floats = np.exp(np.median(logs[grey if grey.any() else agreed], axis=0))
    return gains


def _one_light(logs: Floats, known: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Return which patches show the same light as which, (N, N), by the ratios of the channels that are not clipped."""
    alike, told = np.ones((len(logs),) * 2, np.bool_), np.zeros((len(logs),) * 2, np.bool_)
    for one, other in combinations(range(3), 2):
        ratio, seen = logs[:, one] - logs[:, other], known[:, one] & known[:, other]
        both = seen[:, None] & seen
        alike &= ~both | (np.abs(ratio[:, None] - ratio) < _ONE_LIGHT)
        told |= both
    return alike & told


def _gain(patch: PatchSeen) -> Floats:
    printed = BACK_GROUND_SRGB if patch.colour == "ground" else SRGB[patch.colour]
    gain: Floats = linear(printed[::-1]) / np.maximum(linear(patch.bgr), 1e-4)
    return gain


def _ground(picture: Picture, page: Page, to_px: Callable[[Floats], Floats]) -> list[PatchSeen | None]:
    if len(page.marks) < 4:
        return []
    size = page.patches[0].size_mm * _INNER
    row = sorted(page.patches, key=lambda patch: patch.x_mm)
    below = page.patches[0].y_mm + page.patches[0].size_mm * 1.6
    places = [((a.x_mm + b.x_mm) / 2, below) for a, b in pairwise(row)]
    sides = np.array([(mark.x_mm, mark.y_mm) for mark in page.marks])
    (left, top), (right, low) = sides.min(axis=0), sides.max(axis=0)
    places += [(x, y) for x in (left, right) for y in np.linspace(top, low, 7)[1:-1]]
    return [_read(picture, "ground", _square(x, y, size), to_px) for x, y in places]


def _square(x: float, y: float, size: float) -> Floats:
    steps = np.linspace(-size / 2, size / 2, _STEPS)
    return np.stack([x + np.tile(steps, _STEPS), y + np.repeat(steps, _STEPS)], axis=1)


def _read(picture: Picture, name: str, points_mm: Floats, to_px: Callable[[Floats], Floats]) -> PatchSeen | None:
    px = np.rint(to_px(points_mm)).astype(int)
    height, width = picture.shape[:2]
    inside = (px >= 0).all(axis=1) & (px[:, 0] < width) & (px[:, 1] < height)
    if not inside.all():
        return None
    values = picture[px[:, 1], px[:, 0]].astype(np.int32)
    middle = np.sort(values, axis=0)[_MIDDLE]
    spread = np.sort(np.abs(values - middle).max(axis=1))[_MIDDLE]
    b, g, r = middle.tolist()
    return PatchSeen(name, (float(b), float(g), float(r)), float(spread))
