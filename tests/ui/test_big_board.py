"""The scoreboard for a television: scores alone, until somebody touches the screen or knocks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.companion import Companion
from companion.games.allegra.model import Deal, TurnUp
from companion.rulebook.game import TABLE
from companion.settings import Settings
from companion.ui.big_board_page import BigBoardPage
from companion.ui.board_tile import BoardTile
from companion.ui.gallery import evening, in_phase
from companion.ui.result_page import ResultPage
from companion.ui.table_page import TablePage
from tests.ui.scenes import GROUP, Show, dealt, drawn, heard, proposed
from tests.ui.touch import Screen, companion, opened


@pytest.fixture
def television(tmp_path: Path, show: Show) -> Screen:
    """A game that has begun on a companion whose settings want the large scoreboard."""
    one = companion(tmp_path / "tv", board=True)
    opened(one, "allegra", GROUP).submit(Deal(TABLE, 5), "touch")
    return show(one)


def tiles(screen: Screen) -> list[tuple[str, str, bool]]:
    found = [tile for tile in screen.app.page.walk() if isinstance(tile, BoardTile)]
    return [(tile.text, tile.total, tile.active) for tile in sorted(found, key=lambda tile: tile.seat)]


def test_where_the_settings_want_it_a_game_begins_with_the_scoreboard(television: Screen) -> None:
    assert isinstance(television.app.page, BigBoardPage)
    assert television.targets() == [], "no keys"
    assert tiles(television) == [("Anaïs", "0", True), ("Jörg", "0", False), ("Léo", "0", False)]


def test_scores_change_on_it_and_the_last_entry_is_told(television: Screen) -> None:
    television.companion.session.submit(TurnUp(0, (0, 0, 0), 7), "camera")
    television.frames()
    assert tiles(television)[0] == ("Anaïs", "7", True)
    assert television.app.page.told == "Anaïs retourne un 7 (rangée 1, colonne 1)."


def test_a_touch_or_a_key_leads_to_the_table_and_rest_leads_back(television: Screen) -> None:
    for stirring in (lambda: television.tap_at(400, 240), lambda: television.key("a")):
        stirring()
        assert isinstance(television.app.page, TablePage)
        assert television.app.rest._later.is_triggered
        television.app.rest.show_board()
        assert isinstance(television.app.page, BigBoardPage)


def test_who_is_entering_something_keeps_the_table(television: Screen) -> None:
    television.tap_at(400, 240)
    television.frames()
    television.app.page.start(TurnUp)
    television.app.rest.show_board()
    assert isinstance(television.app.page, TablePage)


def test_a_knock_brings_the_table_back(tmp_path: Path, show: Show) -> None:
    night = evening(tmp_path, Settings(language="fr", sounds=False, board=True))
    seat = drawn(night)[0]
    screen = show(night.companion)
    assert isinstance(screen.app.page, BigBoardPage)
    night.stage.press(seat, night.clock.monotonic_s())
    heard(night, screen)
    assert isinstance(screen.app.page, TablePage)
    assert screen.has("answer", seat)
    screen.app.rest.show_board()
    assert isinstance(screen.app.page, TablePage), "the knock waits for an answer"
    night.companion.close()


def test_what_the_camera_offers_is_told_on_it(tmp_path: Path, show: Show) -> None:
    night = evening(tmp_path, Settings(language="fr", sounds=False, board=True))
    night.begin("allegra", GROUP, 3, until=in_phase("choosing"))
    screen = show(night.companion)
    proposed(night, screen)
    assert screen.app.page.told.startswith("Vu : ")
    night.companion.close()


def test_the_winner_is_shown_on_it_and_a_touch_leads_to_the_result(tmp_path: Path, show: Show) -> None:
    night = evening(tmp_path, Settings(language="fr", sounds=False, board=True))
    truth = night.begin("die_bombe", GROUP, 5, until=lambda course: course.seq > 6)
    screen = show(night.companion)
    session = night.companion.session
    while not session.course.is_over:
        session.submit(truth.act(session.course.state), "touch")
    screen.frames()
    winners = [GROUP[seat] for seat in session.course.outcome.winners]
    assert [name for name, _, active in tiles(screen) if active] == winners
    assert all(name in screen.app.page.told for name in winners)
    screen.tap_at(400, 240)
    assert isinstance(screen.app.page, ResultPage)
    night.companion.close()


def test_without_the_setting_it_is_one_touch_away_in_the_menu(whole: Companion, show: Callable[..., Screen]) -> None:
    screen = dealt(whole, show)
    assert isinstance(screen.app.page, TablePage)
    screen.tap("menu")
    screen.tap("board")
    assert isinstance(screen.app.page, BigBoardPage)
    screen.tap_at(400, 240)
    assert isinstance(screen.app.page, TablePage)
    screen.app.rest.show_board()
    assert isinstance(screen.app.page, TablePage)
