"""Corners to a fraction of a pixel: each side of a proposed card is moved onto the edge it most likely is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.rectify import Picture, Quad

WORK_PX = 1280
SAMPLES = 28
FROM_CORNERS = 0.12
PRIOR = 0.57
LEAST_CHANGE = 2.0
MOST_CHANGE = 60
AWAY = 2.5
AT_ONCE = 250

Floats = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Reach:
    """How far sides are moved: up to a `share` of the short side to either hand, in so many `steps`."""

    share: float
    steps: int


FAR, NEAR = Reach(0.07, 21), Reach(0.025, 13)


class EdgeMap:
    """How strongly brightness or colour changes at each pixel of a picture, at no more than 1280 px."""

    def __init__(self, picture: Picture) -> None:
        self.scale = min(1.0, WORK_PX / max(picture.shape[:2]))
        small = picture
        if self.scale < 1:
            small = np.asarray(
                cv2.resize(picture, None, fx=self.scale, fy=self.scale, interpolation=cv2.INTER_AREA), np.uint8
            )
        self.picture = cv2.GaussianBlur(small, (5, 5), 0.9)

    def fitted(self, quads: Sequence[Quad], reach: Reach = FAR) -> list[Quad]:
        """The quadrangles (4, 2) px with their sides moved onto edges near by; a side without an edge stays."""
        some = [np.asarray(quads[at : at + AT_ONCE]) for at in range(0, len(quads), AT_ONCE)]
        return [quad for part in some for quad in self._fitted(part, reach)]

    def beside(self, quads: Quad, along: npt.NDArray[np.floating], away: npt.NDArray[np.floating]) -> Picture:
        """The colours (n * 4 * places, 2 * steps, 3) across the sides of outlines (n, 4, 2), inside before outside.

        `along` (places,) are shares of a side, `away` (steps,) of the short side.
        """
        ends = np.roll(quads, -1, 1)
        outward = (quads + ends) / 2 - quads.mean(1, keepdims=True)
        outward /= np.linalg.norm(outward, axis=2, keepdims=True)
        short = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
        on_side = quads[:, :, None] + along[:, None] * (ends - quads)[:, :, None]
        off = short[:, None, None, None] * np.concatenate([-away, away])[:, None] * outward[:, :, None]
        return self.colours((on_side[:, :, :, None] + off[:, :, None]).reshape(-1, 2 * len(away), 2))

    def colours(self, places: npt.NDArray[np.floating]) -> Picture:
        """The colours (n, k, 3) uint8 BGR at places (n, k, 2), picture px."""
        at = ((places + 0.5) * self.scale - 0.5).astype(np.float32)
        seen = cv2.remap(self.picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(seen, np.uint8)

    def changes(self, places: npt.NDArray[np.floating]) -> Floats:
        """How much the colour changes from place to place: (n, k - 1) for n rows of places (n, k, 2), picture px."""
        seen = self.colours(places)
        change = cv2.transform(cv2.absdiff(seen[:, 1:], seen[:, :-1]), np.ones((1, 3)))
        return np.minimum(change, MOST_CHANGE).astype(np.float32)

    def _fitted(self, quads: Quad, reach: Reach) -> Quad:
        short = np.linalg.norm(quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3], axis=1) / 2
        first, last = self._sides(quads, reach.share * short, reach.steps)
        corners = _meeting(np.roll(first, 1, 1), np.roll(last, 1, 1), first, last)
        moved = np.linalg.norm(corners - quads, axis=2).max(1)
        good = np.isfinite(moved) & (moved <= AWAY * reach.share * short)
        return np.where(good[:, None, None], corners, quads)

    def _sides(self, start: Quad, reach_px: npt.NDArray[np.float64], steps: int) -> tuple[Quad, Quad]:
        """Two points (n, 4, 2) of the line that carries most edge, of lines whose ends are moved by up to so much."""
        end = np.roll(start, -1, 1)
        along = end - start
        across = np.stack([along[..., 1], -along[..., 0]], -1)
        outward = across / np.maximum(np.linalg.norm(along, axis=2, keepdims=True), 1e-6) * reach_px[:, None, None]
        moves = np.linspace(-1, 1, steps)
        lines = _best_lines(self._profile(start, along, outward, steps), steps)
        first, last = (moves[index].reshape(*start.shape[:2], 1) for index in lines)
        return start + outward * first, end + outward * last

    def _profile(self, start: Quad, along: Quad, outward: Quad, steps: int) -> Floats:
        """Change of colour across each side, (n * 4, samples * steps)."""
        shares = np.linspace(FROM_CORNERS, 1 - FROM_CORNERS, SAMPLES)
        half = 1 / (steps - 1)
        wide = np.linspace(-1 - half, 1 + half, steps + 1)
        # All x, then all y: numpy is slow where its last axis has but two places.
        flat = [np.ascontiguousarray(part.reshape(-1, 2).T)[..., None, None] for part in (start, along, outward)]
        at = flat[0] + shares[:, None] * flat[1] + wide * flat[2]
        change = self.changes(np.moveaxis(at.reshape(2, -1, steps + 1), 0, -1))
        return change.reshape(-1, SAMPLES * steps)


@lru_cache(maxsize=2)
def _lines(steps: int) -> tuple[Indices, Floats, Indices, Indices]:
    """All lines through a profile: which place each passes at every sample (samples, lines), how likely it is, and
    where it begins and ends."""
    first, last = np.meshgrid(np.arange(steps), np.arange(steps), indexing="ij")
    near = abs(first - last) <= steps // 3
    first, last = first[near], last[near]
    shares = np.linspace(FROM_CORNERS, 1 - FROM_CORNERS, SAMPLES)
    place = np.round(first + (last - first) * shares[:, None]).astype(np.int64)
    middle = (steps - 1) / 2
    away = ((first - middle) ** 2 + (last - middle) ** 2) / (2 * (PRIOR * middle) ** 2)
    return place + steps * np.arange(SAMPLES)[:, None], np.exp(-away / 4).astype(np.float32), first, last


def _best_lines(profile: Floats, steps: int) -> tuple[Indices, Indices]:
    """Indices (n,) of the moves at both ends of each side for which its profile adds up to most."""
    passed, likely, first, last = _lines(steps)
    # A product of matrices would be the same, but BLAS keeps all cores spinning for it.
    rows = np.ascontiguousarray(profile.T)
    total = np.zeros((len(likely), len(profile)), np.float32)
    for places in passed:
        total += rows[places]
    best = (total * likely[:, None]).argmax(0)
    faint = total[best, np.arange(len(profile))] < LEAST_CHANGE * SAMPLES
    best[faint] = np.flatnonzero((first == steps // 2) & (last == steps // 2))[0]
    return first[best], last[best]


def _meeting(first: Quad, last: Quad, other_first: Quad, other_last: Quad) -> Quad:
    """Where lines through two points each (n, 4, 2) meet; not finite where they do not."""
    r, s, apart = last - first, other_last - other_first, other_first - first
    cross = r[..., 0] * s[..., 1] - r[..., 1] * s[..., 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        t = (apart[..., 0] * s[..., 1] - apart[..., 1] * s[..., 0]) / np.where(np.abs(cross) < 1e-9, np.nan, cross)
    return np.asarray(first + t[..., None] * r)
