"""Leaving: close the app, or switch the machine off. Asked once, on a page of its own."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from kivy.lang import Builder

from companion.rulebook.text import say
from companion.ui.page import Page


class PowerPage(Page):
    """Close or switch off; every game is kept already."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._command = shutil.which("systemctl")
        self.ids.off.disabled = self._command is None

    def switch_off(self) -> None:
        """Ask the system to switch the machine off."""
        if self._command is None:
            return
        asked = subprocess.run([self._command, "poweroff"], check=False, capture_output=True)  # noqa: S603
        if asked.returncode:
            self.app.tell(say("power.refused"))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
