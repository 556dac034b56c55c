"""Garbage is collected while nobody waits: once the picture is shown after a page has gone or the game has changed.

Widgets hold one another, so what a page leaves behind is only found by a collection; left to itself that happens in
the middle of some touch, of twenty pages at once, and takes a tenth of a second.
"""

from __future__ import annotations

import gc
from typing import Any, Final

from kivy.clock import Clock

from companion import process
from companion.ui.video_driver import release_shader_compiler

SHOWN_S: Final = 0.05
"""After so long the picture that answers a touch is shown, and no finger is back yet."""


class Tidy:
    """Tidies up behind an application that has been built."""

    def __init__(self, app: Any) -> None:
        self._is_settled = False
        self._later = Clock.create_trigger(self._collect, SHOWN_S)
        app.shell.bind(children=self._left_something)
        app.bind(view=self._left_something)
        self._later()

    def _left_something(self, *_: Any) -> None:
        self._later()

    def _collect(self, _: float) -> None:
        if self._is_settled:
            gc.collect()
        else:
            process.settle()
            release_shader_compiler()
            self._is_settled = True


def keep_tidy(app: Any) -> None:
    """From now on, the first page being there: leave what exists alone and collect the rest after each picture."""
    app.tidy = Tidy(app)  # Kivy binds weakly: somebody has to hold it
