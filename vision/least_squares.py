"""Least squares for a handful of unknowns: where a camera stands, how its lens bends, where corner cards lie.

SciPy's does the same, but importing it costs 40 MB and a quarter of a second, and a table of cards needs nothing else
of it.
Source: D. W. Marquardt, SIAM J. Appl. Math. 11 (1963) 431; scaling by the largest columns seen, as in MINPACK's lmdif.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_STEP: Final = float(np.sqrt(np.finfo(np.float64).eps))
_FLAT: Final = 1e-10
_MOST_DAMPING: Final = 1e12


def least_squares(
    misses: Callable[[Floats], Floats], start: npt.ArrayLike, *, most_steps: int, enough: float = 1e-8
) -> Floats:
    """Return the unknowns (N,) near `start` (N,) at which the sum of the squares of ``misses(unknowns)`` is least.

    Args: `misses` smooth, (N,) -> (M,), M >= N; `most_steps` how often its slopes are taken at most; `enough` the share
    of the sum that one more step must win to be worth another.
    """
    x = np.array(start, np.float64)
    off = misses(x)
    damping, scale = 1e-3, np.zeros(len(x))
    for _ in range(most_steps):
        slopes = _slopes(misses, x, off)
        scale = np.maximum(scale, np.maximum((slopes**2).sum(axis=0), _FLAT))
        step, damping = _better(misses, (x, off, slopes), damping, scale)
        if step is None:
            return x
        before, x = off, x + step
        off = misses(x)
        if before @ before - off @ off <= enough * (before @ before):
            return x
    return x


def _better(
    misses: Callable[[Floats], Floats], now: tuple[Floats, Floats, Floats], damping: float, scale: Floats
) -> tuple[Floats | None, float]:
    """Return a step that makes the sum smaller and the damping for the next one; None where there is no such step."""
    x, off, slopes = now
    normal, gradient = slopes.T @ slopes, slopes.T @ off
    while damping < _MOST_DAMPING:
        step = np.asarray(np.linalg.solve(normal + damping * np.diag(scale), -gradient), np.float64)
        moved = misses(x + step)
        if moved @ moved < off @ off:
            return step, max(damping / 10, 1e-12)
        damping *= 10
    return None, damping


def _slopes(misses: Callable[[Floats], Floats], x: Floats, off: Floats) -> Floats:
    """Return the slopes of the misses, (M, N), by differences."""
    columns = []
    for index, value in enumerate(x):
        moved = x.copy()
        moved[index] = value + _STEP * max(1.0, abs(value))
        columns.append((misses(moved) - off) / (moved[index] - value))
    return np.stack(columns, axis=1)
