"""Files that leave the companion: readable by their owner alone, also where one of that name lay there before."""

from __future__ import annotations

import os
from pathlib import Path


def write_private(path: Path, data: bytes) -> None:
    """Write `data` to a file of mode 0600. Raises OSError."""
    number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(number, "wb") as file:
        if path.is_file():
            os.fchmod(number, 0o600)
        file.write(data)
