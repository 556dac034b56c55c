"""The fall of a bucket pyramid (Alles im Eimer) for the screen: what moves, what is lost, what hands must do.

The rule decides what is lost; physics decides what is drawn. Buckets that the rule takes often stay up by
counterweight: those are named, to be taken away by hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from companion.games.alles_im_eimer.model import Cell, Colour, Lose, Pyramid, Seat
from companion.games.alles_im_eimer.pyramid import at, standing, without
from companion.rulebook.course import Course
from physics.buckets import FRAMES_PER_S, Bucket, pull_out, pyramid
from physics.dynamics import Frame, posed
from physics.pieces import Tower

Outline: TypeAlias = tuple[tuple[float, float], ...]
"""Corners (x, y) in mm, y up; the table is y = 0 and the middle of the left bucket of the base x = 0."""
_BUCKET: Final = Bucket()


@dataclass(frozen=True, slots=True)
class Falling:
    """What happens when a bucket is taken out of a pyramid.

    Args:
        cells: the buckets that were left, row by row from the base up; all `frames` keep this order.
        colours: the colour of each of them.
        taken: the outline of the bucket that was taken, where it stood.
        frames: for each step of 1 / `frames_per_s` s the outlines of all `cells`; the first one before anything
            moves, a single one where nothing does.
        frames_per_s: pictures a second.
        lost: what the rule takes away, without the bucket taken.
        take_away: of `lost`, what stays up by counterweight only: to be taken away by hand.
        put_back: what the rule keeps but physics lets fall: to be put back by hand.
    """

    cells: tuple[Cell, ...]
    colours: tuple[Colour, ...]
    taken: Outline
    frames: tuple[tuple[Outline, ...], ...]
    frames_per_s: int
    lost: tuple[Cell, ...]
    take_away: tuple[Cell, ...]
    put_back: tuple[Cell, ...]


def falling(before: Pyramid, taken: Cell) -> Falling | None:
    """Return the fall of `before` once the bucket at `taken` is pulled out; None where it was the last one.

    Up to 50 ms of a PC's time where something falls, 4 ms where nothing does.

    Raises:
        BadScene: no bucket stands at `taken`.
    """
    there = standing(before)
    lost = frozenset(there) - frozenset(standing(without(before, taken)))
    fall = pull_out(frozenset(there), taken, lost=lost, bucket=_BUCKET)
    if fall is None:
        return None
    _, rest = pyramid(frozenset(fall.cells), _BUCKET)
    return Falling(
        cells=fall.cells,
        colours=tuple(colour for cell in fall.cells if (colour := at(before, cell)) is not None),
        taken=pyramid({taken}, _BUCKET)[1].pieces[0].outline_mm,
        frames=tuple(_outlines(rest, frame) for frame in fall.frames),
        frames_per_s=FRAMES_PER_S,
        lost=tuple(sorted(lost - {taken})),
        take_away=fall.take_away,
        put_back=fall.put_back,
    )


def newest_falling(course: Course) -> tuple[Seat, Falling] | None:
    """Return whose pyramid the entry in force has just changed, and its fall.

    None where that entry takes no bucket, or the last one; ask once for each `course.now.seq`, since it computes.
    """
    now = course.now
    taken = course.entries[now.seq - 1] if now.seq else None
    if not isinstance(taken, Lose):
        return None
    before = course.moments[now.previous].state
    seat = before.phase.seat
    fall = falling(before.pyramids[seat], taken.cell)
    return None if fall is None else (seat, fall)


def _outlines(rest: Tower, frame: Frame) -> tuple[Outline, ...]:
    return tuple(
        posed(part.outline_mm, part.centroid_mm, pose) for part, pose in zip(rest.pieces, frame.poses, strict=True)
    )
