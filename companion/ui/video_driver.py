"""Through which driver SDL reaches the screen: an app with a wrong setting runs unseen, and only this tells why."""

from __future__ import annotations

import ctypes
import os
import re
from functools import cache
from pathlib import Path
from typing import Final

_LIBRARY: Final = re.compile(r"\s(/\S*libSDL2-2\S*\.so\S*)$", re.MULTILINE)


@cache
def video_driver(maps: Path = Path("/proc/self/maps")) -> str:
    """The name SDL gives to its present video driver; the one that was asked for where SDL cannot be asked."""
    try:
        found = _LIBRARY.search(maps.read_text(encoding="utf-8"))
        if found:
            ask = ctypes.CDLL(found[1]).SDL_GetCurrentVideoDriver
            ask.restype = ctypes.c_char_p
            name = ask()
            if name:
                return str(name.decode())
    except (OSError, AttributeError):
        pass
    return os.environ.get("SDL_VIDEODRIVER", "?")
