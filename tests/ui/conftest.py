"""What UI tests share: a companion in an empty folder, and screens that are closed when a test ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.companion import Companion
from companion.settings import Settings
from companion.ui.gallery import Evening, evening
from tests.ui.touch import Screen, companion


@pytest.fixture
def whole(tmp_path: Path) -> Iterator[Companion]:
    """A companion without edges."""
    one = companion(tmp_path / "data")
    yield one
    one.close()


@pytest.fixture
def show() -> Iterator[Callable[..., Screen]]:
    """Shows a companion; all screens are closed at the end."""
    screens: list[Screen] = []

    def opened(one: Companion, *, draws: bool = True) -> Screen:
        screens.append(Screen(one, draws=draws))
        return screens[-1]

    yield opened
    for screen in screens:
        screen.close()


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Evening]:
    """A companion with a camera and buttons on which anything can be arranged."""
    one = evening(tmp_path / "night", Settings(language="fr", sounds=False))
    yield one
    one.companion.close()
