"""What lies on the table is told in the terminal as people say it, in every language."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.games import all_games
from companion.rulebook.game import Game
from companion.rulebook.zone import BACK
from companion.terminal import word_of
from companion.texts import LANGUAGES, Texts
from tests.kit import NAMES, physical


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
def test_no_label_is_shown_as_the_program_writes_it(game: Game[Any, Any]) -> None:
    zones = [zone for step in physical(game, 3, 1) for zone in game.zones(step.state)]
    labels = {label for zone in zones for row in zone.rows for label in row} - {BACK}
    for texts in (Texts(language, game.key) for language in LANGUAGES):
        told = {label: word_of(label, NAMES, texts) for label in labels}
        assert len(set(told.values())) == len(labels)
        assert [word for word in told.values() if re.search(r"[/_]|seat", word)] == []
    told = {label: word_of(label, NAMES, Texts("fr", game.key)) for label in labels}
    raw = [label for label, word in told.items() if label == word and not label.lstrip("-").isdecimal()]
    assert [label for label in raw if label not in {"violet", "orange"}] == []
