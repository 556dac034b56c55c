"""Trying out buttons and displays disturbs no game, and the game finds everything as it was."""

from __future__ import annotations

from pathlib import Path

from companion.companion import Companion
from companion.feeds.bids import BidFeed
from companion.feeds.knock import KnockFeed
from companion.ports import HandClock
from companion.session.record import Header
from companion.settings import Settings
from companion.store.journal import open_journal
from companion.trial import DISPLAY_STEPS, SEATS
from hardware.presses import ScriptedPresses


class Shown:
    """Displays that remember."""

    def __init__(self) -> None:
        self.texts: list[tuple[str, ...]] = []

    def show(self, texts: tuple[str, ...]) -> None:
        self.texts.append(texts)

    def close(self) -> None:
        pass


def rigged(folder: Path) -> tuple[Companion, ScriptedPresses, Shown, HandClock]:
    clock = HandClock(100.0)
    presses, shown = ScriptedPresses(clock=clock.monotonic_s), Shown()
    whole = Companion(
        Settings(language="fr"),
        open_journal("", folder),
        clock=clock,
        feeds=(KnockFeed(presses), BidFeed(shown)),
        keep_settings=lambda *_: None,
    )
    return whole, presses, shown, clock


def test_a_press_in_a_trial_is_told_with_its_time_and_enters_nothing(tmp_path: Path) -> None:
    whole, presses, _, clock = rigged(tmp_path)
    session = whole.open(Header("allegra", ("A", "B")))
    trial = whole.begin_trial()
    presses.knock(1, at_s=100.5)
    clock.move(1.0)
    assert whole.pump() is False
    assert [(pressed.seat, pressed.at_s) for pressed in trial.pressed()] == [(1, 100.5)]
    assert trial.pressed() == ()
    whole.end_trial()
    clock.move(1.0)
    whole.pump()
    assert session.presses == ()
    whole.close()


def test_a_press_is_told_without_a_game_too(tmp_path: Path) -> None:
    whole, presses, _, clock = rigged(tmp_path)
    trial = whole.begin_trial()
    presses.knock(4, at_s=100.2)
    clock.move(1.0)
    whole.pump()
    assert [pressed.seat for pressed in trial.pressed()] == [4]
    whole.close()


def test_displays_show_the_trial_and_then_the_game_again(tmp_path: Path) -> None:
    whole, _, shown, _ = rigged(tmp_path)
    whole.open(Header("allegra", ("A", "B")))
    whole.pump()
    game = shown.texts[-1]
    trial = whole.begin_trial()
    for texts in DISPLAY_STEPS:
        trial.show(texts)
        assert shown.texts[-1] == texts
    whole.end_trial()
    assert shown.texts[-1] == game
    whole.close()


def test_the_display_test_lights_every_segment_and_names_every_seat() -> None:
    assert DISPLAY_STEPS[0] == ("888",) * SEATS
    assert DISPLAY_STEPS[1] == ("1", "2", "3", "4", "5", "6")
    assert [texts.index("888") for texts in DISPLAY_STEPS[2:]] == list(range(SEATS))
