"""What a scribe knows of the cards in Alles im Eimer: numbers in hand, and that each card exists twice."""

from __future__ import annotations

from companion.games.alles_im_eimer import model as m
from companion.games.alles_im_eimer.model import Colour, Seat, State
from companion.rulebook.guards import must
from companion.rulebook.text import say


def seen(state: State, colour: Colour, value: int) -> int:
    """How many copies of a card lie on the table or, seen, in the discard pile."""
    phase = state.phase
    on_table = 0
    if isinstance(phase, m.Defending | m.Losing | m.Keeping) and phase.round.colour == colour:
        on_table = sum(laid.count(value) for laid in phase.round.laid)
    return on_table + state.discard.count((colour, value))


def check_cards(state: State, seat: Seat, colour: Colour, cards: tuple[int, ...]) -> None:
    """Refuse cards that `seat` cannot lay: too many, more than in hand, or a third copy of one."""
    must(1 <= len(cards) <= m.MOST_CARDS, "one_to_three_cards")
    must(len(cards) <= state.hands[seat], "not_so_many_in_hand", n=state.hands[seat])
    for value in cards:
        must(value in m.VALUES, "no_such_value", value=value)
        copies = seen(state, colour, value) + cards.count(value)
        must(copies <= m.COPIES, "third_copy", colour=say(f"colour.{colour}"), value=value)


def highest(state: State, seat: Seat, colour: Colour) -> int:
    """The most points that `seat` could lay at once in `colour`, as far as the table knows."""
    left = [value for value in m.VALUES for _ in range(m.COPIES - seen(state, colour, value))]
    most = min(m.MOST_CARDS, state.hands[seat])
    return sum(sorted(left, reverse=True)[:most])
