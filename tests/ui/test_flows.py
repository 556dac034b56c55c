"""What a person does on the screens, touch by touch."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.companion import Companion
from companion.games.allegra.model import Deal, TurnUp
from companion.games.die_bombe.model import Bid
from companion.games.die_bombe.model import Show as Show_
from companion.rulebook.game import TABLE
from companion.rulebook.sealed import Sealed
from companion.session.record import Header
from companion.settings import Settings
from companion.ui.gallery import Evening, evening, in_phase
from companion.ui.history_page import HistoryPage
from companion.ui.home_page import HomePage
from companion.ui.knock_alert import KnockAlert
from companion.ui.knocks import knocks
from companion.ui.scores_page import ReasonRow
from companion.ui.statistics_page import FiguresRow
from companion.ui.table_page import TablePage
from companion.ui.theme import Words
from tests.ui.player import Hand
from tests.ui.touch import Screen, companion, opened

GROUP = ("Anaïs", "Jörg", "Léo")

Show = Callable[..., Screen]


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Evening]:
    """A companion with a camera and buttons on which anything can be arranged."""
    one = evening(tmp_path / "night", Settings(language="fr", sounds=False))
    yield one
    one.companion.close()


def written(screen: Screen) -> str:
    """All words on the screen."""
    return " ".join(w.text for w in screen.app.shell.walk() if isinstance(w, Words))


def dealt(whole: Companion, show: Show) -> Screen:
    """An Allegra table after its deal."""
    session = opened(whole, "allegra", GROUP)
    session.submit(Deal(TABLE, 5), "touch")
    return show(whole)


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


def test_undo_is_one_touch_and_an_undone_entry_can_be_returned_to(whole: Companion, show: Show) -> None:
    screen = dealt(whole, show)
    screen.tap("undo")
    assert whole.session.course.trail == ()
    assert not screen.has("undo"), "nothing is left to undo"
    screen.tap("menu")
    screen.tap("history")
    screen.tap("entry", 1)
    screen.tap("back_to")
    assert whole.session.course.state == whole.session.course.moments[1].state
    assert [line.in_force for line in screen.app.view.history] == [True, False, False]


def test_an_old_entry_is_corrected_with_the_questions_it_was_made_with(whole: Companion, show: Show) -> None:
    screen = dealt(whole, show)
    hand = Hand(screen)
    hand.enter(TurnUp(0, (0, 0, 0), 4))
    screen.tap("menu")
    screen.tap("history")
    screen.tap("entry", 2)
    screen.tap("edit")
    screen.tap("cell", (0, 2, 2))
    screen.tap("value", 9)
    assert whole.session.course.entries[-1] == TurnUp(0, (0, 2, 2), 9)
    assert isinstance(screen.app.page, HistoryPage)


def test_a_correction_names_the_later_entries_that_no_longer_fit(whole: Companion, show: Show) -> None:
    screen = dealt(whole, show)
    hand = Hand(screen)
    hand.enter(TurnUp(0, (0, 0, 0), 4))
    hand.enter(TurnUp(0, (0, 1, 1), 4))
    screen.app.go("edit", seq=2)
    screen.frames()
    screen.tap("cell", (0, 1, 1))
    screen.tap("value", 1)
    assert "3." in written(screen)
    assert whole.session.course.state.cards.count(4) == 0


def test_the_scoreboard_says_why(whole: Companion, show: Show) -> None:
    screen = dealt(whole, show)
    Hand(screen).enter(TurnUp(0, (0, 0, 0), 4))
    screen.tap("scores")
    screen.tap("seat", 0)
    rows = [w for w in screen.app.page.walk() if isinstance(w, ReasonRow)]
    assert [(row.what, row.points) for row in rows] == [("Zone actuelle", "+4")]


def test_a_ruling_of_the_table_is_a_line_of_its_own(whole: Companion, show: Show) -> None:
    screen = dealt(whole, show)
    screen.tap("scores")
    screen.tap("adjust")
    assert not screen.has("done"), "nothing is chosen yet"
    screen.tap("seat", 1)
    screen.tap("step", 10)
    screen.tap("step", -1)
    screen.tap("reason", "fair")
    screen.tap("done")
    assert whole.session.course.totals == (0, 9, 0)


def test_the_camera_is_told_no_and_does_not_insist(night: Evening, show: Show) -> None:
    night.begin("allegra", GROUP, 3, until=in_phase("choosing"))
    screen = show(night.companion)
    course = night.companion.session.course
    action = next(a for option in course.game.options(course.state) for a in option.actions())
    zones = course.game.zones(course.game.apply(course.state, action).state)
    night.stage.lay(zones)
    screen.app.pump()
    screen.frames()
    screen.tap("refuse")
    assert screen.app.view.proposal is None
    night.stage.lay(zones)
    screen.app.pump()
    screen.frames()
    assert screen.app.view.proposal is None
    assert night.companion.session.course.seq == course.seq


def test_yes_and_no_have_keys_on_the_keyboard(night: Evening, show: Show) -> None:
    night.begin("allegra", GROUP, 3, until=in_phase("choosing"))
    screen = show(night.companion)
    course = night.companion.session.course
    action = next(a for option in course.game.options(course.state) for a in option.actions())
    night.stage.lay(course.game.zones(course.game.apply(course.state, action).state))
    screen.app.pump()
    screen.frames()
    screen.key("o")
    assert night.companion.session.course.entries[-1] == action


def test_a_clear_proposal_accepts_itself_only_where_the_settings_say_so(tmp_path: Path, show: Show) -> None:
    one = evening(tmp_path, Settings(language="fr", sounds=False, confirm="unsure"))
    one.begin("allegra", GROUP, 3, until=in_phase("choosing"))
    screen = show(one.companion)
    course = one.companion.session.course
    action = next(a for option in course.game.options(course.state) for a in option.actions())
    one.stage.lay(course.game.zones(course.game.apply(course.state, action).state))
    screen.app.pump()
    screen.frames()
    proposal = screen.app.page.proposal
    assert proposal.waiting
    assert one.companion.session.course.seq == course.seq, "it waits for a no"
    proposal._close(5.0)
    assert one.companion.session.course.entries[-1] == action
    one.companion.close()


def test_knocks_are_shown_in_their_order_and_one_touch_gives_the_card(night: Evening, show: Show) -> None:
    night.begin("allegra", GROUP, 5, until=in_phase("drawn", least=12))
    screen = show(night.companion)
    session = night.companion.session
    press = session.course.game.press
    seats = [o.by for o in session.course.game.options(session.course.state) if o.action is press]
    now = night.clock.monotonic_s()
    night.stage.press(seats[1], now + 0.02)
    night.stage.press(seats[0], now + 0.05)
    night.clock.move(1.0)
    screen.app.pump()
    screen.frames()
    assert [(knock.seat, knock.after_ms) for knock in knocks(session)] == [(seats[1], 0), (seats[0], 30)]
    alert = screen.app.page.ids.stage.children[-1]
    assert isinstance(alert, KnockAlert)
    assert alert.seat == seats[1]
    screen.tap("answer", seats[1])
    assert session.course.entries[-1].to == seats[1]


def test_ignored_knocks_leave_the_table_to_the_one_on_turn(night: Evening, show: Show) -> None:
    night.begin("allegra", GROUP, 5, until=in_phase("drawn", least=12))
    screen = show(night.companion)
    session = night.companion.session
    press = session.course.game.press
    seat = next(o.by for o in session.course.game.options(session.course.state) if o.action is press)
    night.stage.press(seat, night.clock.monotonic_s())
    night.clock.move(1.0)
    screen.app.pump()
    screen.frames()
    before = session.course.seq
    screen.tap("ignore")
    assert session.course.seq == before
    assert screen.has("do")


def test_a_bid_is_entered_behind_a_cover_and_never_shown(night: Evening, show: Show) -> None:
    night.begin("die_bombe", GROUP, 6, until=in_phase("bidding"))
    screen = show(night.companion)
    screen.tap("value", 1)
    assert "Jörg" in written(screen)
    assert not screen.has("digit")
    screen.tap("uncover")
    screen.tap("digit", "1")
    screen.tap("digit", "7")
    assert "17" not in written(screen)
    screen.tap("enter")
    assert night.companion.session.course.entries[-1].amount == Sealed(1, 17)
    assert "17" not in written(screen)
    assert not screen.has("digit"), "the next one has to uncover the screen first"


def test_a_secret_can_be_looked_at_only_while_a_finger_holds_the_key(night: Evening, show: Show) -> None:
    night.begin("die_bombe", GROUP, 6, until=in_phase("bidding"))
    screen = show(night.companion)
    screen.tap("value", 0)
    screen.tap("uncover")
    screen.tap("digit", "8")
    peek = screen.target("peek")
    peek.dispatch("on_press")
    screen.frames()
    assert "8" in written(screen)
    peek.dispatch("on_release")
    screen.frames()
    assert "8" not in written(screen).replace("800", "")


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


def test_the_language_changes_without_a_restart(whole: Companion, show: Show) -> None:
    screen = show(whole)
    screen.tap("settings")
    assert "Réglages" in written(screen)
    screen.tap("next", "language")
    assert "Settings" in written(screen)
    screen.tap("next", "language")
    assert "Einstellungen" in written(screen)
    screen.tap("back")
    assert screen.target("settings").text == "Einstellungen"


def test_light_and_dark_change_without_a_restart(whole: Companion, show: Show) -> None:
    screen = show(whole)
    ground = screen.app.look.ground
    screen.tap("settings")
    screen.tap("next", "theme")
    assert screen.app.look.ground != ground


def test_what_the_rules_refuse_is_said_in_words_and_nothing_happens(whole: Companion, show: Show) -> None:
    screen = dealt(whole, show)
    assert not screen.app.submit(Deal(TABLE, 5))
    assert screen.app.notice.text == "Ce n'est pas le moment."
    assert whole.session.course.seq == 1


def test_statistics_count_the_games_that_were_finished(night: Evening, show: Show) -> None:
    night.play("die_bombe", GROUP, seed=1)
    night.play("die_bombe", GROUP, seed=2)
    screen = show(night.companion)
    screen.tap("statistics")
    rows = {row.cells[0]: row.cells[1] for row in screen.app.page.walk() if isinstance(row, FiguresRow)}
    assert rows == dict.fromkeys(GROUP, "2")
    screen.tap("games")
    rows = {row.cells[0]: row.cells[1] for row in screen.app.page.walk() if isinstance(row, FiguresRow)}
    assert rows == {"Die Bombe": "2"}


def test_home_leaves_the_game_and_keeps_it(whole: Companion, show: Show) -> None:
    screen = dealt(whole, show)
    screen.tap("menu")
    screen.tap("home")
    assert whole.session is None
    assert isinstance(screen.app.page, HomePage)
    assert screen.has("resume")


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


def test_the_live_picture_and_the_drawn_table_can_be_exchanged(night: Evening, show: Show) -> None:
    night.begin("allegra", GROUP, 3, until=in_phase("choosing"))
    screen = show(night.companion)
    session = night.companion.session
    night.stage.lay(session.course.game.zones(session.course.state))
    screen.app.pump()
    screen.frames()
    assert screen.app.page.preview.parent is not None
    for shown in (screen.app.page.board, screen.app.page.preview):
        screen.tap("menu")
        screen.tap("swap")
        assert shown.parent is not None


def test_a_game_is_taken_away_as_a_file_for_its_owner_alone_without_what_is_sealed(
    whole: Companion, show: Show, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    session = opened(whole, "die_bombe", GROUP)
    session.submit(Show_(TABLE, ("red7", "green9")), "touch")
    session.submit(Bid(0, Sealed(0, 17)), "touch")
    screen = show(whole)
    screen.app.go("export")
    screen.frames()
    screen.tap("log")
    screen.tap("scores")
    files = sorted((tmp_path / "data" / "exports").iterdir())
    assert [file.suffix for file in files] == [".csv", ".jsonl"]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert [json.loads(line).get("do") for line in files[1].read_text().splitlines()] == [None, "show"]
