"""A television beside the table: the large scoreboard comes to the front while nobody touches the screen."""

from __future__ import annotations

from typing import Any, Final

from kivy.clock import Clock
from kivy.core.window import Window

from companion.ui.table_page import TablePage

REST_S: Final = 20.0
"""How long after the last touch or key."""


class Rest:
    """Shows the large scoreboard in quiet times, where the settings want it."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self._later = Clock.create_trigger(self.show_board, REST_S)
        Window.bind(on_touch_down=self.stir, on_key_down=self.stir)

    def stir(self, *_: Any) -> None:
        """Somebody is at the screen: begin to wait anew."""
        self._later.cancel()
        if self._app.companion.settings.board:
            self._later()

    def show_board(self, _: float = 0) -> None:
        """Put the scoreboard in front of a table on which nothing waits for a touch."""
        page, view = self._app.page, self._app.view
        if not (self._app.companion.settings.board and isinstance(page, TablePage) and view is not None):
            return
        if page.needs_touch(view):
            self.stir()
            return
        page.cover_again()
        self._app.go("board")

    def stop(self) -> None:
        """Never again."""
        self._later.cancel()
        Window.unbind(on_touch_down=self.stir, on_key_down=self.stir)
