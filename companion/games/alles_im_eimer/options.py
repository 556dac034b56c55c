"""Alles im Eimer: who may do what now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from companion.games.alles_im_eimer import model as m
from companion.games.alles_im_eimer.cards import check_cards, highest
from companion.games.alles_im_eimer.model import Colour, Seat, State
from companion.games.alles_im_eimer.pyramid import may_lose
from companion.games.alles_im_eimer.rules import check_defence, check_pyramid, pyramid_of
from companion.rulebook.domain import Labels, OneOf, Open
from companion.rulebook.game import Option, option
from companion.rulebook.guards import accepting
from companion.rulebook.zone import GAP

_Read: TypeAlias = Callable[[Mapping[str, Labels]], Any]


def options(state: State) -> tuple[Option, ...]:
    """All that is legal now; empty when the game is over."""
    match state.phase:
        case m.Building():
            open_seats = (seat for seat, pyramid in enumerate(state.pyramids) if pyramid is None)
            return tuple(_build(state, seat) for seat in open_seats)
        case m.Leading(seat):
            return tuple(_attack(state, seat, colour) for colour in m.COLOURS if highest(state, seat, colour))
        case m.Defending():
            return _answers(state, state.phase)
        case m.Losing(seat, running):
            cells = may_lose(pyramid_of(state, seat), running.colour)
            return (option(seat, m.Lose, cell=OneOf(cells)),)
        case m.Keeping(seat):
            return (option(seat, m.Keep, part=OneOf(("left", "right"))),)
        case _:
            return ()


def can_defend(state: State, phase: m.Defending) -> bool:
    """True where the seat under attack could have cards that suffice."""
    own = sum(phase.round.laid[phase.seat])
    best = highest(state, phase.seat, phase.round.colour)
    return bool(best) and own + best >= phase.round.total + (0 if state.house.equal_reverses else 1)


def _build(state: State, seat: Seat) -> Option:
    def read(seen: Mapping[str, Labels]) -> Any:
        rows = seen.get(f"pyramid{seat}", ())
        return rows if rows and not any(GAP in row for row in rows) else None

    accepts = accepting(lambda pyramid: check_pyramid(state.house, pyramid))
    return option(seat, m.Build, pyramid=Open("pyramid", accepts, read))


def _attack(state: State, seat: Seat, colour: Colour) -> Option:
    accepts = accepting(lambda cards: check_cards(state, seat, colour, cards))
    return option(seat, m.Attack, colour=colour, cards=Open("values", accepts, _new_cards(seat, colour, ())))


def _answers(state: State, phase: m.Defending) -> tuple[Option, ...]:
    """Defend where cards that suffice can exist, pass, and the draw that is still owed."""
    defend = option(
        phase.seat,
        m.Defend,
        cards=Open(
            "values",
            accepting(lambda cards: check_defence(state, phase, cards)),
            _new_cards(phase.seat, phase.round.colour, phase.round.laid[phase.seat]),
        ),
    )
    draws = () if phase.owed is None else (option(phase.owed, m.Draw),)
    return (*((defend,) if can_defend(state, phase) else ()), option(phase.seat, m.Pass), *draws)


def _new_cards(seat: Seat, colour: Colour, laid: tuple[int, ...]) -> _Read:
    """Reads the values of `colour` that lie before `seat` beyond those `laid` before."""

    def read(seen: Mapping[str, Labels]) -> Any:
        labels = [label for row in seen.get(f"cards{seat}", ()) for label in row]
        for value in laid:
            if f"{colour}{value}" in labels:
                labels.remove(f"{colour}{value}")
        return tuple(value for label in labels for value in m.VALUES if label == f"{colour}{value}") or None

    return read
