"""The sounds in the repository are those the module makes, short and without clicks at their ends."""

from __future__ import annotations

import wave
from pathlib import Path

import pytest

from companion.ui.tones import FOLDER, RATE_HZ, SOUNDS, samples, write_sounds


@pytest.mark.parametrize("name", list(SOUNDS))
def test_a_sound_is_short_begins_in_silence_and_rings_out(name: str) -> None:
    made = list(samples(SOUNDS[name]))
    assert len(made) < RATE_HZ
    assert made[0] == 0
    assert max(map(abs, made[-200:])) < 0.03 * max(map(abs, made))
    assert max(map(abs, made)) > 3_000


def test_the_files_are_what_the_module_writes(tmp_path: Path) -> None:
    write_sounds(tmp_path)
    for name in SOUNDS:
        with wave.open(str(FOLDER / f"{name}.wav")) as kept, wave.open(str(tmp_path / f"{name}.wav")) as fresh:
            assert kept.getparams() == fresh.getparams()
            assert kept.readframes(kept.getnframes()) == fresh.readframes(fresh.getnframes())
