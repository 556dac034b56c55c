"""Files that somebody hands to the companion, read whole, as long as they are no larger than any of ours can be."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import BinaryIO, Final

LARGEST: Final = 64 * 2**20
"""Bytes. A log of ten thousand entries takes two million; a device may go on for ever."""


def read_whole(path: Path) -> bytes:
    """What is in a file. Raises OSError, also where it is too large."""
    with path.open("rb") as file:
        return _all_of(file, str(path))


def read_input() -> bytes:
    """What is given on the standard input. Raises OSError where it is too much."""
    return _all_of(sys.stdin.buffer, "-")


def _all_of(file: BinaryIO, name: str) -> bytes:
    data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), name)
    return data
