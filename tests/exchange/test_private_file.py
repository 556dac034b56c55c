"""Files that leave the companion are for their owner alone, and whole or not there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.exchange.private_file import write_private


def test_a_file_is_for_its_owner_alone_whatever_lay_there(tmp_path: Path) -> None:
    file = tmp_path / "x"
    file.write_bytes(b"old, and open to all")
    file.chmod(0o644)
    write_private(file, b"new")
    assert (file.read_bytes(), file.stat().st_mode & 0o777, [*tmp_path.iterdir()]) == (b"new", 0o600, [file])


def test_on_a_full_disk_what_lay_there_stays_and_no_stub_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    (tmp_path / "x").write_bytes(b"old")
    for name in ("x", "y"):
        with pytest.raises(OSError, match="No space left"):
            write_private(tmp_path / name, b"new")
    assert [*tmp_path.iterdir()] == [tmp_path / "x"]
    assert (tmp_path / "x").read_bytes() == b"old"


def test_a_link_is_followed_and_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("file")
    write_private(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"new"
    os.mkfifo(tmp_path / "pipe")
    heard = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_private(tmp_path / "pipe", b"told")
    assert os.read(heard, 9) == b"told"
    os.close(heard)
