"""The form of a backup: a zip file with a manifest of its parts, their sizes and their checksums.

The games are an SQLite file, whatever database they came from. Nothing but the parts named here is written to a disk.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from companion.store.errors import BadBackup
from companion.store.tables import SCHEMA_VERSION
from companion.system_faults import why_of

FORMAT: Final = "companion-backup/1"
GAMES: Final = "companion.sqlite3"
_MANIFEST: Final = "manifest.json"
_LONGEST_MANIFEST: Final = 1_000_000
_PIECE: Final = 1 << 20
_KNOWN: Final = re.compile(
    rf"{re.escape(GAMES)}|settings\.toml|table-id|calibration\.json|decks/(?!\.)[^/\\\x00-\x1f]{{1,120}}\.npz"
)


@dataclass(frozen=True, slots=True)
class Listed:
    """What the manifest says of a part: its size in bytes and its SHA-256 in hexadecimal digits."""

    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup holds: the version of its tables, when it was made (UTC, ISO 8601), and its parts by name."""

    schema: int
    made_at: str
    parts: Mapping[str, Listed]

    @property
    def size(self) -> int:
        """How many bytes all parts take on a disk."""
        return sum(part.size for part in self.parts.values())


def is_known(name: str) -> bool:
    """True for the names of parts that a backup may hold."""
    return _KNOWN.fullmatch(name) is not None


def pack(target: Path, parts: Mapping[str, Path], *, made_at: str) -> None:
    """Write a backup of files by the names they get in it, for its owner alone; it is whole or not there.

    Raises OSError.
    """
    fresh = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            with ZipFile(file, "w", ZIP_DEFLATED) as archive:
                listed = {name: _packed(archive, name, path) for name, path in parts.items()}
                about = {"format": FORMAT, "schema": SCHEMA_VERSION, "made_at": made_at, "parts": listed}
                archive.writestr(_MANIFEST, json.dumps(about, indent=1))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)


def _packed(archive: ZipFile, name: str, path: Path) -> dict[str, object]:
    digest, size = hashlib.sha256(), 0
    with path.open("rb") as source, archive.open(name, "w", force_zip64=True) as target:
        while piece := source.read(_PIECE):
            digest.update(piece)
            size += len(piece)
            target.write(piece)
    return {"size": size, "sha256": digest.hexdigest()}


class Archive:
    """A backup that is open for reading; `file` is its name for messages."""

    def __init__(self, archive: ZipFile, file: str) -> None:
        self._archive = archive
        self._file = file
        self.manifest = self._read_manifest()

    def unpack(self, folder: Path) -> None:
        """Write all parts into `folder`, for their owner alone, each compared with the manifest.

        Raises BadBackup where one is not what the manifest says, or OSError.
        """
        with _told_as_damage(self._file):
            for name, listed in self.manifest.parts.items():
                path = folder / name
                path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                with self._archive.open(name) as source, _private(path) as target:
                    _copied(source, target, listed, self._file, name)

    def _read_manifest(self) -> Manifest:
        with _told_as_damage(self._file):
            names = {info.filename: info for info in self._archive.infolist()}
            plain = all(info.compress_type in {ZIP_STORED, ZIP_DEFLATED} for info in names.values())
            if not plain or len(names) != len(self._archive.infolist()):
                raise BadBackup("backup_damaged", file=self._file, part=_MANIFEST)
            if _MANIFEST not in names or names[_MANIFEST].file_size > _LONGEST_MANIFEST:
                raise BadBackup("backup_damaged", file=self._file, part=_MANIFEST)
            manifest = _manifest(json.loads(self._archive.read(_MANIFEST)), self._file)
        if set(manifest.parts) != set(names) - {_MANIFEST} or GAMES not in manifest.parts:
            raise BadBackup("backup_damaged", file=self._file, part=_MANIFEST)
        return manifest


@contextmanager
def open_archive(path: Path) -> Iterator[Archive]:
    """The backup in a file. Raises BadBackup, also where it cannot be read."""
    try:
        opened = path.open("rb")
    except OSError as error:
        raise BadBackup("backup.failed", file=str(path), why=why_of(error)) from error
    with opened as file:
        with _told_as_damage(str(path)):
            archive = ZipFile(file)
        with archive:
            yield Archive(archive, str(path))


def _manifest(about: Any, file: str) -> Manifest:
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise BadBackup("backup_damaged", file=file, part=_MANIFEST)
    schema, made_at, parts = about.get("schema"), about.get("made_at"), about.get("parts")
    if type(schema) is not int or not isinstance(made_at, str) or not isinstance(parts, dict):
        raise BadBackup("backup_damaged", file=file, part=_MANIFEST)
    if schema > SCHEMA_VERSION:
        raise BadBackup("store_newer", found=schema, known=SCHEMA_VERSION)
    return Manifest(schema, made_at, {name: _listed(name, part, file) for name, part in parts.items()})


def _listed(name: str, part: Any, file: str) -> Listed:
    size, sha256 = (part.get("size"), part.get("sha256")) if isinstance(part, dict) else (None, None)
    if not is_known(name) or type(size) is not int or size < 0 or not isinstance(sha256, str):
        raise BadBackup("backup_damaged", file=file, part=name)
    return Listed(size, sha256)


def _copied(source: IO[bytes], target: IO[bytes], listed: Listed, file: str, name: str) -> None:
    """Copy a part, never more than the manifest says: a few bytes may unpack to more than any disk holds."""
    digest, left = hashlib.sha256(), listed.size
    while piece := source.read(_PIECE):
        left -= len(piece)
        if left < 0:
            break
        digest.update(piece)
        target.write(piece)
    if left or digest.hexdigest() != listed.sha256:
        raise BadBackup("backup_damaged", file=file, part=name)
    target.flush()
    os.fsync(target.fileno())


def _private(path: Path) -> IO[bytes]:
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


@contextmanager
def _told_as_damage(file: str) -> Iterator[None]:
    """Whatever a damaged zip file makes its reader raise."""
    try:
        yield
    except (BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise BadBackup("backup_damaged", file=file, part=type(error).__name__) from error
    except (UnicodeError, json.JSONDecodeError, OverflowError, KeyError) as error:
        raise BadBackup("backup_damaged", file=file, part=type(error).__name__) from error
