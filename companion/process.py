"""How the process behaves on a small machine: memory goes back at once, garbage waits for quiet, the screen goes first.

Measured with ``python -m bench.screens``; without these a touch waits for whole collections and for the camera.
"""

from __future__ import annotations

import ctypes
import gc
import os
import sys
import threading
from typing import Final

SWITCH_S: Final = 0.0005
"""How long a thread may compute before the screen gets its turn."""
NICENESS: Final = 10
"""How far the threads beside the screen stand back."""
LARGE_BYTES: Final = 1024 * 1024
"""Blocks from this size on, pictures above all, go back to the system as soon as they are free."""
KEPT_BYTES: Final = 8 * 1024 * 1024
"""So much of smaller ones is kept: a look takes and frees them hundreds of times, and the system clears fresh pages."""
_COLLECT_AFTER: Final = (10_000, 5, 5)
"""Collections by count are only a net; see `companion.ui.tidy`."""
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8


def begin() -> None:
    """Call once, before anything large is imported: sets up memory and threads, and puts off collecting garbage."""
    gc.disable()
    sys.setswitchinterval(SWITCH_S)
    _return_memory_early()


def settle() -> None:
    """Call once the first screen is there and nobody waits: what exists now stays, so it is never looked through again.

    Takes a tenth of a second.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_COLLECT_AFTER)
    gc.enable()


def step_back() -> None:
    """Let the thread that calls this run after the screen's; where the system knows no niceness of threads, nothing."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, max(NICENESS, os.getpriority(os.PRIO_PROCESS, thread)))


def _return_memory_early() -> None:
    """Glibc keeps large free blocks, once in every thread; told so, it does not. Other C libraries are left alone."""
    tune = getattr(ctypes.CDLL(None), "mallopt", None)
    if tune is not None:
        for option, value in ((_M_ARENA_MAX, 1), (_M_MMAP_THRESHOLD, LARGE_BYTES), (_M_TRIM_THRESHOLD, KEPT_BYTES)):
            tune(option, value)
