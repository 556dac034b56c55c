"""Sounds of our own, each kind to be switched off by itself; spoken words; nothing audible that is not visible too."""

from __future__ import annotations

import json
import sys
import wave
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from companion.companion import Companion
from companion.feeds.feed import Health
from companion.games.allegra.model import Deal, TurnUp
from companion.rulebook.game import TABLE
from companion.rulebook.text import say
from companion.settings import Settings
from companion.ui.gallery import Evening, evening, in_phase
from companion.ui.settings_page import AUDIBLE, HouseRow
from companion.ui.sounds import KIND_OF, Sounds
from companion.ui.tones import FOLDER, RATE_HZ, SOUNDS, samples, write_sounds
from tests.kit import PATIENCE_S
from tests.ui.touch import Screen, companion, opened

Show = Callable[..., Screen]
GROUP = ("Anaïs", "Jörg", "Léo")


@pytest.mark.parametrize("name", list(SOUNDS))
def test_a_sound_is_short_begins_in_silence_and_rings_out(name: str) -> None:
    made = list(samples(SOUNDS[name]))
    assert len(made) < RATE_HZ
    assert made[0] == 0
    assert max(map(abs, made[-200:])) < 0.03 * max(map(abs, made))
    assert max(map(abs, made)) > 3_000


def test_the_files_are_what_the_module_writes(tmp_path: Path) -> None:
    write_sounds(tmp_path)
    for name in SOUNDS:
        with wave.open(str(FOLDER / f"{name}.wav")) as kept, wave.open(str(tmp_path / f"{name}.wav")) as fresh:
            assert kept.getparams() == fresh.getparams()
            assert kept.readframes(kept.getnframes()) == fresh.readframes(fresh.getnframes())


def test_every_sound_is_of_a_kind_that_can_be_switched() -> None:
    assert KIND_OF.keys() == SOUNDS.keys()
    switches = {field.name for field in fields(Settings) if field.name.startswith("sound_")}
    assert {f"sound_{kind}" for kind in KIND_OF.values()} == switches
    assert switches < AUDIBLE.keys()


@pytest.mark.parametrize("kind", sorted(set(KIND_OF.values())))
def test_a_kind_that_is_switched_off_is_silent_and_the_others_are_not(kind: str) -> None:
    sounds = Sounds()
    sounds.configure(Settings(**{f"sound_{kind}": False}))
    assert {KIND_OF[name] for name in SOUNDS if not sounds.play(name)} == {kind}
    sounds.configure(Settings(sounds=False))
    assert not any(sounds.play(name) for name in SOUNDS)


class Heard:
    """Sounds that were played, and nothing comes out of the machine."""

    def __init__(self, screen: Screen) -> None:
        self.played: list[str] = []
        play = screen.app.sounds.play

        def remembered(name: str) -> bool:
            wanted = play(name)
            if wanted:
                self.played.append(name)
            return bool(wanted)

        screen.app.sounds.play = remembered


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Evening]:
    one = evening(tmp_path / "night", Settings(language="fr"))
    yield one
    one.companion.close()


def test_a_new_proposal_is_heard_once_and_seen(night: Evening, show: Show) -> None:
    night.begin("allegra", GROUP, 3, until=in_phase("choosing"))
    screen = show(night.companion)
    heard = Heard(screen)
    course = night.companion.session.course
    action = next(a for option in course.game.options(course.state) for a in option.actions())
    night.stage.lay(course.game.zones(course.game.apply(course.state, action).state))
    screen.app.pump()
    screen.frames()
    screen.app.refresh()
    screen.frames()
    assert heard.played == ["proposal"]
    assert screen.app.page.proposal.text
    screen.tap("yes")
    screen.frames()
    assert heard.played[1] in {"entered", "event"}


