"""A look saved for support is whole, for its owner alone, and says why."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import numpy as np
import pytest

from companion.feeds.feed import Outline, Picture
from companion.feeds.support import save_look
from companion.rulebook.text import say
from vision.pictures import load_picture
from vision.readings import CellSeen, Seen, Watch

QUAD = ((10.0, 10.0), (40.0, 10.0), (40.0, 60.0), (10.0, 60.0))


def shown() -> Picture:
    watch = Watch("grid0", "cards", 1, 2, ("7", "1", "back"))
    seen = Seen(watch, ((CellSeen((("7", 0.6), ("1", 0.3))), CellSeen(())),), 3.0)
    pixels = np.full((80, 120, 3), 90, np.uint8)
    return Picture(pixels, (Outline(QUAD, "7", 0.6),), say("camera.moved", cards="2"), seen=(seen,))


def test_a_saved_look_holds_the_picture_and_every_likelihood(tmp_path: Path) -> None:
    folder = save_look(shown(), tmp_path / "support", at_utc="2026-11-29T23:40:12Z")
    assert folder == tmp_path / "support" / "2026-11-29T23-40-12Z"
    assert (load_picture(folder / "picture.png") == shown().pixels).all()
    assert (load_picture(folder / "marked.png") != shown().pixels).any()
    told = json.loads((folder / "reasons.json").read_text())
    assert told["zones"][0]["places"] == [[{"7": 0.6, "1": 0.3}, {}]]
    assert (told["note"], told["size_px"]) == ("camera.moved(cards=2)", [120, 80])


def test_a_saved_look_is_for_its_owner_alone(tmp_path: Path) -> None:
    folder = save_look(shown(), tmp_path / "support", at_utc="now")
    assert stat.S_IMODE(folder.stat().st_mode) == stat.S_IMODE(folder.parent.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "support").write_text("a file")
    with pytest.raises(OSError, match="support"):
        save_look(shown(), tmp_path / "support", at_utc="now")
