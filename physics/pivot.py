"""Where a fall begins: the contact whose opening lets the weight above it down.

In a fall several contacts open at once, some only because what lies below turns away. They lift the weight above them;
the one that gives way lowers it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pymunk

UPWARD = 0.5


@dataclass(frozen=True, slots=True)
class Hinge:
    """The contact below one piece as a fall begins.

    Args:
        carriers: what the piece rests on: indices of pieces, None for the table.
        left_mm, right_mm: x of the outermost points of contact.
        grams, centre_mm: weight of all that it carries, itself included, and x of their centre of mass.
    """

    carriers: tuple[int | None, ...]
    left_mm: float
    right_mm: float
    grams: float
    centre_mm: float


def carriers_of(bodies: Sequence[pymunk.Body], index: int) -> tuple[tuple[int | None, ...], tuple[float, ...]]:
    """Return what a body rests on at this moment (indices, None for the table), and x of the points of contact, mm."""
    body = bodies[index]
    found: list[int | None] = []
    places: list[float] = []

    def note(arbiter: pymunk.Arbiter) -> None:
        one, two = (shape.body for shape in arbiter.shapes)
        touched = arbiter.contact_point_set
        upward, other = (-touched.normal.y, two) if one is body else (touched.normal.y, one)
        if upward > UPWARD:
            found.append(next((i for i, b in enumerate(bodies) if b is other), None))
            places.extend(point.point_a.x for point in touched.points)

    body.each_arbiter(note)
    return tuple(found), tuple(places)


def hinges_of(bodies: Sequence[pymunk.Body]) -> tuple[Hinge | None, ...]:
    """Return the contact below each body; None where it touches nothing below."""
    below = [carriers_of(bodies, index) for index in range(len(bodies))]
    out: list[Hinge | None] = []
    for index, (carriers, places) in enumerate(below):
        if not places:
            out.append(None)
            continue
        carried = [bodies[k] for k in _carried([found for found, _ in below], index)]
        mass = sum(body.mass for body in carried)
        centre = sum(body.mass * body.position.x for body in carried) / mass
        out.append(Hinge(carriers, min(places), max(places), 1000 * mass, centre))
    return tuple(out)


def _carried(below: Sequence[Sequence[int | None]], index: int) -> set[int]:
    """Return the bodies that a body carries, itself included."""
    found = {index}
    while True:
        more = {k for k, carriers in enumerate(below) if k not in found and found & set(carriers)}
        if not more:
            return found
        found |= more


def pivot_of(turns: Sequence[float], hinges: Sequence[Hinge | None]) -> int | None:
    """Return the contact (below the piece of that index) whose opening gives away most height; None for none.

    Args:
        turns: of every piece since the fall began, rad, counter-clockwise.
        hinges: of the tower before it.
    """
    given = [_given(turn, turns, hinge) for turn, hinge in zip(turns, hinges, strict=True)]
    return given.index(max(given)) if given and max(given) > 0 else None


def _given(turn: float, turns: Sequence[float], hinge: Hinge | None) -> float:
    """Return by how much the opening of a contact lowers the weight above it, in gram millimetres."""
    if hinge is None:
        return 0.0
    against = [turn - (0.0 if k is None else turns[k]) for k in hinge.carriers]
    opened = min(against, key=abs)
    beyond = hinge.centre_mm - hinge.right_mm if opened < 0 else hinge.left_mm - hinge.centre_mm
    return hinge.grams * beyond * abs(opened)
