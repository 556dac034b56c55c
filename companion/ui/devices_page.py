"""How every device and the machine are, each with what helps; a pad that finds doubled touches, and the ways to try."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.page import Page
from companion.ui.video_driver import video_driver
from companion.web.addresses import own_address

AGAIN_S: Final = 2.0
_FIRST: Final = MappingProxyType({"missing": 0, "warning": 1})
"""What is not well is shown first."""
Line = tuple[str, str, str]
"""Level, name, and how it is with what helps."""


class DeviceRow(BoxLayout):
    """A device: mark, name, how it is."""

    level = StringProperty("good")
    text = StringProperty("")
    told = StringProperty("")


class DevicesPage(Page):
    """One row a device, and a pad that counts touches: a finger that counts twice is reported twice."""

    touches = NumericProperty(0)
    fingers = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.lines: list[Line] = []
        self._machine = [self._found(finding) for finding in self.app.companion.machine()]
        self._again = Clock.schedule_interval(self.look_again, AGAIN_S)
        self.look_again()

    def on_parent(self, _: Any, parent: Any) -> None:
        """Follow the devices while the page is in front."""
        self._again.cancel()
        if parent:
            self._again()

    def look_again(self, _: float = 0) -> None:
        """Show how the devices are now; rows are made anew only where something has changed."""
        lines = [*map(self._device, self.app.companion.health()), *self._screen(), self._voice(), *self._machine]
        lines.sort(key=lambda line: _FIRST.get(line[0], len(_FIRST)))
        if lines != self.lines:
            self.lines = lines
            self.ids.rows.fill(lines, lambda line: DeviceRow(level=line[0], text=line[1], told=line[2]))

    def _device(self, health: Any) -> Line:
        words = self.app.words
        told = [words.said(said) for said in (health.said, *health.figures)]
        advice = f"advice.{health.part}.{health.level}"
        if words.has(advice):
            told.append(words(advice))
        return (health.level, words(f"part.{health.part}"), "  ·  ".join(told))

    def _found(self, finding: Any) -> Line:
        words, values = self.app.words, dict(finding.values)
        told = words(finding.key, **values)
        if finding.level.value != "good":
            told = f"{told} {words(f'{finding.key}.fix', **values)}"
        return (finding.level.value, words(f"check.part.{finding.part}"), told)

    def _screen(self) -> list[Line]:
        words, here = self.app.words, own_address()
        size = words("devices.size", width=str(int(Window.width)), height=str(int(Window.height)))
        return [
            ("good", words("devices.screen"), words("devices.driven", size=size, driver=video_driver())),
            ("good" if here else "note", words("devices.network"), here or words("devices.offline")),
        ]

    def _voice(self) -> Line:
        words, voice = self.app.words, self.app.sounds.has_voice
        told = words("devices.has_voice" if voice else "devices.no_voice")
        return ("good" if voice else "note", words("devices.voice"), told)

    def touched(self, touch: Any) -> None:
        """Count a touch and say through which device it came."""
        self.touches += 1
        self.fingers = str(touch.device)

    def try_sound(self) -> None:
        """Play and say something."""
        self.app.sounds.play("win")
        self.app.sounds.say(self.app.words("ui.title"))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
