"""Knocks as the screen needs them: who knocked on what is open now, in which order and how far apart. No Kivy."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

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
        found.append((entry.body["by"], seq, entry.at))
    found.reverse()
    first = found[0][2] if found else None
    return tuple(Knocked(seat, seq, _between_ms(first, at)) for seat, seq, at in found)


def _between_ms(first: str | None, later: str | None) -> int:
    if first is None or later is None:
        return 0
    return round((datetime.fromisoformat(later) - datetime.fromisoformat(first)).total_seconds() * 1000)
