"""Files that leave the companion: readable by their owner alone, also where one of that name lay there before."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.rulebook.errors import CompanionError


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
        raise NotWritten("file_not_written", file=str(file), why=error.strerror or str(error)) from error


def write_private(path: Path, data: bytes) -> None:
    """Write `data` to a file of mode 0600. Raises OSError."""
    number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(number, "wb") as file:
        if path.is_file():
            os.fchmod(number, 0o600)
        file.write(data)
