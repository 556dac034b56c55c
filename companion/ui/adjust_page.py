"""A ruling of the table: points for a seat, with a reason. It becomes a line of its own in the score."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from kivy.lang import Builder
from kivy.properties import NumericProperty, StringProperty

from companion.ui.page import Page
from companion.ui.theme import Key, SeatKey

_REASONS: Final = ("forgotten", "mistake", "fair")
_LONGEST: Final = 28


class AdjustPage(Page):
    """Whom, how many points, why."""

    seat = NumericProperty(-1)
    points = NumericProperty(0)
    why = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.ids.seats.cols = 1 if len(self.app.view.seats) < 5 else 2
        for seat, name in enumerate(self.app.view.seats):
            key = SeatKey(seat=seat, value=seat, name="seat", text=name)
            key.bind(on_release=lambda key: setattr(self, "seat", key.value))
            self.ids.seats.add_widget(key)
        for reason in _REASONS:
            key = Key(name="reason", value=reason, text=self.app.words(f"adjust.{reason}"))
            key.bind(on_release=lambda key: setattr(self, "why", key.text))
            self.ids.reasons.add_widget(key)
        other = Key(name="other", glyph="pen", text=self.app.words("see.other"))
        other.bind(on_release=lambda _: self._ask_reason())
        self.ids.reasons.add_widget(other)
        self.bind(seat=self._mark, why=self._mark)

    def _mark(self, *_: Any) -> None:
        for key in self.ids.seats.children:
            key.kind = "chosen" if key.value == self.seat else "plain"
        for key in self.ids.reasons.children:
            key.kind = "chosen" if key.text == self.why else "plain"

    def _ask_reason(self) -> None:
        self.app.go(
            "name", done=lambda why: setattr(self, "why", why), title=self.app.words("adjust.why"), longest=_LONGEST
        )

    def finish(self) -> None:
        """Enter the ruling."""
        session = self.app.companion.session
        seat, points, why = int(self.seat), int(self.points), self.why
        if self.app.attempt(lambda: session.adjust(seat, points, why=why, source=self.app.source)):
            self.app.back()


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
