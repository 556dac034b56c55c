"""The geometry of a bucket pyramid: contacts, what falls, and the parts that remain (rules.md 0.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from companion.games.alles_im_eimer.model import BUCKETS, COLOURS, Cell, Colour, Pyramid

ROWS: Final = (4, 3, 2, 1)
"""Buckets in each row, the base first."""

CELLS: Final[tuple[Cell, ...]] = tuple((row, column) for row, width in enumerate(ROWS) for column in range(width))

EMPTY: Final[Pyramid] = tuple((None,) * width for width in ROWS)


def supports(cell: Cell) -> tuple[Cell, Cell]:
    """The two cells on which a bucket above the base rests."""
    row, column = cell
    return (row - 1, column), (row - 1, column + 1)


def contacts(*, upright: bool = True) -> Iterator[tuple[Cell, Cell]]:
    """Pairs of cells that touch: neighbours in a row and, if `upright`, a bucket and each of its two supports."""
    for row, column in CELLS:
        if (row, column + 1) in CELLS:
            yield (row, column), (row, column + 1)
        if upright and row:
            for support in supports((row, column)):
                yield (row, column), support


def at(pyramid: Pyramid, cell: Cell) -> Colour | None:
    """The colour of the bucket at `cell`, None where none stands; `cell` lies in the pyramid."""
    return pyramid[cell[0]][cell[1]]


def standing(pyramid: Pyramid) -> tuple[Cell, ...]:
    """The cells in which a bucket stands, from the base up."""
    return tuple(cell for cell in CELLS if at(pyramid, cell) is not None)


def has_shape(pyramid: Pyramid) -> bool:
    """True for four rows of 4, 3, 2 and 1 buckets."""
    return tuple(len(row) for row in pyramid) == ROWS


def has_two_of_each(pyramid: Pyramid) -> bool:
    """True where each colour stands twice."""
    counts = Counter(colour for row in pyramid for colour in row)
    return counts == dict.fromkeys(COLOURS, BUCKETS // len(COLOURS))


def has_equal_neighbours(pyramid: Pyramid, *, upright: bool) -> bool:
    """True where two buckets of one colour touch, `upright` counting supports too."""
    return any(at(pyramid, one) == at(pyramid, other) is not None for one, other in contacts(upright=upright))


def without(pyramid: Pyramid, cell: Cell) -> Pyramid:
    """`pyramid` after the bucket at `cell` was taken out and everything without two supports has fallen."""
    rows: list[tuple[Colour | None, ...]] = []
    for row, colours in enumerate(pyramid):
        rests = [not row or None not in rows[-1][column : column + 2] for column in range(len(colours))]
        rows.append(tuple(c if rests[i] and (row, i) != cell else None for i, c in enumerate(colours)))
    return tuple(rows)


def parts(pyramid: Pyramid) -> tuple[Pyramid, ...]:
    """The parts that no longer touch, from left to right; one for a whole pyramid, none for an empty one.

    Whatever stands rests on an unbroken run of base buckets, so each run carries one part.
    """
    starts = [c for c, colour in enumerate(pyramid[0]) if colour and (not c or pyramid[0][c - 1] is None)]
    ends = [c for c, colour in enumerate(pyramid[0]) if colour and (c == ROWS[0] - 1 or pyramid[0][c + 1] is None)]
    return tuple(_between(pyramid, start, end) for start, end in zip(starts, ends, strict=True))


def _between(pyramid: Pyramid, start: int, end: int) -> Pyramid:
    """What stands on the base columns `start` to `end`."""
    return tuple(
        tuple(colour if start <= column <= end - row else None for column, colour in enumerate(colours))
        for row, colours in enumerate(pyramid)
    )


def may_lose(pyramid: Pyramid, colour: Colour) -> tuple[Cell, ...]:
    """The buckets of which one must go: those of the attacked `colour`, or any if none of it stands (E9)."""
    cells = standing(pyramid)
    return tuple(cell for cell in cells if at(pyramid, cell) == colour) or cells
