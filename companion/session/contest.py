"""Who pressed first, as far as time can tell: presses of buttons and of phones, each with its own uncertainty."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.rulebook.game import word
from companion.session.inbox import Pressed
from companion.session.session import Session


@dataclass(frozen=True, slots=True)
class Contender:
    """A press among others: how long after the first stamp, how far its own may be off, both in seconds.

    `may_be_first` tells that it was the first one or that time does not decide against it.
    """

    seat: int
    after_s: float
    within_s: float
    may_be_first: bool


def contest(presses: Iterable[Pressed]) -> tuple[Contender, ...]:
    """The presses by their stamps, one a seat (its first), with those marked that may have been the first one.

    A press is out of the running only where even its earliest moment comes after the latest moment of another one, and
    no button told that the two were tied. Where several may be first the order is not decided by time: the rule of the
    game decides (Allegra: who drew the card gives it to whom he likes, G9).
    """
    firsts: dict[int, Pressed] = {}
    for press in sorted(presses, key=lambda press: (press.at_s, press.seat)):
        firsts.setdefault(press.seat, press)
    if not firsts:
        return ()
    ordered = tuple(firsts.values())
    settled_s = min(press.at_s + press.within_s for press in ordered)
    tied = {ordered[0].seat, *ordered[0].tied_with}
    return tuple(
        Contender(
            press.seat,
            press.at_s - ordered[0].at_s,
            press.within_s,
            press.at_s - press.within_s <= settled_s or press.seat in tied,
        )
        for press in ordered
    )


def undecided(contenders: tuple[Contender, ...]) -> tuple[int, ...]:
    """The seats between which time does not decide, in seat order; none where one was clearly the first."""
    first = tuple(sorted(contender.seat for contender in contenders if contender.may_be_first))
    return first if len(first) > 1 else ()


def pressed_last(session: Session) -> Mapping[int, int]:
    """The seats whose presses are the last entries in force, each with its entry; none where something followed."""
    press = session.course.game.press
    if press is None:
        return {}
    found: dict[int, int] = {}
    for seq in reversed(session.course.trail):
        entry = session.entries[seq - 1]
        if entry.body["do"] != word(press):
            break
        found = {int(entry.body["by"]): seq, **found}
    return found
