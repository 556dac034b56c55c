"""Putting restored files in the place of others, so that a power cut at any moment is made good at the next start.

All is unpacked into a folder within the data folder. One small file says that it is whole; from then on the old files
are moved aside and the new ones into their place, and whoever opens the data folder next goes on where it stopped.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final

STAGING: Final = ".restoring"
SETTINGS: Final = "settings.toml"
_WHOLE: Final = "whole.json"
_CLEARED: Final = "cleared"


def is_pending(folder: Path) -> bool:
    """True where a restore of this data folder was cut short after everything had been unpacked."""
    try:
        return (folder / STAGING / _WHOLE).exists()
    except PermissionError:
        return False  # who goes on to use such a folder is told so


def declare_whole(folder: Path, *, items: Sequence[str], aside: str, settings: Path) -> None:
    """Say that what was unpacked is to take the place of `items`, which go to the folder `aside`. Raises OSError.

    Unpacked settings go to the file `settings`, which may lie elsewhere.
    """
    staging = folder / STAGING
    for inside in (*(path for path in staging.rglob("*") if path.is_dir()), staging):
        _sync(inside)
    plan = {"items": list(items), "aside": aside, "settings": str(settings)}
    _write(staging / _WHOLE, json.dumps(plan).encode())


def put_in_place(folder: Path) -> None:
    """Move the old files aside and the new ones in, from wherever this was cut short. Raises OSError."""
    staging = folder / STAGING
    plan = json.loads((staging / _WHOLE).read_text(encoding="utf-8"))
    if not (staging / _CLEARED).exists():
        _clear(folder, plan["items"], folder / plan["aside"])
        _write(staging / _CLEARED, b"")
    for item in plan["items"]:
        if (staging / item).exists():
            (staging / item).rename(folder / item)
    _sync(folder)
    if (staging / SETTINGS).exists():
        _replace_settings(staging / SETTINGS, Path(plan["settings"]), plan["aside"])
    discard(folder)


def discard(folder: Path) -> None:
    """Remove what was unpacked; the file that calls it whole goes first."""
    (folder / STAGING / _WHOLE).unlink(missing_ok=True)
    shutil.rmtree(folder / STAGING, ignore_errors=True)


def _clear(folder: Path, items: Sequence[str], aside: Path) -> None:
    old = [folder / item for item in items if (folder / item).exists()]
    if old:
        aside.mkdir(mode=0o700, exist_ok=True)
    for path in old:
        path.rename(aside / path.name)
    for inside in (aside, folder):
        if inside.exists():
            _sync(inside)


def _replace_settings(fresh: Path, place: Path, aside: str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    kept = place.with_name(f"{place.name}.{aside}")
    if place.exists() and not kept.exists():
        _write(kept, place.read_bytes())
    _write(place, fresh.read_bytes())


def _write(path: Path, data: bytes) -> None:
    """Write a private file that is whole or not there, and on the disk when this returns."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    _sync(path.parent)


def _sync(folder: Path) -> None:
    """Have the names in a folder on the disk when this returns."""
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
