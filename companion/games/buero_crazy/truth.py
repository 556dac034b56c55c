"""A physical game of Büro Crazy: every influence card, in hands, kitchen, bank and on the roof."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from companion.games.buero_crazy import model as m
from companion.games.buero_crazy.bracket import FINAL
from companion.games.buero_crazy.change import fill_cards
from companion.games.buero_crazy.model import Seat, State
from companion.games.buero_crazy.purse import (
    EMPTY,
    Purse,
    as_counts,
    counted,
    exactly,
    listed,
    minus,
    plus,
    purse,
    worth,
)
from companion.games.buero_crazy.settling import Money, tied, won
from companion.rulebook.errors import BadOptions
from companion.rulebook.game import TABLE
from companion.rulebook.sealed import Sealed

_TRIES = 30


class Table:
    """People who choose at random from real hands; deterministic for a seeded `rng`.

    Raises BadOptions where the cards of this house do not make the four fills of the kitchen exactly.
    """

    def __init__(self, house: m.House, seats: int, rng: Random) -> None:
        self._house, self._rng = house, rng
        hand = (m.EACH_IN_HAND,) * 5
        bank = minus(counted(house.card_split), tuple(n * seats for n in hand))
        self._fills: list[Purse] = []
        for points in m.FILLS:
            cards = fill_cards(bank, points)
            if cards is None:
                raise BadOptions("bad_option", option="card_split")
            self._fills.append(cards)
            bank = minus(bank, cards)
        self.money = Money((hand,) * seats, EMPTY, bank, EMPTY)
        self._filled = 0
        self._plan: dict[Seat, Purse] = {}
        self._after = self.money

    @property
    def waiting(self) -> Purse:
        """The cards set apart for the fills of later floors."""
        return tuple(map(sum, zip(EMPTY, *self._fills[self._filled :], strict=True)))

    def act(self, state: State) -> Any:
        """A random legal action; the cards move as people move them after each entry."""
        self._fill(state)
        match state.phase:
            case m.Placing():
                return m.Place(TABLE, self._figures(state.seats))
            case m.Selecting(left, right, bids):
                if not bids:
                    self._choose(state, left, right)
                given = {bid.owner for bid in bids}
                seat = self._rng.choice([seat for seat in (left, right) if seat not in given])
                return m.Play(seat, Sealed(seat, as_counts(self._plan[seat])))
            case m.Revealing():
                self.money = self._after
                return m.Reveal(TABLE)
            case m.CastingLots(left, right):
                return m.Lots(TABLE, self._rng.choice((left, right)))
            case _:
                return m.Roof(TABLE, self._dealt())

    def _fill(self, state: State) -> None:
        fills = [entry for entry in state.ledger if isinstance(entry, m.Fill)]
        for fill in fills[self._filled :]:
            money = self.money
            if fill.emptied:
                money = replace(money, kitchen=EMPTY, bank=plus(money.bank, money.kitchen))
            self.money = replace(money, kitchen=plus(money.kitchen, self._fills[self._filled]))
            self._filled += 1

    def _figures(self, seats: int) -> tuple[int | None, ...]:
        each = m.FIGURES[seats]
        figures: list[int | None] = [seat for seat in range(seats) for _ in range(each)]
        while True:
            self._rng.shuffle(figures)
            placed = (*figures, *(None,) * (m.STEPS - len(figures)))
            if all(left != right for left, right in zip(placed[::2], placed[1::2], strict=True)):
                return placed

    def _choose(self, state: State, left: Seat, right: Seat) -> None:
        """What both will play: only choices that real cards can settle exactly, at worst none at all."""
        for _ in range(_TRIES):
            plan = {left: self._some(left), right: self._some(right)}
            if self._rng.random() < 0.2:
                plan[right] = exactly(self.money.hands[right], worth(plan[left])) or plan[right]
            if (after := self._settled(state, plan)) is not None:
                self._plan, self._after = plan, after
                return
        self._plan, self._after = {left: EMPTY, right: EMPTY}, self.money

    def _some(self, seat: Seat) -> Purse:
        cards = listed(self.money.hands[seat])
        count = self._rng.choice((0, 0, 1, 2, 2, 3, 4, 6))
        return purse(self._rng.sample(cards, min(count, len(cards))))

    def _settled(self, state: State, plan: dict[Seat, Purse]) -> Money | None:
        high, low = sorted(plan.items(), key=lambda bid: worth(bid[1]), reverse=True)
        if worth(high[1]) == worth(low[1]):
            return tied(self.money, tuple(plan), worth(high[1]), self._house)
        return won(self.money, (high, low), is_final=len(state.results) == FINAL)

    def _dealt(self) -> tuple[tuple[int, ...], ...]:
        cards = list(listed(self.money.roof))
        self._rng.shuffle(cards)
        size = len(cards) // m.PILES
        return tuple(tuple(cards[n * size : (n + 1) * size]) for n in range(m.PILES))
