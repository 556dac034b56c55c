"""The places of a table: winners first, then by totals."""

from __future__ import annotations

import pytest

from companion.rulebook.score import HIGHEST, Best, places


@pytest.mark.parametrize(
    ("totals", "winners", "best", "expected"),
    [
        ((5, 5), (0, 1), HIGHEST, (1, 1)),
        ((44, 69, 69), (1, 2), HIGHEST, (3, 1, 1)),
        ((74, 64, 80), (1,), "lowest", (2, 1, 3)),
        ((2, 0, 2), (1,), HIGHEST, (2, 1, 2)),
    ],
)
def test_winners_come_first_whatever_their_totals(
    totals: tuple[int, ...], winners: tuple[int, ...], best: Best, expected: tuple[int, ...]
) -> None:
    assert places(totals, winners, best) == expected
