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
        self.ids.rows.fill(list(SHOWN.items()), self._row)

    def _row(self, item: tuple[str, tuple[Any, ...]]) -> HouseRow:
        name, values = item
        settings = self.app.companion.settings
        value = self.app.words.language if name == "language" else getattr(settings, name)
        row = HouseRow(option=name, prefix="setting", values=values, value=value)
        row.tell(self._told(name, value))
        row.bind(value=self._changed)
        return row

    def _changed(self, row: HouseRow, value: Any) -> None:
        self.app.change_settings(replace(self.app.companion.settings, **{row.option: value}))
        self.ids.rows.fill(list(SHOWN.items()), self._row)

    def _told(self, name: str, value: Any) -> str:
        """The value of a setting in words."""
        words = self.app.words
        if isinstance(value, bool):
            return str(words("ui.yes" if value else "ui.no"))
        return str(words(f"setting.{name}.{value}"))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
