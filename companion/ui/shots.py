"""Pictures of the real screens, drawn into memory: for the command line, the README and for looking at them.

Kivy is imported only once the environment is prepared, so that this module can be imported anywhere.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.exchange.private_file import write_private, writing
from companion.ui.environment import prepare
from companion.ui.host import Host

if TYPE_CHECKING:
    from companion.ui.application import CompanionApp


class Photographer:
    """Runs the application without a window, frame by frame, and writes what it shows."""

    def __init__(self, companion: Host, folder: Path, *, size: tuple[int, int] = (800, 480)) -> None:
        if "kivy" not in sys.modules:
            prepare(size, seen=False)
        from kivy.base import EventLoop  # noqa: PLC0415
        from kivy.core.window import Window  # noqa: PLC0415

        from companion.ui.application import CompanionApp  # noqa: PLC0415

        self._loop = EventLoop
        self._window = Window
        self._folder = folder
        EventLoop.ensure_window()
        self._empty()
        self.app: CompanionApp = CompanionApp(companion)
        self.app.mount()
        if EventLoop.status != "started":
            EventLoop.start()
        self.frames()

    def frames(self, number: int = 3) -> None:
        """Let some frames pass."""
        for _ in range(number):
            self._loop.idle()

    def press(self, name: str, value: Any = None) -> None:
        """Press a target as a key of the keyboard would."""
        self.frames(2)
        self.press_at_once(name, value)
        self.frames(1)

    def press_at_once(self, name: str, value: Any = None) -> None:
        """Press a target and draw the picture that answers."""
        from companion.ui.focus import visible_targets  # noqa: PLC0415

        for target in visible_targets(self.app.shell):
            if target.name == name and value in (None, target.value):
                target.press()
                break
        self.frames(1)

    def shoot(self, name: str) -> Path:
        """Write the screen as ``name.png`` and return the file. Raises NotWritten, of which Kivy would say nothing."""
        self.frames()
        file, drawn = self._folder / f"{name}.png", BytesIO()
        self.app.shell.export_as_image().save(drawn, flipped=False, fmt="png")
        with writing(file):
            write_private(file, drawn.getvalue())
        return file

    def close(self) -> None:
        """End the application; the window stays for the next one."""
        self._empty()
        self.frames(1)
        self.app.dispatch("on_stop")  # last, or what is still drawn would find this application again

    def _empty(self) -> None:
        for child in self._window.children[:]:
            self._window.remove_widget(child)


def render(companion: Host, out_dir: Path, *, size: tuple[int, int] = (800, 480)) -> tuple[Path, ...]:
    """Write the screens of `companion` as it is now; with a game open also its table, scores and history."""
    photographer = Photographer(companion, out_dir, size=size)
    app = photographer.app
    files = []
    if companion.session is not None:
        files.append(photographer.shoot("table"))
        for name in ("scores", "history", "menu", "guide"):
            app.go(name)
            files.append(photographer.shoot(name))
            app.back()
        app.home()
    files.append(photographer.shoot("home"))
    photographer.close()
    return tuple(files)
