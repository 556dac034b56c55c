"""Entering a word: letters large enough for a finger, in the order people of the language know."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.page import Page
from companion.ui.theme import Key

LONGEST: Final = 14
ROWS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "fr": ("azertyuiop", "qsdfghjklm", "wxcvbn-'éè", "ëêàâîïôùûç"),
        "en": ("qwertyuiop", "asdfghjkl-", "zxcvbnm'éè", "äöüßàçñåøë"),
        "de": ("qwertzuiop", "asdfghjklß", "yxcvbnm-'é", "äöüèàçñåøë"),
    }
)


class NamePage(Page):
    """A word and the letters for it."""

    text = StringProperty("")
    title = StringProperty("")
    capital = BooleanProperty(defaultvalue=True)

    def __init__(self, *, done: Callable[[str], None], title: str, longest: int = LONGEST, **kwargs: Any) -> None:
        super().__init__(title=title, **kwargs)
        self._done = done
        self._longest = longest
        for row in ROWS[self.app.words.language]:
            line = BoxLayout(spacing=self.ids.letters.spacing)
            for letter in row:
                key = Key(value=letter, name="letter")
                key.bind(on_release=lambda key: self.write(key.value))
                line.add_widget(key)
            self.ids.letters.add_widget(line)
        self.bind(capital=self._label)
        self._label()

    def _label(self, *_: Any) -> None:
        for line in self.ids.letters.children:
            for key in line.children:
                key.text = key.value.upper() if self.capital and key.value != "ß" else key.value

    def write(self, letter: str) -> None:
        """Add a letter; after the first one, and after a space, small and capital ones change by themselves."""
        if len(self.text) < self._longest:
            self.text += letter.upper() if self.capital and letter != "ß" else letter
            self.capital = letter in {" ", "-"}

    def erase(self) -> None:
        """Take the last letter away."""
        self.text = self.text[:-1]
        self.capital = not self.text or self.text[-1] in {" ", "-"}

    def finish(self) -> None:
        """Hand the word over and lead back."""
        word = self.text.strip()
        if word:
            self.app.back()
            self._done(word)

    def key_pressed(self, key: str, text: str) -> bool:
        """Letters of a real keyboard write, too."""
        if key == "backspace":
            self.erase()
        elif key == "enter" and text != " ":
            self.finish()
        elif text and text.isprintable() and (text.isalpha() or text in " -'"):
            self.write(text.lower())
        else:
            return False
        return True


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
