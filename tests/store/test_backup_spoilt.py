"""A restore takes no backup that is damaged, forged or too large, and changes nothing then."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.store.backup import back_up
from companion.store.database import sqlite_url
from companion.store.errors import BadBackup, StoreFull
from companion.store.restore import restore
from tests.store.used_tables import AT, NOW, games_in, lived_in, table_at


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a backup."""
    folder = tmp_path_factory.mktemp("good")
    back_up(lived_in(folder), folder / "b.zip", made_at=AT)
    return (folder / "b.zip").read_bytes()


@settings(max_examples=60)
@given(data=st.data())
def test_a_damaged_backup_is_told_and_changes_nothing(good: bytes, tmp_path: Path, data: st.DataObject) -> None:
    spoilt = bytearray(good)
    kind = data.draw(st.sampled_from(("cut", "flip", "fill")))
    at = data.draw(st.integers(0, len(good) - 1))
    if kind == "cut":
        del spoilt[at:]
    elif kind == "flip":
        spoilt[at] ^= 1 << data.draw(st.integers(0, 7))
    else:
        spoilt[at : at + 40] = bytes(len(spoilt[at : at + 40]))
    (tmp_path / "b.zip").write_bytes(spoilt)
    table = table_at(tmp_path)
    shutil.rmtree(table.folder, ignore_errors=True)
    try:
        restore(tmp_path / "b.zip", table, NOW)
    except BadBackup:
        assert not [path for path in table.folder.rglob("*") if path.name != "companion.lock"]
    else:  # the bit said nothing of the contents: a time, an attribute
        assert len(games_in(sqlite_url(table.folder))) == 3


def archive_of(path: Path, manifest: object, **parts: bytes) -> Path:
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
        archive.writestr("manifest.json", manifest if isinstance(manifest, str) else json.dumps(manifest))
    return path


def manifest_of(**more: object) -> dict[str, object]:
    empty = {"size": 0, "sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}
    about = {"format": "companion-backup/1", "schema": 1, "made_at": AT, "parts": {"companion.sqlite3": empty}}
    return about | more


@pytest.mark.parametrize(
    ("manifest", "parts"),
    [
        ("{", {}),
        ("[]", {}),
        (manifest_of(format="companion-backup/2"), {"companion.sqlite3": b""}),
        (manifest_of(schema="1"), {"companion.sqlite3": b""}),
        (manifest_of(schema=99), {"companion.sqlite3": b""}),
        (manifest_of(parts={}), {}),
        (manifest_of(parts=[]), {}),
        (manifest_of(parts={"companion.sqlite3": 1}), {"companion.sqlite3": b""}),
        (manifest_of(), {}),
        (manifest_of(), {"companion.sqlite3": b"", "extra": b""}),
        (manifest_of(), {"companion.sqlite3": b"0" * 10_000_000}),
    ],
)
def test_what_is_no_backup_is_told(tmp_path: Path, manifest: object, parts: dict[str, bytes]) -> None:
    file = archive_of(tmp_path / "b.zip", manifest, **parts)
    with pytest.raises(BadBackup):
        restore(file, table_at(tmp_path), NOW)


@pytest.mark.parametrize("name", ["../escaped", "/escaped", "decks/../../escaped.npz", "decks/.hidden.npz", "x.py"])
def test_no_part_lands_outside_its_place(tmp_path: Path, name: str) -> None:
    part = {"size": 1, "sha256": "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"}
    games = {"size": 0, "sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}
    about = manifest_of(parts={"companion.sqlite3": games, name: part})
    file = archive_of(tmp_path / "b.zip", about, **{"companion.sqlite3": b"", name: b"x"})
    with pytest.raises(BadBackup):
        restore(file, table_at(tmp_path), NOW)
    assert not list(tmp_path.rglob("escaped*"))


def test_a_file_that_claims_more_than_the_disk_holds_is_refused_first(tmp_path: Path) -> None:
    about = manifest_of(parts={"companion.sqlite3": {"size": 10**18, "sha256": "0" * 64}})
    with pytest.raises(StoreFull):
        restore(archive_of(tmp_path / "b.zip", about, **{"companion.sqlite3": b"x"}), table_at(tmp_path), NOW)
