"""A physical game of Allegra: the deck and what lies face down, known to the table alone."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from companion.games.allegra import model as m
from companion.games.allegra.grid import all_cells, index, zone
from companion.games.allegra.known import grabbable, has_card
from companion.games.allegra.model import Cell, Seat, State
from companion.rulebook.codec import Counts
from companion.rulebook.game import TABLE, UNKNOWN

USUAL = Counts(
    ((-1, 5), (0, 8), (1, 8), (2, 9), (3, 10), (4, 11), (5, 12), (6, 12), (7, 11), (8, 10), (9, 9), (10, 8), (11, 7))
)
"""The placeholder distribution (rules.md 3.1); the real numbers were not found."""


class Table:
    """People who play at random with a real deck; deterministic for a seeded `rng`."""

    def __init__(self, house: m.House, seats: int, rng: Random) -> None:
        self._counts = house.distribution or USUAL
        self._rng = rng
        self._hidden: dict[Cell, int] = {}
        self._deck: list[int] = []

    def act(self, state: State) -> Any:
        """A random legal action; values come from the hidden cards and the deck."""
        match state.phase:
            case m.Dealing():
                return self._deal(state)
            case m.TurningUp(seat):
                cell = self._pick(self._face_down(state, seat))
                return m.TurnUp(seat, cell, self._hidden.pop(cell))
            case m.Choosing(seat):
                return self._choose(state, seat)
            case m.Taken(seat):
                return m.Swap(seat, *self._take_out(state, zone(state.seats, seat)))
            case m.Drawn():
                return self._with_drawn_card(state, state.phase)
            case m.Placing(_, knocker):
                return m.Place(knocker, *self._take_out(state, zone(state.seats, knocker)))
            case m.Grabbing(seat):
                return m.Grab(seat, *self._take_out(state, grabbable(state, state.phase)))
            case m.Putting(seat):
                return m.Put(seat, *self._take_out(state, zone(state.seats, seat)))
            case _:
                return m.Final(TABLE, tuple((*cell, value) for cell, value in sorted(self._hidden.items())))

    def _deal(self, state: State) -> m.Deal:
        cards = [value for value, count in self._counts.pairs for _ in range(count)]
        self._rng.shuffle(cards)
        cells = all_cells(state.seats)
        self._hidden = dict(zip(cells, cards, strict=False))
        self._deck = cards[len(cells) :]
        return m.Deal(TABLE, self._deck.pop())

    def _choose(self, state: State, seat: Seat) -> m.Take | m.Draw:
        if has_card(state, seat) and self._rng.random() < 0.3:
            return m.Take(seat)
        if not self._deck:
            self._deck = list(state.discard[:-1])
            self._rng.shuffle(self._deck)
        return m.Draw(seat, self._deck.pop())

    def _with_drawn_card(self, state: State, phase: m.Drawn) -> Any:
        silent = [s for s in range(state.seats) if s != phase.seat and s not in phase.knockers]
        if state.seats > 2 and silent and self._rng.random() < 0.15:
            return m.Knock(self._pick(silent))
        givable = [knocker for knocker in phase.knockers if has_card(state, knocker)]
        if givable and self._rng.random() < 0.5:
            return m.Give(phase.seat, self._pick(givable))
        if has_card(state, phase.seat) and self._rng.random() < 0.5:
            return m.Swap(phase.seat, *self._take_out(state, zone(state.seats, phase.seat)))
        hidden = self._face_down(state, phase.seat)
        if not hidden:
            return m.Discard(phase.seat)
        cell = self._pick(hidden)
        return m.Discard(phase.seat, cell, self._hidden.pop(cell))

    def _take_out(self, state: State, cells: Sequence[Cell]) -> tuple[Cell, int | None]:
        cell = self._pick([cell for cell in cells if state.cards[index(cell)] is not None])
        return cell, self._hidden.pop(cell, None)

    def _face_down(self, state: State, seat: Seat) -> list[Cell]:
        return [cell for cell in zone(state.seats, seat) if state.cards[index(cell)] is UNKNOWN]

    def _pick(self, among: Sequence[Any]) -> Any:
        return self._rng.choice(among)
