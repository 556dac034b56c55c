"""Turning an encoder's two contacts into detents, pure and immune to bounce.

gpiozero's own decoder ignores its bounce time and loses steps when turned fast. This one counts a detent when the knob
comes to rest (both contacts open) after having gone round its four quarter steps: a contact that chatters merely walks
one of them to and fro.
"""

from dataclasses import dataclass

_QUARTERS = {
    (3, 2): 1, (2, 0): 1, (0, 1): 1, (1, 3): 1,
    (2, 3): -1, (0, 2): -1, (1, 0): -1, (3, 1): -1,
}  # fmt: skip
"""(levels before, levels after) as 2 * B + A: turned clockwise, A closes before B."""

_REST = 3


@dataclass(slots=True)
class Quadrature:
    """One knob; both contacts open at the start."""

    _levels: int = _REST
    _travelled: int = 0

    def turn_a(self, *, high: bool) -> int:
        """Take a level of contact A; return +1 for a detent clockwise, -1 counter-clockwise, mostly 0."""
        return self._turn(self._levels & 2 | int(high))

    def turn_b(self, *, high: bool) -> int:
        """Take a level of contact B; return as `turn_a`."""
        return self._turn(self._levels & 1 | int(high) << 1)

    def _turn(self, levels: int) -> int:
        self._travelled += _QUARTERS.get((self._levels, levels), 0)
        self._levels = levels
        if levels != _REST:
            return 0
        travelled, self._travelled = self._travelled, 0
        return (travelled > 0) - (travelled < 0)
