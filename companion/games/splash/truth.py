"""A physical game of Splash: nothing is hidden, but hands tremble."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.games.splash import model as m
from companion.games.splash.giving import givable
from companion.games.splash.model import Seat, Stack, State
from companion.games.splash.pieces import PIECES
from companion.games.splash.rules import bases, shares
from companion.rulebook.game import TABLE


class Table:
    """People who give and place at random; deterministic for a seeded `rng`."""

    def __init__(self, house: m.House, seats: int, rng: Random) -> None:
        self._rng = rng

    def act(self, state: State) -> Any:
        """A random legal action; the higher the tower, the likelier it falls."""
        match state.phase:
            case m.Drafting():
                return self._draft(state)
            case m.Giving(seat):
                return self._give(state, seat)
            case m.Placing():
                return self._verdict(state)
            case m.ChoosingBase(seat):
                return m.Base(seat, self._rng.choice(bases(state)))
            case m.Collecting(seat):
                loose = [piece for stack in state.fallen for piece in stack]
                return m.Collect(seat, tuple(self._rng.sample(loose, m.COLLECTED)))
            case _:
                raise ValueError("nobody acts after the end of a game")

    def _draft(self, state: State) -> m.Draft:
        heap = list(PIECES)
        self._rng.shuffle(heap)
        return m.Draft(TABLE, tuple(tuple(heap.pop() for _ in range(share)) for share in shares(state)))

    def _give(self, state: State, giver: Seat) -> m.Give:
        owner, pieces = self._rng.choice(givable(state, giver))
        return m.Give(giver, self._rng.choice(pieces), None if owner == giver else owner)

    def _verdict(self, state: State) -> m.Stands | m.Falls | m.Foul:
        if not state.tower or self._rng.random() > min(0.6, 0.05 * len(state.tower)):
            return m.Stands(TABLE)
        if self._rng.random() < 0.2:
            return m.Foul(TABLE)
        return m.Falls(TABLE, self._broken(state))

    def _broken(self, state: State) -> tuple[Stack, ...]:
        """The tower and the new piece in at least two stacks, some of them still as they stood."""
        pieces = [*state.tower, *(() if state.given is None else (state.given,))]
        cuts = [i for i in range(1, len(pieces)) if self._rng.random() < 0.5] or [len(pieces) - 1]
        stacks = [tuple(pieces[a:b]) for a, b in zip([0, *cuts], [*cuts, len(pieces)], strict=True)]
        self._rng.shuffle(stacks)
        return tuple(stacks)
