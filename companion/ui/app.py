"""The door to the screens: prepares the environment, then imports Kivy and shows the companion."""

from __future__ import annotations

import os

from companion.ui.environment import panel_size, prepare
from companion.ui.host import Host


def run(companion: Host, *, size: tuple[int, int] = (800, 480)) -> None:
    """Show `companion` until it is closed: in a window of `size` pixels, without a desktop on the whole screen."""
    if os.environ.get("SDL_VIDEODRIVER") == "kmsdrm":
        size = panel_size() or size
    prepare(size, seen=True)
    from companion.ui.application import CompanionApp  # noqa: PLC0415 - Kivy must find its environment prepared
    from companion.ui.tidy import keep_tidy  # noqa: PLC0415

    app = CompanionApp(companion)
    app.bind(on_start=keep_tidy)
    app.run()
