"""Büro Crazy: how the table should look, what displays show and what the history says; help is in `advice`."""

from __future__ import annotations

from typing import Any

from companion.games.buero_crazy import model as m
from companion.games.buero_crazy.bracket import standing
from companion.games.buero_crazy.model import Seat, State
from companion.games.buero_crazy.options import FIGURE
from companion.games.buero_crazy.purse import VALUES, listed, worth
from companion.games.buero_crazy.score import hand_points
from companion.rulebook.game import TABLE, Over, word
from companion.rulebook.text import Player, Said, Value, say
from companion.rulebook.zone import BACK, GAP, Zone

SEALED_TEXT = "---"
"""Three dashes whatever the number of digits, so that a display tells nothing of a sealed choice."""

_CARDS = tuple(str(value) for value in VALUES)


def zones(state: State) -> tuple[Zone, ...]:
    """The figures from the stairs up to the boss, what each seat plays in the duel, and the nine piles of the roof."""
    figures = (GAP, *(f"{FIGURE}{seat}" for seat in range(state.seats)))
    building = tuple(
        tuple(GAP if figure is None else f"{FIGURE}{figure}" for figure in row)
        for row in standing(state.steps, state.results)
    )
    return (
        Zone("building", "figures", building, figures),
        *(Zone(f"played{s}", "cards", (_played(state, s),), (*_CARDS, BACK), owner=s) for s in range(state.seats)),
        *_piles(state),
    )


def seat_texts(state: State) -> tuple[str, ...]:
    """Dashes for a sealed choice, the sums of the last duel after its reveal, else the influence in hand."""
    seats = range(state.seats)
    if given := _sealed_by(state):
        return tuple(SEALED_TEXT if seat in given else "" for seat in seats)
    if state.revealed is None or isinstance(state.phase, Over):
        return tuple(str(points) for points in hand_points(state))
    duel = state.revealed
    sums = {duel.left: worth(duel.cards[0]), duel.right: worth(duel.cards[1])}
    return tuple(str(sums.get(seat, "")) for seat in seats)


def tell(action: Any) -> Said:
    """What the history says of an action; of a choice of cards only whose it is."""
    values: dict[str, Value] = {"by": say("the_table") if action.by == TABLE else Player(action.by)}
    if isinstance(action, m.Lots):
        values["winner"] = Player(action.winner)
    return Said(f"told.{word(type(action))}", tuple(values.items()))


def _piles(state: State) -> tuple[Zone, ...]:
    """The nine piles take much room, so they have a place only once they are dealt."""
    if not isinstance(state.phase, m.Roofing | Over):
        return ()
    piles = state.piles or ((),) * m.PILES
    return (Zone("piles", "cards", tuple(tuple(str(value) for value in pile) for pile in piles), _CARDS),)


def _sealed_by(state: State) -> set[Seat]:
    phase = state.phase
    return {bid.owner for bid in phase.bids} if isinstance(phase, m.Selecting | m.Revealing) else set()


def _played(state: State, seat: Seat) -> tuple[str, ...]:
    """One back for a sealed choice, however many cards it is; open cards until the next choice."""
    if given := _sealed_by(state):
        return (BACK,) if seat in given else ()
    duel = state.revealed
    if duel is None or isinstance(state.phase, Over) or seat not in {duel.left, duel.right}:
        return ()
    return tuple(str(value) for value in listed(duel.cards[0 if seat == duel.left else 1]))
