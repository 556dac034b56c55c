"""A deck shown to the camera: what is wanted and what the camera makes of it, and what people may answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.companion import Companion
from companion.feeds.deck_teacher import DeckTeacher, Taught
from companion.settings import Settings, data_folder
from companion.ui.gallery import Evening, evening
from companion.ui.studio_decks import see_deck
from tests.ui.player import Keyboard
from tests.ui.touch import Screen
from vision.cards.lesson import Progress, Step
from vision.frame_health import Trouble

Show = Callable[..., Screen]
BEGUN = Progress("red3", Step.SHOW, 0, 26)


@pytest.fixture
def night(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    one = evening(tmp_path / "data", Settings(language="fr", sounds=False))
    yield one
    one.companion.close()


@pytest.fixture
def orders(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    given: list[str] = []
    monkeypatch.setattr(DeckTeacher, "order", lambda _, order: given.append(order))
    return given


def at_lesson(night: Evening, show: Show) -> Screen:
    screen = show(night.companion)
    screen.tap("settings")
    screen.tap("decks")
    screen.tap("deck", "die_bombe")
    return screen


def sees(screen: Screen, night: Evening, progress: Progress) -> None:
    see_deck(night, progress)
    screen.app.pump()
    screen.frames()


def test_the_camera_looks_at_the_deck_only_while_the_page_is_in_front(night: Evening, show: Show) -> None:
    screen = at_lesson(night, show)
    assert night.companion.calibrator.wanted == "deck"
    assert screen.app.page.wanted == "red3", "the first card is asked for before the first picture"
    screen.tap("back")
    assert night.companion.calibrator.wanted == ""


@pytest.mark.parametrize(
    ("progress", "words"),
    [
        (replace(BEGUN, step=Step.WAIT), "Ne bougez plus…"),
        (replace(BEGUN, step=Step.WAIT, trouble=Trouble.BLURRED), None),
        (replace(BEGUN, step=Step.NO_CARD), "Je ne vois pas encore de carte."),
        (replace(BEGUN, step=Step.SEVERAL), "Une seule carte à la fois, s’il vous plaît."),
        (replace(BEGUN, step=Step.MOVE, shown=1), "Merci. Maintenant celle-ci."),
        (replace(BEGUN, step=Step.TAKEN, shown=1), "C’est vu. Maintenant celle-ci."),
        (replace(BEGUN, step=Step.SHOW, exposure=2, other="red8"), "Ces deux se ressemblent"),
        (replace(BEGUN, label=None, step=Step.DONE, shown=26), "Tout est montré."),
    ],
)
def test_it_says_what_to_do_now(progress: Progress, words: str | None, night: Evening, show: Show) -> None:
    screen = at_lesson(night, show)
    sees(screen, night, progress)
    page = screen.app.page
    assert (words or screen.app.words("camera.blurred")) in page.ids.told.text
    assert page.wanted == (progress.label or "")
    assert page.ids.count.text == f"{progress.shown} / 26"
    assert not screen.has("insist")


def test_a_doubted_card_is_taken_only_when_people_say_so(night: Evening, show: Show, orders: list[str]) -> None:
    screen = at_lesson(night, show)
    sees(screen, night, replace(BEGUN, step=Step.OTHER, other="red8"))
    assert screen.app.page.other == "red8"
    screen.tap("insist")
    assert orders == ["insist"]


def test_the_card_wanted_stands_in_the_middle_again_once_no_other_is_shown(night: Evening, show: Show) -> None:
    screen = at_lesson(night, show)
    sees(screen, night, replace(BEGUN, step=Step.OTHER, other="red8"))
    ids = screen.app.page.ids
    assert ids.instead.width > 0
    sees(screen, night, replace(BEGUN, label="red5", shown=1))
    assert ids.instead.width == 0


def test_cards_are_left_out_and_shown_anew_by_keyboard_too(night: Evening, show: Show, orders: list[str]) -> None:
    screen = at_lesson(night, show)
    sees(screen, night, replace(BEGUN, step=Step.TAKEN, shown=2))
    touches = screen.touches
    hand = Keyboard(screen)
    hand.press("skip")
    hand.press("previous")
    assert orders == ["skip", "back"]
    assert screen.touches == touches


@pytest.mark.parametrize(
    ("taught", "words"),
    [
        (Taught(26, ()), "26 cartes apprises"),
        (Taught(26, (("red3", "bomb"),)), "rouge 3 et une bombe se ressemblent"),
        (None, "Rien"),
    ],
)
def test_what_was_taught_is_kept_under_the_games_name(
    taught: Taught | None, words: str, night: Evening, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[tuple[Path, str]] = []

    def keep(_: DeckTeacher, folder: Path, name: str) -> Taught | None:
        kept.append((folder, name))
        return taught

    monkeypatch.setattr(DeckTeacher, "keep", keep)
    screen = at_lesson(night, show)
    sees(screen, night, replace(BEGUN, step=Step.TAKEN, shown=2))
    screen.tap("keep")
    assert kept == [(data_folder() / "decks", "die_bombe")]
    assert words in screen.app.notice.text
    assert night.companion.calibrator.wanted == ""


def test_a_disk_that_refuses_is_told_and_the_lesson_goes_on(
    night: Evening, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(DeckTeacher, "keep", full)
    screen = at_lesson(night, show)
    sees(screen, night, replace(BEGUN, step=Step.TAKEN, shown=2))
    screen.tap("keep")
    assert "no space left" in screen.app.notice.text
    assert night.companion.calibrator.wanted == "deck"


def test_without_a_camera_no_deck_can_be_shown(whole: Companion, show: Show) -> None:
    screen = show(whole)
    screen.app.go("decks")
    screen.frames()
    assert not screen.has("deck")
