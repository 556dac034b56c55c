"""Allegra: how the table should look, what displays show and what helps at the table."""

from __future__ import annotations

from dataclasses import fields
from fractions import Fraction
from typing import Any

from companion.games.allegra import model as m
from companion.games.allegra.grid import COLUMNS, ROWS, index, windows, zone
from companion.games.allegra.known import seen
from companion.games.allegra.model import Card, Seat, State
from companion.games.allegra.score import zones_now
from companion.rulebook.game import TABLE, UNKNOWN, Actor, word
from companion.rulebook.text import Player, Said, Value, say
from companion.rulebook.zone import BACK, GAP, Zone

_NUMBERS = tuple(str(value) for value in m.VALUES)
_CARD_LABELS = (*_NUMBERS, BACK, GAP)


def zones(state: State) -> tuple[Zone, ...]:
    """A grid a seat, the top of the discard pile, and the card shown from the deck."""
    grids = tuple(_grid(state, seat) for seat in range(state.seats))
    top = str(state.discard[-1]) if state.discard else GAP
    shown = str(state.phase.card) if isinstance(state.phase, m.Drawn | m.Placing) else GAP
    return (
        *grids,
        Zone("discard", "cards", ((top,),), (*_NUMBERS, GAP)),
        Zone("shown", "cards", ((shown,),), (*_NUMBERS, GAP)),
    )


def seat_texts(state: State) -> tuple[str, ...]:
    """The zone sum of every seat."""
    return tuple(str(points) for points in zones_now(state))


def hints(state: State) -> tuple[Said, ...]:
    """Lines that lack one card, zone sums known so far and the chance of the next card."""
    if isinstance(state.phase, m.Dealing):
        return ()
    return (*_lines_about_to_clear(state), *_sums(state), *_chances(state))


def tell(action: Any) -> Said:
    """What the history says of an action."""
    values: dict[str, Value] = {}
    for name in (field.name for field in fields(action)):
        value = getattr(action, name)
        if name in {"by", "to"}:
            values[name] = Player(value) if value != TABLE else say("the_table")
        elif name in {"cell", "flip"} and value is not None:
            values[name] = _place(value, action.by)
        elif isinstance(value, int):
            values[name] = value
    plain = isinstance(action, m.Discard) and action.flip is None
    return Said("told.discard_only" if plain else f"told.{word(type(action))}", tuple(values.items()))


def _place(cell: m.Cell, by: Actor) -> Said:
    """A place in words; whose it is only where that is somebody else's."""
    owner, row, column = cell
    if owner == by:
        return say("cell", row=row + 1, column=column + 1)
    return say("cell_of", seat=Player(owner), row=row + 1, column=column + 1)


def _grid(state: State, seat: Seat) -> Zone:
    cards = [label(state.cards[index((seat, row, column))]) for row in range(ROWS) for column in range(COLUMNS)]
    rows = tuple(tuple(cards[row * COLUMNS : (row + 1) * COLUMNS]) for row in range(ROWS))
    return Zone(f"grid{seat}", "cards", rows, _CARD_LABELS, owner=seat)


def label(card: Card) -> str:
    """The label of a card on the table."""
    if card is UNKNOWN:
        return BACK
    return GAP if card is None else str(card)


def _lines_about_to_clear(state: State) -> tuple[Said, ...]:
    """Two equal open cards whose line a third one would complete, said once a value and seat."""
    found: dict[Said, None] = {}
    cells = {index(cell): seat for seat in range(state.seats) for cell in zone(state.seats, seat)}
    for window in windows(state.seats):
        cards = [state.cards[i] for i in window]
        for value in {card for card in cards if isinstance(card, int)}:
            rest = [card for card in cards if card != value]
            if cards.count(value) == 2 and rest[0] is not None:
                found[say("hint_line", seat=Player(cells[window[1]]), value=value)] = None
    return tuple(found)


def _sums(state: State) -> tuple[Said, ...]:
    sums = zones_now(state)
    return tuple(
        say("hint_sum", seat=Player(seat), points=sums[seat], hidden=_hidden_in_zone(state, seat))
        for seat in range(state.seats)
    )


def _hidden_in_zone(state: State, seat: Seat) -> int:
    return sum(state.cards[index(cell)] is UNKNOWN for cell in zone(state.seats, seat))


def _chances(state: State) -> tuple[Said, ...]:
    """How likely the next card from the deck is below the open one, where the deck's counts are known."""
    counts = state.house.distribution
    if counts is None or not isinstance(state.phase, m.Choosing):
        return ()
    left = {value: counts[value] - seen(state, value) for value in m.VALUES}
    total = sum(left.values())
    if not total:
        return ()
    top = state.discard[-1]
    lower = Fraction(sum(n for value, n in left.items() if value < top), total)
    return (say("hint_chance", value=top, percent=round(100 * lower)),)
