"""Scores that explain themselves, and how a game ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from companion.rulebook.text import Said

Best: TypeAlias = Literal["highest", "lowest"]
HIGHEST: Final = "highest"


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One part of a seat's score: what it is for, how many points, and why."""

    what: str
    points: int
    why: Said


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: the winning seats in ascending order and the reason key."""

    winners: tuple[int, ...]
    reason: str


def leaders(totals: Sequence[int], best: Best) -> tuple[int, ...]:
    """The seats with the best total, ascending; several where they tie."""
    top = max(totals) if best == HIGHEST else min(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == top)


def places(totals: Sequence[int], winners: Iterable[int], best: Best) -> tuple[int, ...]:
    """The place of each seat: 1 for winners, the others behind them by totals, equal ones sharing the better place."""
    won = set(winners)
    worth = [(seat in won, total if best == HIGHEST else -total) for seat, total in enumerate(totals)]
    return tuple(1 + sum(other > own and not own[0] for other in worth) for own in worth)
