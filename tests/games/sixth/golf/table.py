"""Golf: score, facts, zones, words and a physical game."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from companion.games.golf import model as m

from companion.rulebook.game import UNKNOWN, word
from companion.rulebook.score import ScoreLine
from companion.rulebook.text import Player, Said, say
from companion.rulebook.zone import BACK, GAP, Zone

_NUMBERS = tuple(map(str, m.VALUES))


def _columns(state: m.State, seat: int) -> list[tuple[m.Card, m.Card]]:
    own = state.cards[seat * m.CARDS : (seat + 1) * m.CARDS]
    return list(zip(own[:3], own[3:], strict=True))


def score(state: m.State) -> tuple[tuple[ScoreLine, ...], ...]:
    """A line a column: the sum of its open cards, nothing for a pair."""
    return tuple(
        tuple(
            ScoreLine("column", sum(c for c in pair if isinstance(c, int)), say("why_sum"))
            if pair[0] != pair[1]
            else ScoreLine("column", 0, say("why_pair"))
            for pair in _columns(state, seat)
        )
        for seat in range(state.seats)
    )


def facts(state: m.State) -> Mapping[str, Any]:
    """How many cards lie face down."""
    return {"hidden": state.cards.count(UNKNOWN)}


def tell(action: Any) -> Said:
    """What the history says."""
    if isinstance(action, m.Draw):
        return say("told.draw", by=Player(int(action.by)), value=action.value)
    row, column = action.place
    return say(f"told.{word(type(action))}", by=Player(int(action.by)), row=row + 1, column=column + 1)


def zones(state: m.State) -> tuple[Zone, ...]:
    """Six cards a seat, and the card shown from the deck."""
    shown = str(state.phase.card) if isinstance(state.phase, m.Holding) else GAP
    grids = []
    for seat in range(state.seats):
        labels = [BACK if card is UNKNOWN else str(card) for card in state.cards[seat * m.CARDS : (seat + 1) * m.CARDS]]
        grids.append(
            Zone(f"grid{seat}", "cards", (tuple(labels[:3]), tuple(labels[3:])), (*_NUMBERS, BACK), owner=seat)
        )
    return (*grids, Zone("shown", "cards", ((shown,),), (*_NUMBERS, GAP)))


def seat_texts(state: m.State) -> tuple[str, ...]:
    """The sum so far."""
    return tuple(str(sum(line.points for line in lines)) for lines in score(state))


def hints(state: m.State) -> tuple[Said, ...]:
    """How many cards lie face down."""
    return (say("hint_hidden", n=state.cards.count(UNKNOWN)),)


class Table:
    """A deck of four cards a value and people who lay at random."""

    def __init__(self, house: m.House, seats: int, rng: Random) -> None:
        self._deck = [value for value in m.VALUES for _ in range(4)]
        self._rng = rng
        rng.shuffle(self._deck)

    def act(self, state: m.State) -> Any:
        """Draw the next card, or lay it on a random face-down one."""
        phase = state.phase
        if isinstance(phase, m.Drawing):
            return m.Draw(phase.seat, self._deck.pop())
        assert isinstance(phase, m.Holding)
        return m.Lay(phase.seat, self._rng.choice(m.hidden_places(state, phase.seat)))
