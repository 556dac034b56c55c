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
        health = [(one.level, words(f"part.{one.part}"), words.said(one.said)) for one in self.app.companion.health()]
        size = words("devices.size", width=int(Window.width), height=int(Window.height))
        here = address()
        own = [
            ("good", words("devices.screen"), size),
            ("good" if here else "warning", words("devices.network"), here or words("devices.offline")),
            self._voice(),
        ]
        self.ids.rows.fill([*health, *own], lambda row: DeviceRow(level=row[0], text=row[1], told=row[2]))

    def _voice(self) -> tuple[str, str, str]:
        words, voice = self.app.words, self.app.sounds.has_voice
        told = words("devices.has_voice" if voice else "devices.no_voice")
        return ("good" if voice else "warning", words("devices.voice"), told)

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
