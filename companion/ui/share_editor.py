"""Sharing out pieces: they go round the table one by one, as people draft them; a tap on a player skips to him."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import NumericProperty

from companion.art.layout import Box
from companion.rulebook.zone import GAP
from companion.ui.ask import Ask
from companion.ui.board import TokenKey
from companion.ui.questions import Question
from companion.ui.theme import SeatKey, draw_seat


class PieceKey(TokenKey):
    """A piece, and the seat that has it (-1: nobody)."""

    seat = NumericProperty(-1)
    redraw_on = (*TokenKey.redraw_on, "seat")

    def draw_label(self, room: Box) -> None:
        """Draw the piece and, in a corner, whose it is."""
        super().draw_label(room)
        if self.seat >= 0:
            side = min(dp(28), self.height * 0.5)
            draw_seat(Box(self.right - side - dp(2), self.top - side - dp(2), side, side), int(self.seat), self.look)


class ShareEditor(Question):
    """The players with how many pieces they have, and all pieces."""

    turn = NumericProperty(0)

    def __init__(self, ask: Ask, **kwargs: Any) -> None:
        super().__init__(ask, wide=True, **kwargs)
        zone = next(zone for zone in ask.view.zones if zone.kind == "tower")
        self._pieces = tuple(label for label in zone.labels if label != GAP)
        self._order: list[tuple[str, int]] = []
        self.ids.seats.cols = 1 if len(ask.view.seats) < 5 else 2
        for seat, name in enumerate(ask.view.seats):
            key = SeatKey(value=seat, name="seat", seat=seat, text=name)
            key.bind(on_release=lambda key: setattr(self, "turn", key.value))
            self.ids.seats.add_widget(key)
        for piece in self._pieces:
            key = PieceKey(value=piece, name="value", label=piece, dress="tower")
            key.bind(on_release=lambda key: self.toggle(key.value))
            self.ids.pieces.add_widget(key)
        self.bind(turn=self._arrange)
        self._arrange()

    @property
    def reserves(self) -> tuple[tuple[str, ...], ...]:
        """The pieces of every seat, in the order they were taken."""
        return tuple(tuple(p for p, owner in self._order if owner == seat) for seat in range(len(self.ask.view.seats)))

    def _arrange(self, *_: Any) -> None:
        owners = dict(self._order)
        for key in self.ids.seats.children:
            key.kind = "chosen" if key.value == self.turn else "plain"
            key.note = str(len(self.reserves[key.value]))
        for key in self.ids.pieces.children:
            key.seat = owners.get(key.value, -1)

    def toggle(self, piece: str) -> None:
        """The player whose turn it is takes a piece, or it is laid back."""
        owners = dict(self._order)
        if piece in owners:
            self._order.remove((piece, owners[piece]))
            self.turn = owners[piece]
        else:
            self._order.append((piece, int(self.turn)))
            self.turn = (self.turn + 1) % len(self.ask.view.seats)
        self._arrange()

    def finish(self) -> None:
        """Give the reserves; the rules say whether the shares are right."""
        self.enter(self.reserves)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
