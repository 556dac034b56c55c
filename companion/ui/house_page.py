"""The rules of the house: one row for each named option of a game, made from the types of its options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from kivy.lang import Builder
from kivy.properties import ObjectProperty, StringProperty

from companion.games import game_named
from companion.ui.page import Page
from companion.ui.theme import Panel


class HousePage(Page):
    """A list of options; each can be stepped through."""

    def __init__(
        self,
        *,
        game: str,
        options: dict[str, Any],
        seats: tuple[str, ...],
        done: Callable[[Mapping[str, Any]], None],
    ) -> None:
        super().__init__()
        self._done = done
        self._house = game_named(game).house
        self._given = options
        self._seats = seats
        self.ids.top.remark = self.app.companion.texts(game)("name")
        self.ids.rows.fill(list(option_values(self._house, len(seats)).items()), self._row)

    def _row(self, item: tuple[str, tuple[Any, ...]]) -> HouseRow:
        name, values = item
        row = HouseRow(values=values, value=self._given.get(name, _default(self._house, name)), option=name)
        row.tell(self._told(name, row.value))
        row.bind(value=self._changed)
        return row

    def _changed(self, row: HouseRow, value: Any) -> None:
        row.tell(self._told(row.option, value))
        if value == _default(self._house, row.option):
            self._given.pop(row.option, None)
        else:
            self._given[row.option] = value

    def _told(self, name: str, value: Any) -> str:
        """The value of an option in words."""
        words = self.app.words
        if name == "first" and value < len(self._seats):
            return self._seats[value]
        if isinstance(value, bool):
            return str(words("ui.yes" if value else "ui.no"))
        key = f"option.{name}.{value}"
        return str(words(key)) if words.has(key) else str(value)

    def finish(self) -> None:
        """Keep the options and lead back."""
        self._done(self._given)
        self.app.back()


class HouseRow(Panel):
    """An option: its name, its value, and a key for the next value."""

    option = StringProperty("")
    prefix = StringProperty("option")
    values = ObjectProperty(())
    value = ObjectProperty(None, allownone=True)
    told = StringProperty("")

    def tell(self, text: str) -> None:
        """Show the value in words."""
        self.told = text

    def step(self, by: int) -> None:
        """To the value after or before this one."""
        at = self.values.index(self.value) if self.value in self.values else 0
        self.value = self.values[(at + by) % len(self.values)]


def option_values(house: type, seats: int) -> Mapping[str, tuple[Any, ...]]:
    """The values that each option of `house` can be stepped through; structures are left to the log header."""
    hints = get_type_hints(house)
    found: dict[str, tuple[Any, ...]] = {}
    for field in fields(house):
        hint = hints[field.name]
        if field.name == "first":
            found[field.name] = tuple(range(seats))
        elif hint is bool:
            found[field.name] = (field.default, not field.default)
        elif get_origin(hint) is Literal:
            found[field.name] = get_args(hint)
        elif hint is int:
            found[field.name] = tuple(range(11))
    return {name: values for name, values in found.items() if len(values) > 1}


def _default(house: type, name: str) -> Any:
    return next(field.default for field in fields(house) if field.name == name)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
