"""Büro Crazy: who may do what now."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.buero_crazy import model as m
from companion.games.buero_crazy.bracket import Figure
from companion.games.buero_crazy.model import Seat, State
from companion.games.buero_crazy.rules import place_fault, play_fault, roof_fault
from companion.rulebook.codec import Counts
from companion.rulebook.domain import Labels, OneOf, Open, Secret
from companion.rulebook.game import TABLE, Option, option

FIGURE = "seat"
"""Labels of figures are this word and the number of the seat."""


def options(state: State) -> tuple[Option, ...]:
    """All that is legal now; empty when the game is over."""
    match state.phase:
        case m.Placing():
            stairs = Open("figures", lambda figures: place_fault(state, figures) is None, _read_stairs)
            return (option(TABLE, m.Place, figures=stairs),)
        case m.Selecting(left, right, bids):
            given = {bid.owner for bid in bids}
            return tuple(_play(state, seat) for seat in (left, right) if seat not in given)
        case m.Revealing():
            return (option(TABLE, m.Reveal),)
        case m.CastingLots(left, right):
            return (option(TABLE, m.Lots, winner=OneOf((left, right))),)
        case m.Roofing():
            piles = Open("piles", lambda dealt: roof_fault(state, dealt) is None, _read_piles)
            return (option(TABLE, m.Roof, piles=piles),)
        case _:
            return ()


def _play(state: State, seat: Seat) -> Option:
    def accepts(cards: Counts) -> bool:
        return play_fault(state, seat, cards) is None

    return option(seat, m.Play, cards=Secret(Open("counts", accepts)))


def _read_stairs(seen: Mapping[str, Labels]) -> tuple[Figure, ...] | None:
    """The figures on the stairs, None unless the whole row is seen."""
    row = seen.get("building", ((),))[0]
    if len(row) != m.STEPS:
        return None
    return tuple(int(label.removeprefix(FIGURE)) if label else None for label in row)


def _read_piles(seen: Mapping[str, Labels]) -> tuple[tuple[int, ...], ...] | None:
    """The nine piles laid open, None unless each card shows its value."""
    rows = seen.get("piles", ())
    cards = [label for row in rows for label in row if label]
    if len(rows) != m.PILES or not all(label.isdecimal() for label in cards):
        return None
    return tuple(tuple(int(label) for label in row if label) for row in rows)
