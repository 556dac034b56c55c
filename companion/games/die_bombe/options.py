"""Die Bombe: who may do what now."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.die_bombe import model as m
from companion.games.die_bombe.model import Card, State
from companion.games.die_bombe.rules import show_fault, targets
from companion.rulebook.domain import Labels, OneOf, Open, Secret, Whole
from companion.rulebook.game import TABLE, Option, option

_AMOUNT = Secret(Whole(m.LEAST_BID, m.MOST_BID))


def options(state: State) -> tuple[Option, ...]:
    """All that is legal now; empty when the game is over."""
    match state.phase:
        case m.Showing():
            return (
                option(TABLE, m.Show, cards=Open("cards", lambda cards: show_fault(state, cards) is None, _read_pair)),
            )
        case m.Bidding(bidders, bids):
            given = {bid.owner for bid in bids}
            return tuple(option(seat, m.Bid, amount=_AMOUNT) for seat in bidders if seat not in given)
        case m.Revealing():
            return (option(TABLE, m.Reveal),)
        case m.Taking(seat):
            return (option(seat, m.Take, card=OneOf((0, 1))),)
        case m.Bombing(seat):
            hit = targets(state, seat)
            return tuple(option(seat, m.Bomb, victim=victim, card=OneOf(cards)) for victim, cards in hit)
        case _:
            return ()


def _read_pair(seen: Mapping[str, Labels]) -> tuple[Card, Card] | None:
    """The open pair that the camera sees, None unless two cards lie there."""
    cards = [label for row in seen.get("cards", ()) for label in row if label]
    return (cards[0], cards[1]) if len(cards) == 2 else None
