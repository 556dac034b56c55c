"""One window for all UI tests, fingers and keys that work on it, and a companion with everything real but its edges."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from companion.companion import Companion
from companion.ports import HandClock
from companion.session.record import Header
from companion.settings import Settings
from companion.store.database import open_database
from companion.store.journal import Journal
from companion.ui.environment import prepare

prepare((800, 480), seen=False)

from kivy.config import Config  # noqa: E402

Config.set("graphics", "maxfps", "0")  # tests do not wait for a screen

from kivy.base import EventLoop  # noqa: E402
from kivy.clock import Clock  # noqa: E402
from kivy.core.window import Window  # noqa: E402
from kivy.tests.common import UnitTestTouch  # noqa: E402

from companion.ui.application import CompanionApp  # noqa: E402
from companion.ui.focus import visible_targets  # noqa: E402
from companion.ui.theme import Target  # noqa: E402

FRAME_S = 1 / 60
"""So much time passes from one frame to the next, however long it takes this machine to draw one."""
_now = HandClock(Clock.time())
Clock.time = _now.monotonic_s

_CODES = {"enter": 13, "escape": 27, "backspace": 8, "tab": 9, "up": 273, "down": 274, "right": 275, "left": 276}


class Screen:
    """An application in the one window of the test process, driven frame by frame."""

    def __init__(self, companion: Companion, *, draws: bool = True) -> None:
        self._draws = draws
        EventLoop.ensure_window()
        for child in Window.children[:]:
            Window.remove_widget(child)
        self.companion = companion
        self.app = CompanionApp(companion)
        self.app.mount()
        if EventLoop.status != "started":
            EventLoop.start()
        self.touches = 0
        self.frames()

    def close(self) -> None:
        for child in Window.children[:]:
            Window.remove_widget(child)
        self.frames(1)
        self.app.dispatch("on_stop")  # last, or what is still drawn would find the old application again

    def frames(self, number: int = 3) -> None:
        for _ in range(number):
            _now.move(FRAME_S)
            if self._draws:
                EventLoop.idle()
            else:
                Clock.tick()
                Clock.tick_draw()

    def tap(self, name: str, value: Any = None) -> None:
        self.tap_on(self.target(name, value))

    def tap_on(self, target: Target) -> None:
        self.tap_at(*target.to_window(*target.center))

    def tap_at(self, x: float, y: float) -> None:
        touch = UnitTestTouch(x, y)
        touch.touch_down()
        touch.touch_up()
        self.touches += 1
        self.frames(2)

    def drag(self, target: Target, to: tuple[float, float], *, drop: bool = True) -> UnitTestTouch:
        """Put a finger on a target and move it to another place, in several steps as fingers do."""
        x, y = target.to_window(*target.center)
        touch = UnitTestTouch(x, y)
        touch.touch_down()
        for step in range(1, 6):
            touch.touch_move(x + (to[0] - x) * step / 5, y + (to[1] - y) * step / 5)
            self.frames(1)
        if drop:
            touch.touch_up()
        self.touches += 1
        self.frames(2)
        return touch

    def targets(self, name: str | None = None) -> list[Target]:
        return [t for t in visible_targets(self.app.shell) if name is None or t.name == name]

    def target(self, name: str, value: Any = None) -> Target:
        found = [t for t in self.targets(name) if value is None or t.value == value]
        if len(found) != 1:
            there = [(t.name, t.value) for t in self.targets()]
            raise AssertionError(f"{len(found)} targets {name!r} {value!r} on {type(self.app.page).__name__}: {there}")
        return found[0]

    def has(self, name: str, value: Any = None) -> bool:
        return any(value is None or t.value == value for t in self.targets(name))

    def key(self, key: str, modifiers: tuple[str, ...] = ()) -> None:
        """Press a key of a real keyboard: its name, or the letter it writes."""
        code = _CODES.get(key) or ord(key.lower())
        text = "" if key in _CODES else key
        Window.dispatch("on_key_down", code, 0, text, list(modifiers))
        self.frames(1)

    @property
    def focused(self) -> Target | None:
        """The target that Enter would press."""
        return next((t for t in self.targets() if t.focused), None)

    def shoot(self, file: Path) -> None:
        self.frames(3)
        self.app.shell.export_to_png(str(file))


def companion(folder: Path, **settings: Any) -> Companion:
    """A companion without edges, with its journal in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    journal = Journal(open_database(f"sqlite:///{folder}/games.sqlite3"))
    return Companion(
        Settings(**{"language": "fr", "sounds": False, **settings}),
        journal,
        clock=HandClock(),
        feeds=(),
        keep_settings=lambda *_: None,
    )


def truth_of(session: Any, seed: int) -> Any:
    """The hidden table of a session that has just begun."""
    course = session.course
    return course.game.truth(course.options, course.seats, Random(seed))


def opened(whole: Companion, game: str, names: tuple[str, ...]) -> Any:
    return whole.open(Header(game, names))
