"""Entering what cards show that lay face down until now, one after the other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.properties import NumericProperty

from companion.art.layout import Place
from companion.rulebook.zone import BACK, GAP, Zone
from companion.ui.ask import Ask, hidden_places
from companion.ui.board import TokenKey
from companion.ui.questions import Question


class HiddenEditor(Question):
    """The table with the card that is asked for framed, and the values it may show."""

    at = NumericProperty(0)

    def __init__(self, ask: Ask, **kwargs: Any) -> None:
        super().__init__(ask, wide=True, **kwargs)
        self._zones = tuple(zone for zone in ask.view.zones if zone.owner is not None and zone.kind == "cards")
        self._hidden = hidden_places(self._zones, BACK)
        self._told: dict[Place, str] = {}
        labels = dict.fromkeys(label for zone in self._zones for label in zone.labels if label not in {BACK, GAP})
        for label in labels:
            key = TokenKey(value=int(label), name="value", label=label)
            key.bind(on_release=lambda key: self.tell(key.value))
            self.ids.faces.add_widget(key)
        self.ids.board.names = ask.view.seats
        self.bind(at=self._arrange)
        self._arrange()

    @property
    def places(self) -> tuple[Place, ...]:
        """The places asked for, in their order."""
        return self._hidden

    def _arrange(self, *_: Any) -> None:
        board = self.ids.board
        board.zones = tuple(self._shown(zone) for zone in self._zones)
        board.marked = frozenset(self._hidden[self.at : self.at + 1])
        self.ids.count.text = f"{min(self.at + 1, len(self._hidden))} / {len(self._hidden)}"
        self.ids.before.disabled = self.at == 0
        self.ids.after.disabled = self.at >= len(self._hidden) - 1
        self.ids.done.disabled = len(self._told) < len(self._hidden)
        self.ids.faces.disabled = not self._hidden

    def _shown(self, zone: Zone) -> Zone:
        rows = tuple(
            tuple(self._told.get(Place(zone.name, r, c), label) for c, label in enumerate(row))
            for r, row in enumerate(zone.rows)
        )
        return Zone(zone.name, zone.kind, rows, zone.labels, zone.owner)

    def tell(self, value: int) -> None:
        """The framed card shows `value`; go to the next one."""
        self._told[self._hidden[self.at]] = str(value)
        if self.at < len(self._hidden) - 1:
            self.at += 1
        self._arrange()

    def finish(self) -> None:
        """Give all cards: owner, row, column, value."""
        owners = {zone.name: zone.owner for zone in self._zones}
        self.enter(tuple((owners[p.zone], p.row, p.column, int(self._told[p])) for p in self._hidden))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
