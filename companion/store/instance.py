"""One program a data folder: a second one is told who is there, and changes nothing."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from companion.store.errors import StoreBusy, StoreUnreadable
from companion.store.placing import is_pending, put_in_place

LOCK: Final = "companion.lock"


@contextmanager
def only_instance(folder: Path) -> Iterator[None]:
    """Hold `folder` while the block runs; a restore that was cut short is finished first.

    Raises StoreBusy with the process that holds it already.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StoreUnreadable("store_folder", folder=str(folder)) from error
    try:
        _hold(file, folder)
        finish_restore(folder)
        yield
    finally:
        os.close(file)


def finish_restore(folder: Path) -> None:
    """Put in place what a restore has unpacked before it was cut short. Raises StoreUnreadable."""
    try:
        if is_pending(folder):
            put_in_place(folder)
    except (OSError, ValueError) as error:
        raise StoreUnreadable("store_folder", folder=str(folder)) from error


def _hold(file: int, folder: Path) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        holder = os.read(file, 20).decode(errors="replace").strip() or "?"
        raise StoreBusy("already_running", process=holder, folder=str(folder)) from error
    with suppress(OSError):  # a full disk; the number only helps whoever comes second
        os.ftruncate(file, 0)
        os.write(file, str(os.getpid()).encode())
