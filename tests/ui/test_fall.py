"""When a bucket is taken the screen shows how the pyramid falls, and never stands in the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from kivy.tests.common import UnitTestTouch

from companion.companion import Companion
from companion.feeds.pyramid_fall import newest_falling
from companion.settings import Settings
from companion.ui.fall_page import LegendRow, counts
from companion.ui.gallery import Evening, evening
from companion.ui.pyramid_falls import FallSeeker, is_loss
from companion.ui.studio_towers import some_buckets_hang
from tests.ui.touch import Screen, opened, truth_of

Show = Callable[..., Screen]
GROUP = ("Anaïs", "Jörg", "Léo")


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Evening]:
    one = evening(tmp_path / "night", Settings(language="fr", sounds=False))
    one.begin("alles_im_eimer", GROUP, 4, until=some_buckets_hang)
    yield one
    one.companion.close()


def lost_again(screen: Screen) -> Any:
    """Undo the loss and enter it anew while the screen follows."""
    session = screen.companion.session
    action = session.course.entries[session.course.now.seq - 1]
    session.undo(source="touch")
    screen.frames()
    assert not screen.app.falls.shown
    session.submit(action, "touch")
    screen.frames()
    screen.app.falls.newest(session).result()
    if is_loss(session) and screen.companion.settings.fall_preview:
        screen.app.falls.look()
    return session


def test_a_loss_shows_whose_pyramid_falls_and_what_hands_must_do(night: Evening, show: Show) -> None:
    screen = show(night.companion)
    session = lost_again(screen)
    card = screen.app.falls
    seat, fall = newest_falling(session.course)
    assert card.shown
    assert (card.seat, card.title) == (seat, f"Pyramide : {GROUP[seat]}")
    assert f"{len(fall.take_away)} à retirer à la main" in card.told
    assert card.ids.view.playing


def test_the_first_touch_puts_the_card_away_and_still_does_its_work(night: Evening, show: Show) -> None:
    screen = show(night.companion)
    lost_again(screen)
    screen.tap("undo")
    assert not screen.app.falls.shown
    assert not is_loss(night.companion.session)


def test_a_touch_beside_every_target_puts_it_away_too(night: Evening, show: Show) -> None:
    screen = show(night.companion)
    lost_again(screen)
    touch = UnitTestTouch(3, 3)
    touch.touch_down()
    touch.touch_up()
    assert not screen.app.falls.shown


def test_who_wants_no_preview_is_shown_none(night: Evening, show: Show) -> None:
    night.companion.settings = replace(night.companion.settings, fall_preview=False)
    screen = show(night.companion)
    lost_again(screen)
    assert not screen.app.falls.shown
    screen.app.go("fall")
    view = screen.app.page.ids.view
    assert view.is_over, "the page is asked for: it shows the end at once"


def test_the_page_plays_it_again_and_counts_every_bucket_once(night: Evening, show: Show) -> None:
    screen = show(night.companion)
    screen.tap("menu")
    screen.tap("fall")
    page = screen.app.page
    view = page.ids.view
    fall = view.fall
    assert view.at >= 0
    view.begin()
    view.step(60.0, len(fall.frames), fall.frames_per_s)
    screen.frames()
    assert view.is_over
    numbers = counts(fall)
    assert sum(numbers.values()) - numbers["put_back"] == 1 + len(fall.lost)
    rows = {row.kind for row in page.walk() if isinstance(row, LegendRow)}
    assert rows == {kind for kind, number in numbers.items() if number}
    view.at = -1
    screen.tap("again")
    assert view.at >= 0


def test_after_an_undo_the_page_says_that_there_is_nothing(night: Evening, show: Show) -> None:
    screen = show(night.companion)
    screen.app.go("fall")
    screen.frames()
    screen.tap("undo")
    screen.frames()
    assert screen.app.page.ids.top.title == "Aucun seau n’a été pris à l’instant."
    assert not screen.has("again")


def test_a_fall_that_the_game_has_overtaken_is_never_shown(night: Evening, show: Show) -> None:
    screen = show(night.companion)
    session = lost_again(screen)
    card = screen.app.falls
    card.follow(session)
    seeker = card.newest(session)
    seeker.result()
    session.undo(source="touch")
    card.look()
    assert not card.shown
    assert not seeker.belongs_to(session)


def test_other_games_and_other_entries_let_nothing_fall(whole: Companion, show: Show) -> None:
    session = opened(whole, "allegra", GROUP)
    assert not is_loss(None)
    assert not is_loss(session)
    session = opened(whole, "alles_im_eimer", GROUP)
    truth = truth_of(session, 4)
    session.submit(truth.act(session.course.state), "touch")
    assert not is_loss(session)
    assert FallSeeker(session.course).result() is None
    screen = show(whole)
    screen.tap("menu")
    assert not screen.has("fall")
