"""Equilibrium of forces as a linear programme: bridges, leaning pieces, several supports.

Unknown are the forces on the two edges of the friction cone at both ends of every contact; three balances a piece. Such
an equilibrium is possible rather than certain (friction may wedge where a real pile would slip, Kao 2022), which
is why a rollout is shown beside it. To say *what* gives way, each contact may also be glued: glue that is
needed marks the contacts that fail.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from physics.contacts import TABLE, UPRIGHT, Contact
from physics.forces import ARM_MM, FloatArray, Push, forces_of, held_by, is_held, last_held
from physics.outline import Point
from physics.pieces import Tower
from physics.statics import Balance

NEEDLESS = 1e-6  # glue below this share of the whole weight (times 1 mm) is rounding
MARGIN_STEP_MM = 1e-3
POINT_MM = 1e-3  # a support no wider than this is a point, and cannot be narrowed
SLIP_STEP = 5e-3
STEEPEST = math.tan(math.radians(80.0))
GRIP = 20.0  # a friction no wood has: what still falls with it tips, it does not slide
SLIP_COST_MM = 20.0
PULL_COST_MM = 1000.0


def pushes(contacts: Sequence[Contact]) -> tuple[Push, ...]:
    """Return the ends of all contacts as points of force.

    Args:
        contacts: as `find_contacts` returns them.
    """
    return tuple(
        Push(c.upper, c.lower, end, c.normal)
        for c in used_contacts(contacts)
        for end in ((c.left, c.right) if c.is_flat else (c.left,))
    )


def used_contacts(contacts: Sequence[Contact]) -> list[Contact]:
    """Return the contacts that bear: of missed ones the nearest, and only under a piece that has no other."""
    held = {c.upper for c in contacts if c.carries and not c.is_missed}
    nearest = {c.upper: c for c in sorted(contacts, key=lambda c: c.length_mm) if c.is_missed}
    return [c for c in contacts if not c.is_missed or (c.upper not in held and nearest[c.upper] is c)]


def _spans(contacts: Sequence[Contact]) -> dict[int, tuple[float, float]]:
    """Return the ends of the whole support of each piece, mm."""
    spans: dict[int, tuple[float, float]] = {}
    for c in contacts:
        if c.carries:
            low, high = spans.get(c.upper, (math.inf, -math.inf))
            spans[c.upper] = (min(low, c.left[0]), max(high, c.right[0]))
    return spans


def can_rest(tower: Tower, points: Sequence[Push], *, friction: float | None = None) -> bool:
    """Say whether forces exist that hold every piece in place."""
    if not points:
        return False
    forces = forces_of(tower, points)
    columns = forces.columns(tower.friction if friction is None else friction)
    return is_held(held_by(columns, forces.weights)[1])


def largest_tilt_deg(tower: Tower, points: Sequence[Push]) -> float:
    """Return the tilt of the table, in degrees, that the pile survives to the worse side.

    Returns:
        0 or more; 0 where it does not stand on a level table.
    """
    forces = forces_of(tower, points)
    columns = forces.columns(tower.friction)
    tangent = STEEPEST
    for sign in (1.0, -1.0):
        tangent = _largest_tangent(columns, forces.weights, sign * forces.sideways, tangent)
    return math.degrees(math.atan(tangent))


def _largest_tangent(columns: FloatArray, weights: FloatArray, sideways: FloatArray, tangent: float) -> float:
    """Return the largest tilt to one side, at most `tangent`: each falling motion tells the tilt at which it begins."""
    while tangent > 0:
        motion = held_by(columns, weights + tangent * sideways)[1]
        if is_held(motion):
            return tangent
        begins = -float(motion @ weights) / float(motion @ sideways)
        if not begins < tangent - 1e-12:
            return max(begins, 0.0)
        tangent = begins
    return 0.0


def _balance_of(tower: Tower, push: Push, force: Point) -> FloatArray:
    """Return what one force does to every piece: (3 pieces,)."""
    out = np.zeros(3 * len(tower.pieces))
    for index, sign in ((push.upper, 1.0), (push.lower, -1.0)):
        if index != TABLE:
            cx, cy = tower.pieces[index].centroid_mm
            arm = (push.at[0] - cx) * force[1] - (push.at[1] - cy) * force[0]
            out[3 * index : 3 * index + 3] = (sign * force[0], sign * force[1], sign * arm / ARM_MM)
    return out


def _glue(tower: Tower, points: Sequence[Push]) -> tuple[list[tuple[int, int]], FloatArray, FloatArray]:
    """Return the glued pairs, and columns and costs of their couples, slips and pulls (6 a pair)."""
    pairs = sorted({(p.upper, p.lower) for p in points})
    out = np.zeros((3 * len(tower.pieces), 6 * len(pairs)))
    for k, (upper, lower) in enumerate(pairs):
        mine = [p for p in points if (p.upper, p.lower) == (upper, lower)]
        at = (float(np.mean([p.at[0] for p in mine])), float(np.mean([p.at[1] for p in mine])))
        nx, ny = mine[0].normal
        middle = Push(upper, lower, at, mine[0].normal)
        for index, sign in ((upper, 1.0), (lower, -1.0)):
            if index != TABLE:
                out[3 * index + 2, 6 * k : 6 * k + 2] = (sign / ARM_MM, -sign / ARM_MM)
        for place, force in enumerate(((ny, -nx), (-ny, nx), (-nx, -ny), (nx, ny)), start=2):
            out[:, 6 * k + place] = _balance_of(tower, middle, force)
    cost = np.tile([1.0, 1.0, SLIP_COST_MM, SLIP_COST_MM, PULL_COST_MM, PULL_COST_MM], len(pairs))
    return pairs, out, cost


def glued(tower: Tower, points: Sequence[Push]) -> dict[int, tuple[float, float]]:
    """Return the glue that the contacts below each piece need; empty where the pile can rest.

    Returns:
        For each failing piece the couple, in mm for the load on the contact (in a column the distance by which
        the centre of mass lies outside), and the drag along the contact as a share of that load.
    """
    from scipy.optimize import linprog  # noqa: PLC0415 - 40 MB that a table of cards does not need

    forces = forces_of(tower, points)
    balances = forces.columns(tower.friction)
    pairs, glue, price = _glue(tower, points)
    cost = np.concatenate([np.full(balances.shape[1], 1e-9), price])
    columns = np.hstack([balances, glue])
    x: FloatArray = np.asarray(linprog(cost, A_eq=columns, b_eq=forces.weights, method="highs").x)
    amounts = x[balances.shape[1] :].reshape(len(pairs), 6)
    pressed = balances[1::3] * x[: balances.shape[1]]
    needs: dict[int, tuple[float, float]] = {}
    for (upper, _), six in zip(pairs, amounts, strict=True):
        couple, drag = float(six[:2].sum()), float(six[2:].sum())
        if couple + drag * SLIP_COST_MM > NEEDLESS:
            load = _load(points, pressed[upper], upper)
            before = needs.get(upper, (0.0, 0.0))
            needs[upper] = (before[0] + couple / load, before[1] + drag / load)
    return needs


def _load(points: Sequence[Push], lifts: FloatArray, upper: int) -> float:
    """Return the weight that the contacts below a piece carry, of the vertical forces on that piece."""
    below = [k for k, p in enumerate(points) if p.upper == upper]
    return max(float(sum(lifts[2 * k] + lifts[2 * k + 1] for k in below)), 1e-3)


def pile_margin_mm(tower: Tower, contacts: Sequence[Contact]) -> float:
    """Return by how much all supports may be narrowed from both sides before a resting pile falls.

    In a column this is exactly the smallest distance of a centre of mass to the end of its support. At most half of
    the narrowest support that is no point; near zero where the pile does not rest.
    """

    points = pushes(contacts)
    spans = {upper: span for upper, span in _spans(used_contacts(contacts)).items() if span[1] - span[0] > POINT_MM}
    if not spans:
        return POINT_MM
    forces = forces_of(tower, points)
    carrying = [push.normal[1] > UPRIGHT and push.upper in spans for push in points]
    rises = [-p.normal[0] / p.normal[1] if held else 0.0 for p, held in zip(points, carrying, strict=True)]
    ends = [spans[p.upper] if held else (-math.inf, math.inf) for p, held in zip(points, carrying, strict=True)]
    low, high = np.repeat(np.array(ends), 2, axis=0).T
    slope = np.repeat(np.array(rises), 2)

    def narrowed(shrink_mm: float) -> tuple[FloatArray, FloatArray]:
        x = np.minimum(np.maximum(forces.at[:, 0], low + shrink_mm), high - shrink_mm)
        y = forces.at[:, 1] + (x - forces.at[:, 0]) * slope
        return replace(forces, at=np.stack([x, y], axis=1)).columns(tower.friction), forces.weights

    return last_held(narrowed, min(b - a for a, b in spans.values()) / 2, MARGIN_STEP_MM)


def pile_balance(tower: Tower, contacts: Sequence[Contact]) -> Balance:
    """Return the statics of a pile in which pieces have several supports.

    Contacts that hold share the margin of the whole; contacts that fail show the glue that they need.
    """
    points = pushes(contacts)
    count = len(tower.pieces)
    if can_rest(tower, points):
        margin, tilt = pile_margin_mm(tower, contacts), largest_tilt_deg(tower, points)
        return Balance((margin,) * count, (tilt,) * count, (_slip_deg(tower, points),) * count)
    return _failing(tower, contacts, glued(tower, points))


def _failing(tower: Tower, contacts: Sequence[Contact], needs: Mapping[int, tuple[float, float]]) -> Balance:
    """Return what glue says of a pile that falls; contacts without need have no margin of their own."""
    tips = any(couple > NEEDLESS for couple, _ in needs.values())
    spare = math.inf if tips else pile_margin_mm(replace(tower, friction=GRIP), contacts)
    height = _centre_height_mm(tower)
    margins, tilts, slips = [], [], []
    for index in range(len(tower.pieces)):
        couple, drag = needs.get(index, (0.0, 0.0))
        margins.append(-couple if couple > NEEDLESS else spare)
        slips.append(-math.degrees(math.atan(drag)) if drag > NEEDLESS else 90.0)
        tilts.append(min(math.degrees(math.atan2(margins[-1], height)), slips[-1]))
    return Balance(tuple(margins), tuple(tilts), tuple(slips))


def _slip_deg(tower: Tower, points: Sequence[Push]) -> float:
    """Return how many degrees of friction a resting pile has to spare."""

    forces = forces_of(tower, points)

    def smoother(less: float) -> tuple[FloatArray, FloatArray]:
        return forces.columns(tower.friction * (1 - less)), forces.weights

    needed = tower.friction * (1 - last_held(smoother, 1.0, SLIP_STEP))
    return math.degrees(math.atan(tower.friction) - math.atan(needed))


def _centre_height_mm(tower: Tower) -> float:
    grams = sum(piece.grams for piece in tower.pieces)
    return sum(piece.grams * piece.centroid_mm[1] for piece in tower.pieces) / grams
