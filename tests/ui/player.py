"""Somebody who enters actions by hand: every answer goes through the widgets that a person would use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from companion.rulebook.codec import Counts
from companion.rulebook.sealed import Sealed
from companion.ui.counts_editor import CountsEditor
from companion.ui.cover import Cover
from companion.ui.figures_editor import FiguresEditor
from companion.ui.hidden_editor import HiddenEditor
from companion.ui.picks_editor import PicksEditor
from companion.ui.piles_editor import PilesEditor
from companion.ui.pyramid_editor import PyramidEditor
from companion.ui.questions import KeypadQuestion, Question
from companion.ui.share_editor import ShareEditor
from companion.ui.stacks_editor import StacksEditor
from tests.ui.touch import Screen


class Hand:
    """Presses targets by name and value; a finger here, the keyboard in a subclass."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen

    def press(self, name: str, value: Any = None) -> None:
        self.screen.tap(name, value)

    def digits(self, number: int) -> None:
        for digit in str(number):
            self.press("digit", digit)
        self.press("enter")

    def enter(self, action: Any) -> None:
        """Enter an action on the table page, from its key to its last answer."""
        before = self.screen.companion.session.course.seq
        page = self.screen.app.page
        if page.form is None or page.form.kind is not type(action):
            if page.form is not None:
                self.press("cancel")
            self.press("do", type(action))
        for _ in range(12):
            if self.screen.companion.session.course.seq != before:
                break
            self.answer(action)
        entered = self.screen.companion.session.course.entries[-1]
        assert plain(entered) == plain(action), (entered, action, self.screen.app.notice.text)

    def answer(self, action: Any) -> None:
        page = self.screen.app.page
        front = page.ids.stage.children[-1]
        if isinstance(front, Cover):
            self.press("uncover")
            return
        assert isinstance(front, Question), (front, action)
        value = getattr(action, front.ask.field)
        value = value.value if isinstance(value, Sealed) else value
        for kind, entering in self.entries().items():
            if isinstance(front, kind):
                entering(front, value)
                return
        self.press("cell" if self.screen.has("cell") else "value", value)

    def entries(self) -> dict[type, Callable[[Any, Any], None]]:
        return {
            KeypadQuestion: lambda _, value: self.digits(value),
            HiddenEditor: self.hidden,
            PicksEditor: self.picks,
            PyramidEditor: self.pyramid,
            CountsEditor: self.counts,
            FiguresEditor: self.figures,
            PilesEditor: self.piles,
            ShareEditor: self.share,
            StacksEditor: self.stacks,
        }

    def hidden(self, editor: HiddenEditor, cells: Any) -> None:
        values = {f"{owner}.{row}.{column}": value for owner, row, column, value in cells}
        owners = {zone.name: zone.owner for zone in editor.ask.view.zones}
        for place in editor.places:
            self.press("value", values[f"{owners[place.zone]}.{place.row}.{place.column}"])
        self.press("enter")

    def picks(self, editor: PicksEditor, values: Any) -> None:
        for value in values:
            self.press("value", value)
        if self.screen.has("enter") and self.screen.app.page.ids.stage.children[-1] is editor:
            self.press("enter")

    def pyramid(self, editor: PyramidEditor, pyramid: Any) -> None:
        for row in pyramid:
            for colour in row:
                self.press("colour", colour)
        self.press("enter")

    def counts(self, editor: CountsEditor, counts: Counts) -> None:
        for value, number in counts.pairs:
            for _ in range(number):
                self.press("more", value)
        self.press("enter")

    def figures(self, editor: FiguresEditor, figures: Any) -> None:
        for seat in figures:
            if seat is not None:
                self.press("seat", seat)
        self.press("enter")

    def piles(self, editor: PilesEditor, piles: Any) -> None:
        for number, pile in enumerate(piles):
            if editor.at != number:
                self.press("pile", number)
            for value in pile:
                self.press("value", value)
        self.press("enter")

    def share(self, editor: ShareEditor, reserves: Any) -> None:
        for seat, reserve in enumerate(reserves):
            for piece in reserve:
                if editor.turn != seat:
                    self.press("seat", seat)
                self.press("value", piece)
        self.press("enter")

    def stacks(self, editor: StacksEditor, stacks: Any) -> None:
        first = stacks[0]
        wanted = len(first) if first == editor._pieces[: len(first)] else 1
        for _ in range(60):
            if editor.standing == wanted:
                break
            self.press("more" if editor.standing < wanted else "fewer")
        for stack in stacks:
            self._pile_up(stack, len(first) if stack is first and wanted > 1 else 1)
        self.press("enter")

    def _pile_up(self, stack: Any, done: int) -> None:
        for level in range(done, len(stack)):
            self.press("stack", (stack[level],))
            self.press("stack", stack[:level])


class Keyboard(Hand):
    """The same with Tab, Enter and the keys that write: no finger touches the screen."""

    def press(self, name: str, value: Any = None) -> None:
        wanted = self.screen.target(name, value)
        for _ in range(120):
            if self.screen.focused is wanted:
                break
            self.screen.key("tab")
        self.screen.key("enter")

    def digits(self, number: int) -> None:
        for digit in str(number):
            self.screen.key(digit)
        self.screen.key("enter")


def plain(action: Any) -> Any:
    """An action as a value in which the order of stacks and of counted values does not matter."""
    values = [getattr(action, field.name) for field in fields(action)]
    opened = [value.value if isinstance(value, Sealed) else value for value in values]
    return type(action), [
        sorted(value.pairs) if isinstance(value, Counts) else sorted(value) if name == "stacks" else value
        for name, value in zip([field.name for field in fields(action)], opened, strict=True)
    ]
