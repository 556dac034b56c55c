"""What went wrong is kept in a small file, for its owner alone, and the program goes on without it where it must."""

from __future__ import annotations

import logging
import stat
import sys
import threading
from pathlib import Path

import pytest

from companion.faults import FILE, keeping_faults, recent_faults


def test_warnings_are_kept_and_news_are_not(tmp_path: Path) -> None:
    with keeping_faults(tmp_path / "data"):
        logging.getLogger("companion.x").info("all is well")
        logging.getLogger("companion.x").warning("something is odd")
    logging.getLogger("companion.x").warning("after the end")
    kept = recent_faults(tmp_path / "data")
    assert len(kept) == 1
    assert kept[0].endswith("WARNING companion.x: something is odd")
    assert stat.S_IMODE((tmp_path / "data" / FILE).stat().st_mode) == 0o600


def test_what_ends_the_program_is_kept_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), keeping_faults(tmp_path):
        _ = 1 / 0
    assert any("ZeroDivisionError" in line for line in recent_faults(tmp_path))
    assert any("test_faults.py" in line for line in recent_faults(tmp_path))


def test_what_ends_a_thread_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "__excepthook__", lambda *_: None)

    def fall() -> None:
        raise ValueError("a fault of ours")

    with keeping_faults(tmp_path):
        thread = threading.Thread(target=fall, name="camera")
        thread.start()
        thread.join()
    text = "\n".join(recent_faults(tmp_path))
    assert "thread camera ended by a fault" in text
    assert "a fault of ours" in text


def test_where_nothing_can_be_written_the_program_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with keeping_faults(tmp_path / "file"):
        logging.getLogger("companion.x").warning("lost")
    assert recent_faults(tmp_path / "file") == ()


def test_only_the_last_lines_are_taken(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("".join(f"{number}\n" for number in range(1000)))
    kept = recent_faults(tmp_path)
    assert len(kept) == 400
    assert kept[-1] == "999"
