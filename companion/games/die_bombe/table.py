"""Die Bombe: how the table should look, what displays show and what helps at the table."""

from __future__ import annotations

from typing import Any

from companion.games.die_bombe import model as m
from companion.games.die_bombe.model import Seat, State
from companion.games.die_bombe.rules import named
from companion.games.die_bombe.score import most_cards, totals, values
from companion.rulebook.game import TABLE, Over, word
from companion.rulebook.text import Player, Said, Value, say
from companion.rulebook.zone import GAP, Zone

SEALED_TEXT = "---"
"""Three dashes whatever the number of digits, so that a display tells nothing of a sealed bid."""


def zones(state: State) -> tuple[Zone, ...]:
    """The open pair, and the won cards before each seat: the red row and the green row, oldest first."""
    pair = tuple(GAP if card is None else card for card in state.shown)
    return (
        Zone("cards", "cards", (pair,), (*m.VALUE_CARDS, m.BOMB, GAP)),
        *(Zone(f"won{seat}", "cards", _won(state, seat), m.VALUE_CARDS, owner=seat) for seat in range(state.seats)),
    )


def seat_texts(state: State) -> tuple[str, ...]:
    """Dashes for a sealed bid, the bids from their reveal until the pair is sold, then the score."""
    match state.phase:
        case m.Bidding(bids=bids) | m.Revealing(bids=bids) if bids:
            given = {bid.owner for bid in bids}
            return tuple(SEALED_TEXT if seat in given else "" for seat in range(state.seats))
        case m.Bidding() | m.Taking() | m.Bombing():
            return tuple("" if bid is None else str(bid) for bid in state.bids) or ("",) * state.seats
        case _:
            return tuple(str(points) for points in totals(state))


def hints(state: State) -> tuple[Said, ...]:
    """Who has still to bid, what is left in the pile and what most cards of a colour would give."""
    if isinstance(state.phase, Over):
        return ()
    return (*_waiting(state), *_left_in_pile(state), *_majorities(state))


def tell(action: Any) -> Said:
    """What the history says of an action; of a bid only whose it is."""
    values: dict[str, Value] = {"by": say("the_table") if action.by == TABLE else Player(action.by)}
    match action:
        case m.Show(cards=(left, right)):
            values |= {"left": named(left), "right": named(right)}
        case m.Take(card=card):
            values["card"] = say("right_card" if card else "left_card")
        case m.Bomb(victim=victim, card=card):
            values |= {"victim": Player(victim), "card": named(card)}
    return Said(f"told.{word(type(action))}", tuple(values.items()))


def _won(state: State, seat: Seat) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(card for card in state.live[seat] if m.colour_of(card) == colour) for colour in m.COLOURS)


def _waiting(state: State) -> tuple[Said, ...]:
    if not isinstance(state.phase, m.Bidding):
        return ()
    given = {bid.owner for bid in state.phase.bids}
    return (say("hint_waiting", seats=tuple(Player(seat) for seat in state.phase.bidders if seat not in given)),)


def _left_in_pile(state: State) -> tuple[Said, ...]:
    """The pile is the deck but for the cards seen: known exactly once the first pair lies open."""
    if not state.pile or not state.seen:
        return ()
    left = [card for card in m.VALUE_CARDS if card not in state.seen]
    by_colour = {c: tuple(m.value_of(card) for card in left if m.colour_of(card) == c) for c in m.COLOURS}
    told = tuple(
        say("hint_left", colour=say(colour), values=numbers) for colour, numbers in by_colour.items() if numbers
    )
    return (*told, say("hint_bombs", n=m.BOMBS - state.seen.count(m.BOMB)))


def _majorities(state: State) -> tuple[Said, ...]:
    return tuple(said for colour in m.COLOURS for said in _majority(state, colour))


def _majority(state: State, colour: str) -> tuple[Said, ...]:
    """Who has most cards of `colour`, and what the doubling is worth to each seat that has one."""
    first = most_cards(state, colour)
    if not first:
        return ()
    count = len(values(state, first[0], colour))
    gains = tuple(
        say("gain", seat=Player(seat), points=points)
        for seat in range(state.seats)
        if (points := sum(values(state, seat, colour)))
    )
    leading = say("hint_most", colour=say(colour), seats=tuple(Player(seat) for seat in first), n=count)
    return (leading, say("hint_doubling", colour=say(colour), gains=gains))
