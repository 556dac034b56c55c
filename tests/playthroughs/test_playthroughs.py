"""The transcripts in this folder are what the games do; a change is written anew and read by a person."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.playthroughs.writer import transcripts


@pytest.mark.parametrize(("path", "text"), list(transcripts()), ids=lambda value: getattr(value, "name", ""))
def test_a_game_plays_as_its_transcript_says(path: Path, text: str) -> None:
    assert path.read_text(encoding="utf-8") == text
