"""The camera feed's reader while people set the camera up: it surveys pictures instead of reading the table.

The main thread says what is wanted and keeps what was found; the camera thread surveys, and hands what people pointed
at and the measured lens to the reader that works at all other times.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Literal, Protocol, TypeAlias

from companion.feeds.bearings import Bearings, KeptLens, read_bearings, write_bearings
from companion.feeds.feed import Outline, Quiet
from companion.feeds.look import Glance, Guided
from companion.feeds.survey import Survey, references_in
from vision.by_hand import PointedAt
from vision.cards.lesson import Progress as DeckProgress
from vision.frame_health import quality_of
from vision.frames import Frame
from vision.lens import Lens
from vision.lens_calibration import see_board
from vision.lens_lesson import LensLesson, Progress
from vision.readings import Watch
from vision.steady import Scene, Steady

Wanted: TypeAlias = Literal["", "picture", "table", "lens", "deck"]
"""What people look at: the game, its pictures as large as they come, or what the camera is set up by."""
SURVEY_S = 0.4
"""Between two surveys; each looks for every marker there is and takes some ten milliseconds."""


class Teacher(Protocol):
    """Somebody who looks at the cards of a deck one by one (`companion.feeds.deck_teacher.DeckTeacher`)."""

    def feed(self, frame: Frame) -> DeckProgress:
        """Look at a picture; called by the camera's thread."""


class Calibrator(Quiet):
    """Surveys while it is wanted; everything else is left to `others`. Bearings are kept in `folder`."""

    def __init__(self, others: Guided, folder: Path) -> None:
        self.bearings = read_bearings(folder)
        self._others = others
        self._folder = folder
        self.wanted: Wanted = ""
        self._lesson = LensLesson()
        self._steady = Steady()
        self._told: tuple[Bearings, tuple[int, int]] | None = None
        self._surveyed_s = float("-inf")
        self._outlines: tuple[Outline, ...] = ()
        self._teacher: Teacher | None = None

    # -- main thread ---------------------------------------------------------------------------------------------

    def want(self, wanted: Wanted) -> None:
        """Survey the table or measure the lens from now on, or read the table: for its pictures or for the game."""
        if wanted == "lens":
            self._lesson = LensLesson()
        self._surveyed_s = float("-inf")
        self.wanted = wanted

    def teach(self, teacher: Teacher) -> None:
        """Let the camera be shown a deck, until something else is wanted."""
        self._teacher = teacher
        self.want("deck")

    def point(self, pointed: PointedAt | None) -> None:
        """Keep the corners a person pointed at; None: forget them. Raises OSError where they cannot be kept."""
        self._keep(replace(self.bearings, pointed=pointed))

    def keep_lens(self, progress: Progress | None, size_px: tuple[int, int]) -> None:
        """Keep the lens that was found for pictures of this size; None: forget it. Raises OSError."""
        found = None if progress is None else progress.found
        lens = None if found is None else KeptLens(found.lens, size_px, found.error_px)
        self._keep(replace(self.bearings, lens=lens))

    def _keep(self, bearings: Bearings) -> None:
        write_bearings(self._folder, bearings)
        self.bearings = bearings

    # -- camera thread -------------------------------------------------------------------------------------------

    def look(self, frame: Frame, watches: tuple[Watch, ...]) -> Glance:
        """What the frame shows; while people set the camera up, of itself instead of the watches."""
        lens = self._tell(frame)
        wanted = self.wanted  # once: the main thread may change it meanwhile
        if not wanted:
            return self._others.look(frame, watches)
        if wanted == "picture":
            return replace(self._others.look(frame, watches), whole=True)
        return replace(self._surveyed(frame, wanted, lens), whole=True)

    def _surveyed(self, frame: Frame, wanted: Wanted, lens: Lens | None) -> Glance:
        if wanted == "deck":
            return self._deck_view(frame)
        scene = self._steady.feed(frame)
        if frame.at_s - self._surveyed_s < SURVEY_S:
            return Glance((), self._outlines)
        self._surveyed_s = frame.at_s
        found = self._lens_view(frame, scene) if wanted == "lens" else self._table_view(frame, scene, lens)
        self._outlines = found.outlines
        return found

    def _tell(self, frame: Frame) -> Lens | None:
        """Hand new bearings on; returns the lens for pictures of this size."""
        size, bearings = (frame.picture.shape[1], frame.picture.shape[0]), self.bearings
        lens = None if bearings.lens is None else bearings.lens.scaled(size)
        if self._told != (bearings, size):
            self._told = (bearings, size)
            self._others.use(lens, bearings.pointed)
        return lens

    def _table_view(self, frame: Frame, scene: Scene, lens: Lens | None) -> Glance:
        found = references_in(frame.picture, lens=lens, pointed=self.bearings.pointed)
        survey = _survey(frame, scene)
        return Glance((), found.outlines, survey=replace(survey, table=found.table, back=found.back))

    def _deck_view(self, frame: Frame) -> Glance:
        if self._teacher is None:
            return Glance(())
        progress = self._teacher.feed(frame)
        outlines = (Outline(progress.quad, "", 1.0),) if progress.quad else ()
        height, width = frame.picture.shape[:2]
        return Glance((), outlines, survey=Survey((width, height), quality_of(frame.picture), deck=progress))

    def _lens_view(self, frame: Frame, scene: Scene) -> Glance:
        view = see_board(frame.picture)
        progress = self._lesson.see(view, still=scene.still)
        outlines = () if view is None else (Outline(view.quad, "", 1.0),)
        return Glance((), outlines, survey=replace(_survey(frame, scene), lens=progress))


def _survey(frame: Frame, scene: Scene) -> Survey:
    height, width = frame.picture.shape[:2]
    return Survey((width, height), quality_of(frame.picture), still=scene.still, hand=scene.hand_seen)
