"""Keys of a keyboard, and a screen that has gone dark."""

from __future__ import annotations

from companion.companion import Companion
from companion.games.allegra.model import TurnUp
from companion.ui.home_page import HomePage
from companion.ui.table_page import TablePage
from tests.ui.scenes import Show, dealt


def test_escape_takes_back_an_answer_before_it_leaves_the_page(whole: Companion, show: Show) -> None:
    screen = dealt(whole, show)
    screen.tap("cell", (0, 0, 0))
    screen.key("escape")
    assert screen.has("cell", (0, 0, 0))
    screen.key("escape")
    assert isinstance(screen.app.page, TablePage)


def test_the_arrows_move_to_the_nearest_target_in_their_direction(whole: Companion, show: Show) -> None:
    screen = show(whole)
    screen.key("down")
    first = screen.focused
    screen.key("right")
    assert screen.focused.center_x > first.center_x
    screen.key("left")
    assert screen.focused is first
    screen.tap("settings")
    assert screen.focused is None, "a finger takes the focus away"


def test_the_first_touch_on_a_dark_screen_only_wakes_it(whole: Companion, show: Show) -> None:
    screen = show(whole)
    screen.app.night.sleep()
    screen.frames()
    screen.tap("settings")
    assert isinstance(screen.app.page, HomePage)
    assert not screen.app.night.asleep
    screen.tap("settings")
    assert isinstance(screen.app.page, HomePage), "a finger that lands twice presses nothing either"
    screen.app.night._awake(0)
    screen.tap("settings")
    assert not isinstance(screen.app.page, HomePage)


def test_an_entry_at_the_table_wakes_the_screen(whole: Companion, show: Show) -> None:
    screen = dealt(whole, show)
    screen.app.night.sleep()
    whole.session.submit(TurnUp(0, (0, 0, 0), 4), "camera")
    screen.frames()
    assert not screen.app.night.asleep
