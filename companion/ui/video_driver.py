"""What only SDL knows of the screen: through which driver it is reached, and where the functions of OpenGL are.

An app with a wrong setting runs unseen, and only the driver's name tells why.
"""

from __future__ import annotations

import ctypes
import os
import re
from functools import cache
from pathlib import Path
from typing import Final

_LIBRARY: Final = re.compile(r"\s(/\S*libSDL2-2\S*\.so\S*)$", re.MULTILINE)


_MAPS: Final = Path("/proc/self/maps")


@cache
def video_driver(maps: Path = _MAPS) -> str:
    """The name SDL gives to its present video driver; the one that was asked for where SDL cannot be asked."""
    sdl = _sdl(maps)
    if sdl is not None:
        sdl.SDL_GetCurrentVideoDriver.restype = ctypes.c_char_p
        name = sdl.SDL_GetCurrentVideoDriver()
        if name:
            return str(name.decode())
    return os.environ.get("SDL_VIDEODRIVER", "?")


def release_shader_compiler(maps: Path = _MAPS) -> bool:
    """Tell the graphics driver that no more shaders come: Mesa's compiler keeps 7 MB. False where SDL cannot tell how.

    A shader that comes all the same is compiled all the same (OpenGL ES 2.0, section 2.10.2). Main thread only.
    """
    sdl = _sdl(maps)
    if sdl is None:
        return False
    sdl.SDL_GL_GetProcAddress.restype = ctypes.c_void_p
    address = sdl.SDL_GL_GetProcAddress(b"glReleaseShaderCompiler")
    if address:
        ctypes.CFUNCTYPE(None)(address)()
    return bool(address)


def _sdl(maps: Path) -> ctypes.CDLL | None:
    """The SDL this process has loaded, None where there is none or it lacks a function we call."""
    try:
        found = _LIBRARY.search(maps.read_text(encoding="utf-8"))
        library = ctypes.CDLL(found[1]) if found else None
    except OSError:
        return None
    known = library is not None and hasattr(library, "SDL_GetCurrentVideoDriver")
    return library if known and hasattr(library, "SDL_GL_GetProcAddress") else None
