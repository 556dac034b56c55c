"""Knocks as the screen needs them: who knocked on what is open now, in which order and how far apart. No Kivy."""

from __future__ import annotations

from dataclasses import dataclass

from companion.session.contest import contest, pressed_last
from companion.session.session import Session


@dataclass(frozen=True, slots=True)
class Knocked:
    """A press at a seat: its entry, how many milliseconds it came after the first one, and how far that may be off.

    `may_be_first` tells that it was the first one, or that time does not decide against it.
    """

    seat: int
    seq: int
    after_ms: int
    within_ms: int = 0
    may_be_first: bool = False


def knocks(session: Session) -> tuple[Knocked, ...]:
    """The presses among the last entries in force, by their stamps; none where something else followed them.

    After a restart stamps are not known any more: then they come in the order of their entries.
    """
    found = pressed_last(session)
    stamped = {one.seat: one for one in contest(p for p in session.presses if p.seat in found)}
    if set(stamped) != set(found):
        return tuple(Knocked(seat, seq, 0) for seat, seq in found.items())
    return tuple(
        Knocked(seat, found[seat], round(1000 * one.after_s), round(1000 * one.within_s), one.may_be_first)
        for seat, one in stamped.items()
    )
