"""The closed form: exact statics wherever every piece rests on exactly one other thing.

Cut the tower at contact i: what lies above must have its centre of mass between the ends of that contact,
and the contact must not be steeper than friction holds. In such a tree of pieces nothing else can fail, so this
equals the full equilibrium of forces (Livesley 1978), and `equilibrium` is only needed for bridges and
leaning pieces. A round side down follows the rolling rule of `rolling`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from physics.contacts import BENT, TABLE, Contact
from physics.outline import Point
from physics.pieces import Tower
from physics.rolling import Rocker, find_rocker, rolling_margin_mm

GIVES_WAY = -1e-9  # mm or degrees; exactly on its limit a contact can still be held, as the force programme says


@dataclass(frozen=True, slots=True)
class Support:
    """All contacts of one piece with the one thing below it, as the span that they enclose.

    Args:
        upper, lower: indices of the pieces, `TABLE` for the table.
        left, right: outermost ends (x, y) in mm.
        slope_deg: angle of the contact to the level, 0..90.
        rocker: the round side it rolls on, or None where it stands flat.
    """

    upper: int
    lower: int
    left: Point
    right: Point
    slope_deg: float
    rocker: Rocker | None = None


@dataclass(frozen=True, slots=True)
class Balance:
    """The statics of every contact, one entry a piece: contact i lies below piece i.

    Args:
        margins_mm: horizontal distance from the centre of mass above to the nearer end; negative: it tips.
        tilts_deg: tilt of the table at which the contact tips or slides; negative where it does so already.
        slips_deg: slope that friction still holds beyond the present one; negative: it slides.
    """

    margins_mm: tuple[float, ...]
    tilts_deg: tuple[float, ...]
    slips_deg: tuple[float, ...]

    @property
    def stands(self) -> bool:
        """Whether no contact tips or slides."""
        return min(*self.margins_mm, *self.slips_deg) > GIVES_WAY

    @property
    def culprit(self) -> int | None:
        """The contact that gives way most: the worst that tips, else the worst that slides; None where it stands."""
        margin, slip = min(self.margins_mm), min(self.slips_deg)
        if margin <= GIVES_WAY:
            return self.margins_mm.index(margin)
        return self.slips_deg.index(slip) if slip <= GIVES_WAY else None

    @property
    def failing(self) -> tuple[int, ...]:
        """The contacts that tip or slide, from below."""
        pairs = zip(self.margins_mm, self.slips_deg, strict=True)
        return tuple(i for i, (margin, slip) in enumerate(pairs) if min(margin, slip) <= GIVES_WAY)


def find_supports(tower: Tower, contacts: Sequence[Contact]) -> tuple[Support, ...] | None:
    """Return the one support of each piece, or None where the tower is no tree of pieces.

    Args:
        tower: the pieces.
        contacts: as `find_contacts` returns them.
    """
    below: dict[int, list[Contact]] = {}
    for contact in contacts:
        if not contact.carries:
            return None
        below.setdefault(contact.upper, []).append(contact)
    supports = []
    for index in range(len(tower.pieces)):
        held = [c for c in below[index] if not c.is_missed] or [max(below[index], key=lambda c: c.length_mm)]
        if any(c.lower != held[0].lower for c in held) or _bends(held):
            return None
        supports.append(_support(tower, held))
    return tuple(supports) if _is_tree(supports) else None


def _bends(held: list[Contact]) -> bool:
    """Say whether contacts with the same piece differ in slope, as in a notch."""
    normal = held[0].normal
    return any(abs(normal[0] * c.normal[1] - normal[1] * c.normal[0]) > BENT for c in held[1:])


def _support(tower: Tower, held: list[Contact]) -> Support:
    left = min((c.left for c in held), key=lambda end: end[0])
    right = max((c.right for c in held), key=lambda end: end[0])
    nx, ny = held[0].normal
    slope = math.degrees(math.atan2(abs(nx), ny))
    rocker = find_rocker(tower, held[0]) if len(held) == 1 else None
    return Support(held[0].upper, held[0].lower, left, right, slope, rocker)


def _is_tree(supports: Sequence[Support]) -> bool:
    for start in range(len(supports)):
        at, steps = start, 0
        while at != TABLE and steps <= len(supports):
            at, steps = supports[at].lower, steps + 1
        if at != TABLE:
            return False
    return True


def masses_above(tower: Tower, supports: Sequence[Support]) -> tuple[tuple[float, float, float], ...]:
    """Return for each contact the weight above it and its centre: (grams, x, y) in g and mm."""
    totals = [(p.grams, p.grams * p.centroid_mm[0], p.grams * p.centroid_mm[1]) for p in tower.pieces]
    for index in reversed(bottom_up(supports)):
        lower = supports[index].lower
        if lower != TABLE:
            mine, its = totals[index], totals[lower]
            totals[lower] = (its[0] + mine[0], its[1] + mine[1], its[2] + mine[2])
    return tuple((w, x / w, y / w) for w, x, y in totals)


def bottom_up(supports: Sequence[Support]) -> list[int]:
    """Return the pieces of a tree so that each comes after what carries it."""
    if all(s.lower < s.upper for s in supports):
        return list(range(len(supports)))
    depths = []
    for start in range(len(supports)):
        at, depth = start, 0
        while supports[at].lower != TABLE:
            at, depth = supports[at].lower, depth + 1
        depths.append(depth)
    return sorted(range(len(supports)), key=lambda index: depths[index])


def balance(tower: Tower, supports: Sequence[Support]) -> Balance:
    """Return margin, tilt and friction margin of every contact.

    Args:
        tower: the pieces and their friction.
        supports: as `find_supports` returns them.

    Source:
        Livesley 1978; checked against the force programme of `equilibrium` in the tests.
    """
    holds_deg = math.degrees(math.atan(tower.friction))
    margins, tilts, slips = [], [], []
    for support, (_, x, y) in zip(supports, masses_above(tower, supports), strict=True):
        margin, tilt = _margin_and_tilt(support, x, y)
        margins.append(margin)
        slips.append(holds_deg - support.slope_deg)
        tilts.append(min(tilt, slips[-1]))
    return Balance(tuple(margins), tuple(tilts), tuple(slips))


def _margin_and_tilt(support: Support, x: float, y: float) -> tuple[float, float]:
    if support.rocker is not None:
        margin = rolling_margin_mm(support.rocker, (x, y))
        height = max(abs(support.rocker.centre[1] - y), 1e-9)
        return margin, math.degrees(math.atan2(margin, height))
    from_left, from_right = x - support.left[0], support.right[0] - x
    left_deg = math.degrees(math.atan2(from_left, max(y - support.left[1], 1e-9)))
    right_deg = math.degrees(math.atan2(from_right, max(y - support.right[1], 1e-9)))
    return min(from_left, from_right), min(left_deg, right_deg)
