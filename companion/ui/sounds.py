"""Sounds and voice. Everything audible is also visible: this only repeats what a screen shows."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias

from kivy.core.audio import SoundLoader

from companion.session.view import View
from companion.settings import Settings
from companion.texts import Texts
from companion.ui.tones import FOLDER

Kind: TypeAlias = Literal["proposal", "score", "knock", "warning"]
KIND_OF: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        "proposal": "proposal",
        "entered": "score",
        "event": "score",
        "undo": "score",
        "win": "score",
        "knock": "knock",
        "refused": "warning",
        "warning": "warning",
    }
)
"""What each sound is about: people switch kinds, not sounds."""
SPEED_WPM: Final = 165
_UNDO: Final = "told.undo"
_OF_KEY: Final = MappingProxyType({"told.knock": "knock", _UNDO: "undo"})


class Sounds:
    """Plays our sounds and speaks through espeak-ng where it is installed."""

    def __init__(self) -> None:
        self.language = "fr"
        self._wanted: frozenset[Kind] = frozenset()
        self._spoken = False
        self._totals: tuple[int, ...] = ()
        self._loaded: dict[str, Any] = {}
        self._voice = shutil.which("espeak-ng")
        self._speaking: subprocess.Popen[bytes] | None = None

    @property
    def has_voice(self) -> bool:
        """True where something can be spoken."""
        return self._voice is not None

    def configure(self, settings: Settings) -> None:
        """Follow the settings."""
        kinds: dict[Kind, bool] = {
            "proposal": settings.sound_proposal,
            "score": settings.sound_score,
            "knock": settings.sound_knock,
            "warning": settings.sound_warning,
        }
        self._wanted = frozenset(kind for kind, on in kinds.items() if on and settings.sounds)
        self._spoken = settings.voice

    def play(self, name: str) -> bool:
        """Play a sound of `companion.ui.tones.SOUNDS` where its kind is wanted; True where it was."""
        if KIND_OF[name] not in self._wanted:
            return False
        if name not in self._loaded:
            self._loaded[name] = SoundLoader.load(str(FOLDER / f"{name}.wav"))
        sound = self._loaded[name]
        if sound is not None:
            sound.stop()
            sound.play()
        return True

    def hear(self, view: View, words: Texts) -> str:
        """The sound of the newest entry and, where wanted, its words with the new standing; returns what was said.

        Of what was taken back only the new standing is said, where there is one.
        """
        line, standing = view.history[-1], self._standing(view, words)
        self.play(
            "win" if view.outcome is not None else _OF_KEY.get(line.said.key, "event" if line.events else "entered")
        )
        if line.said.key == _UNDO and standing:
            return self.say(standing)
        sentences = [words.said(said, view.seats) for said in (line.said, *line.events)]
        return self.say(" ".join([*sentences, standing]).strip())

    def attend(self, view: View | None) -> None:
        """The standing from which changes are told: that of the game that has just been opened."""
        self._totals = view.totals if view else ()

    def _standing(self, view: View, words: Texts) -> str:
        """The scores in one sentence where one has changed, else nothing."""
        before, self._totals = self._totals, view.totals
        if before == view.totals:
            return ""
        pairs = zip(view.seats, view.totals, strict=True)
        return ", ".join(words("spoken.score", name=name, points=points) for name, points in pairs) + "."

    def say(self, sentence: str) -> str:
        """Speak, cutting off what is still being said; returns what is spoken, nothing where nothing is."""
        if not (self._spoken and self._voice and sentence):
            return ""
        if self._speaking is not None and self._speaking.poll() is None:
            self._speaking.terminate()
        command = [self._voice, "-v", self.language, "-s", str(SPEED_WPM), "--", sentence]
        try:
            self._speaking = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603
        except OSError:
            self._voice = None  # it was there and is not any more: from now on nothing is spoken
            return ""
        return sentence
