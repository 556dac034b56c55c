"""Allegra: what can still exist, what lies in a zone, and what may be grabbed; asked by rules and options alike."""

from __future__ import annotations

from dataclasses import replace

from companion.games.allegra import model as m
from companion.games.allegra.grid import index, zone
from companion.games.allegra.model import Cell, Seat, State


def can_be(state: State, value: int, *, more: int = 0) -> bool:
    """True where one more card of `value` can still exist beside those seen and `more` of the same value."""
    if value not in m.VALUES:
        return False
    if state.house.distribution is None:
        return True
    return seen(state, value) + more < state.house.distribution[value]


def seen(state: State, value: int) -> int:
    """How many cards of `value` lie face up, in hand, in the discard pile or out of the game."""
    lying = state.cards.count(value) + state.discard.count(value) + state.removed.count(value)
    return lying + in_hand(state.phase).count(value)


def in_hand(phase: m.Phase) -> tuple[int, ...]:
    """The cards that lie neither on the table nor in a pile during a turn."""
    match phase:
        case m.Taken(card=card) | m.Drawn(card=card) | m.Placing(card=card) | m.Grabbing(old=card):
            return (card,)
        case m.Putting(old=old, card=card):
            return (old, card)
        case _:
            return ()


def has_card(state: State, seat: Seat) -> bool:
    """True where a card lies in the zone of `seat`."""
    return any(state.cards[index(cell)] is not None for cell in zone(state.seats, seat))


def reshuffled(state: State) -> State:
    """The table with the discard pile but its top card shuffled into the empty deck (G22)."""
    return replace(state, deck=len(state.discard) - 1, discard=state.discard[-1:])


def grabbable(state: State, phase: m.Grabbing) -> tuple[Cell, ...]:
    """The cells of the knocker's zone from which the active seat may take a card (G11)."""
    given = None if state.house.y_may_be_drawn_card else phase.placed
    return tuple(
        cell for cell in zone(state.seats, phase.knocker) if state.cards[index(cell)] is not None and cell != given
    )
