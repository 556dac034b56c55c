"""Garbage is collected while nobody waits: a moment after a page has gone or the game has changed.

Widgets hold one another, so what a page leaves behind is only found by a collection; left to itself that happens in
the middle of some touch, of twenty pages at once, and takes a tenth of a second.
"""

from __future__ import annotations

import gc
from typing import Any, Final

from kivy.clock import Clock
from kivy.core.window import Window

from companion import process

QUIET_S: Final = 0.25
"""How long nothing may have been touched."""


class Tidy:
    """Tidies up behind an application that has been built."""

    def __init__(self, app: Any) -> None:
        self._is_settled = False
        self._is_due = False
        self._later = Clock.create_trigger(self._collect, QUIET_S)
        app.shell.bind(children=self._left_something)
        app.bind(view=self._left_something)
        Window.bind(on_touch_down=self._not_now)
        self._left_something()

    def _left_something(self, *_: Any) -> None:
        self._is_due = True
        self._not_now()

    def _not_now(self, *_: Any) -> None:
        """Wait from here on, where there is something to do at all."""
        if self._is_due:
            self._later.cancel()
            self._later()

    def _collect(self, _: float) -> None:
        self._is_due = False
        if self._is_settled:
            gc.collect()
        else:
            process.settle()
            self._is_settled = True


def keep_tidy(app: Any) -> None:
    """From now on, the first page being there: leave what exists alone and collect the rest in quiet moments."""
    app.tidy = Tidy(app)  # Kivy binds weakly: somebody has to hold it
