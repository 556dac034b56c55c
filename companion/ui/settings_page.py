"""The settings people change: each row steps through the values its type allows; all of them work at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from kivy.lang import Builder
from kivy.uix.widget import Widget

from companion.ui.house_page import HouseRow
from companion.ui.page import Page

SHOWN: Final[Mapping[str, tuple[Any, ...]]] = MappingProxyType(
    {
        "language": ("fr", "en", "de"),
        "confirm": ("always", "unsure", "automatic"),
        "theme": ("dark", "light"),
        "text_size": ("normal", "large"),
        "palette": ("plain", "contrast"),
        "help_at_table": (True, False),
        "board": (False, True),
        "pictograms": (False, True),
        "fall_preview": (True, False),
        "web_address": ("", "127.0.0.1", "0.0.0.0"),  # noqa: S104 - chosen by people, and said
    }
)
"""The settings on the first page with their values; devices are set in the settings file."""

AUDIBLE: Final[Mapping[str, tuple[Any, ...]]] = MappingProxyType(
    {
        "sounds": (True, False),
        "sound_proposal": (True, False),
        "sound_score": (True, False),
        "sound_knock": (True, False),
        "sound_warning": (True, False),
        "voice": (False, True),
    }
)
"""Those of sounds and voice, on a page of their own."""

_SAMPLE: Final = MappingProxyType(
    {
        "sounds": "entered",
        "sound_proposal": "proposal",
        "sound_score": "event",
        "sound_knock": "knock",
        "sound_warning": "warning",
    }
)
"""What a switch sounds like when it is switched on."""


class SettingsPage(Page):
    """One row a setting."""

    shown: Mapping[str, tuple[Any, ...]] = SHOWN

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._fill()

    def _fill(self) -> None:
        self.ids.rows.fill(list(self.shown.items()), self._row)

    def _row(self, item: tuple[str, tuple[Any, ...]]) -> HouseRow:
        name, values = item
        settings = self.app.companion.settings
        value = self.app.words.language if name == "language" else getattr(settings, name)
        offered = values if value in values else (*values, value)  # the settings file may name another one
        row = HouseRow(option=name, prefix="setting", values=offered, value=value)
        row.tell(self._told(name, value))
        row.bind(value=self._changed)
        return row

    def _changed(self, row: HouseRow, value: Any) -> None:
        self.app.change_settings(replace(self.app.companion.settings, **{row.option: value}))
        self.changed(row.option, value)
        self._fill()

    def changed(self, _name: str, _value: Any) -> None:
        """A setting has been changed."""

    def _told(self, name: str, value: Any) -> str:
        """The value of a setting in words."""
        words = self.app.words
        if isinstance(value, bool):
            return str(words("ui.yes" if value else "ui.no"))
        key = f"setting.{name}.{value}"
        return str(words(key) if words.has(key) else value)


class SoundsPage(SettingsPage):
    """Sounds and voice: what is switched on is heard at once."""

    shown = AUDIBLE

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.ids.top.title = self.app.words("sounds.title")
        bar = self.ids.sounds.parent
        for key in (self.ids.sounds, self.ids.decks):
            bar.remove_widget(key)
        bar.add_widget(Widget(), index=1)
        voice = self.app.sounds.has_voice
        self.ids.top.remark = self.app.words("sounds.seen_too" if voice else "devices.no_voice")

    def changed(self, name: str, value: Any) -> None:
        """Let the new setting be heard."""
        if value is True and name in _SAMPLE:
            self.app.sounds.play(_SAMPLE[name])
        if value is True and name == "voice":
            self.app.sounds.say(self.app.words("ui.title"))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
