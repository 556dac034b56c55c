"""Scores that explain themselves, and how a game ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from companion.rulebook.text import Said

Best: TypeAlias = Literal["highest", "lowest"]
HIGHEST: Final = "highest"
LOWEST: Final = "lowest"


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
