"""Entering how many cards of each value: a step up or down for each, with the sum; covered where it is secret."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.rulebook.codec import Counts
from companion.ui.ask import Ask
from companion.ui.questions import Question

_VALUES: Final = (1, 2, 5, 10, 20)


class CountColumn(BoxLayout):
    """One value: its card, its number, and the keys for more and fewer."""

    value = NumericProperty(0)
    number = NumericProperty(0)
    covered = BooleanProperty(defaultvalue=False)


class CountsEditor(Question):
    """A column for each value of a card."""

    total = StringProperty("0")
    peeking = BooleanProperty(defaultvalue=False)
    covered = BooleanProperty(defaultvalue=False)

    def __init__(self, ask: Ask, **kwargs: Any) -> None:
        super().__init__(ask, covered=ask.secret, **kwargs)
        for value in _VALUES:
            column = CountColumn(value=value)
            column.bind(number=self._add_up)
            self.bind(
                peeking=lambda _, peeking, column=column: setattr(column, "covered", self.covered and not peeking)
            )
            column.covered = self.covered
            self.ids.columns.add_widget(column)

    @property
    def counts(self) -> Counts:
        """What is entered, without the values of which there are none."""
        columns = sorted(self.ids.columns.children, key=lambda column: column.value)
        return Counts(tuple((column.value, column.number) for column in columns if column.number))

    def _add_up(self, *_: Any) -> None:
        self.total = str(self.counts.worth)

    def finish(self) -> None:
        """Give the counts."""
        self.enter(self.counts)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
