"""From the first page to a game, and back."""

from __future__ import annotations

from pathlib import Path

from companion.companion import Companion
from companion.games.allegra.model import Deal, TurnUp
from companion.rulebook.game import TABLE
from companion.session.record import Header
from companion.ui.gallery import Evening
from companion.ui.home_page import HomePage
from companion.ui.table_page import TablePage
from tests.ui.scenes import GROUP, Show, dealt
from tests.ui.touch import companion, opened


def test_a_known_group_needs_four_touches_from_home_to_its_first_card(whole: Companion, show: Show) -> None:
    opened(whole, "allegra", GROUP)
    whole.leave()
    screen = show(whole)
    screen.tap("game", "allegra")
    screen.tap("start")
    screen.tap("value", 7)
    assert whole.session.course.entries == (Deal(TABLE, 7),)
    screen.tap("cell", (0, 1, 1))
    assert screen.touches == 4
    screen.tap("value", 3)
    assert whole.session.course.totals == (3, 0, 0)


def test_with_a_camera_four_touches_lead_from_home_to_the_first_score(night: Evening, show: Show) -> None:
    night.companion.open(Header("allegra", GROUP))
    night.companion.leave()
    screen = show(night.companion)
    screen.tap("game", "allegra")
    screen.tap("start")
    for action in (Deal(TABLE, 7), TurnUp(0, (0, 1, 1), 3)):
        course = night.companion.session.course
        night.stage.lay(course.game.zones(course.game.apply(course.state, action).state))
        screen.app.pump()
        screen.frames()
        screen.tap("yes")
        assert night.companion.session.course.entries[-1] == action
    assert screen.touches == 4
    assert screen.app.view.totals == (3, 0, 0)


def test_one_touch_resumes_the_game_that_was_open_when_the_power_went(tmp_path: Path, show: Show) -> None:
    before = companion(tmp_path)
    opened(before, "allegra", GROUP).submit(Deal(TABLE, 5), "touch")
    before.close()
    after = companion(tmp_path)
    screen = show(after)
    screen.tap("resume")
    assert isinstance(screen.app.page, TablePage)
    assert after.session.course.entries == (Deal(TABLE, 5),)


def test_a_new_name_is_written_with_letters_and_takes_a_seat(whole: Companion, show: Show) -> None:
    screen = show(whole)
    screen.tap("game", "splash")
    for name in ("Zoé", "Al"):
        screen.tap("new_name")
        for letter in name.lower():
            screen.tap("letter", letter)
        screen.tap("done")
    assert screen.app.page.seats == ["Zoé", "Al"]
    screen.tap("seat", 1)
    screen.tap("earlier")
    screen.tap("start")
    assert whole.session.header.seats == ("Al", "Zoé")


def test_a_name_can_be_typed_on_a_keyboard(whole: Companion, show: Show) -> None:
    screen = show(whole)
    screen.tap("game", "splash")
    screen.tap("new_name")
    for letter in "ida":
        screen.key(letter)
    screen.key("enter")
    assert screen.app.page.seats == ["Ida"]


def test_rules_of_the_house_go_into_the_header(whole: Companion, show: Show) -> None:
    opened(whole, "splash", GROUP[:2])
    whole.leave()
    screen = show(whole)
    screen.tap("game", "splash")
    screen.tap("house")
    screen.tap("next", "robbed_empty_wins")
    screen.tap("next", "first")
    screen.tap("done")
    screen.tap("start")
    assert whole.session.header.options == {"robbed_empty_wins": False, "first": 1}


def test_home_leaves_the_game_and_keeps_it(whole: Companion, show: Show) -> None:
    screen = dealt(whole, show)
    screen.tap("menu")
    screen.tap("home")
    assert whole.session is None
    assert isinstance(screen.app.page, HomePage)
    assert screen.has("resume")


def test_rules_of_the_house_are_there_again_at_the_next_game_and_can_be_seen(whole: Companion, show: Show) -> None:
    whole.open(Header("splash", GROUP[:2], {"robbed_empty_wins": False, "first": 1}))
    whole.leave()
    screen = show(whole)
    screen.tap("game", "die_bombe")
    assert screen.target("house").kind == "plain"
    screen.app.back()
    screen.tap("game", "splash")
    assert screen.target("house").kind == "chosen"
    screen.tap("start")
    assert whole.session.header.options == {"robbed_empty_wins": False}


def test_who_begins_is_a_person_and_not_a_place(whole: Companion, show: Show) -> None:
    opened(whole, "splash", GROUP)
    whole.leave()
    screen = show(whole)
    screen.tap("game", "splash")
    screen.tap("house")
    screen.tap("next", "first")
    screen.tap("next", "first")
    screen.tap("done")
    screen.tap("seat", 2)
    screen.tap("earlier")
    assert screen.app.page.seats[1] == GROUP[2]
    assert screen.app.page.options == {"first": 1}
    screen.tap("remove")
    screen.tap("start")
    assert dict(whole.session.header.options) == {}


def test_a_game_that_cannot_begin_is_told_in_its_own_words(whole: Companion, show: Show) -> None:
    whole.open(Header("splash", (*GROUP, "Zoé"), {"teams": True}))
    whole.leave()
    screen = show(whole)
    screen.tap("game", "splash")
    screen.tap("seat", 3)
    screen.tap("remove")
    screen.tap("start")
    assert screen.app.notice.text == whole.texts("splash")("teams_of_two", seats=3)
    assert "_" not in screen.app.notice.text
