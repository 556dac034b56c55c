"""A page from which files leave, to a folder that people choose; the top bar tells which."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.rulebook.text import say
from companion.system_faults import why_of
from companion.ui.outlets import folders
from companion.ui.page import Page


class OutletPage(Page):
    """Pages of this kind have a `top` bar, and a key for `next_folder`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.folders = tuple(folders())
        self._at = 0
        self._tell_folder()

    @property
    def folder(self) -> Path:
        """Where files go."""
        return self.folders[self._at]

    def next_folder(self) -> None:
        """To the next folder they may go to."""
        self._at = (self._at + 1) % len(self.folders)
        self._tell_folder()

    def open_folder(self) -> Path:
        """The folder, made where it is missing. Raises OSError."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return self.folder

    def failed(self, error: OSError) -> None:
        """Tell that a file could not be written there, and why."""
        self.app.tell(say("support.failed", folder=str(self.folder), why=why_of(error)))

    def _tell_folder(self) -> None:
        self.ids.top.remark = self.app.words("support.into", folder=str(self.folder))
