"""What went wrong lately, in a small file of the data folder: for whoever is asked for help, and for no one else.

Warnings and errors of the program's own loggers, and whatever ended a thread or the program. Nothing of a game is
logged, so no bid can stand in it.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import Any, Final

FILE: Final = "faults.log"
_LARGEST: Final = 200_000
_LINES: Final = 400
log = logging.getLogger("companion")


class PrivateFile(RotatingFileHandler):
    """A log file that its owner alone can read, and one older one."""

    def _open(self) -> Any:
        descriptor = os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        return os.fdopen(descriptor, "a", encoding="utf-8")

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the name is that of logging
        """Let it go, as where the file cannot be opened."""

    def close(self) -> None:
        """Let go of the file, also where a full disk does not take its last lines."""
        with suppress(OSError):
            super().close()


@contextmanager
def keeping_faults(folder: Path) -> Iterator[None]:
    """Write warnings and faults to a file in `folder` while the block runs; a fault that ends it is written too.

    Where the file cannot be written, nothing is: the game is more important.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        handler: logging.Handler = PrivateFile(folder / FILE, maxBytes=_LARGEST, backupCount=1, encoding="utf-8")
    except OSError:
        handler = logging.NullHandler()
    handler.setLevel(logging.WARNING)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root, hook = logging.getLogger(), threading.excepthook
    root.addHandler(handler)
    threading.excepthook = _thread_ended
    try:
        yield
    except Exception:
        log.exception("the program ended by a fault")
        raise
    finally:
        threading.excepthook = hook
        root.removeHandler(handler)
        handler.close()


def recent_faults(folder: Path) -> tuple[str, ...]:
    """The last lines of the file, oldest first; none where there is no file."""
    lines: deque[str] = deque(maxlen=_LINES)
    for name in (f"{FILE}.1", FILE):
        try:
            with (folder / name).open(encoding="utf-8", errors="replace") as file:
                lines.extend(line.rstrip("\n") for line in file)
        except OSError:
            continue
    return tuple(lines)


def _thread_ended(args: threading.ExceptHookArgs) -> None:
    """A thread has ended by an exception that nobody caught."""
    value, trace = args.exc_value, args.exc_traceback
    if value is not None:
        log.error("thread %s ended by a fault", args.thread and args.thread.name, exc_info=_told(value, trace))
    sys.__excepthook__(args.exc_type, value or args.exc_type(), trace)


def _told(
    value: BaseException, trace: TracebackType | None
) -> tuple[type[BaseException], BaseException, TracebackType | None]:
    return (type(value), value, trace)
