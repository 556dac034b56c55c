"""Entering a pyramid: tap a colour and it fills the next place; tap a bucket to empty its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder

from companion.art.layout import Place
from companion.rulebook.zone import GAP, Zone
from companion.ui.ask import Ask
from companion.ui.board import CellBoard, TokenKey
from companion.ui.questions import Question


class PyramidEditor(Question):
    """Ten places and the buckets that are left."""

    def __init__(self, ask: Ask, **kwargs: Any) -> None:
        super().__init__(ask, **kwargs)
        self._zone = next(zone for zone in ask.view.zones if zone.owner == ask.by and zone.kind == "buckets")
        self._colours = tuple(label for label in self._zone.labels if label != GAP)
        self._places = [Place(self._zone.name, r, c) for r, row in enumerate(self._zone.rows) for c in range(len(row))]
        self._filled: dict[Place, str] = {}
        self._copies = len(self._places) // len(self._colours)
        for colour in self._colours:
            key = TokenKey(
                value=colour, name="colour", label=colour, dress="buckets", caption=ask.words(f"colour.{colour}")
            )
            key.bind(on_release=lambda key: self.fill(key.value))
            self.ids.colours.add_widget(key)
        self._arrange()

    def _arrange(self) -> None:
        rows = tuple(
            tuple(self._filled.get(Place(self._zone.name, r, c), GAP) for c in range(len(row)))
            for r, row in enumerate(self._zone.rows)
        )
        zone = Zone(self._zone.name, "buckets", rows, self._zone.labels, self._zone.owner)
        board = CellBoard((zone,), {place: place for place in self._places})
        board.bind(on_choose=lambda _, place: self.empty(place))
        self.ids.pyramid.clear_widgets()
        self.ids.pyramid.add_widget(board)
        for key in self.ids.colours.children:
            key.count = self._copies - list(self._filled.values()).count(key.value)
            key.disabled = not key.count
        self.ids.done.disabled = len(self._filled) < len(self._places)

    def fill(self, colour: str) -> None:
        """Put a bucket on the next empty place, from the base up and from the left."""
        self._filled[next(place for place in self._places if place not in self._filled)] = colour
        self._arrange()

    def empty(self, place: Place) -> None:
        """Take the bucket at `place` away again."""
        self._filled.pop(place, None)
        self._arrange()

    def finish(self) -> None:
        """Give the pyramid, rows from the base up."""
        name = self._zone.name
        self.enter(
            tuple(
                tuple(self._filled[Place(name, r, c)] for c in range(len(row))) for r, row in enumerate(self._zone.rows)
            )
        )


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
