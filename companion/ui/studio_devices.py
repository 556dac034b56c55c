"""Scenes of devices being looked at and tried, and of asking for help."""

from __future__ import annotations

from typing import Any


def device_scenes(studio: Any) -> None:
    """All devices; buttons pressed and displays counting; what a support bundle would hold."""
    studio.app.go("devices")
    studio.shoot("devices")
    studio.camera.press("trial")
    page, clock = studio.app.page, studio.night.clock
    for seat, after_s in ((2, 0.0), (0, 0.034), (3, 0.41)):
        studio.night.stage.press(seat, clock.monotonic_s() + after_s)
    clock.move(1.0)
    studio.app.pump()
    page.listen()
    page.ids.displays.disabled = False
    page.try_displays()
    page.next_step()
    studio.shoot("trial")
    studio.app.back()
    studio.camera.press("support")
    studio.shoot("support")
    studio.app.back()
    studio.app.back()
