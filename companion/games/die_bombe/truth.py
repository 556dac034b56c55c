"""A physical game of Die Bombe: the shuffled pile, known to the table alone."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.games.die_bombe import model as m
from companion.games.die_bombe.model import State
from companion.games.die_bombe.rules import targets
from companion.rulebook.game import TABLE
from companion.rulebook.sealed import Sealed


class Table:
    """People who bid at random over a real pile; deterministic for a seeded `rng`."""

    def __init__(self, house: m.House, seats: int, rng: Random) -> None:
        self._rng = rng
        values = list(m.VALUE_CARDS)
        rng.shuffle(values)
        rest = [*values[2:], *[m.BOMB] * m.BOMBS]
        rng.shuffle(rest)
        self._pile = [*rest, *values[:2]]

    def act(self, state: State) -> Any:
        """A random legal action; shown cards come from the pile."""
        match state.phase:
            case m.Showing():
                return m.Show(TABLE, (self._pile.pop(), self._pile.pop()))
            case m.Bidding(bidders, bids):
                given = {bid.owner for bid in bids}
                seat = self._rng.choice([seat for seat in bidders if seat not in given])
                return m.Bid(seat, Sealed(seat, self._amount()))
            case m.Revealing():
                return m.Reveal(TABLE)
            case m.Taking(seat):
                return m.Take(seat, self._rng.randrange(2))
            case m.Bombing(seat):
                victim, cards = self._rng.choice(targets(state, seat))
                return m.Bomb(seat, victim, self._rng.choice(cards))
            case _:
                raise ValueError("nobody acts after the end of a game")

    def _amount(self) -> int:
        # People crowd at a few amounts; without that, ties would hardly ever be played.
        most = self._rng.choice((2, 5, m.MOST_BID))
        return self._rng.randint(m.LEAST_BID, most)
