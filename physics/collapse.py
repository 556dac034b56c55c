"""The fall on the screen and what it leaves: frames to show, stacks and single pieces that remain.

The statics decide and the rollout shows. Where a tower falls by statics and still stands in the rollout, nothing is
shown and the contradiction is logged.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace

from physics.dynamics import Frame, Pace, World, advance, build_world, has_fallen, take_frame
from physics.judge import Statics
from physics.pieces import Tower
from physics.pivot import carriers_of
from physics.seating import reseated

FRAMES_PER_S = 50
LONGEST_S = 3.0
STILL_MM_S = 5.0

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Collapse:
    """A fall to its end.

    Args:
        frames: pictures at 50 a second, from the standing tower to rest.
        stacks: the pieces of each stack that remains, from below, tallest first; a piece lying alone is a
            stack of one.
    """

    frames: tuple[Frame, ...]
    stacks: tuple[tuple[int, ...], ...]


def _seated(found: Statics) -> Tower:
    if found.supports is None:
        return found.tower
    return reseated(found.tower, found.contacts, found.supports)


def collapse(found: Statics) -> Collapse | None:
    """Return how a falling tower falls and what remains; None where it stands, or does in the rollout (then logged).

    Args:
        found: the statics of the tower; they decide whether there is a fall to show.
    """
    if found.balance.stands:
        return None
    tower, pace = _seated(found), Pace()
    world = build_world(tower, pace)
    take_frame(world)
    while world.at_s < LONGEST_S and not (world.at_s > pace.lasts_s and _is_still(world)):
        advance(world, pace, 1 / FRAMES_PER_S)
        take_frame(world)
        if world.at_s > pace.calm_s:
            pace = replace(pace, step_s=1 / 1000, iterations=10)
            world.space.iterations = pace.iterations
    if not has_fallen(world):
        log.warning("statics: tower falls by %.3f mm; rollout: it stands", -min(found.balance.margins_mm))
        return None
    return Collapse(tuple(world.frames), stacks_of(world))


def _is_still(world: World) -> bool:
    return all(body.velocity.length < STILL_MM_S for body in world.bodies)


def stacks_of(world: World) -> tuple[tuple[int, ...], ...]:
    """Return the pieces of each stack in a world, from below, tallest first.

    A piece that touches the table starts a stack; any other belongs to the stack of the piece that carries it.
    """
    carriers = [carriers_of(world.bodies, index)[0] for index in range(len(world.bodies))]
    stacks = {index: [index] for index, below in enumerate(carriers) if None in below or not below}
    home = {index: index for index in stacks}
    waiting = [index for index in range(len(carriers)) if index not in home]
    while waiting:
        ready = [i for i in waiting if any(c in home for c in carriers[i] if c is not None)]
        if not ready:
            stacks.update({index: [index] for index in waiting})
            break
        for index in ready:
            home[index] = next(home[c] for c in carriers[index] if c is not None and c in home)
            stacks[home[index]].append(index)
        waiting = [index for index in waiting if index not in home]
    return tuple(sorted((tuple(stack) for stack in stacks.values()), key=lambda s: (-len(s), s)))