def test_a_device_that_goes_is_heard_and_told(night: Evening, show: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = show(night.companion)
    monkeypatch.setattr(night.companion, "health", lambda: (Health("camera", "good", say("camera.good")),))
    screen.app.look_after()
    heard = Heard(screen)
    monkeypatch.setattr(night.companion, "health", lambda: (Health("camera", "missing", say("camera.lost")),))
    screen.app.look_after()
    screen.app.look_after()
    assert heard.played == ["warning"]
    assert screen.app.notice.text == screen.app.words("camera.lost")


def voice(folder: Path) -> Path:
    """A program in place of espeak-ng that writes down how it was called."""
    program = folder / "espeak-ng"
    program.write_text(
        f"#!{sys.executable}\nimport json, sys\n"
        f"open({str(folder / 'called')!r}, 'a').write(json.dumps(sys.argv[1:]) + '\\n')\n"
    )
    program.chmod(0o755)
    return folder / "called"


def called(screen: Screen, file: Path) -> list[Any]:
    screen.app.sounds._speaking.wait(PATIENCE_S)
    return [json.loads(line) for line in file.read_text().splitlines()]


@pytest.mark.parametrize(
    ("language", "standing"), [("fr", "Anaïs 4, Jörg 0, Léo 0."), ("de", "Anaïs 4, Jörg 0, Léo 0.")]
)
def test_what_is_entered_and_the_new_scores_are_spoken_in_the_language_and_shown(
    language: str, standing: str, tmp_path: Path, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = voice(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    whole = companion(tmp_path / "data", language=language, voice=True)
    opened(whole, "allegra", GROUP).submit(Deal(TABLE, 5), "touch")
    screen = show(whole)
    assert screen.app.sounds.has_voice
    whole.session.submit(TurnUp(0, (0, 0, 0), 4), "touch")
    screen.frames()
    *_, (flag, spoken, _, _, _, sentence) = called(screen, file)
    assert (flag, spoken) == ("-v", language)
    assert sentence.endswith(standing)
    assert screen.app.notice.text == sentence, "who does not hear it reads it"
    whole.close()


def test_scores_that_stay_are_not_spoken_again(tmp_path: Path, show: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    file = voice(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    whole = companion(tmp_path / "data", voice=True)
    opened(whole, "allegra", GROUP)
    screen = show(whole)
    whole.session.submit(Deal(TABLE, 5), "touch")
    screen.frames()
    assert "Jörg 0" not in called(screen, file)[-1][-1]
    whole.close()


def test_what_is_taken_back_has_one_sound_and_only_the_new_scores_are_spoken(
    tmp_path: Path, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = voice(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    whole = companion(tmp_path / "data", voice=True, sounds=True)
    opened(whole, "allegra", GROUP).submit(Deal(TABLE, 5), "touch")
    whole.session.submit(TurnUp(0, (0, 0, 0), 4), "touch")
    screen = show(whole)
    heard = Heard(screen)
    screen.tap("undo")
    screen.frames()
    assert heard.played == ["undo"]
    assert called(screen, file)[-1][-1] == "Anaïs 0, Jörg 0, Léo 0."
    whole.close()


def test_without_a_voice_nothing_is_spoken_and_nothing_breaks(
    whole: Companion, show: Show, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    sounds = Sounds()
    sounds.configure(Settings(voice=True))
    assert not sounds.has_voice
    assert sounds.say("bonjour") == ""
    monkeypatch.setattr(sounds, "_voice", str(tmp_path / "gone"))
    assert sounds.say("bonjour") == ""
    assert not sounds.has_voice


def test_each_switch_stands_on_the_page_and_is_heard_when_it_is_switched_on(night: Evening, show: Show) -> None:
    screen = show(night.companion)
    screen.tap("settings")
    screen.tap("sounds")
    heard = Heard(screen)
    screen.tap("next", "sound_proposal")
    assert night.companion.settings.sound_proposal is False
    assert heard.played == []
    screen.tap("next", "sound_proposal")
    assert heard.played == ["proposal"]
    seen = {row.option for row in screen.app.page.walk() if isinstance(row, HouseRow)}
    while screen.has("page_down"):
        screen.tap("page_down")
        seen |= {row.option for row in screen.app.page.walk() if isinstance(row, HouseRow)}
    assert seen == AUDIBLE.keys()
