"""Exchanging two folders in one step of the file system, so that there is never none and never half of one."""

from __future__ import annotations

import ctypes
import errno
import os
from pathlib import Path
from typing import Final

_HERE: Final = -100
_EXCHANGE: Final = 2
_UNKNOWN: Final = frozenset({errno.EINVAL, errno.ENOSYS})
"""What a file system or a kernel says that cannot exchange."""


def put_in_place(fresh: Path, place: Path, aside: Path) -> bool:
    """Let the folder `fresh` take the `place` of another, which is then found at `aside`; False where there was none.

    Raises OSError; then all is where it was.
    """
    if not place.exists():
        fresh.rename(place)
        sync_folder(place.parent)
        return False
    fresh.rename(aside)
    try:
        _exchange(aside, place)
    except OSError as error:
        aside.rename(fresh)
        if error.errno not in _UNKNOWN:
            raise
        _one_after_the_other(fresh, place, aside)
    sync_folder(place.parent)
    return True


def _one_after_the_other(fresh: Path, place: Path, aside: Path) -> None:
    place.rename(aside)
    try:
        fresh.rename(place)
    except OSError:
        aside.rename(place)
        raise


def sync_folder(folder: Path) -> None:
    """Have the names in a folder on the disk when this returns."""
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _exchange(one: Path, other: Path) -> None:
    """Linux's renameat2 with RENAME_EXCHANGE (man 2 rename), which Python does not offer."""
    library = ctypes.CDLL(None, use_errno=True)
    if not hasattr(library, "renameat2"):
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    if library.renameat2(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE):
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), str(one), None, str(other))
