"""Matrix products that keep to one processor.

OpenBLAS shares larger products among all of them. For towers of a few dozen pieces, waking the others costs more than
it saves, and it takes them from the camera and the screen. For hundreds of pieces it is the other way round.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]

MOST_MULTIPLICATIONS = 250_000  # OpenBLAS: 4 * 65536
MOST_BY_VECTOR = 9_000  # OpenBLAS: 4 * 2304
LARGE = 30_000_000  # multiplications; rows of such matrices one by one take ten times as long


def product(left: FloatArray, right: FloatArray) -> FloatArray:
    """Return `left @ right`, unless it is large in blocks of rows that one processor is left alone with.

    Args:
        left: (rows, inner).
        right: (inner, columns) or (inner,).
    """
    per_row = left.shape[1] * (right.shape[1] if right.ndim > 1 else 1)
    most = MOST_MULTIPLICATIONS if right.ndim > 1 else MOST_BY_VECTOR
    rows = max(1, most // max(per_row, 1))
    if rows >= len(left) or per_row * len(left) > LARGE:
        return np.asarray(left @ right, dtype=np.float64)
    return np.concatenate([left[k : k + rows] @ right for k in range(0, len(left), rows)])
