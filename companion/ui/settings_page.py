"""The settings people change: each row steps through the values its type allows; all of them work at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from kivy.lang import Builder

from companion.ui.house_page import HouseRow
from companion.ui.page import Page

SHOWN: Final[Mapping[str, tuple[Any, ...]]] = MappingProxyType(
    {
        "language": ("fr", "en", "de"),
        "confirm": ("always", "unsure", "automatic"),
        "theme": ("dark", "light"),
        "text_size": ("normal", "large"),
        "palette": ("plain", "contrast"),
        "sounds": (True, False),
        "voice": (False, True),
        "help_at_table": (True, False),
        "fall_preview": (True, False),
    }
)
"""The settings on this page with their values; devices are set in the settings file."""


class SettingsPage(Page):
    """One row a setting."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        settings = self.app.companion.settings
        for name, values in SHOWN.items():
            value = self.app.words.language if name == "language" else getattr(settings, name)
            row = HouseRow(option=name, prefix="setting", values=values, value=value)
            row.bind(value=self._changed)
            self.ids.rows.add_widget(row)
        self._tell()

    def _changed(self, row: HouseRow, value: Any) -> None:
        self.app.change_settings(replace(self.app.companion.settings, **{row.option: value}))
        self._tell()

    def _tell(self) -> None:
        words = self.app.words
        for row in self.ids.rows.children:
            switch = isinstance(row.value, bool)
            row.tell(
                words("ui.yes" if row.value else "ui.no") if switch else words(f"setting.{row.option}.{row.value}")
            )


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
