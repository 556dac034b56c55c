"""The tower page says what physics says, in words and by a needle; what is not seen is not invented."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.companion import Companion
from companion.ui.studio import TOWER
from companion.ui.tower_view import risk_word
from tests.ui.touch import Screen, opened


@pytest.mark.parametrize(
    ("p_topple", "word"), [(0.0, "calm"), (0.33, "calm"), (0.34, "careful"), (0.66, "careful"), (0.67, "critical")]
)
def test_a_risk_has_a_word(p_topple: float, word: str) -> None:
    assert risk_word(p_topple) == f"tower.{word}"


def test_without_a_side_camera_the_recorded_tower_is_shown(whole: Companion, show: Callable[..., Screen]) -> None:
    opened(whole, "splash", ("Anaïs", "Jörg"))
    screen = show(whole)
    screen.tap("menu")
    screen.tap("tower")
    ids = screen.app.page.ids
    assert (ids.gauge.opacity, ids.board.opacity) == (0, 1)
    assert ids.word.text == "Aucune caméra ne voit la tour de côté."


def test_a_tower_that_is_seen_has_a_needle_and_numbers(whole: Companion, show: Callable[..., Screen]) -> None:
    opened(whole, "splash", ("Anaïs", "Jörg"))
    screen = show(whole)
    screen.app.tower = TOWER
    screen.app.go("tower")
    screen.frames()
    ids = screen.app.page.ids
    assert ids.gauge.risk == TOWER.p_topple
    assert ids.word.text == "Prudence · 42 %"
    assert "1,8 mm" in ids.margin.text


def test_the_preview_of_a_fall_can_be_switched_off(whole: Companion, show: Callable[..., Screen]) -> None:
    whole.settings = replace(whole.settings, fall_preview=False)
    opened(whole, "splash", ("Anaïs", "Jörg"))
    screen = show(whole)
    screen.app.tower = TOWER
    screen.app.go("tower")
    assert screen.app.page.ids.view.tower.fall == ()
