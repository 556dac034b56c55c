"""A folder for what a target or a seed writes."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder for one run."""
    folder = Path(tempfile.mkdtemp(prefix="companion-fuzz-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder)
