"""Influence cards as counts, and the ways to make a sum out of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from companion.rulebook.codec import Counts

VALUES: Final = (20, 10, 5, 2, 1)
Purse: TypeAlias = tuple[int, ...]
"""How many cards of 20, 10, 5, 2 and 1, in this order."""

EMPTY: Final[Purse] = (0, 0, 0, 0, 0)


def purse(cards: Iterable[int]) -> Purse:
    """The purse that holds these card values."""
    listed = list(cards)
    return tuple(listed.count(value) for value in VALUES)


def counted(counts: Counts) -> Purse:
    """The purse that holds these counts; other values are left out."""
    return tuple(counts[value] for value in VALUES)


def as_counts(cards: Purse) -> Counts:
    """The counts of a purse as a log writes them, values without a card left out."""
    return Counts(tuple((value, count) for value, count in zip(VALUES, cards, strict=True) if count))


def listed(cards: Purse) -> tuple[int, ...]:
    """The card values of a purse, largest first."""
    return tuple(value for value, count in zip(VALUES, cards, strict=True) for _ in range(count))


def worth(cards: Purse) -> int:
    """The points of a purse."""
    return sum(value * count for value, count in zip(VALUES, cards, strict=True))


def plus(cards: Purse, more: Purse) -> Purse:
    """Both purses together."""
    return tuple(a + b for a, b in zip(cards, more, strict=True))


def minus(cards: Purse, fewer: Purse) -> Purse:
    """`cards` without `fewer`; each count must be there (see `holds`)."""
    return tuple(a - b for a, b in zip(cards, fewer, strict=True))


def holds(cards: Purse, some: Purse) -> bool:
    """True where `some` can be taken out of `cards`."""
    return all(a >= b for a, b in zip(cards, some, strict=True))


def missing(cards: Purse, some: Purse) -> Purse:
    """What of `some` is not in `cards`."""
    return tuple(max(0, b - a) for a, b in zip(cards, some, strict=True))


def fewest(points: int) -> Purse:
    """The fewest cards worth `points`, however many there are of each value."""
    counts = []
    for value in VALUES:
        count, points = divmod(points, value)
        counts.append(count)
    return tuple(counts)


def exactly(cards: Purse, points: int) -> Purse | None:
    """The fewest of `cards` that are worth `points` together; None where no choice is."""
    return _fewest_of(cards, VALUES, points)


def closest(cards: Purse, points: int) -> Purse:
    """Of `cards` those that come nearest to `points` from below."""
    for sum_ in range(points, 0, -1):
        if (found := exactly(cards, sum_)) is not None:
            return found
    return EMPTY


def _fewest_of(counts: Purse, values: tuple[int, ...], points: int) -> Purse | None:
    if not values:
        return None if points else ()
    value, smaller = values[0], values[1:]
    within = sum(v * n for v, n in zip(smaller, counts[1:], strict=True))
    best: Purse | None = None
    for count in range(min(counts[0], points // value), -1, -1):
        left = points - count * value
        # Fewer large cards leave more to the small ones: once that is too much, or no shorter, it stays so.
        if left > within or (best is not None and smaller and count + -(-left // smaller[0]) >= sum(best)):
            break
        rest = _fewest_of(counts[1:], smaller, left)
        if rest is not None and (best is None or count + sum(rest) < sum(best)):
            best = (count, *rest)
    return best
