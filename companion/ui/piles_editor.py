"""Entering piles of cards: all are as high as the first one, so that after it each is left by itself when full."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from kivy.lang import Builder
from kivy.properties import NumericProperty

from companion.ui.ask import Ask
from companion.ui.board import TokenKey
from companion.ui.questions import Question
from companion.ui.theme import Key

_PILES: Final = 9


class PilesEditor(Question):
    """Nine piles, the cards of the one in front, and the values."""

    at = NumericProperty(0)

    def __init__(self, ask: Ask, **kwargs: Any) -> None:
        super().__init__(ask, wide=True, **kwargs)
        zone = ask.zone(ask.field)
        values = [int(label) for label in (zone.labels if zone else ()) if label.isdecimal()]
        self._piles: list[list[int]] = [[] for _ in range(_PILES)]
        for value in values:
            key = TokenKey(value=value, name="value", label=str(value))
            key.bind(on_release=lambda key: self.lay(key.value))
            self.ids.faces.add_widget(key)
        for pile in range(_PILES):
            key = Key(value=pile, name="pile")
            key.bind(on_release=lambda key: self.go(key.value))
            self.ids.piles.add_widget(key)
        self.bind(at=self._arrange)
        self._arrange()

    def _arrange(self, *_: Any) -> None:
        for key in self.ids.piles.children:
            pile = self._piles[key.value]
            key.kind = "chosen" if key.value == self.at else "plain"
            key.text = f"{key.value + 1}.  {' '.join(map(str, pile)) or '–'}"
        here = self._piles[self.at]
        self.ids.cards.text = "  ".join(map(str, here)) or "–"
        self.ids.erase.disabled = not here
        self.ids.done.disabled = len({len(pile) for pile in self._piles}) > 1

    def go(self, pile: int) -> None:
        """Put a pile in front."""
        self.at = pile

    def lay(self, value: int) -> None:
        """One more card on the pile in front."""
        here, first = self._piles[self.at], self._piles[0]
        here.append(value)
        if self.at and len(here) == len(first) and self.at < _PILES - 1:
            self.at += 1
        self._arrange()

    def erase(self) -> None:
        """Take the last card off the pile in front."""
        self._piles[self.at].pop()
        self._arrange()

    def finish(self) -> None:
        """Give the piles."""
        self.enter(tuple(tuple(pile) for pile in self._piles))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
