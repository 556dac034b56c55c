"""Entering a row of figures: tap a player and the next step is taken; tap a step to free it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder

from companion.ui.ask import Ask
from companion.ui.board import TokenKey
from companion.ui.questions import Question
from companion.ui.theme import SeatKey


class FiguresEditor(Question):
    """The steps from the left, and a key for each player."""

    def __init__(self, ask: Ask, **kwargs: Any) -> None:
        super().__init__(ask, wide=True, **kwargs)
        zone = next(zone for zone in ask.view.zones if zone.kind == "figures")
        self._steps: list[int | None] = [None] * len(zone.rows[0])
        self.ids.steps.cols = -(-len(self._steps) // 2)
        for step in range(len(self._steps)):
            key = TokenKey(value=step, name="step", dress="figures", caption=str(step + 1))
            key.bind(on_release=lambda key: self.free(key.value))
            self.ids.steps.add_widget(key)
        for seat, name in enumerate(ask.view.seats):
            key = SeatKey(value=seat, name="seat", seat=seat, text=name)
            key.bind(on_release=lambda key: self.take(key.value))
            self.ids.seats.add_widget(key)
        self._arrange()

    def _arrange(self) -> None:
        for key in self.ids.steps.children:
            seat = self._steps[key.value]
            key.label = "" if seat is None else f"seat{seat}"
        self.ids.done.disabled = self._steps.count(None) > 1

    def take(self, seat: int) -> None:
        """The next free step is taken by a figure of `seat`."""
        if None in self._steps:
            self._steps[self._steps.index(None)] = seat
        self._arrange()

    def free(self, step: int) -> None:
        """Take the figure from a step."""
        self._steps[step] = None
        self._arrange()

    def finish(self) -> None:
        """Give the row."""
        self.enter(tuple(self._steps))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
