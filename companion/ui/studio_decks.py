"""Scenes of a deck being shown to the camera."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from companion.feeds.look import Glance
from companion.feeds.survey import Survey
from companion.rulebook.zone import Zone
from companion.ui.gallery import Evening
from vision.cards.lesson import Progress, Step
from vision.frame_health import quality_of
from vision.frames import Frame
from vision.markers import Picture
from vision.simulated import SimulatedTable


def deck_scenes(studio: Any) -> None:
    """Which deck, the first card, one that seems to be another, two that look alike, the end."""
    studio.app.go("decks")
    studio.shoot("decks")
    studio.camera.press("deck", "die_bombe")
    begun = Progress("red3", Step.SHOW, 0, 26)
    _show(studio, begun)
    studio.shoot("deck")
    _show(studio, replace(begun, label="red7", step=Step.OTHER, other="red1", shown=2))
    studio.shoot("deck_other")
    _show(studio, replace(begun, label="red19", step=Step.TAKEN, other="red9", shown=26, exposure=2))
    studio.shoot("deck_again")
    _show(studio, replace(begun, label=None, step=Step.DONE, shown=26))
    studio.shoot("deck_done")
    studio.app.back()
    studio.app.back()


def _show(studio: Any, progress: Progress) -> None:
    see_deck(studio.night, progress)
    studio.app.pump()


def see_deck(night: Evening, progress: Progress) -> None:
    """Let the camera see the card that is asked for, and the lesson say `progress` to it."""
    picture = _laid(progress.label)
    frame = Frame(picture, night.clock.monotonic_s())
    survey = Survey((picture.shape[1], picture.shape[0]), quality_of(picture), deck=progress)
    night.stage.survey(frame, Glance((), survey=survey))


@cache
def _laid(label: str | None) -> Picture:
    table = SimulatedTable(5)
    if label is not None:
        table.show((Zone("card", "cards", ((label,),), (label,)),))
    return table.read().picture
