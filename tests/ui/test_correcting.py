"""What was entered wrongly: undone, edited, explained, refused."""

from __future__ import annotations

from dataclasses import replace

from companion.companion import Companion
from companion.games.allegra.model import Deal, TurnUp
from companion.rulebook.game import TABLE
from companion.ui.history_page import HistoryPage
from companion.ui.scores_page import ReasonRow
from tests.ui.player import Hand
from tests.ui.scenes import GROUP, Show, dealt, written
from tests.ui.touch import opened, truth_of


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


def test_undo_after_a_correction_takes_the_whole_correction_back(whole: Companion, show: Show) -> None:
    screen = dealt(whole, show)
    hand = Hand(screen)
    for cell in ((0, 0, 0), (0, 1, 1), (1, 0, 0)):
        hand.enter(TurnUp(cell[0], cell, 4))
    before = whole.session.course.state
    screen.app.go("edit", seq=2)
    screen.frames()
    screen.tap("cell", (0, 2, 2))
    screen.tap("value", 9)
    corrected = whole.session.course.state
    assert corrected != before
    screen.tap("undo")
    assert whole.session.course.state == before
    screen.tap("undo")
    assert [line.seq for line in screen.app.view.history if line.in_force][:3] == [1, 2, 3]
    assert whole.session.course.now.seq == 3


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


def test_what_the_rules_refuse_is_said_in_words_and_nothing_happens(whole: Companion, show: Show) -> None:
    screen = dealt(whole, show)
    assert not screen.app.submit(Deal(TABLE, 5))
    assert screen.app.notice.text == "Ce n'est pas le moment."
    assert whole.session.course.seq == 1


def test_the_question_that_opens_by_itself_comes_with_the_help_of_the_game(whole: Companion, show: Show) -> None:
    session = opened(whole, "buero_crazy", GROUP)
    session.submit(truth_of(session, 2).act(session.course.state), "touch")
    screen = show(whole)
    assert screen.has("value"), "who chooses cards first is asked at once"
    assert "Mettez 80 dans la cuisine" in written(screen)
    whole.change_settings(replace(whole.settings, help_at_table=False))
    screen.app.refresh()
    screen.frames()
    assert "Mettez 80 dans la cuisine" not in written(screen)
