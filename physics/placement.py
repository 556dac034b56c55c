"""Where the next piece may go: exact spans of its centroid, and the new contact as a function of the place.

Every contact below gives one linear inequality in the place of the new weight. The new contact itself is
clipped, foot by foot, to the seat it is put on; between two breakpoints its ends are linear too, so the safe
set is a union of exact spans and needs no search. Piles with several supports are bisected instead.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from physics.contacts import ASIDE_MM, CLOSEST_GAP_MM, TABLE, TOUCHING_MM, UPRIGHT, find_contacts
from physics.edges import Edge, edges_of
from physics.equilibrium import can_rest, pushes
from physics.errors import PhysicsError
from physics.overlap import overlap_mm
from physics.pieces import Piece, Tower, placed
from physics.rolling import rolling_reach_mm, round_side
from physics.statics import GIVES_WAY, Support, masses_above

Span = tuple[float, float]
NOWHERE: Span = (math.inf, -math.inf)
GRID_MM = 1.0
BISECTED_MM = 0.01


@dataclass(frozen=True, slots=True)
class Seat:
    """The top of the uppermost piece: a straight line with one or more stretches to stand on.

    Args:
        at: a point of the line (x, y) in mm.
        slope_rad: its angle to the level, counter-clockwise.
        stretches: along the line from `at`, ascending, mm.
    """

    at: tuple[float, float]
    slope_rad: float
    stretches: tuple[Span, ...]


def find_seat(top: Piece) -> Seat | None:
    """Return the flattest side of a piece that nothing of it rises above, or None for points and rounds."""
    sides = [side for side in edges_of(top.outline_mm) if side.normal[1] > UPRIGHT and _nothing_above(top, side)]
    if not sides:
        return None
    best = max(sides, key=lambda side: (round(side.normal[1], 6), side.length_mm))
    if round_side(top.outline_mm, best.first, best.last) is not None:
        return None
    nx, ny = best.normal
    along = [_along(best, side) for side in sides if _same_line(best, side)]
    return Seat(best.end, math.atan2(-nx, ny), tuple(sorted(along)))


def _nothing_above(top: Piece, side: Edge) -> bool:
    (ox, oy), (nx, ny) = side.start, side.normal
    return all((x - ox) * nx + (y - oy) * ny <= TOUCHING_MM for x, y in top.outline_mm)


def _same_line(best: Edge, side: Edge) -> bool:
    cross = best.normal[0] * side.normal[1] - best.normal[1] * side.normal[0]
    return abs(cross) * side.length_mm <= TOUCHING_MM


def _along(best: Edge, side: Edge) -> Span:
    (ox, oy), (tx, ty) = best.end, (best.normal[1], -best.normal[0])
    ends = [(x - ox) * tx + (y - oy) * ty for x, y in (side.end, side.start)]
    return ends[0], ends[1]


def feet_of(part: Piece) -> tuple[Span, ...]:
    """Return the stretches (from, to) in mm on which a piece in its own frame stands; none for a point or a round."""
    lowest = min(y for _, y in part.outline_mm)
    feet = [
        (side.start[0], side.end[0])
        for side in edges_of(part.outline_mm)
        if side.normal[1] < 0
        and side.start[1] - lowest <= TOUCHING_MM
        and side.end[1] - lowest <= TOUCHING_MM
        and round_side(part.outline_mm, side.first, side.last) is None
    ]
    return tuple(sorted(feet))


def seated(part: Piece, seat: Seat, centroid_x_mm: float) -> Piece:
    """Return the piece standing on the seat with its centroid at this x."""
    lowest = min(y for _, y in part.outline_mm)
    c, s = math.cos(seat.slope_rad), math.sin(seat.slope_rad)
    cx, cy = part.centroid_mm[0], part.centroid_mm[1] - lowest
    shift = (centroid_x_mm - seat.at[0] + s * cy) / c - cx
    origin = (seat.at[0] + c * shift + s * lowest, seat.at[1] + s * shift - c * lowest)
    return placed(part, origin, turn_rad=seat.slope_rad)


def seat_spans(part: Piece, seat: Seat) -> tuple[Span, ...]:
    """Return where the centroid may come to lie (x, mm) so that the new contact holds."""
    lowest = min(y for _, y in part.outline_mm)
    c, lean = math.cos(seat.slope_rad), part.centroid_mm[0] - math.tan(seat.slope_rad) * (part.centroid_mm[1] - lowest)
    feet, from_mm = feet_of(part), _from_mm(part, seat)
    found = []
    for start, end in pairwise(_breaks(part, seat)):
        if end - start < 1e-12:
            continue
        low, high = _held(feet, seat.stretches, lean, (start, end))
        if low < high:
            found.append((from_mm + c * low, from_mm + c * high))
    return _joined(found)


def _from_mm(part: Piece, seat: Seat) -> float:
    """Return x of the centroid at no shift along the seat."""
    lowest = min(y for _, y in part.outline_mm)
    c, s = math.cos(seat.slope_rad), math.sin(seat.slope_rad)
    return seat.at[0] + c * part.centroid_mm[0] - s * (part.centroid_mm[1] - lowest)


def _breaks(part: Piece, seat: Seat) -> list[float]:
    """Return the shifts at which an end of a foot passes an end of the seat, ascending."""
    return sorted({g - f for foot in feet_of(part) for f in foot for span in seat.stretches for g in span})


def _touching_spans(part: Piece, seat: Seat) -> tuple[Span, ...]:
    """Return where the centroid lies (x, mm) while the piece touches the seat at all."""
    breaks, from_mm, c = _breaks(part, seat), _from_mm(part, seat), math.cos(seat.slope_rad)
    return ((from_mm + c * breaks[0], from_mm + c * breaks[-1]),) if breaks else ()


def _held(feet: Sequence[Span], stretches: Sequence[Span], lean: float, cell: Span) -> Span:
    """Return the shifts in one cell, between breakpoints, at which the contact encloses the load."""
    middle = (cell[0] + cell[1]) / 2
    ends: list[tuple[float, float, bool, bool]] = []
    for f0, f1 in feet:
        for g0, g1 in stretches:
            left, right = max(f0 + middle, g0), min(f1 + middle, g1)
            if right > left:
                ends.append((left, right, f0 + middle > g0, f1 + middle < g1))
    if not ends:
        return NOWHERE
    left, _, left_moves, _ = min(ends, key=lambda e: e[0])
    _, right, _, right_moves = max(ends, key=lambda e: e[1])
    low, high = cell
    if left_moves:
        if left - middle >= lean:
            return NOWHERE
    else:
        low = max(low, left - lean)
    if right_moves:
        if right - middle <= lean:
            return NOWHERE
    else:
        high = min(high, right - lean)
    return low, high


def _joined(spans: Sequence[Span]) -> tuple[Span, ...]:
    out: list[Span] = []
    for low, high in sorted(spans):
        if out and low - out[-1][1] < 1e-9:
            out[-1] = (out[-1][0], max(high, out[-1][1]))
        else:
            out.append((low, high))
    return tuple(out)


def path_to_table(supports: Sequence[Support], start: int) -> tuple[int, ...]:
    """Return the contacts that a weight on piece `start` presses, from above."""
    out = []
    at = start
    while at != TABLE:
        out.append(at)
        at = supports[at].lower
    return tuple(out)


def weight_bounds(tower: Tower, supports: Sequence[Support], part: Piece, height_mm: float) -> Span:
    """Return where (x, mm) the weight of a new piece on the last one keeps all contacts below in balance.

    Args:
        tower, supports: a tree of pieces.
        part: the new piece.
        height_mm: height of its centroid above the table.
    """
    low, high = -math.inf, math.inf
    above = masses_above(tower, supports)
    path = path_to_table(supports, len(supports) - 1)
    for index, support in enumerate(supports):
        grams, x, y = above[index]
        left, right = _ends(support, (grams * y + part.grams * height_mm) / (grams + part.grams))
        if index in path:
            total = grams + part.grams
            low = max(low, (left * total - grams * x) / part.grams)
            high = min(high, (right * total - grams * x) / part.grams)
        elif not left < x < right:
            return NOWHERE
    return low, high


def _ends(support: Support, height_mm: float) -> Span:
    if support.rocker is None:
        return support.left[0], support.right[0]
    reach = rolling_reach_mm(support.rocker, height_mm)
    return support.rocker.at[0] - reach, support.rocker.at[0] + reach


def safe_spans(tower: Tower, supports: Sequence[Support] | None, part: Piece) -> tuple[Span, ...]:
    """Return where the centroid of the next piece may come to lie (x, mm) for the whole tower to stand.

    Args:
        tower: the placed pieces; the next one goes on the last of them.
        supports: as `find_supports` returns them; None for a pile.
        part: the next piece in its own frame, base down.

    Returns:
        Ascending spans, empty for nowhere; exact for trees, to 0.01 mm for piles and beside a stack as high.
    """
    seat = find_seat(tower.pieces[-1])
    holds_deg = math.degrees(math.atan(tower.friction))
    if seat is None or holds_deg - abs(math.degrees(seat.slope_rad)) <= GIVES_WAY:
        return ()
    # Another stack, or the wall of a cup, reaches up to the seat: the new piece may hit it or rest on it too.
    if any(_above_mm(other, seat) > -TOUCHING_MM for other in tower.pieces[:-1]):
        return _pile_spans(tower, part, seat, _touching_spans(part, seat))
    spans = seat_spans(part, seat)
    if supports is None:
        return _pile_spans(tower, part, seat, spans)
    if any(holds_deg - support.slope_deg <= GIVES_WAY for support in supports):
        return ()
    height = seated(part, seat, tower.pieces[-1].centroid_mm[0]).centroid_mm[1]
    low, high = weight_bounds(tower, supports, part, height)
    cut = [(max(low, a), min(high, b)) for a, b in spans]
    return tuple((a, b) for a, b in cut if a < b)


def _above_mm(part: Piece, seat: Seat) -> float:
    """Return how far a piece rises above the line of a seat."""
    (left, level), rise = seat.at, math.tan(seat.slope_rad)
    return max(y - level - rise * (x - left) for x, y in part.outline_mm)


def _pile_spans(tower: Tower, part: Piece, seat: Seat, spans: Sequence[Span]) -> tuple[Span, ...]:
    walls = [other for other in tower.pieces[:-1] if _above_mm(other, seat) > CLOSEST_GAP_MM]

    def holds(x: float) -> bool:
        new = seated(part, seat, x)
        if any(overlap_mm(new.outline_mm, wall.outline_mm) > ASIDE_MM for wall in walls):
            return False
        taller = Tower((*tower.pieces, new), tower.friction)
        try:
            return can_rest(taller, pushes(find_contacts(taller)))
        except PhysicsError:
            return False

    found: list[Span] = []
    for low, high in spans:
        steps = max(2, math.ceil((high - low) / GRID_MM))
        places = [low, *(low + (high - low) * (k + 0.5) / steps for k in range(steps)), high]
        good = [False, *(holds(x) for x in places[1:-1]), False]
        turns = [(k, k + 1) if good[k] else (k + 1, k) for k in range(steps + 1) if good[k] != good[k + 1]]
        ends = [_edge(holds, places[inside], places[outside]) for inside, outside in turns]
        found += zip(ends[::2], ends[1::2], strict=True)
    return tuple(found)


def _edge(holds: Callable[[float], bool], good: float, limit: float) -> float:
    """Return the last place from `good` towards `limit` that holds, within `BISECTED_MM`."""
    bad = limit
    while abs(bad - good) > BISECTED_MM:
        middle = (good + bad) / 2
        good, bad = (middle, bad) if holds(middle) else (good, middle)
    return good
