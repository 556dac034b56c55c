"""What lies on the table is told in the terminal as people say it, in every language."""

from __future__ import annotations

import re
from io import StringIO
from random import Random
from typing import Any

import pytest
from rich.console import Console

from companion.games import all_games
from companion.labels import word_of
from companion.ports import HandClock
from companion.rulebook.game import Game
from companion.rulebook.zone import BACK, GAP
from companion.session.inbox import Inbox
from companion.session.record import Header
from companion.session.session import Session, Table
from companion.terminal import table_picture
from companion.texts import LANGUAGES, Texts
from tests.kit import NAMES, MemoryKeeper, physical


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
def test_no_label_is_shown_as_the_program_writes_it(game: Game[Any, Any]) -> None:
    zones = [zone for step in physical(game, 3, 1) for zone in game.zones(step.state)]
    labels = {label for zone in zones for row in zone.rows for label in row} - {BACK, GAP}
    for texts in (Texts(language, game.key) for language in LANGUAGES):
        told = {label: word_of(label, texts, NAMES) for label in labels}
        assert len(set(told.values())) == len(labels)
        assert [word for word in told.values() if re.search(r"[/_]|seat", word)] == []
    told = {label: word_of(label, Texts("fr", game.key), NAMES) for label in labels}
    raw = [label for label, word in told.items() if label == word and not label.lstrip("-").isdecimal()]
    assert [label for label in raw if label not in {"violet", "orange"}] == []


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
def test_names_stand_as_they_are_written_whatever_is_in_them(game: Game[Any, Any]) -> None:
    names = ("[/b]", "[red]Bo", ":smile:")
    session = Session(Table("id", Header(game.key, names)), keeper=MemoryKeeper(), clock=HandClock(), inbox=Inbox())
    truth = game.truth(session.course.options, 3, Random(1))
    for _ in range(3):
        session.submit(truth.act(session.course.state), "touch")
    console = Console(width=300, file=StringIO())
    console.print(table_picture(session.view(), Texts("en", game.key)))
    shown = console.file.getvalue()
    assert [name for name in names if name not in shown] == []
