"""Setting the camera up: its live picture and a list that ticks itself. One can always go on without it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.feeds.survey import Survey
from companion.ui.checklist import Check, checks, first_open
from companion.ui.live_page import LivePage

STALE_S = 3.0
"""Without a picture for so long, the list says that there is none."""


class CheckRow(BoxLayout):
    """A thing on the list."""

    level = StringProperty("open")
    text = StringProperty("")
    told = StringProperty("")


class CalibratePage(LivePage):
    """The live picture and the list."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.found: tuple[Check, ...] = ()
        self._rows: list[CheckRow] = []
        self._stale = Clock.create_trigger(self._lose, STALE_S)
        has_camera = self.calibrator is not None
        self.ids.corners.disabled = self.ids.lens.disabled = not has_camera
        self._tick(None)

    def on_parent(self, _: Any, parent: Any) -> None:
        """Survey while the page is in front."""
        if self.calibrator is not None:
            self.calibrator.want("table" if parent else "")
        if not parent:
            self._stale.cancel()

    def see(self, picture: Any) -> None:
        """Show the newest picture, and tick what it tells."""
        self.ids.preview.see(picture, "")
        if picture.survey is not None:
            self._tick(picture.survey)
            self._stale.cancel()
            self._stale()

    def _lose(self, _: float) -> None:
        self._tick(None)

    def _tick(self, survey: Survey | None) -> None:
        """Show the list; rows are made once."""
        words, self.found = self.app.words, checks(survey)
        if not self._rows:
            self._rows = [CheckRow(text=words(f"calibrate.{check.name}")) for check in self.found]
            for row in self._rows:
                self.ids.list.add_widget(row)
        for row, check in zip(self._rows, self.found, strict=True):
            row.level, row.told = check.level, words.said(check.said)
        wrong = first_open(self.found)
        self.ids.top.remark = words("calibrate.ready" if wrong is None else "calibrate.todo")


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
