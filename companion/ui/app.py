"""The door to the screens: prepares the environment, then imports Kivy and shows the companion."""

from __future__ import annotations

from companion.ui.environment import prepare
from companion.ui.host import Host


def run(companion: Host, *, size: tuple[int, int] = (800, 480)) -> None:
    """Show `companion` in a window of `size` pixels until it is closed."""
    prepare(size, seen=True)
    from companion.ui.application import CompanionApp  # noqa: PLC0415 - Kivy must find its environment prepared

    CompanionApp(companion).run()
