"""Who meets whom: sixteen steps, fifteen contests, four floors and the boss's suite (rules.md 1.3).

Contests are numbered 0 to 14 as they are fought, left to right and floor by floor; a result is the side that went up,
0 left or 1 right. The winner of contest k of a floor takes place k of the next one.
"""

from __future__ import annotations

from typing import Final, TypeAlias

Figure: TypeAlias = int | None
"""The seat that a figure belongs to, None for an empty place."""
Results: TypeAlias = tuple[int, ...]

CONTESTS: Final = (8, 4, 2, 1)
STARTS: Final = (0, 8, 12, 14)
SEMIFINALS: Final = (12, 13)
FINAL: Final = 14
ALL_CONTESTS: Final = 15


def floor_of(contest: int) -> int:
    """The floor on which a contest is fought, 0 to 3; after the last contest still 3."""
    return sum(contest >= start for start in STARTS[1:])


def arrivals(steps: tuple[Figure, ...], results: Results) -> tuple[tuple[Figure, ...], ...]:
    """Who came to each place: the steps, three floors and the boss's suite; None where nobody did yet."""
    rows = [steps]
    for floor, contests in enumerate(CONTESTS):
        sides = results[STARTS[floor] : STARTS[floor] + contests]
        came = [rows[floor][2 * k + side] for k, side in enumerate(sides)]
        rows.append((*came, *(None,) * (contests - len(came))))
    return tuple(rows)


def standing(steps: tuple[Figure, ...], results: Results) -> tuple[tuple[Figure, ...], ...]:
    """Who stands on each place now: as `arrivals`, without those who went up from there."""
    rows = [list(row) for row in arrivals(steps, results)]
    for contest, side in enumerate(results):
        floor = floor_of(contest)
        rows[floor][2 * (contest - STARTS[floor]) + side] = None
    return tuple(tuple(row) for row in rows)


def pair(steps: tuple[Figure, ...], results: Results, contest: int) -> tuple[Figure, Figure]:
    """The two figures of a contest, left and right."""
    floor = floor_of(contest)
    place = 2 * (contest - STARTS[floor])
    row = arrivals(steps, results)[floor]
    return row[place], row[place + 1]


def beaten(steps: tuple[Figure, ...], results: Results, contest: int) -> Figure:
    """The figure that stays behind in a decided contest."""
    return pair(steps, results, contest)[1 - results[contest]]


def hopefuls(steps: tuple[Figure, ...], results: Results) -> tuple[tuple[frozenset[int], ...], ...]:
    """For each place the seats that may still come there; one seat where it is decided."""
    rows = [tuple(frozenset(() if figure is None else (figure,)) for figure in steps)]
    for came in arrivals(steps, results)[1:]:
        below = rows[-1]
        rows.append(
            tuple(
                below[2 * k] | below[2 * k + 1] if figure is None else frozenset({figure})
                for k, figure in enumerate(came)
            )
        )
    return tuple(rows)
