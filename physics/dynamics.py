"""How a tower falls: a pymunk rollout, tuned until it agrees with exact statics.

Three things separate a judge from a coin toss here. Shape ids below 64 are used up first, because Munk2D mixes up the
two contact points of shapes whose ids are as small as their corner numbers. Gravity is ramped up, so that the impulse
cache is warm before the full weight arrives. And steps are short: steps beat iterations. What falls turns faster and
faster, so a tower whose pieces hardly turn, and turn less than a moment ago, will not fall. The rollout only
shows; the verdict is the statics'.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import pymunk

from physics.outline import Outline, convex_parts, inertia_mm2
from physics.pieces import Piece, Tower
from physics.pivot import Hinge, hinges_of, pivot_of

GRAVITY_MM_S2 = 9810.0
USED_UP_IDS = 64
TABLE_HALF_MM = 3000.0
FELL_RAD = math.radians(10.0)
FELL_MM = 8.0
MOVED_RAD = 0.005
CHECKS_PER_S = 100

Pose = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Pace:
    """Settings of a rollout, as measured by `bench/physics_falls.py`.

    Args:
        step_s: length of a step.
        iterations: solver iterations a step.
        ramp_s: time over which gravity grows to its full strength.
        calm_s: from when on a tower at rest counts as standing.
        calm_rad_s, calm_rad, calm_mm_s: spin, turn and speed below which every piece is at rest.
        lasts_s: end of the rollout for what neither rests nor has fallen.
    """

    step_s: float = 1 / 8000
    iterations: int = 25
    ramp_s: float = 0.1
    calm_s: float = 0.16
    calm_rad_s: float = 0.0002
    calm_rad: float = 0.0006
    calm_mm_s: float = 0.1
    lasts_s: float = 1.2


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture of the rollout: time and, for each piece, centre (x, y) in mm and turn in rad."""

    at_s: float
    poses: tuple[Pose, ...]


@dataclass(frozen=True, slots=True)
class Rollout:
    """What a rollout saw.

    Args:
        fell: whether any piece turned or moved away.
        frames: pictures at an even rate, the first one before anything moved.
        pivot: the contact about which the fall began (below the piece of that index), None where it stood.
    """

    fell: bool
    frames: tuple[Frame, ...]
    pivot: int | None = None


@dataclass(slots=True)
class World:
    """A pymunk space with its bodies, base first, and the clock of its rollout."""

    space: pymunk.Space
    bodies: list[pymunk.Body]
    starts: list[tuple[float, float]]
    at_s: float = 0.0
    frames: list[Frame] = field(default_factory=list)


def build_world(tower: Tower, pace: Pace) -> World:
    """Return a world at rest without gravity: the table and one body for each piece.

    Args:
        tower: pieces that touch exactly (see `physics.seating`).
        pace: solver settings.
    """
    space = pymunk.Space()
    space.iterations = pace.iterations
    space.collision_slop = 0.1
    for _ in range(USED_UP_IDS):
        spent = pymunk.Circle(space.static_body, 1.0, (1e6, 1e6))
        space.add(spent)
        space.remove(spent)
    grip = math.sqrt(tower.friction)
    ends = ((-TABLE_HALF_MM, -50.0), (TABLE_HALF_MM, -50.0))
    table = pymunk.Segment(space.static_body, *ends, 50.0)
    table.friction = grip
    space.add(table)
    bodies = [_add_body(space, piece, grip) for piece in tower.pieces]
    return World(space, bodies, [piece.centroid_mm for piece in tower.pieces])


def _add_body(space: pymunk.Space, piece: Piece, grip: float) -> pymunk.Body:
    kilograms = piece.grams / 1000
    body = pymunk.Body(kilograms, kilograms * inertia_mm2(piece.outline_mm))
    cx, cy = piece.centroid_mm
    body.position = (cx, cy)
    shapes = []
    for part in convex_parts(piece.outline_mm):
        shape = pymunk.Poly(body, [(x - cx, y - cy) for x, y in part])
        shape.friction = grip
        shapes.append(shape)
    space.add(body, *shapes)
    return body


def advance(world: World, pace: Pace, for_s: float) -> None:
    """Run a world on by some time, under gravity as far as it has been ramped up."""
    for _ in range(max(1, round(for_s / pace.step_s))):
        share = min(1.0, (world.at_s + pace.step_s) / pace.ramp_s) if pace.ramp_s else 1.0
        world.space.gravity = (0.0, -GRAVITY_MM_S2 * share)
        world.space.step(pace.step_s)
        world.at_s += pace.step_s


def take_frame(world: World) -> None:
    """Keep a picture of where everything is."""
    poses = tuple((b.position.x, b.position.y, b.angle) for b in world.bodies)
    world.frames.append(Frame(world.at_s, poses))


def rollout(tower: Tower, pace: Pace | None = None) -> Rollout:
    """Return how a tower behaves until it rests or has begun to fall.

    Args:
        tower: pieces that touch exactly (see `physics.seating`).
        pace: solver settings; the tuned ones where none are given.
    """
    chosen = pace or Pace()
    world = build_world(tower, chosen)
    take_frame(world)
    pivot = None
    hinges: tuple[Hinge | None, ...] = ()
    spin = math.inf
    while world.at_s < chosen.lasts_s:
        advance(world, chosen, 1 / CHECKS_PER_S)
        take_frame(world)
        hinges = hinges or hinges_of(world.bodies)
        if pivot is None and _is_moving(world):
            pivot = pivot_of([body.angle for body in world.bodies], hinges)
        if has_fallen(world):
            break
        before, spin = spin, max(abs(body.angular_velocity) for body in world.bodies)
        if world.at_s >= chosen.calm_s and spin <= before and _is_calm(world, chosen):
            break
    fell = _is_moving(world) or has_fallen(world)
    return Rollout(fell, tuple(world.frames), pivot if fell else None)


def has_fallen(world: World) -> bool:
    """Say whether any piece has turned by 10 degrees or moved by 8 mm."""
    return any(
        abs(body.angle) > FELL_RAD or math.dist(body.position, start) > FELL_MM
        for body, start in zip(world.bodies, world.starts, strict=True)
    )


def _is_moving(world: World) -> bool:
    return any(abs(body.angle) > MOVED_RAD for body in world.bodies)


def _is_calm(world: World, pace: Pace) -> bool:
    return all(
        abs(body.angle) < pace.calm_rad
        and abs(body.angular_velocity) < pace.calm_rad_s
        and body.velocity.length < pace.calm_mm_s
        for body in world.bodies
    )


def posed(outline: Outline, centre_mm: Sequence[float], pose: Pose) -> Outline:
    """Return an outline of the starting tower where a frame shows it.

    Args:
        outline: corners at the start, mm.
        centre_mm: the piece's centroid at the start.
        pose: its entry in a frame.
    """
    c, s = math.cos(pose[2]), math.sin(pose[2])
    moved = [(x - centre_mm[0], y - centre_mm[1]) for x, y in outline]
    return tuple((pose[0] + c * x - s * y, pose[1] + s * x + c * y) for x, y in moved)
