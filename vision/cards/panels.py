"""The cards about what is printed on them: panels and frames lie in the middle of cards, as far in on either side."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vision.cards.edges import EdgeMap
from vision.cards.plan import ASPECTS, Plan
from vision.cards.rectify import Quad, ordered

Floats = npt.NDArray[np.float64]

ALONG = np.linspace(-0.7, 0.7, 12)
"""Where across a side edges are looked for, as shares of half of it."""
STEP, FARTHEST = 0.02, 2.6
"""Of half of the shorter side: how finely and how far from the middle edges are looked for."""
OWN = 0.05
LEAST_OF_OWN = 0.3
"""An edge on both sides of most is as strong as that share of the panels' own."""
ALL_BUT = 25
"""The percentage of panels about which an edge may be missing: others lie there."""
SAME, LARGER = 0.97, 1.12
"""A card is at least as wide and as high, and so many times as large, at least."""
MOST = 3


def cards_about(panels: Sequence[Quad], plan: Plan, edges: EdgeMap) -> list[list[Quad]]:
    """What may be cards (4, 2) px, all of one size, about equal panels (4, 2) px each: the likeliest size first."""
    lying = plan.on_table(np.reshape(panels, (-1, 2))).reshape(-1, 4, 2)
    middles = lying.mean(1)
    ways = np.stack([lying[:, 1] + lying[:, 2], lying[:, 2] + lying[:, 3]], 1) / 2 - middles[:, None]
    halves = np.linalg.norm(ways, axis=2)
    units, half = ways / halves[..., None], np.median(halves, 0)
    far = np.arange(1 - OWN, FARTHEST, STEP) * half.min()
    strengths = []
    for axis, other in ((0, 1), (1, 0)):
        out = far[:, None] * units[:, axis, None, None]
        along = ALONG[:, None, None] * half[other] * units[:, other, None, None]
        both = [_changes(middles[:, None, None] + along + side * out, plan, edges) for side in (1, -1)]
        strengths.append(np.percentile(np.minimum(*both), ALL_BUT, axis=0))
    found = []
    for size in _sizes(strengths, far[:-1] + STEP / 2 * half.min(), half):
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * size
        quads = plan.in_picture((middles[:, None] + corners @ units).reshape(-1, 2)).reshape(-1, 4, 2)
        found.append([ordered(quad) for quad in quads])
    return found


def _changes(places: Floats, plan: Plan, edges: EdgeMap) -> Floats:
    """How much the colour changes on the way out, (n, steps), at places (n, samples, steps + 1, 2) mm."""
    count, samples, steps = places.shape[:3]
    seen = edges.changes(plan.in_picture(places.reshape(-1, 2)).reshape(count * samples, steps, 2))
    return np.asarray(seen.reshape(count, samples, -1).mean(1), np.float64)


def _sizes(strengths: list[Floats], far: Floats, half: Floats) -> list[tuple[float, float]]:
    """Half the width and height that cards may have where edges so far from the middle are so strong, the likeliest
    first; `half` are those of the panels."""
    peaks = [_peaks(strength, far, own) for strength, own in zip(strengths, half, strict=True)]
    sizes = [
        (across[0] + down[0], (across[1], down[1]))
        for across in peaks[0]
        for down in peaks[1]
        if across[1] * down[1] > LARGER * half.prod()
        and ASPECTS[0] < max(across[1], down[1]) / min(across[1], down[1]) < ASPECTS[1]
    ]
    return [size for _, size in sorted(sizes, reverse=True)[:MOST]]


def _peaks(strength: Floats, far: Floats, own: float) -> list[tuple[float, float]]:
    """How strong edges are, and how far from the middle they lie, as shares of the panels' own edge: those beyond."""
    near = np.abs(far / own - 1) < OWN
    least = LEAST_OF_OWN * float(strength[near].max(initial=0))
    inner = strength[1:-1]
    at = np.flatnonzero((inner >= strength[:-2]) & (inner >= strength[2:]) & (inner > least)) + 1
    return [(float(strength[i]), float(far[i])) for i in at if far[i] > SAME * own]
