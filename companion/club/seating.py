"""Who sits with whom: tables of given sizes with as few repeated meetings as can be, then people of like standing.

Both wishes are costs of pairs, so seating is a partition of people into groups of given sizes with the least sum of
pair costs. Swaps find a good one at once; where meetings are still repeated, HiGHS looks for fewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy import sparse
from scipy.optimize import Bounds, LinearConstraint, milp

Whole: TypeAlias = npt.NDArray[np.int64]
Real: TypeAlias = npt.NDArray[np.float64]

_REPEAT: Final = 1e6
"""A repeated meeting outweighs all differences in standing."""
_TRIES: Final = 40
_NODES: Final = 100
"""How far the solver looks; a number of nodes rather than seconds, so that a draw can be made again elsewhere."""
_MOST_FOR_SOLVER: Final = 16


def table_sizes(people: int, *, best: int, least: int, most: int) -> tuple[int, ...]:
    """Sizes of tables for so many people, the largest first: the fewest byes, then sizes nearest to `best`.

    What they do not add up to has a bye.

    >>> table_sizes(11, best=4, least=3, most=4)
    (4, 4, 3)
    """
    found: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for total in range(1, people + 1):
        ways = [
            (found[total - size][0] + (size - best) ** 2, (*found[total - size][1], size))
            for size in range(least, most + 1)
            if total - size in found
        ]
        if ways:
            found[total] = min(ways)
    return tuple(sorted(found[max(found)][1], reverse=True))


def seated(met: Whole, standing: Sequence[float], sizes: Sequence[int], *, rng: Random) -> tuple[tuple[int, ...], ...]:
    """The people of each table, as numbers.

    Args: `met` (people, people) how often each two have met, symmetric with a zero diagonal; `standing` the points of
    each, all equal where it does not matter; `sizes` add up to the number of people.
    """
    cost = _pair_costs(met, np.array(standing, np.float64))
    order = sorted(range(len(standing)), key=lambda person: (-standing[person], rng.random()))
    table_of = np.zeros(len(order), np.int64)
    table_of[order] = np.repeat(np.arange(len(sizes)), sizes)
    best = _improved(table_of, cost, len(sizes))
    for _ in range(_TRIES):
        if not _repeats(best, met):
            break
        best = min(best, _improved(_stirred(best, rng), cost, len(sizes)), key=lambda found: _total(found, cost))
    if (left := _repeats(best, met)) and len(order) <= _MOST_FOR_SOLVER:
        solved = _solved(met, sizes)
        if solved is not None and _repeats(solved, met) < left:
            best = _improved(solved, cost, len(sizes))
    return tuple(tuple(np.flatnonzero(best == table).tolist()) for table in range(len(sizes)))


def _pair_costs(met: Whole, standing: Real) -> Real:
    spread = max(1.0, float(np.ptp(standing))) if len(standing) else 1.0
    gap = (standing[:, None] - standing[None, :]) / spread
    cost: Real = _REPEAT * met + gap**2
    return cost


def _improved(table_of: Whole, cost: Real, tables: int) -> Whole:
    """Swap the two people whose swap saves most, until none does."""
    table_of = table_of.copy()
    here = np.arange(len(table_of))
    while len(table_of):
        sums = cost @ np.eye(tables)[table_of]
        own = sums[here, table_of]
        moved = sums[:, table_of]
        change = moved + moved.T - own[:, None] - own[None, :] - 2 * cost
        change[table_of[:, None] == table_of[None, :]] = 0.0
        one, other = np.unravel_index(int(np.argmin(change)), change.shape)
        if change[one, other] > -1e-9:
            break
        table_of[[one, other]] = table_of[[other, one]]
    return table_of


def _stirred(table_of: Whole, rng: Random) -> Whole:
    """Some people change places by chance."""
    stirred = table_of.copy()
    for _ in range(max(2, len(stirred) // 4)):
        one, other = rng.randrange(len(stirred)), rng.randrange(len(stirred))
        stirred[[one, other]] = stirred[[other, one]]
    return stirred


def _total(table_of: Whole, cost: Real) -> float:
    return float(cost[table_of[:, None] == table_of[None, :]].sum())


def _repeats(table_of: Whole, met: Whole) -> int:
    """How many earlier meetings the people of one table have had, over all tables."""
    return int(met[table_of[:, None] == table_of[None, :]].sum()) // 2


def _solved(met: Whole, sizes: Sequence[int]) -> Whole | None:
    """The seating with the fewest repeated meetings; None where none was found in time.

    Binary x[person, table]; for each two who have met, y[pair, table] >= x[one] + x[other] - 1 is the repetition.
    """
    people, tables = len(met), len(sizes)
    pairs = [(int(i), int(j)) for i, j in zip(*np.nonzero(np.triu(met)), strict=True)]
    seats = people * tables
    count = seats + len(pairs) * tables
    weights = np.concatenate([np.zeros(seats), np.repeat([float(met[pair]) for pair in pairs], tables)])
    once = sparse.kron(sparse.eye_array(people), np.ones((1, tables)))
    full = sparse.kron(np.ones((1, people)), sparse.eye_array(tables))
    both = _both(pairs, people, tables)
    empty = sparse.csr_array((people + tables, count - seats))
    sitting = sparse.csr_array(sparse.hstack([sparse.vstack([once, full]), empty]))
    asked = np.concatenate([np.ones(people), np.array(sizes, np.float64)])
    rules = [LinearConstraint(sitting, asked, asked), LinearConstraint(both, -np.inf, 1.0)]
    kinds = np.concatenate([np.ones(seats), np.zeros(count - seats)])
    found = milp(weights, constraints=rules, integrality=kinds, bounds=Bounds(0, 1), options={"node_limit": _NODES})
    if found.x is None:
        return None
    chosen: Whole = np.argmax(found.x[:seats].reshape(people, tables), axis=1)
    return chosen if np.bincount(chosen, minlength=tables).tolist() == list(sizes) else None


def _both(pairs: Sequence[tuple[int, int]], people: int, tables: int) -> sparse.csr_array:
    """One row for each pair and table: x[one, table] + x[other, table] - y[pair, table]."""
    rows = np.arange(len(pairs) * tables)
    at = np.tile(np.arange(tables), len(pairs))
    ones = np.repeat([pair[0] for pair in pairs], tables) * tables + at
    others = np.repeat([pair[1] for pair in pairs], tables) * tables + at
    values = np.concatenate([np.ones(2 * len(rows)), -np.ones(len(rows))])
    columns = np.concatenate([ones, others, people * tables + rows])
    shape = (len(rows), people * tables + len(rows))
    return sparse.csr_array((values, (np.tile(rows, 3), columns)), shape=shape)
