"""Files that leave the companion: readable by their owner alone, also where one of that name lay there before."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.rulebook.errors import CompanionError
from companion.system_faults import why_of


class NotWritten(CompanionError, OSError):
    """Error raised when a file or folder that somebody asked for cannot be written: which, and why."""


@contextmanager
def writing(file: Path) -> Iterator[None]:
    """Turn whatever the system says while `file` is being written into NotWritten."""
    try:
        yield
    except CompanionError:
        raise
    except OSError as error:
        raise NotWritten("file_not_written", file=str(file), why=why_of(error)) from error


def place_for(named: Path | None, usual: str) -> Path:
    """Where to write: the file that somebody named, else that of the usual name.

    Raises NotWritten where a file of the usual name is there already: nobody has asked for it to be replaced.
    """
    if named is None and os.path.lexists(usual):
        raise NotWritten("file_there", file=usual)
    return named or Path(usual)


def write_private(path: Path, data: bytes) -> None:
    """Write `data` to a file of mode 0600, whole or not at all: what lay there before stays until then.

    What is no regular file (a pipe, a device) is written to as it is; one that may not be written to is left alone.
    Raises OSError.
    """
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    place = Path(os.path.realpath(path))
    number, fresh = tempfile.mkstemp(prefix=".companion-", dir=place.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(number)
        Path(fresh).replace(place)
    except BaseException:
        Path(fresh).unlink()
        raise
