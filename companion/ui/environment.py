"""The environment Kivy starts in; it must be prepared before anything of Kivy is imported.

Kivy reads its settings while it is being imported, so this module imports it only inside `prepare`.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Final

HEIGHT: Final = 480
"""The height in pixels that the layout is drawn for; larger screens get a larger density."""

_ALWAYS: Final = {
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_CONFIG": "1",  # a config file of other programs would bring doubled touches
    "KIVY_NO_FILELOG": "1",
    "KIVY_LOG_MODE": "PYTHON",
    "KIVY_WINDOW": "sdl2",  # without it a failing display ends the process without a word
    "KIVY_AUDIO": "sdl2",
    "KIVY_TEXT": "sdl2",
    "KIVY_IMAGE": "sdl2",
}
_MODE: Final = re.compile(r"(\d+)x(\d+)")
_UNSEEN: Final = {"SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy"}


def prepare(size: tuple[int, int], *, seen: bool) -> None:
    """Set the window's `size` (pixels) and, where it is not to be `seen`, a driver that draws into memory.

    Raises RuntimeError where Kivy has been imported already: its window would have any size.
    """
    if "kivy" in sys.modules:
        raise RuntimeError("companion.ui.environment.prepare must run before kivy is imported")
    os.environ.update(_ALWAYS)
    if not seen:
        os.environ.update(_UNSEEN)
    os.environ["KIVY_METRICS_DENSITY"] = str(size[1] / HEIGHT)
    os.environ["KIVY_METRICS_FONTSCALE"] = "1"
    _configure(size)


def panel_size(drm: Path = Path("/sys/class/drm")) -> tuple[int, int] | None:
    """The size in pixels of the first screen that is connected, as the kernel lists its modes; None without one.

    Used where nothing but this program is on the screen (KMS/DRM); a panel that stands upright is taken as lying.
    """
    for connector in sorted(drm.glob("card*-*")):
        try:
            connected = (connector / "status").read_text(encoding="ascii").strip() == "connected"
            first = (connector / "modes").read_text(encoding="ascii").split()[:1]
        except OSError:
            continue
        if connected and first and (mode := _MODE.match(first[0])):
            sides = sorted((int(mode[1]), int(mode[2])), reverse=True)
            return (sides[0], sides[1])
    return None


def _configure(size: tuple[int, int]) -> None:
    from kivy.config import Config  # noqa: PLC0415

    alone = os.environ.get("SDL_VIDEODRIVER") == "kmsdrm"
    Config.set("graphics", "fullscreen", "auto" if alone else "0")
    Config.set("graphics", "show_cursor", "0" if alone else "1")
    # A touch waits for the next frame: 17 ms at most.
    graphics = {"width": size[0], "height": size[1], "maxfps": 60, "resizable": 0, "vsync": 0, "multisamples": 0}
    for name, value in graphics.items():
        Config.set("graphics", name, str(value))
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("kivy", "keyboard_mode", "")
    Config.set("input", "mouse", "mouse,disable_multitouch")
    Config.remove_option("input", "%(name)s")  # SDL reports the same fingers; twice is once too often
