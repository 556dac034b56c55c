"""The fall of a pyramid at leisure: played again, with what is lost and what hands must do in numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from kivy.lang import Builder
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.session.view import View
from companion.ui.page import Page
from companion.ui.pyramid_falls import is_loss

KINDS: Final = ("taken", "lost", "take_away", "put_back")


class LegendRow(BoxLayout):
    """A sign, what it means, and of how many buckets it is true."""

    kind = StringProperty("lost")
    text = StringProperty("")


class FallPage(Page):
    """The newest fall; gone when the game moves on."""

    def show(self, view: View | None) -> None:
        """Show the fall that belongs to the entry in force, from its start."""
        words, ids = self.app.words, self.ids
        session = self.app.companion.session
        found = self.app.falls.newest(session).result() if is_loss(session) else None
        ids.legend.clear_widgets()
        ids.again.disabled = found is None
        if view is None or found is None:
            ids.view.fall = None
            ids.top.title = words("fall.none")
            return
        seat, fall = found
        ids.top.title, ids.top.seat = words("fall.of", name=view.seats[seat]), seat
        ids.view.fall = fall
        for kind, number in counts(fall).items():
            if number:
                ids.legend.add_widget(LegendRow(kind=kind, text=words(f"fall.{kind}", n=number)))
        self.play()

    def play(self) -> None:
        """Let it fall, from the start; without a preview only its end is shown."""
        if self.app.companion.settings.fall_preview:
            self.ids.view.begin()
        elif self.ids.view.fall is not None:
            self.ids.view.at = len(self.ids.view.fall.frames) - 1

    def on_parent(self, _: Any, parent: Any) -> None:
        """Nothing falls on after the page has gone."""
        if not parent:
            self.ids.view.stop()


def counts(fall: Any) -> dict[str, int]:
    """Of how many buckets each mark is true; what stays up though it is lost is counted once, as to be taken away."""
    lost = len(fall.lost) - len(fall.take_away)
    return dict(zip(KINDS, (1, lost, len(fall.take_away), len(fall.put_back)), strict=True))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
