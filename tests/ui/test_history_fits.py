"""Whatever happened in a game of six people with long names can be read in the history."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.companion import Companion
from companion.games import game_named
from companion.session.record import Header
from companion.session.view import HistoryLine, View
from companion.settings import Settings
from tests.kit import physical
from tests.ui.inspection import MANY, cut_words
from tests.ui.touch import Screen

AT_ONCE = 5
"""Lines on a page of the history."""


@pytest.mark.slow
@pytest.mark.parametrize("game", ["allegra", "alles_im_eimer", "buero_crazy", "die_bombe", "splash"])
def test_the_longest_lines_of_a_game_fit(game: str, whole: Companion, show: Callable[..., Screen]) -> None:
    rules = game_named(game)
    session = whole.open(Header(game, MANY[: rules.seats.stop - 1]))
    for action in list(physical(rules, rules.seats.stop - 1, 3))[-1].entries:
        session.submit(action, "touch")
    faults = []
    for language in ("fr", "en", "de"):
        whole.change_settings(Settings(language=language, sounds=False))
        screen = show(whole)
        screen.app.view = longest(session.view(), screen)
        screen.app.go("history")
        screen.frames()
        faults += [f"{language} {fault}" for fault in cut_words(screen.app.shell)]
    assert faults == []


def longest(view: View, screen: Screen) -> View:
    """The view with the lines that say most."""
    words = screen.companion.texts(view.game)

    def length(line: HistoryLine) -> int:
        return sum(len(words.said(said, view.seats)) for said in (line.said, *line.events))

    return replace(view, history=tuple(sorted(view.history, key=length)[-AT_ONCE:]))
