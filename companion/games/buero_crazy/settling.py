"""A physical duel settled card by card, for tables that only exist in a simulation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.games.buero_crazy.change import Till, hand_out
from companion.games.buero_crazy.model import House, Seat
from companion.games.buero_crazy.purse import Purse, exactly, minus, plus, worth


@dataclass(frozen=True, slots=True)
class Money:
    """Every influence card of a table: hands, kitchen, bank, the roof and what waits for the later floors."""

    hands: tuple[Purse, ...]
    kitchen: Purse
    bank: Purse
    roof: Purse

    def with_hand(self, seat: Seat, hand: Purse) -> Money:
        """The same with another hand for `seat`."""
        return replace(self, hands=tuple(hand if s == seat else other for s, other in enumerate(self.hands)))


def won(money: Money, duel: Sequence[tuple[Seat, Purse]], *, is_final: bool) -> Money | None:
    """The cards after a duel, winner first in `duel`; None where the loser cannot be paid exactly."""
    (winner, high), (loser, low) = duel
    money = replace(money.with_hand(winner, minus(money.hands[winner], high)), roof=plus(money.roof, high))
    if is_final:
        money = replace(money.with_hand(loser, minus(money.hands[loser], low)), roof=plus(money.roof, low))
    gain = min(worth(high) - worth(low), worth(money.kitchen))
    handout, till = hand_out(Till(money.kitchen, money.bank), gain)
    hand = money.hands[loser]
    if worth(handout.back):
        back = exactly(hand, worth(handout.back))
        if back is None:
            return None
        # The till only knows what change is worth; these are the cards that the loser really gave.
        till = Till(plus(minus(till.kitchen, handout.back), back), till.bank)
        hand = minus(hand, back)
    return replace(money.with_hand(loser, plus(hand, handout.cards)), kitchen=till.kitchen, bank=till.bank)


def tied(money: Money, seats: Sequence[Seat], points: int, house: House) -> Money | None:
    """The cards after a tie of `points`; None where somebody cannot pay his half exactly."""
    loss = (points + 1) // 2 if house.tie_round == "up" else points // 2
    for seat in seats:
        # Paying out of a hand is what the kitchen does: exactly, or after breaking a card at the bank.
        handout, till = hand_out(Till(money.hands[seat], money.bank), loss)
        if worth(handout.back):
            return None
        money = replace(money.with_hand(seat, till.kitchen), bank=till.bank)
        if house.tie_loss_to == "roof":
            money = replace(money, roof=plus(money.roof, handout.cards))
        else:
            money = replace(money, bank=plus(money.bank, handout.cards))
    return money
