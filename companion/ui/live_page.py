"""What the pages that set the camera up share: the last picture at once, and what was found is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.rulebook.text import say
from companion.system_faults import why_of
from companion.ui.page import Page


class LivePage(Page):
    """A page with the live picture."""

    @property
    def calibrator(self) -> Any:
        """What looks at the camera's pictures for such pages; None without a camera."""
        return self.app.companion.calibrator

    def show(self, _view: Any) -> None:
        """Show the last picture at once."""
        if self.app.picture is not None:
            self.see(self.app.picture)

    def was_kept(self, keep: Callable[[], None]) -> bool:
        """Let something be kept; False where the folder refuses, which is told."""
        try:
            keep()
        except OSError as error:
            self.app.tell(say("calibrate.not_kept", why=why_of(error)))
            return False
        return True
