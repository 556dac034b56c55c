"""Every game to its final score, by fingers alone in every language and by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.games import all_games, game_named
from companion.ui.result_page import ResultPage
from tests.ui.player import Hand, Keyboard
from tests.ui.touch import Screen, companion, opened, truth_of

GROUP = ("Anaïs", "Jörg", "Léo", "Zoé", "Günter", "Mia")
GAMES = [game.key for game in all_games()]


def play(screen: Screen, hand: Hand, game: str, *, seed: int) -> None:
    """From the first page to the result, with the last group."""
    hand.press("game", game)
    hand.press("start")
    session = screen.companion.session
    truth = truth_of(session, seed)
    while not session.course.is_over:
        hand.enter(truth.act(session.course.state))
    screen.frames()
    assert isinstance(screen.app.page, ResultPage)
    winners = session.course.outcome.winners
    assert all(GROUP[seat] in screen.app.page.text for seat in winners)


def seated(folder: Path, game: str, language: str) -> Screen:
    """A screen whose last group has as many people as `game` needs at least, two or three."""
    one = companion(folder, language=language)
    opened(one, game, GROUP[: max(2, game_named(game).seats.start)])
    one.leave()
    return one


@pytest.mark.slow
@pytest.mark.parametrize("language", ["fr", "en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end_by_touch_alone(
    game: str, language: str, tmp_path: Path, show: Callable[..., Screen]
) -> None:
    screen = show(seated(tmp_path, game, language), draws=False)
    play(screen, Hand(screen), game, seed=3)
    assert {line.source for line in screen.app.view.history} == {"touch"}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end_by_keyboard_alone(game: str, tmp_path: Path, show: Callable[..., Screen]) -> None:
    screen = show(seated(tmp_path, game, "fr"), draws=False)
    play(screen, Keyboard(screen), game, seed=3)
    assert screen.touches == 0
    assert {line.source for line in screen.app.view.history} == {"keyboard"}
