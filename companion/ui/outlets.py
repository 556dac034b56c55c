"""Where files may leave to: sticks and cards that can be written, the home folder, the data folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.settings import data_folder

MOUNTS: Final = (Path("/media"), Path("/run/media"))
"""Where sticks and cards appear, one or two folders down."""


def folders(mounts: tuple[Path, ...] = MOUNTS) -> Iterator[Path]:
    """Where files may go, sticks first."""
    for mount in mounts:
        for depth in ("*", "*/*"):
            yield from (place for place in sorted(mount.glob(depth)) if place.is_mount() and _writable(place))
    yield Path.home()
    yield data_folder() / "exports"


def _writable(place: Path) -> bool:
    try:
        (place / ".companion").touch()
        (place / ".companion").unlink()
    except OSError:
        return False
    return True
