"""The geometry of Allegra: cells, zones that share a column, and lines across the border (G3, G4, G7)."""

from __future__ import annotations

from functools import cache

from companion.games.allegra.model import Card, Cell, Seat
from companion.rulebook.game import UNKNOWN

ROWS = 3
COLUMNS = 4


def index(cell: Cell) -> int:
    """Where `cell` stands in `State.cards`."""
    owner, row, column = cell
    return (owner * ROWS + row) * COLUMNS + column


@cache
def all_cells(seats: int) -> tuple[Cell, ...]:
    """Every cell of a table, in the order of `State.cards`."""
    return tuple((o, r, c) for o in range(seats) for r in range(ROWS) for c in range(COLUMNS))


@cache
def zone_rows(seats: int, seat: Seat) -> tuple[tuple[Cell, ...], ...]:
    """The zone of `seat`: three rows of five cells, the left neighbour's right column first."""
    left = (seat + 1) % seats
    return tuple(((left, row, COLUMNS - 1), *((seat, row, c) for c in range(COLUMNS))) for row in range(ROWS))


@cache
def zone(seats: int, seat: Seat) -> tuple[Cell, ...]:
    """The fifteen cells of the zone of `seat`."""
    return tuple(cell for row in zone_rows(seats, seat) for cell in row)


@cache
def windows(seats: int) -> tuple[tuple[int, int, int], ...]:
    """All places where three equal cards leave, as indices into `State.cards`: neighbours in a zone's row or column."""
    found: dict[tuple[int, int, int], None] = {}
    for seat in range(seats):
        rows = [[index(cell) for cell in row] for row in zone_rows(seats, seat)]
        for row in rows:
            found |= dict.fromkeys(zip(row, row[1:], row[2:], strict=False))
        found |= dict.fromkeys(zip(*rows, strict=True))
    return tuple(found)


def lines(cards: tuple[Card, ...], seats: int) -> frozenset[int]:
    """The indices of all cards that stand in a line now: the union over all zones (G6)."""
    leaving: set[int] = set()
    for a, b, c in windows(seats):
        card = cards[a]
        if card is not None and card is not UNKNOWN and card == cards[b] == cards[c]:
            leaving |= {a, b, c}
    return frozenset(leaving)


def zone_sum(cards: tuple[Card, ...], seats: int, seat: Seat) -> int:
    """The sum of the face-up cards in the zone of `seat`."""
    return sum(card for cell in zone(seats, seat) if isinstance(card := cards[index(cell)], int))


def with_card(cards: tuple[Card, ...], cell: Cell, card: Card) -> tuple[Card, ...]:
    """`cards` with `card` at `cell`."""
    at = index(cell)
    return (*cards[:at], card, *cards[at + 1 :])
