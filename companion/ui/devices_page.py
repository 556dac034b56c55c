"""How every device is, in words; a place to try touch, sound and camera."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

from kivy.core.window import Window
from kivy.lang import Builder
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.page import Page


class DeviceRow(BoxLayout):
    """A device: lamp, name, how it is."""

    level = StringProperty("good")
    text = StringProperty("")
    told = StringProperty("")


class DevicesPage(Page):
    """One row a device, and a pad that counts touches: a finger that counts twice is reported twice."""

    touches = NumericProperty(0)
    fingers = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        words = self.app.words
        for health in self.app.companion.health():
            told = words.said(health.said)
            self.ids.rows.add_widget(DeviceRow(level=health.level, text=words(f"part.{health.part}"), told=told))
        self._add("devices.screen", words("devices.size", width=int(Window.width), height=int(Window.height)))
        self._add("devices.network", address() or words("devices.offline"), "good" if address() else "warning")
        voice = self.app.sounds.has_voice
        self._add(
            "devices.voice", words("devices.has_voice" if voice else "devices.no_voice"), "good" if voice else "warning"
        )

    def _add(self, part: str, told: str, level: str = "good") -> None:
        self.ids.rows.add_widget(DeviceRow(level=level, text=self.app.words(part), told=told))

    def touched(self, touch: Any) -> None:
        """Count a touch and say through which device it came."""
        self.touches += 1
        self.fingers = str(touch.device)

    def try_sound(self) -> None:
        """Play and say something."""
        self.app.sounds.play("win")
        self.app.sounds.say(self.app.words("ui.title"))


def address() -> str:
    """The address of this machine in its network, empty where it has none; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
