"""A support bundle: what somebody who helps must know, as a list that is shown first and then written as one zip file.

No picture unless one is handed in, no name of a person, no secret of the settings, and of the newest game only what
everybody at the table may see.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from companion.exchange.log import last_open_seq, write_log
from companion.exchange.private_file import write_private
from companion.exchange.whole_file import read_whole
from companion.feeds.feed import Health
from companion.machine import lines
from companion.rulebook.errors import CompanionError
from companion.session.session import Table, replayed
from companion.settings import Settings
from companion.store.journal import Journal
from hardware.findings import Finding

LIBRARIES: Final = ("kivy", "numpy", "opencv-python", "pymunk", "scipy", "sqlalchemy", "gpiozero", "pyserial")
_SECRET: Final = re.compile(r"password|secret|token|credential|api_?key", re.IGNORECASE)
_WITH_LOGIN: Final = re.compile(r"(\w[\w+.-]*://)[^/@\s\"']+@")
_QUERY: Final = re.compile(r"(\w[\w+.-]*://[^\s?\"']+)\?[^\s\"']+")
_HIDDEN: Final = "***"


@dataclass(frozen=True, slots=True)
class Part:
    """One file of the bundle; `kind` names what it is (text key ``support.part.<kind>``)."""

    name: str
    kind: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Report:
    """What the bundle is made of: settings, findings, how the devices are, lines of the fault file, screen facts."""

    settings: Settings
    findings: Sequence[Finding]
    health: Sequence[Health] = ()
    faults: Sequence[str] = ()
    screen: Mapping[str, str] | None = None


def parts_of(report: Report, journal: Journal | None, pictures: Iterable[Path] = ()) -> tuple[Part, ...]:
    """The parts of a bundle in the order they are shown; `pictures` are files a person asked to add.

    `journal` is None where it cannot be opened: then help is needed most. Raises OSError for a picture.
    """
    texts = (
        ("versions.txt", "versions", (*_versions(), *_pairs(report.screen or {}))),
        ("devices.txt", "devices", (*lines(tuple(dict.fromkeys(report.findings))), *map(_told, report.health))),
        ("settings.txt", "settings", _settings(report.settings)),
        ("faults.txt", "faults", map(without_secrets, report.faults)),
        ("game.jsonl", "game", () if journal is None else newest_game(journal)),
    )
    shown = [(path.name.encode("utf-8", "replace").decode(), read_whole(path)) for path in pictures]
    written = [Part(name, kind, "".join(f"{line}\n" for line in told).encode()) for name, kind, told in texts]
    return (*written, *(Part(f"picture/{name}", "picture", data) for name, data in shown))


def write_bundle(parts: Iterable[Part], file: Path) -> None:
    """Write the parts to one zip file of mode 0600. Raises OSError."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for part in parts:
            archive.writestr(part.name, part.data)
    write_private(file, packed.getvalue())


def newest_game(journal: Journal) -> tuple[str, ...]:
    """The public log of the newest game with letters for names; a line that says why where it cannot be read."""
    try:
        kept = next(iter(journal.games()), None)
        if kept is None:
            return ()
        entries = journal.entries(kept.id)
        course = replayed(Table(kept.id, kept.header, entries))
    except CompanionError as error:
        return (f"unreadable: {error}",)
    letters = tuple(chr(ord("A") + seat) for seat in range(len(kept.header.seats)))
    return tuple(write_log(replace(kept.header, seats=letters, more={}), entries[: last_open_seq(course)]))


def without_secrets(text: str) -> str:
    """`text` with logins and queries of addresses made unreadable."""
    return _QUERY.sub(rf"\1?{_HIDDEN}", _WITH_LOGIN.sub(rf"\1{_HIDDEN}@", text))


def _settings(settings: Settings) -> Iterable[str]:
    """Every setting that is not as it comes, secrets hidden."""
    plain = Settings()
    for field in fields(settings):
        value = getattr(settings, field.name)
        if value != getattr(plain, field.name):
            yield f"{field.name} = {_HIDDEN if _SECRET.search(field.name) else _shown(value)}"


def _shown(value: Any) -> str:
    return without_secrets(repr(value))


def _versions() -> Iterable[str]:
    for name in LIBRARIES:
        try:
            yield f"{name} {version(name)}"
        except PackageNotFoundError:
            yield f"{name} -"


def _pairs(facts: Mapping[str, str]) -> Iterable[str]:
    return (f"{name} {value}" for name, value in facts.items())


def _told(health: Health) -> str:
    figures = " ".join(str(figure) for figure in health.figures)
    return without_secrets(f"{health.level:8} {health.part} {health.said} {figures}".rstrip())
