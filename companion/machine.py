"""The machine the companion runs on, in findings: how warm, how full its disk, which version, how games are kept."""

from __future__ import annotations

import platform
import shutil
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from companion.rulebook.errors import CompanionError
from companion.rulebook.text import Said
from companion.settings import chosen_language
from companion.store.checkup import is_sound
from companion.store.journal import Journal
from companion.texts import Texts
from hardware.checks import probe_machine, probe_supply, probe_temperature, text_of
from hardware.findings import Finding, Level, found

PACKAGE: Final = "tabletop-companion"
ROOT: Final = Path("/")
_LOW_DISK_MB: Final = 200
_MB: Final = 1_000_000


def machine(folder: Path, journal: Journal | CompanionError, *, root: Path = ROOT) -> tuple[Finding, ...]:
    """What can be told of the machine, of `folder` where games are kept, and of the journal or why there is none."""
    return (
        probe_version(),
        probe_machine(root=root),
        *probe_temperature(root=root),
        *probe_throttling(root=root),
        *probe_supply(root=root),
        probe_disk(folder),
        probe_games(journal, folder),
    )


def probe_version() -> Finding:
    """Say which version this is, and of which Python."""
    try:
        own = version(PACKAGE)
    except PackageNotFoundError:
        own = "?"
    return found("version.is", Level.GOOD, version=own, python=platform.python_version())


def probe_throttling(*, root: Path = ROOT) -> tuple[Finding, ...]:
    """Say whether the kernel slows the processor down because of heat; nothing where it does not tell.

    Source: Documentation/driver-api/thermal/sysfs-api.rst of the Linux kernel, cooling devices.
    """
    states = [
        _number(device / "cur_state")
        for device in sorted((root / "sys/class/thermal").glob("cooling_device*"))
        if "cpufreq" in text_of(device / "type")
    ]
    known = [state for state in states if state is not None]
    if not known:
        return ()
    return (found("throttling.on", Level.WARNING) if max(known) else found("throttling.off", Level.GOOD),)


def probe_disk(folder: Path, *, usage: Callable[[Path], tuple[int, int, int]] = shutil.disk_usage) -> Finding:
    """Say where games are kept and how much room is left there."""
    there = next(place for place in (folder, *folder.parents) if place.exists())
    free_mb = usage(there)[2] // _MB
    level = Level.WARNING if free_mb < _LOW_DISK_MB else Level.GOOD
    return found("disk.low" if level is Level.WARNING else "disk.free", level, folder=str(folder), mb=free_mb)


def probe_games(journal: Journal | CompanionError, folder: Path) -> Finding:
    """Say how many games are kept, or why they cannot be read."""
    if isinstance(journal, CompanionError):
        return _unreadable(journal)
    try:
        kept = journal.games()
    except CompanionError as error:
        return _unreadable(error)
    if not is_sound(folder):
        return found("games.damaged", Level.MISSING, folder=str(folder))
    return found("games.kept", Level.GOOD, games=len(kept), entries=sum(one.length for one in kept))


def _unreadable(error: CompanionError) -> Finding:
    return found("games.unreadable", Level.MISSING, why=Texts(chosen_language()).said(error.said))


def sentence(finding: Finding) -> Said:
    """What a finding says."""
    return Said(finding.key, finding.values)


def advice(finding: Finding) -> Said | None:
    """What helps, None where nothing is wrong."""
    return None if finding.level is Level.GOOD else Said(f"{finding.key}.fix", finding.values)


def lines(findings: tuple[Finding, ...]) -> Iterator[str]:
    """Findings as lines for who mends: key and values, no words."""
    for one in findings:
        values = " ".join(f"{name}={value}" for name, value in one.values)
        yield f"{one.level.value:8} {one.key.removeprefix('check.')} {values}".rstrip()


def _number(path: Path) -> int | None:
    text = text_of(path).strip()
    return int(text) if text.isdigit() else None
