"""One program a data folder: a second one is told who is there, and changes nothing."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from companion.store.errors import StoreBusy, StoreUnreadable

LOCK: Final = "companion.lock"


@contextmanager
def only_instance(folder: Path) -> Iterator[None]:
    """Hold `folder` while the block runs. Raises StoreBusy with the process that holds it already."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StoreUnreadable("store_folder", folder=str(folder)) from error
    try:
        _hold(file, folder)
        yield
    finally:
        os.close(file)


def _hold(file: int, folder: Path) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        holder = os.read(file, 20).decode(errors="replace").strip() or "?"
        raise StoreBusy("already_running", process=holder, folder=str(folder)) from error
    os.ftruncate(file, 0)
    os.write(file, str(os.getpid()).encode())
