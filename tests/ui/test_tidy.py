"""Garbage is collected after the picture, when something was left behind."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path

import pytest
from kivy.graphics import RenderContext

from companion import process
from companion.companion import Companion
from companion.ui.tidy import Tidy
from companion.ui.video_driver import release_shader_compiler
from tests.ui.touch import Screen


@pytest.fixture
def collected(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was done about garbage, in order; nothing is frozen in the process of the tests."""
    done: list[str] = []
    monkeypatch.setattr(process, "settle", lambda: done.append("settle"))
    monkeypatch.setattr(gc, "collect", lambda: done.append("collect"))
    return done


def test_first_what_exists_is_set_aside_then_each_page_that_has_gone_is_collected_once(
    whole: Companion, show: Callable[..., Screen], collected: list[str]
) -> None:
    screen = show(whole)
    tidy = Tidy(screen.app)
    assert tidy._later.is_triggered
    tidy._later.cancel()
    tidy._collect(0)
    for page in ("settings", "power"):
        screen.app.go(page)
    assert tidy._later.is_triggered
    assert collected == ["settle"], "not before the picture is shown"
    tidy._later.cancel()
    tidy._collect(0)
    assert collected == ["settle", "collect"]


def test_without_a_change_there_is_nothing_to_do(
    whole: Companion, show: Callable[..., Screen], collected: list[str]
) -> None:
    screen = show(whole)
    tidy = Tidy(screen.app)
    tidy._later.cancel()
    tidy._collect(0)
    screen.tap_at(5, 5)
    assert not tidy._later.is_triggered
    assert collected == ["settle"]


def test_the_shader_compiler_is_let_go_and_a_new_shader_is_compiled_all_the_same(
    whole: Companion, show: Callable[..., Screen]
) -> None:
    show(whole)
    assert release_shader_compiler()
    context = RenderContext(use_parent_projection=True)
    context.shader.fs = "$HEADER$ void main(void) { gl_FragColor = vec4(0.25, 0.5, 0.75, 1.0); }"
    assert context.shader.success


def test_without_a_library_that_knows_the_driver_nothing_is_let_go(tmp_path: Path) -> None:
    assert not release_shader_compiler(tmp_path / "no maps")
