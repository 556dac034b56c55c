"""What the history says: whose card it is only where it is somebody else's."""

from __future__ import annotations

import pytest

from companion.games.allegra import GAME
from companion.games.allegra import model as m
from companion.texts import Texts

NAMES = ("Zoé", "Jörg", "Léo")


@pytest.mark.parametrize(
    ("language", "action", "told"),
    [
        ("fr", m.Put(0, (0, 0, 3)), "Zoé la pose rangée 1, colonne 4."),
        ("fr", m.Put(0, (1, 2, 3)), "Zoé la pose chez Jörg, rangée 3, colonne 4."),
        ("en", m.Grab(2, (1, 0, 3)), "Léo takes the card from Jörg's row 1, column 4."),
        ("de", m.Swap(1, (1, 2, 0), 4), "Jörg legt die Karte in Reihe 3, Spalte 1."),
        ("de", m.TurnUp(0, (0, 1, 1), 5), "Zoé deckt 5 auf (Reihe 2, Spalte 2)."),
    ],
)
def test_a_place_is_told_with_its_owner_only_where_that_is_another_one(
    language: str, action: object, told: str
) -> None:
    assert Texts(language, "allegra").said(GAME.tell(action), NAMES) == told
