"""Widgets that ask for one value of a list or a range: seats, numbers, drawn labels, places on the table."""

from __future__ import annotations

from math import ceil
from pathlib import Path
from typing import Any, Final

from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.art.animals import SEAT_ANIMALS
from companion.rulebook.domain import Whole
from companion.rulebook.game import TABLE
from companion.ui.ask import Ask
from companion.ui.board import CellBoard, TokenKey
from companion.ui.theme import Key, SeatKey

LISTED: Final = 24
"""Longer ranges of numbers are typed."""


class Question(BoxLayout):
    """Asks for one value and emits it once."""

    __events__ = ("on_enter",)
    wide = BooleanProperty(defaultvalue=False)

    def __init__(self, ask: Ask, **kwargs: Any) -> None:
        self.ask = ask
        super().__init__(**kwargs)

    def on_enter(self, value: Any) -> None:
        """The value was given."""

    def enter(self, value: Any) -> None:
        """Give the value."""
        self.dispatch("on_enter", value)

    def key_pressed(self, _key: str, _text: str) -> bool:
        """A key of a keyboard; True where it was used."""
        return False


class SeatsQuestion(Question):
    """One key a seat."""

    def __init__(self, ask: Ask, **kwargs: Any) -> None:
        super().__init__(ask, **kwargs)
        for value in ask.values:
            if value == TABLE:
                key: Any = Key(value=value, name="value", text=ask.words("the_table"))
            else:
                key = SeatKey(
                    value=value, name="value", seat=value, text=ask.view.seats[value], note=seat_code(ask.words, value)
                )
            key.bind(on_release=lambda key: self.enter(key.value))
            self.ids.grid.add_widget(key)


class TokensQuestion(Question):
    """One key a value, each showing what it stands for."""

    def __init__(self, ask: Ask, **kwargs: Any) -> None:
        super().__init__(ask, **kwargs)
        values = ask.values
        self.ids.grid.cols = columns_for(len(values))
        for value in values:
            self.ids.grid.add_widget(self._key(value))

    def _key(self, value: Any) -> TokenKey:
        label, kind = self.ask.label(value)
        known = any(label in zone.labels for zone in self.ask.view.zones)
        caption = self.ask.caption(value)
        drawn: Any = TokenKey(value=value, name="value", label=label, dress=kind, caption=caption)
        if not known and not isinstance(value, int):
            drawn = Key(value=value, name="value", text=caption or label)
        drawn.bind(on_release=lambda key: self.enter(key.value))
        return drawn


class CellsQuestion(Question):
    """The places of the table that can be chosen, large enough for fingers."""

    def __init__(self, ask: Ask, **kwargs: Any) -> None:
        super().__init__(ask, **kwargs)
        choices = ask.places()
        named = {place.zone for place in choices}
        zones = tuple(zone for zone in ask.view.zones if zone.name in named)
        own = tuple(sorted(zones, key=lambda zone: zone.owner == ask.by))
        board = CellBoard(own, choices)
        board.bind(on_choose=lambda _, value: self.enter(value))
        self.add_widget(board)


class KeypadQuestion(Question):
    """A number typed with digits; covered where it is secret."""

    typed = StringProperty("")
    peeking = BooleanProperty(defaultvalue=False)
    covered = BooleanProperty(defaultvalue=False)
    low = NumericProperty(0)
    high = NumericProperty(0)

    def __init__(self, ask: Ask, **kwargs: Any) -> None:
        domain = ask.domain
        bounds = (domain.low, domain.high) if isinstance(domain, Whole) else (min(ask.values), max(ask.values))
        super().__init__(ask, covered=ask.secret, low=bounds[0], high=bounds[1], **kwargs)
        for digit in "123456789":
            self.ids.pad.add_widget(self._digit(digit))
        erase = Key(name="erase", glyph="erase")
        erase.bind(on_release=lambda _: self.erase())
        done = Key(name="enter", glyph="check", kind="main")
        done.bind(on_release=lambda _: self.finish())
        for key in (erase, self._digit("0"), done):
            self.ids.pad.add_widget(key)

    def _digit(self, digit: str) -> Key:
        key = Key(name="digit", value=digit, text=digit, base=30)
        key.bind(on_release=lambda key: self.type(key.value))
        return key

    @property
    def shown(self) -> str:
        """The number, or a disc for each digit."""
        return self.typed if self.peeking or not self.covered else "•" * len(self.typed)

    def type(self, digit: str) -> None:
        """Add a digit, as long as the number can still be right."""
        typed = (self.typed + digit).lstrip("0") or "0"
        if int(typed) <= self.high:
            self.typed = typed

    def erase(self) -> None:
        """Take the last digit away."""
        self.typed = self.typed[:-1]

    def finish(self) -> None:
        """Give the number, if it is one of those asked for."""
        if self.typed and int(self.typed) in self.ask.domain:
            self.enter(int(self.typed))

    def key_pressed(self, key: str, text: str) -> bool:
        """Digits of a keyboard type, too."""
        if text.isdecimal():
            self.type(text)
        elif key == "backspace" and self.typed:
            self.erase()
        elif key == "enter" and self.typed and text != " ":
            self.finish()
        else:
            return False
        return True


def seat_code(words: Any, seat: int) -> str:
    """The two letters of a seat's animal."""
    return str(words(f"code.{SEAT_ANIMALS[seat % len(SEAT_ANIMALS)]}"))


def columns_for(number: int) -> int:
    """How many columns a grid of so many keys has on a screen wider than high."""
    return number if number <= 4 else min(ceil(number / 2), 5) if number <= 10 else ceil(number / 3)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
