"""A physical game of Alles im Eimer: the deck and the hands, known to the table alone."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from random import Random
from typing import Any

from companion.games.alles_im_eimer import model as m
from companion.games.alles_im_eimer.model import Card, Seat, State
from companion.games.alles_im_eimer.pyramid import EMPTY, ROWS, may_lose
from companion.games.alles_im_eimer.rules import check_pyramid, pyramid_of, running
from companion.rulebook.guards import accepting


class Table:
    """People who play at random with a real deck and rather lose high buckets; deterministic for a seeded `rng`.

    `hands`, `deck`, `discard` and `laid` always hold all 80 cards. They follow the public numbers of cards at the
    start of each act: what was laid is put away, what is owed is drawn.
    """

    def __init__(self, house: m.House, seats: int, rng: Random) -> None:
        self._rng = rng
        self.deck: list[Card] = [(c, value) for c in m.COLOURS for value in m.VALUES for _ in range(m.COPIES)]
        rng.shuffle(self.deck)
        self.hands: list[list[Card]] = [[self.deck.pop() for _ in range(m.HAND)] for _ in range(seats)]
        self.discard: list[Card] = []
        self.laid: list[Card] = []

    def act(self, state: State) -> Any:
        """A random legal action with cards that the seat really holds."""
        self.follow(state)
        match state.phase:
            case m.Building():
                unbuilt = [seat for seat, pyramid in enumerate(state.pyramids) if pyramid is None]
                return m.Build(self._rng.choice(unbuilt), self._pyramid(state.house))
            case m.Leading(seat):
                return self._attack(seat)
            case m.Losing(seat, now):
                cells = may_lose(pyramid_of(state, seat), now.colour)
                return m.Lose(seat, cells[-1] if self._rng.random() < 0.7 else self._rng.choice(cells))
            case m.Keeping(seat):
                return m.Keep(seat, self._rng.choice(("left", "right")))
            case m.Defending():
                return self._answer(state, state.phase)
            case _:
                raise ValueError("nobody acts after the end of a game")

    def follow(self, state: State) -> None:
        """Put away and draw as the public numbers of cards say."""
        if not running(state):
            self.discard += self.laid
            self.laid = []
        for seat, hand in enumerate(self.hands):
            if state.pyramids[seat] == EMPTY:
                self.discard += hand
                hand.clear()
            while len(hand) < state.hands[seat]:
                hand.append(self._top())

    def _top(self) -> Card:
        if not self.deck:
            self.deck, self.discard = self.discard, []
            self._rng.shuffle(self.deck)
        return self.deck.pop()

    def _pyramid(self, house: m.House) -> tuple[tuple[m.Colour, ...], ...]:
        while True:
            colours = [colour for colour in m.COLOURS for _ in range(2)]
            self._rng.shuffle(colours)
            pyramid = tuple(tuple(colours.pop() for _ in range(width)) for width in ROWS)
            if accepting(partial(check_pyramid, house))(pyramid):
                return pyramid

    def _attack(self, seat: Seat) -> m.Attack:
        colour, _ = self._rng.choice(self.hands[seat])
        values = [value for c, value in self.hands[seat] if c == colour]
        chosen = tuple(self._rng.sample(values, min(self._rng.choice((1, 1, 1, 2, 3)), len(values))))
        self._lay(seat, colour, chosen)
        return m.Attack(seat, colour, chosen)

    def _answer(self, state: State, phase: m.Defending) -> Any:
        if phase.owed is not None and self._rng.random() < 0.6:
            return m.Draw(phase.owed)
        own = sum(phase.round.laid[phase.seat])
        least = phase.round.total + (0 if state.house.equal_reverses else 1) - own
        values = [value for colour, value in self.hands[phase.seat] if colour == phase.round.colour]
        enough = [cards for k in (1, 2, 3) for cards in combinations(values, k) if sum(cards) >= least]
        if not enough or self._rng.random() < 0.1:
            return m.Pass(phase.seat)
        chosen = enough[0] if self._rng.random() < 0.5 else self._rng.choice(enough)
        self._lay(phase.seat, phase.round.colour, chosen)
        return m.Defend(phase.seat, chosen)

    def _lay(self, seat: Seat, colour: m.Colour, values: tuple[int, ...]) -> None:
        for value in values:
            self.hands[seat].remove((colour, value))
            self.laid.append((colour, value))
