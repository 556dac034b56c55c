"""Entering how pieces lie after a fall: tap a stack, then the one it stands on; tapped twice, it comes apart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import ListProperty, StringProperty

from companion.art.layout import Box
from companion.ui.ask import Ask
from companion.ui.questions import Question
from companion.ui.theme import DrawnTarget
from companion.ui.tokens import draw_token


class StackKey(DrawnTarget):
    """One stack of pieces from the bottom up."""

    pieces = ListProperty([])
    kind = StringProperty("plain")
    redraw_on = (*DrawnTarget.redraw_on, "pieces", "kind")

    def draw_face(self) -> None:
        """Draw the pieces on one another, as large as the key allows."""
        self.draw_ground(self.kind)
        room = self.box.inset(dp(8))
        height = min(room.height / max(1, len(self.pieces)), room.width * 0.39, dp(60))
        width = height / 0.39
        for level, piece in enumerate(self.pieces):
            draw_token(
                piece, "tower", Box(self.center_x - width / 2, room.y + level * height, width, height), self.look
            )


class StacksEditor(Question):
    """The pieces that were in the tower and the new one; at first each lies alone but for the base."""

    def __init__(self, ask: Ask, **kwargs: Any) -> None:
        super().__init__(ask, wide=True, **kwargs)
        state = ask.view.state
        self._pieces = (*state.tower, *((state.given,) if state.given else ()))
        self.standing = 1
        self._chosen: int | None = None
        self.stacks: list[tuple[str, ...]] = []
        self.stand(0)

    def stand(self, by: int) -> None:
        """The lowest pieces still stand on one another, `by` more than before; all others lie alone."""
        self.standing = max(1, min(len(self._pieces) - 1, self.standing + by))
        base = self._pieces[: self.standing]
        self.stacks = [base, *((piece,) for piece in self._pieces[self.standing :])]
        self._chosen = None
        self._arrange()

    def _arrange(self) -> None:
        grid = self.ids.stacks
        grid.clear_widgets()
        grid.cols = min(8, len(self.stacks)) if len(self.stacks) <= 16 else -(-len(self.stacks) // 3)
        for number, stack in enumerate(self.stacks):
            kind = "chosen" if number == self._chosen else "plain"
            key = StackKey(value=stack, name="stack", pieces=list(stack), kind=kind)
            key.bind(on_release=lambda _, number=number: self.touch(number))
            grid.add_widget(key)
        self.ids.standing.text = str(self.standing)

    def touch(self, number: int) -> None:
        """Choose a stack; choose where it stands; or, on the chosen one, take its top piece off."""
        if self._chosen is None:
            self._chosen = number
        elif self._chosen == number:
            self._take_apart(number)
        else:
            top, below = self.stacks[self._chosen], self.stacks[number]
            self.stacks[number] = (*below, *top)
            del self.stacks[self._chosen]
            self._chosen = None
        self._arrange()

    def _take_apart(self, number: int) -> None:
        self._chosen = None
        *rest, top = self.stacks[number]
        if rest:
            self.stacks[number] = tuple(rest)
            self.stacks.append((top,))

    def finish(self) -> None:
        """Give the stacks."""
        self.enter(tuple(self.stacks))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
