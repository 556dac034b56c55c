"""What the benchmark of towers prints: rows of figures, and processor time."""

import time
from collections.abc import Callable

import numpy as np

from physics.errors import PhysicsError

Row = tuple[str, str, str]
"""What was measured, what came, and what was wanted."""

CLEAR_MM = 0.05  # a tower farther from the limit must be judged right


class Clock:
    """Processor time of calls, in ms."""

    def __init__(self) -> None:
        self.taken: list[float] = []

    def __call__(self, work: Callable[[], object]) -> object:
        started = time.process_time()
        result = work()
        self.taken.append(1000 * (time.process_time() - started))
        return result

    def __str__(self) -> str:
        return f"{np.median(self.taken):.2f} / {np.percentile(self.taken, 95):.2f}" if self.taken else "-"


def timed(clock: Clock, work: Callable[[], object]) -> None:
    once = Clock()
    try:
        once(work)
    except PhysicsError:
        return
    clock.taken += once.taken
