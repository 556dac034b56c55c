"""Picking several things in order: card values to lay, the open pair, fallen pieces. What is picked lies in a tray."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, Final

from kivy.lang import Builder

from companion.rulebook.zone import BACK, GAP
from companion.ui.ask import Ask, lying
from companion.ui.board import TokenKey
from companion.ui.questions import Question, columns_for

_SUIT: Final = re.compile(r"([a-z]+?)(\d+)")


@dataclass(frozen=True, slots=True)
class Pick:
    """Something that can be picked: its value, how it is drawn, and how often it may be taken."""

    value: Any
    label: str
    kind: str
    copies: int = 1


class PicksEditor(Question):
    """A tray, and the things that can still be picked."""

    def __init__(self, ask: Ask, picks: Iterable[Pick], *, most: int, **kwargs: Any) -> None:
        super().__init__(ask, **kwargs)
        self._picks = {pick.value: pick for pick in picks}
        self._most = most
        self.picked: list[Any] = []
        self.ids.grid.cols = columns_for(len(self._picks)) if len(self._picks) <= 10 else -(-len(self._picks) // 3)
        self._arrange()

    def _arrange(self) -> None:
        tray, grid = self.ids.tray, self.ids.grid
        tray.clear_widgets()
        grid.clear_widgets()
        for number, value in enumerate(self.picked):
            key = self._key(self._picks[value], "picked", number)
            key.bind(on_release=lambda key: self.put_back(key.value))
            tray.add_widget(key)
        for pick in self._picks.values():
            key = self._key(pick, "value", pick.value)
            key.disabled = len(self.picked) >= self._most or self.picked.count(pick.value) >= pick.copies
            key.bind(on_release=lambda key: self.pick(key.value))
            grid.add_widget(key)
        self.ids.done.disabled = not self.picked

    def _key(self, pick: Pick, name: str, value: Any) -> TokenKey:
        return TokenKey(name=name, value=value, label=pick.label, dress=pick.kind)

    def pick(self, value: Any) -> None:
        """Take one more; where that completes what is asked for, it is given at once."""
        self.picked.append(value)
        self._arrange()
        if len(self.picked) == self._most and tuple(self.picked) in self.ask.domain:
            self.finish()

    def put_back(self, number: int) -> None:
        """Take the one at that place of the tray back."""
        del self.picked[number]
        self._arrange()

    def finish(self) -> None:
        """Give what lies in the tray; the rules say whether it is right."""
        if self.picked:
            self.enter(tuple(self.picked))


def values_editor(ask: Ask) -> PicksEditor:
    """Card values of the round's colour, as the zone of cards before the seat knows them."""
    zone = ask.zone(f"cards{ask.by}")
    suits = [match.groups() for label in (zone.labels if zone else ()) if (match := _SUIT.fullmatch(label))]
    laid = [match[1] for label in lying(ask.view.zones, "cards") if (match := _SUIT.fullmatch(label))]
    colour = next((a.value for a in ask.form.answers if a.field == "colour"), laid[0] if laid else "")
    numbers = sorted({int(number) for _, number in suits})
    return PicksEditor(ask, (Pick(n, f"{colour}{n}", "animals", copies=2) for n in numbers), most=3)


def labels_editor(ask: Ask) -> PicksEditor:
    """As many labels as the zone named like the field has places, those left out that can make no right answer."""
    zone = ask.zone(ask.field)
    labels = [label for label in (zone.labels if zone else ()) if label not in {GAP, BACK}]
    places = sum(len(row) for row in zone.rows) if zone else 1
    usable = {label for pair in product(labels, repeat=places) if pair in ask.domain for label in pair}
    twice = {label for label in labels if (label,) * places in ask.domain}
    picks = (Pick(label, label, "cards", places if label in twice else 1) for label in labels if label in usable)
    return PicksEditor(ask, picks, most=places, wide=True)


def pieces_editor(ask: Ask) -> PicksEditor:
    """Three of the fallen pieces."""
    fallen = tuple(zone for zone in ask.view.zones if zone.name.startswith("stack"))
    return PicksEditor(ask, (Pick(label, label, "tower") for label in lying(fallen, "tower")), most=3)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
