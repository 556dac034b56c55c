"""Peers of the judge of towers: a linear programme a tower, pymunk as it comes, Box2D."""

import math
from collections.abc import Sequence

import numpy as np
import pymunk
from scipy.optimize import linprog

from physics.equilibrium import STEEPEST
from physics.forces import Push, forces_of
from physics.outline import Outline, convex_parts
from physics.pieces import Tower


def force_lp(built: Tower, points: Sequence[Push]) -> bool:
    """The peer: one linear programme a tower."""
    forces = forces_of(built, points)
    columns = forces.columns(built.friction)
    return linprog(np.zeros(columns.shape[1]), A_eq=columns, b_eq=forces.weights, method="highs").status == 0


def tilt_by_lp(built: Tower, points: Sequence[Push]) -> float:
    """The load factor: the largest tilt of the table in degrees, by a linear programme to each side."""
    forces = forces_of(built, points)
    columns = forces.columns(built.friction)
    cost = np.append(np.zeros(columns.shape[1]), -1.0)
    bounds = [(0.0, None)] * columns.shape[1] + [(0.0, STEEPEST)]
    tilts = []
    for sign in (1.0, -1.0):
        loaded = np.column_stack([columns, -sign * forces.sideways])
        tilts.append(-linprog(cost, A_eq=loaded, b_eq=forces.weights, bounds=bounds, method="highs").fun)
    return math.degrees(math.atan(min(tilts)))


def naive_pymunk(built: Tower) -> bool:
    """As the manual's first page does it: no ids used up, no ramp, 1/60 s, 10 iterations."""
    space = pymunk.Space()
    space.gravity = (0, -9810)
    table_top = pymunk.Segment(space.static_body, (-3000, -50), (3000, -50), 50)
    table_top.friction = math.sqrt(built.friction)
    space.add(table_top)
    bodies = []
    for part in built.pieces:
        body = pymunk.Body(part.grams, part.grams * 100)
        cx, cy = part.centroid_mm
        shapes = [pymunk.Poly(body, [(x - cx, y - cy) for x, y in c]) for c in convex_parts(part.outline_mm)]
        body.moment = sum(pymunk.moment_for_poly(part.grams / len(shapes), s.get_vertices()) for s in shapes)
        body.position = (cx, cy)
        for shape in shapes:
            shape.friction = math.sqrt(built.friction)
        space.add(body, *shapes)
        bodies.append(body)
    for _ in range(120):
        space.step(1 / 60)
    return any(
        abs(body.angle) > math.radians(10) or math.dist(body.position, part.centroid_mm) > 8
        for body, part in zip(bodies, built.pieces, strict=True)
    )


def without_straight_corners(corners: Outline) -> Outline:
    """Box2D aborts the process on some polygons with three corners in a line."""
    around = zip((corners[-1], *corners), corners, (*corners[1:], corners[0]), strict=False)
    return tuple(
        b
        for a, b, c in around
        if (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) > 1e-6 * math.dist(a, c)
    )


def box2d(built: Tower, *, scale: float, step_s: float, iterations: tuple[int, int], lasts_s: float) -> bool:
    import Box2D as b2  # noqa: N813, PLC0415 a peer that need not be installed

    world = b2.b2World(gravity=(0, -9810 * scale), doSleep=False)
    flat = [(-300, -10), (300, -10), (300, 0), (-300, 0)]
    ground = b2.b2PolygonShape(vertices=[(10 * x * scale, 10 * y * scale) for x, y in flat])
    world.CreateStaticBody(fixtures=b2.b2FixtureDef(shape=ground, friction=built.friction))
    bodies = []
    for part in built.pieces:
        cx, cy = part.centroid_mm
        shapes = []
        for corners in convex_parts(part.outline_mm):
            sharp = without_straight_corners(corners)
            kept = [sharp[round(k)] for k in np.linspace(0, len(sharp) - 1, min(8, len(sharp)))]
            shapes.append(b2.b2PolygonShape(vertices=[((x - cx) * scale, (y - cy) * scale) for x, y in kept]))
        fixtures = [b2.b2FixtureDef(shape=shape, density=1.0, friction=built.friction) for shape in shapes]
        bodies.append(world.CreateDynamicBody(position=(cx * scale, cy * scale), fixtures=fixtures))
    starts = [tuple(body.worldCenter) for body in bodies]
    for _ in range(round(lasts_s / step_s)):
        world.Step(step_s, *iterations)
    return any(
        abs(body.angle) > math.radians(10) or math.dist(body.worldCenter, start) > 8 * scale
        for body, start in zip(bodies, starts, strict=True)
    )
