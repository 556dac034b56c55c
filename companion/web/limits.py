"""How often somebody may ask: a bucket of tokens that fills again, one for each address or seat."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Final

REMEMBERED: Final = 1024
"""So many addresses are remembered; the one not heard of for longest is forgotten."""


@dataclass(frozen=True, slots=True)
class Rate:
    """`burst` requests at once, then `per_s` a second."""

    burst: float
    per_s: float


class Limiter:
    """Counts requests by key. Used by one thread."""

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._clock = clock
        self._left: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def allows(self, key: Hashable) -> bool:
        """Count one more request of `key`; False where it comes too soon."""
        now_s = self._clock()
        left, at_s = self._left.pop(key, (self._rate.burst, now_s))
        left = min(self._rate.burst, left + (now_s - at_s) * self._rate.per_s)
        is_allowed = left >= 1
        self._left[key] = (left - 1 if is_allowed else left, now_s)
        if len(self._left) > REMEMBERED:
            self._left.popitem(last=False)
        return is_allowed
