"""When a push button was pressed and for how long: the unhurried debounce of seat controllers.

Knocks keep their first edge because order matters; here it does not, so a press is told once it is over and settled.
"""

from dataclasses import dataclass
from math import inf

from hardware.readings import Edge

SETTLE_S = 0.010


@dataclass(slots=True)
class Contact:
    """One button to ground; open at the start."""

    _closed_s: float | None = None
    _opened_s: float = -inf
    _is_open: bool = True

    def feed(self, edge: Edge) -> None:
        """Take an edge, after having called `settle` for its time."""
        if edge.high:
            self._is_open, self._opened_s = True, edge.at_s
        else:
            self._is_open = False
            if self._closed_s is None:
                self._closed_s = edge.at_s

    def settle(self, now_s: float) -> float | None:
        """Return the duration of the press that has ended at least 10 ms before `now_s`, once; else None."""
        if self._closed_s is None or not self._is_open or now_s - self._opened_s < SETTLE_S:
            return None
        held_s = self._opened_s - self._closed_s
        self._closed_s = None
        return held_s
