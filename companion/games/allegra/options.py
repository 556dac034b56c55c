"""Allegra: who may do what now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from companion.games.allegra import model as m
from companion.games.allegra.grid import all_cells, index, zone
from companion.games.allegra.known import can_be, grabbable, has_card, reshuffled
from companion.games.allegra.model import Cell, Seat, State
from companion.rulebook.domain import Labels, OneOf, Open
from companion.rulebook.game import TABLE, UNKNOWN, Option, option


def options(state: State) -> tuple[Option, ...]:
    """All that is legal now; empty when the game is over."""
    match state.phase:
        case m.Dealing():
            return (option(TABLE, m.Deal, discard=OneOf(_dealt(state), shown=True)),)
        case m.TurningUp(seat):
            return _hidden(state, seat, m.TurnUp, "cell", zone(state.seats, seat))
        case m.Choosing(seat):
            return _choices(state, seat)
        case m.Taken(seat):
            return _out_of(state, seat, m.Swap, zone(state.seats, seat))
        case m.Drawn():
            return _with_drawn_card(state, state.phase)
        case m.Placing(_, knocker):
            return _out_of(state, knocker, m.Place, zone(state.seats, knocker))
        case m.Grabbing(seat):
            return _out_of(state, seat, m.Grab, grabbable(state, state.phase))
        case m.Putting(seat):
            return _out_of(state, seat, m.Put, zone(state.seats, seat))
        case m.Finishing():
            return (_final(state),)
        case _:
            return ()


def _possible(state: State) -> tuple[int, ...]:
    return tuple(value for value in m.VALUES if can_be(state, value))


def _dealt(state: State) -> tuple[int, ...]:
    counted = state.house.distribution
    return m.VALUES if counted is None else tuple(value for value in m.VALUES if counted[value])


def _choices(state: State, seat: Seat) -> tuple[Option, ...]:
    source = reshuffled(state) if state.deck == 0 else state
    draw = option(seat, m.Draw, value=OneOf(_possible(source), shown=True))
    return (option(seat, m.Take), draw) if has_card(state, seat) else (draw,)


def _with_drawn_card(state: State, phase: m.Drawn) -> tuple[Option, ...]:
    cells = zone(state.seats, phase.seat)
    discards = _hidden(state, phase.seat, m.Discard, "flip", cells) or (option(phase.seat, m.Discard),)
    givable = tuple(knocker for knocker in phase.knockers if has_card(state, knocker))
    gives = (option(phase.seat, m.Give, to=OneOf(givable)),) if givable else ()
    silent = [s for s in range(state.seats) if s != phase.seat and s not in phase.knockers]
    knocks = tuple(option(seat, m.Knock) for seat in silent if state.seats > 2)
    return (*_out_of(state, phase.seat, m.Swap, cells), *discards, *gives, *knocks)


def _hidden(state: State, seat: Seat, action: type, name: str, cells: Iterable[Cell]) -> tuple[Option, ...]:
    """Turning up one of the cards that lie face down in `cells`."""
    hidden = tuple(cell for cell in cells if state.cards[index(cell)] is UNKNOWN)
    return (
        (option(seat, action, **{name: OneOf(hidden), "value": OneOf(_possible(state), shown=True)}),) if hidden else ()
    )


def _out_of(state: State, seat: Seat, action: type, cells: Iterable[Cell]) -> tuple[Option, ...]:
    """Taking a card out of one of `cells`: its value is told where it lay face down, else optional."""
    by_card: dict[Any, list[Cell]] = {}
    for cell in cells:
        by_card.setdefault(state.cards[index(cell)], []).append(cell)
    by_card.pop(None, None)
    shown = action in {m.Swap, m.Put}
    return tuple(
        option(
            seat,
            action,
            cell=OneOf(tuple(there)),
            was=OneOf(_possible(state) if card is UNKNOWN else (None, card), shown and card is UNKNOWN),
        )
        for card, there in by_card.items()
    )


def _final(state: State) -> Option:
    hidden = {cell for cell in all_cells(state.seats) if state.cards[index(cell)] is UNKNOWN}

    def accepts(cells: Any) -> bool:
        told = {cell[:3] for cell in cells}
        counts = Counter(cell[3] for cell in cells)
        right = told == hidden and len(cells) == len(hidden)
        return right and all(can_be(state, value, more=n - 1) for value, n in counts.items())

    def read(seen: Mapping[str, Labels]) -> Any:
        return _read_final(tuple(sorted(hidden)), seen)

    return option(TABLE, m.Final, cells=Open("cards", accepts, read))


def _read_final(hidden: tuple[Cell, ...], seen: Mapping[str, Labels]) -> Any:
    """The values seen at the cells that lay face down, None unless each of them shows one."""
    cells = []
    for owner, row, column in hidden:
        label = seen[f"grid{owner}"][row][column] if f"grid{owner}" in seen else ""
        if not label.lstrip("-").isdecimal():
            return None
        cells.append((owner, row, column, int(label)))
    return tuple(cells)
