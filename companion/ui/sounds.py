"""Sounds and voice. Everything audible is also visible: this only repeats what a screen shows."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from typing import Any

from kivy.core.audio import SoundLoader

from companion.session.view import HistoryLine
from companion.texts import Texts
from companion.ui.tones import FOLDER


class Sounds:
    """Plays our sounds and speaks through espeak-ng where it is installed."""

    def __init__(self) -> None:
        self.language = "fr"
        self._audible = False
        self._spoken = False
        self._loaded: dict[str, Any] = {}
        self._voice = shutil.which("espeak-ng")
        self._speaking: subprocess.Popen[bytes] | None = None

    @property
    def has_voice(self) -> bool:
        """True where something can be spoken."""
        return self._voice is not None

    def configure(self, *, audible: bool, spoken: bool) -> None:
        """Follow the settings."""
        self._audible, self._spoken = audible, spoken

    def play(self, name: str) -> None:
        """Play a sound of `companion.ui.tones.SOUNDS`."""
        if not self._audible:
            return
        if name not in self._loaded:
            self._loaded[name] = SoundLoader.load(str(FOLDER / f"{name}.wav"))
        sound = self._loaded[name]
        if sound is not None:
            sound.stop()
            sound.play()

    def hear(self, line: HistoryLine, words: Texts, names: Sequence[str]) -> None:
        """The sound of an entry and, where wanted, its words: what followed is said once, with the new standing."""
        knocked = line.said.key == "told.knock"
        self.play("knock" if knocked else "event" if line.events else "entered")
        self.say(" ".join(words.said(said, names) for said in (line.said, *line.events)))

    def say(self, sentence: str) -> None:
        """Speak, cutting off what is still being said."""
        if not (self._spoken and self._voice):
            return
        if self._speaking is not None and self._speaking.poll() is None:
            self._speaking.terminate()
        command = [self._voice, "-v", self.language, "-s", "165", sentence]
        self._speaking = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603
