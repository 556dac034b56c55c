"""Where the camera looks: its picture, what it says of itself, and what helps. One can always go on without it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder

from companion.ui.devices_page import DeviceRow
from companion.ui.page import Page


class CalibratePage(Page):
    """The live picture and a list to check."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        words = self.app.words
        seen = [health for health in self.app.companion.health() if "camera" in health.part]
        tips = [words(f"calibrate.{tip}") for tip in ("markers", "light", "height", "still")]
        self.ids.rows.fill([words.said(health.said) for health in seen] + tips, lambda text: Tip(text=text))

    def show(self, _view: Any) -> None:
        """Show the last picture at once."""
        if self.app.picture is not None:
            self.see(self.app.picture)

    def see(self, picture: Any) -> None:
        """Show the newest picture."""
        self.ids.preview.see(picture, "")


class Tip(DeviceRow):
    """A piece of advice."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
