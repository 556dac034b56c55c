"""Knocks as the screen needs them: who knocked on what is open now, in which order and how far apart. No Kivy."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rulebook.game import word
from companion.session.session import Session


@dataclass(frozen=True, slots=True)
class Knocked:
    """A press at a seat, and how many milliseconds it came after the first one."""

    seat: int
    seq: int
    after_ms: int


def knocks(session: Session) -> tuple[Knocked, ...]:
    """The presses among the last entries in force, the first one first; none where something else followed them."""
    press = session.course.game.press
    if press is None:
        return ()
    found = []
    for seq in reversed(session.course.trail):
        entry = session.entries[seq - 1]
        if entry.body["do"] != word(press):
            break
        found.append((int(entry.body["by"]), seq))
    found.reverse()
    stamps = {pressed.seat: pressed.at_s for pressed in session.presses}
    first_s = stamps.get(found[0][0]) if found else None
    return tuple(Knocked(seat, seq, _after_ms(first_s, stamps.get(seat))) for seat, seq in found)


def _after_ms(first_s: float | None, later_s: float | None) -> int:
    """Milliseconds between the edges of two buttons; 0 where one of them is not known (after a restart)."""
    return 0 if first_s is None or later_s is None else round(1000 * (later_s - first_s))
