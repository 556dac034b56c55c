"""Die Bombe: score lines and the public facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.die_bombe import model as m
from companion.games.die_bombe.model import Seat, State
from companion.rulebook.score import ScoreLine
from companion.rulebook.text import say


def score(state: State) -> tuple[tuple[ScoreLine, ...], ...]:
    """For each seat a line a colour, doubled where it has most cards of it now (D13-D17), and one for its deficits."""
    most = {colour: most_cards(state, colour) for colour in m.COLOURS}
    return tuple(
        (
            *(_colour_line(state, seat, colour, doubled=seat in most[colour]) for colour in m.COLOURS),
            _deficit_line(state, seat),
        )
        for seat in range(state.seats)
    )


def totals(state: State) -> tuple[int, ...]:
    """The score of every seat as it stands, without house rulings."""
    return tuple(sum(line.points for line in lines) for lines in score(state))


def values(state: State, seat: Seat, colour: str) -> tuple[int, ...]:
    """The values of the live cards of one colour before a seat, oldest first."""
    return tuple(m.value_of(card) for card in state.live[seat] if m.colour_of(card) == colour)


def most_cards(state: State, colour: str) -> tuple[Seat, ...]:
    """The seats with most live cards of `colour`; nobody where there is none (D14, D15, D17)."""
    counts = [len(values(state, seat, colour)) for seat in range(state.seats)]
    return tuple(seat for seat, count in enumerate(counts) if count and count == max(counts))


def facts(state: State) -> Mapping[str, Any]:
    """The facts of the log format (section 2)."""
    return {
        "deficits": [sum(paid) for paid in state.deficits],
        "live": [list(cards) for cards in state.live],
        "pile": state.pile,
    }


def _colour_line(state: State, seat: Seat, colour: str, *, doubled: bool) -> ScoreLine:
    points = sum(values(state, seat, colour))
    if doubled:
        return ScoreLine(colour, 2 * points, say("why_doubled", points=points, colour=say(colour)))
    return ScoreLine(colour, points, say("why_cards", n=len(values(state, seat, colour))))


def _deficit_line(state: State, seat: Seat) -> ScoreLine:
    return ScoreLine("deficit", -sum(state.deficits[seat]), say("why_deficit", n=len(state.deficits[seat])))
