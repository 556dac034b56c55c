"""Knocks by button, bids behind a cover."""

from __future__ import annotations

from kivy.metrics import dp

from companion.companion import Companion
from companion.games.die_bombe.model import Bid, Reveal
from companion.rulebook.game import TABLE
from companion.rulebook.sealed import Sealed
from companion.ui.gallery import Evening, in_phase
from companion.ui.knock_alert import KnockAlert
from companion.ui.knocks import knocks
from companion.ui.score_column import NARROW
from tests.ui.scenes import GROUP, Show, dealt, drawn, heard, written
from tests.ui.touch import opened, truth_of


def test_knocks_are_shown_in_their_order_and_one_touch_gives_the_card(night: Evening, show: Show) -> None:
    seats = drawn(night)
    screen, session = show(night.companion), night.companion.session
    now = night.clock.monotonic_s()
    night.stage.press(seats[1], now + 0.02)
    night.stage.press(seats[0], now + 0.05)
    heard(night, screen)
    assert [(knock.seat, knock.after_ms) for knock in knocks(session)] == [(seats[1], 0), (seats[0], 30)]
    alert = screen.app.page.ids.stage.children[-1]
    assert isinstance(alert, KnockAlert)
    assert alert.seat == seats[1]
    screen.tap("answer", seats[1])
    assert session.course.entries[-1].to == seats[1]


def test_ignored_knocks_leave_the_table_to_the_one_on_turn(night: Evening, show: Show) -> None:
    seat = drawn(night)[0]
    screen, session = show(night.companion), night.companion.session
    night.stage.press(seat, night.clock.monotonic_s())
    heard(night, screen)
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


def test_bids_stand_beside_the_names_as_on_displays_from_their_reveal_on(whole: Companion, show: Show) -> None:
    session = opened(whole, "die_bombe", GROUP)
    screen = show(whole)

    def displays() -> list[str]:
        rows = sorted(screen.app.page.column.children, key=lambda row: row.seat)
        return [row.display for row in rows]

    session.submit(truth_of(session, 1).act(session.course.state), "touch")
    screen.frames()
    assert displays() == ["", "", ""]
    for seat, (amount, told) in enumerate([(9, "---"), (12, "---"), (12, "---")]):
        assert displays()[seat] == ""
        session.submit(Bid(seat, Sealed(seat, amount)), "touch")
        screen.frames()
        assert displays()[seat] == told
    session.submit(Reveal(TABLE), "touch")
    screen.frames()
    assert displays() == ["9", "12", "12"], "who is asked to bid again must see why"
    assert {"9", "12"} <= set(written(screen).split())


def test_games_without_displays_show_scores_alone(whole: Companion, show: Show) -> None:
    screen = dealt(whole, show)
    assert {row.display for row in screen.app.page.column.children} == {""}
    assert screen.app.page.column.width == dp(NARROW)


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


def test_knocks_by_phone_are_shown_with_their_bounds_and_as_undecided_where_these_meet(
    night: Evening, show: Show
) -> None:
    seats = drawn(night)
    screen = show(night.companion)
    now = night.clock.monotonic_s()
    night.stage.press(seats[1], now + 0.02, within_s=0.006)
    night.stage.press(seats[0], now + 0.03, within_s=0.008)
    heard(night, screen)
    told = written(screen)
    assert "10 ms plus tard (± 8 ms, téléphone)" in told
    names = ", ".join(GROUP[seat] for seat in (seats[1], seats[0]))
    assert f"Trop serré pour le temps : {names}. Qui a pioché choisit." in told
