"""The tower page says what physics says, in words and by a needle; what is not seen is not invented."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.companion import Companion
from companion.feeds.feed import Picture
from companion.feeds.tower_look import GivenRisk, TowerLook
from companion.ui.studio_towers import FALLING, LEANING, STEADY, look_at
from companion.ui.tower_page import RiskRow, percent
from tests.ui.test_camera_pages import TABLE
from tests.ui.touch import Screen, companion, opened

Show = Callable[..., Screen]


def shown(whole: Companion, show: Show, tower: TowerLook | None) -> Screen:
    opened(whole, "splash", ("Anaïs", "Jörg"))
    screen = show(whole)
    screen.app.tower = tower
    screen.app.go("tower")
    screen.frames()
    return screen


def test_without_a_side_camera_the_recorded_tower_is_shown(whole: Companion, show: Show) -> None:
    opened(whole, "splash", ("Anaïs", "Jörg"))
    screen = show(whole)
    screen.tap("menu")
    screen.tap("tower")
    ids = screen.app.page.ids
    assert (ids.gauge.opacity, ids.board.opacity) == (0, 1)
    assert ids.word.text == "Aucune caméra ne voit la tour de côté."
    assert not screen.has("fall")


@pytest.mark.parametrize(
    ("seen", "words"),
    [(STEADY, "Elle tient, sûr à 99 %."), (FALLING, "Elle tombe, sûr à 99 %."), (LEANING, "Trop juste pour le dire")],
)
def test_the_verdict_is_said_in_words_with_its_probability(
    seen: object, words: str, whole: Companion, show: Show
) -> None:
    tower = look_at(seen)
    screen = shown(whole, show, tower)
    ids = screen.app.page.ids
    assert words in ids.word.text
    assert f"{percent(tower)} %" in ids.word.text
    assert ids.gauge.risk == tower.p_topple
    assert f"{abs(round(tower.margin_mm, 1))}".replace(".", ",") in ids.margin.text


@pytest.mark.parametrize(("language", "words"), [("en", "It stands, 99 % sure."), ("de", "Er steht, zu 99 % sicher.")])
def test_the_verdict_is_said_in_every_language(language: str, words: str, tmp_path: object, show: Show) -> None:
    whole = companion(tmp_path, language=language)
    assert shown(whole, show, look_at(STEADY)).app.page.ids.word.text == words
    whole.close()


def test_nothing_is_ever_certain() -> None:
    tower = look_at(STEADY)
    assert percent(replace(tower, p_topple=0.0, answer="stands")) == 99
    assert percent(replace(tower, p_topple=1.0, answer="falls")) == 99
    assert percent(replace(tower, p_topple=0.42, answer="too_close")) == 42


def test_each_shape_that_may_be_given_has_its_risk_the_riskiest_first(whole: Companion, show: Show) -> None:
    risks = (
        GivenRisk("octagon/red", 1.0, None),
        GivenRisk("octagon/blue", 1.0, None),
        GivenRisk("plate/red", 0.25, 3.0),
    )
    screen = shown(whole, show, replace(look_at(STEADY), risks=risks))
    rows = [row for row in screen.app.page.walk() if isinstance(row, RiskRow)]
    assert {(row.text, row.told, len(row.pieces)) for row in rows} == {
        ("octogone", "ne tient pas", 2),
        ("plaque", "25 %", 1),
    }
    assert rows[0].y > rows[1].y if rows[0].text == "octogone" else rows[1].y > rows[0].y


def test_a_fall_is_played_frame_by_frame_and_stays_at_its_end(whole: Companion, show: Show) -> None:
    tower = look_at(FALLING)
    screen = shown(whole, show, tower)
    screen.tap("fall")
    view = screen.app.page.ids.view
    assert view.at >= 0
    screen.app.page.play_fall()
    assert view.playing
    view.step(0.1, len(tower.frames), tower.frames_per_s)
    assert view.at > 0
    view.step(60.0, len(tower.frames), tower.frames_per_s)
    assert (view.at, view.playing) == (len(tower.frames) - 1, False)


def test_a_new_look_ends_the_fall_but_does_not_interrupt_it(whole: Companion, show: Show) -> None:
    tower, other = look_at(FALLING), look_at(STEADY)
    screen = shown(whole, show, tower)
    page = screen.app.page
    page.play_fall()
    page.see(Picture(TABLE, tower=other))
    assert page.ids.view.tower == tower
    page.ids.view.stop()
    page.see(Picture(TABLE, tower=other))
    assert (page.ids.view.tower, page.ids.view.at) == (other, -1)
    page.see(Picture(TABLE))
    screen.app.tower = None
    screen.app.refresh()
    assert page.ids.view.tower == other, "while a hand is in the way the last look stays"


def test_the_preview_of_a_fall_can_be_switched_off(whole: Companion, show: Show) -> None:
    whole.settings = replace(whole.settings, fall_preview=False)
    screen = shown(whole, show, look_at(FALLING))
    assert screen.app.page.ids.view.tower.fall == ()
    assert not screen.has("fall")
