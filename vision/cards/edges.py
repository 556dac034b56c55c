"""Corners to a fraction of a pixel: each side of a proposed card is moved onto the edge it most likely is."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards.rectify import Picture, Quad

WORK_PX = 1280
SAMPLES = 28
REACH = 0.07
STEPS = 21
FROM_CORNERS = 0.12
PRIOR = 0.04


class EdgeMap:
    """How strongly brightness or colour changes at each pixel of a picture, at no more than 1280 px."""

    def __init__(self, picture: Picture) -> None:
        self.scale = min(1.0, WORK_PX / max(picture.shape[:2]))
        small = picture
        if self.scale < 1:
            small = np.asarray(
                cv2.resize(picture, None, fx=self.scale, fy=self.scale, interpolation=cv2.INTER_AREA), np.uint8
            )
        self.picture = cv2.GaussianBlur(small, (0, 0), 0.9)

    def fitted(self, quad: Quad) -> Quad:
        """The quadrangle (4, 2) px with its sides moved onto edges near by; a side without an edge stays."""
        work = (quad + 0.5) * self.scale - 0.5
        short = float(np.linalg.norm(work[1] - work[0]) + np.linalg.norm(work[2] - work[3])) / 2
        lines = [self._side(work[i], work[(i + 1) % 4], REACH * short) for i in range(4)]
        corners = np.array([_meeting(lines[i - 1], lines[i]) for i in range(4)])
        if not np.isfinite(corners).all() or np.linalg.norm(corners - work, axis=1).max() > 2.5 * REACH * short:
            return quad
        return np.asarray((corners + 0.5) / self.scale - 0.5)

    def _side(self, start: Quad, end: Quad, reach: float) -> tuple[Quad, Quad]:
        """Two points of the line that carries most edge, among lines whose ends are moved by up to `reach`."""
        along = end - start
        outward = np.array([along[1], -along[0]]) / max(float(np.linalg.norm(along)), 1e-6)
        shares = np.linspace(FROM_CORNERS, 1 - FROM_CORNERS, SAMPLES)
        moves = np.linspace(-reach, reach, STEPS)
        profile = self._profile(start + shares[:, None] * along, outward, moves)
        first, last = _best_line(profile, shares)
        return start + outward * moves[first], end + outward * moves[last]

    def _profile(self, points: Quad, outward: Quad, moves: Quad) -> npt.NDArray[np.float32]:
        """Change of colour across the side, (samples, steps)."""
        step = moves[1] - moves[0]
        wide = np.append(moves - step / 2, moves[-1] + step / 2)
        at = (points[:, None] + outward * wide[None, :, None]).astype(np.float32)
        seen = cv2.remap(self.picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        change = np.abs(np.diff(seen.astype(np.float32), axis=1)).sum(2)
        return np.asarray(np.minimum(change, 60.0), np.float32)


def _best_line(profile: npt.NDArray[np.float32], shares: npt.NDArray[np.float64]) -> tuple[int, int]:
    """Indices of the moves at both ends of the side for which the samples (samples, steps) add up to most."""
    ends = np.arange(STEPS)
    first, last = np.meshgrid(ends, ends, indexing="ij")
    near = abs(first - last) <= STEPS // 3
    first, last = first[near], last[near]
    place = first[:, None] + (last - first)[:, None] * shares[None]
    total = profile[np.arange(SAMPLES), np.round(place).astype(int)].sum(1)
    middle = (STEPS - 1) / 2
    away = ((first - middle) ** 2 + (last - middle) ** 2) / (2 * (PRIOR / REACH * middle) ** 2)
    score = total * np.exp(-away / 4)
    best = int(score.argmax())
    if total[best] < 2.0 * SAMPLES:
        return int(middle), int(middle)
    return int(first[best]), int(last[best])


def _meeting(one: tuple[Quad, Quad], other: tuple[Quad, Quad]) -> Quad:
    p, r = one[0], one[1] - one[0]
    q, s = other[0], other[1] - other[0]
    cross = r[0] * s[1] - r[1] * s[0]
    if abs(cross) < 1e-9:
        return np.array([np.nan, np.nan])
    t = ((q[0] - p[0]) * s[1] - (q[1] - p[1]) * s[0]) / cross
    return np.asarray(p + t * r)
