"""Scenes of a camera being set up: drawn pictures, surveyed by what surveys real ones."""

from __future__ import annotations

from typing import Any, Final

from companion.ui.gallery import Evening
from vision.frames import Frame
from vision.lens import Lens
from vision.markers import Picture
from vision.simulated import SimulatedTable
from vision.simulated_lens import held_up
from vision.simulated_side import SimulatedSide

LENS: Final = Lens(930.0, (655.0, 470.0))
HELD: Final = (
    ((0.0, 0.0, 0.0), (0.0, 0.0, 420.0)),
    ((0.5, 0.0, 0.1), (-40.0, 20.0, 450.0)),
    ((-0.4, 0.4, 0.0), (-60.0, -50.0, 430.0)),
    ((0.35, 0.3, -0.3), (-70.0, 40.0, 430.0)),
    ((0.0, 0.4, 0.1), (-90.0, 60.0, 430.0)),
    ((0.2, -0.4, 0.0), (60.0, 60.0, 430.0)),
    ((0.3, 0.0, 0.0), (80.0, -60.0, 420.0)),
    ((-0.3, 0.2, 0.0), (90.0, 60.0, 420.0)),
    ((0.0, 0.0, 0.2), (0.0, 60.0, 440.0)),
    ((0.1, -0.5, 0.2), (90.0, 0.0, 440.0)),
    ((0.4, 0.1, 0.0), (0.0, -70.0, 430.0)),
)
"""How somebody holds the page, one after the other: turn and place."""


def camera_scenes(studio: Any) -> None:
    """The list while nothing is there, with a dark table, with all well; corners by hand; the lens, begun and done."""
    table = SimulatedTable(5).read().picture
    studio.app.go("calibrate")
    studio.shoot("calibrate_empty")
    _show(studio, (table[:, :] // 9))
    studio.shoot("calibrate_dark")
    _show(studio, table)
    studio.shoot("calibrate")
    _show(studio, SimulatedSide(4).read().picture)
    studio.shoot("calibrate_side")
    studio.camera.press("paper")
    studio.shoot("paper")
    studio.app.back()
    studio.camera.press("corners")
    _show(studio, table)
    studio.app.page.board.quad = ((0.09, 0.07), (0.9, 0.06), (0.96, 0.93), (0.04, 0.92))
    studio.camera.press("turn")
    studio.shoot("corners")
    studio.app.back()
    studio.camera.press("lens")
    for number, (turn, shift) in enumerate(HELD):
        _show(studio, held_up(LENS, turn, shift, size_px=(1280, 960)))
        if number in {2, len(HELD) - 1}:
            studio.shoot("lens" if number == 2 else "lens_done")
    studio.app.back()
    studio.app.back()


def _show(studio: Any, picture: Picture) -> None:
    see_for_a_while(studio.night, picture)
    studio.app.pump()


def see_for_a_while(night: Evening, picture: Picture) -> None:
    """Let the camera see `picture` until it is still, and hand over what it was surveyed as."""
    calibrator = night.companion.calibrator
    if calibrator is None:
        return
    for _ in range(3):
        night.clock.move(1.0)
        frame = Frame(picture, night.clock.monotonic_s())
        night.stage.survey(frame, calibrator.look(frame, ()))
