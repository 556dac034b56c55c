"""Every screen in every language, size, theme and letter size: nothing cut, small, covered, outside or faint."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from companion.companion import Companion
from companion.exchange.private_file import NotWritten
from companion.settings import Settings
from companion.ui.shots import Photographer
from tests.kit import ROOT
from tests.ui.inspection import MANY, covered, cut_words, inspect, outside, small
from tests.ui.touch import Screen

SCREENS = 72


@pytest.mark.slow
@pytest.mark.parametrize("language", ["fr", "en", "de"])
def test_at_800_by_480_every_screen_can_be_read_and_touched(language: Any, show: Callable[..., Screen]) -> None:
    theme: Any = {"fr": "dark", "en": "light", "de": "dark"}[language]
    settings = Settings(language=language, theme=theme, sounds=False, pictograms=language == "de")
    one = inspect((800, 480), settings, pixels=language != "de")
    assert one.faults == []
    assert one.screens == SCREENS
    assert one.targets > 400


@pytest.mark.slow
def test_six_people_with_long_names_and_large_letters_fit(show: Callable[..., Screen]) -> None:
    settings = Settings(language="de", text_size="large", palette="contrast", theme="light", sounds=False)
    assert inspect((800, 480), settings, pixels=True, people=MANY).faults == []


@pytest.mark.slow
def test_at_1280_by_720_every_screen_can_be_read_and_touched() -> None:
    command = [sys.executable, "-m", "tests.ui.inspection", "1280x720", "de", "light"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert [line for line in lines if not line.startswith("#")] == []
    assert len(lines) == 1


def test_the_inspection_finds_what_is_planted(whole: Companion, show: Callable[..., Screen]) -> None:
    screen = show(whole)
    key = screen.target("settings")
    assert [*small([key]), *covered(screen.targets()), *outside(screen.app.shell, [key])] == []
    key.size_hint = (None, None)
    key.text, key.size = "Donaudampfschifffahrtsgesellschaft", (70, 40)
    screen.frames()
    assert small([key]) == ["small: settings None 70x40"]
    assert cut_words(screen.app.shell) == ["cut: 'Donaudampfschifffahrtsgesellschaft'"]
    key.pos = screen.target("power").pos
    assert covered(screen.targets())
    key.pos = (-30, 0)
    assert outside(screen.app.shell, [key])


def test_the_words_of_the_screens_exist_in_every_language(whole: Companion) -> None:
    keys = {language: {e.id for e in catalogue(language) if e.id} for language in ("fr", "en", "de")}
    assert keys["fr"] == keys["en"] == keys["de"]


def test_every_word_the_screens_ask_for_is_in_the_catalogue(whole: Companion) -> None:
    asked = set()
    for file in (ROOT / "companion" / "ui").glob("*.*"):
        if file.suffix in {".py", ".kv"}:
            asked |= words_asked(file.read_text(encoding="utf-8"))
    texts = whole.texts()
    assert sorted(key for key in asked if not texts.has(key)) == []


def catalogue(language: str) -> Any:
    from babel.messages.pofile import read_po

    with (ROOT / "companion" / "locale" / language / "ui.po").open("rb") as file:
        return read_po(file)


def words_asked(source: str) -> set[str]:
    """The keys written out in ``words("…")`` and ``app.words('…')``."""
    import re

    return {match[1] for match in re.finditer(r"words\(\s*[\"']([a-z_.]+)[\"'],?", source) if "." in match[1]}


@pytest.mark.parametrize(("theme", "palette"), list(product(("dark", "light"), ("plain", "contrast"))))
def test_home_is_drawn_in_every_theme(theme: Any, palette: Any, whole: Companion, show: Callable[..., Screen]) -> None:
    whole.settings = Settings(language="fr", theme=theme, palette=palette, sounds=False)
    assert cut_words(show(whole).app.shell) == []


def test_a_picture_that_cannot_be_written_is_told(whole: Companion, tmp_path: Path) -> None:
    camera = Photographer(whole, tmp_path, size=(800, 480))
    assert camera.shoot("home").read_bytes().startswith(b"\x89PNG")
    (tmp_path / "power.png").mkdir()
    with pytest.raises(NotWritten):
        camera.shoot("power")
    camera.close()
