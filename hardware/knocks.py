"""From edges to knocks: our own debounce, the collection window and ties. Which knocks count, the rules decide.

Pure; all times are the edges' own stamps, so a callback that comes late does not cost a player the knock. Debouncing
keeps the *first* edge of a press, because that is when the button was hit.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import inf

from hardware.readings import Edge, Pressed

QUIET_S = 0.150
"""A new press of the same button counts once this long has passed since its last counted one."""

OPEN_S = 0.025
"""A contact that was open for less than this before it closed is bouncing, as it does on release too."""

COLLECT_S = 0.020
"""How long after the first edge others are waited for. Each source delivers in the order of the stamps, 1 ms late at
most with lgpio; with a poll per screen frame (17 ms) a decision falls within 40 ms."""

TIE_S = 0.001
"""Knocks closer than this are a tie; interrupts are served within some 50 microseconds."""


def with_ties(presses: Iterable[Pressed]) -> tuple[Pressed, ...]:
    """Return the presses of one contest in order, those within the tie window of the first marked as tied."""
    ordered = sorted(presses, key=_moment)
    tied = tuple(sorted({pressed.seat for pressed in ordered if pressed.at_s - ordered[0].at_s < TIE_S}))
    return tuple(
        replace(pressed, tied_with=tuple(seat for seat in tied if seat != pressed.seat) if pressed.seat in tied else ())
        for pressed in ordered
    )


def _moment(pressed: Pressed) -> tuple[float, int]:
    return pressed.at_s, pressed.seat


@dataclass(slots=True)
class KnockListener:
    """Turns edges into contests: all knocks within the collection window of a first one.

    Args:
        seat_of_line: which seat's button a line is.
    """

    seat_of_line: Mapping[int, int]
    _counted_s: dict[int, float] = field(default_factory=dict)
    _opened_s: dict[int, float] = field(default_factory=dict)
    _waiting: list[Pressed] = field(default_factory=list)

    def hear(self, edges: Iterable[Edge]) -> None:
        """Take edges, each line's in order; only a contact that closes after having been open starts a press."""
        for edge in edges:
            if edge.line not in self.seat_of_line:
                continue
            if edge.high:
                self._opened_s[edge.line] = edge.at_s
            elif self._is_fresh(edge):
                self._counted_s[edge.line] = edge.at_s
                self._waiting.append(Pressed(self.seat_of_line[edge.line], edge.at_s))

    def _is_fresh(self, edge: Edge) -> bool:
        counted_s = self._counted_s.get(edge.line, -inf)
        opened_s = self._opened_s.get(edge.line, -inf)
        return edge.at_s - counted_s >= QUIET_S and edge.at_s - opened_s >= OPEN_S

    def contests(self, now_s: float) -> tuple[tuple[Pressed, ...], ...]:
        """Return every contest whose window is over at `now_s`, oldest first, in order and with ties marked."""
        done = []
        self._waiting.sort(key=_moment)
        while self._waiting and now_s - self._waiting[0].at_s >= COLLECT_S:
            first_s = self._waiting[0].at_s
            done.append(with_ties(press for press in self._waiting if press.at_s - first_s < COLLECT_S))
            self._waiting = [press for press in self._waiting if press.at_s - first_s >= COLLECT_S]
        return tuple(done)
