"""The camera feed: one thread reads pictures and looks at the zones that matter; the main thread takes what it found.

Found looks go to the inbox, the newest picture lies in a one-slot mailbox for the preview. The thread reads nothing of
the session; it is told its watches and hands over values.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from threading import Event, Thread
from typing import Final, Protocol

import numpy as np

from companion.camera_faults import why_not_seen
from companion.feeds.camera_pace import Pace
from companion.feeds.feed import Health, Outline, Picture, Quiet
from companion.process import step_back
from companion.rulebook.course import Course
from companion.rulebook.text import Said, say
from companion.rulebook.zone import Zone
from companion.session.inbox import Hand, Inbox
from vision.by_hand import PointedAt
from vision.errors import CameraLost, VisionError
from vision.frames import Camera, Frame, Settling
from vision.lens import Lens
from vision.readings import Seen, Watch
from vision.table_plan import plan_table, shape_of

CLOSE_S = 20.0
"""How long closing waits for a look that has begun: one that is cut off takes the whole process down."""
PAUSE_S = 0.05
"""Between two pictures; a table changes slowly and the screen needs the processor too."""
PREVIEW_PX: Final = 640
"""Wider pictures are thinned out for the screen, which shows them smaller still: three whole ones are 18 MB."""
RETRY_S = 0.5
"""How long to wait for a camera that is not there."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What one picture showed: looks at still zones, outlines for the preview, and a remark for people.

    `survey` is what it told of itself while somebody sets the camera up (`companion.feeds.survey.Survey`); `hand` tells
    that a hand is over the table, `unsettled` that the light is not the one the camera was set for. `whole` asks that
    the screen get the picture as large as the camera gave it.
    """

    seen: tuple[Seen, ...]
    outlines: tuple[Outline, ...] = ()
    note: Said | None = None
    tower: object | None = None
    survey: object | None = None
    hand: bool = False
    unsettled: bool = False
    whole: bool = False


class Reader(Protocol):
    """Turns a picture into looks; it may keep what it learned of earlier pictures (stillness, registration)."""

    def look(self, frame: Frame, watches: tuple[Watch, ...]) -> Glance:
        """What `frame` shows of `watches`; no looks while something moves."""


class Guided(Reader, Protocol):
    """A reader that can be told where the table lies and how the lens bends."""

    def use(self, lens: Lens | None, pointed: PointedAt | None) -> None:
        """From now on hold on to these where no card says better; called by the thread that looks."""


class LookFeed(Quiet):
    """Joins a camera and a reader to the inbox and the preview."""

    def __init__(self, camera: Camera, reader: Reader) -> None:
        self._camera = camera
        self._reader = reader
        self._watches: tuple[Watch, ...] = ()
        self._found: deque[Seen | Hand] = deque()
        self._newest: Picture | None = None
        self._lost: Said | None = None
        self._is_unsettled = False
        self._pace = Pace()
        self._stop = Event()
        self._thread = Thread(target=self._run, name="camera", daemon=True)
        self._thread.start()

    def attend(self, course: Course | None) -> None:
        """Look at the zones of this game from now on; at nothing without one."""
        if course is None:
            self._found.clear()
        self._watches = () if course is None else watches_of(course.game.zones(course.state))

    def pump(self, inbox: Inbox) -> None:
        """Hand over the looks found since the last call."""
        while self._found:
            inbox.post(self._found.popleft())

    def picture(self) -> Picture | None:
        """The newest picture, once."""
        newest, self._newest = self._newest, None
        return newest

    def health(self) -> tuple[Health, ...]:
        """Whether pictures come."""
        if self._lost is not None:
            return (Health("camera", "missing", self._lost),)
        if not self._thread.is_alive():
            return (Health("camera", "missing", say("camera.stopped")),)
        return (Health("camera", "good", say("camera.good"), self._pace.figures()),)

    def close(self) -> None:
        """End the thread and let go of the camera."""
        self._stop.set()
        self._thread.join(timeout=CLOSE_S)
        self._camera.close()

    def _run(self) -> None:
        step_back()
        while not self._stop.wait(PAUSE_S if self._lost is None else RETRY_S):
            self._see()

    def _see(self) -> None:
        """Read one picture and hand over what it showed; nothing of it stays while the next one is waited for."""
        try:
            frame = self._camera.read()
            self._pace.feed(frame)
            glance = self._reader.look(frame, self._watches)
        except CameraLost:
            self._lost = say("camera.lost")
            return
        except VisionError as error:
            self._lost = say("camera.unreadable", why=why_not_seen(error))
            return
        self._lost = None
        self._found.extend(glance.seen)
        if glance.hand:
            self._found.append(Hand(frame.at_s))
        self._newest = _shown(frame, glance)
        self._settle(needed=glance.unsettled)

    def _settle(self, *, needed: bool) -> None:
        """Have the camera set itself anew, once each time the light has changed."""
        if needed and not self._is_unsettled and isinstance(self._camera, Settling):
            self._camera.settle()
        self._is_unsettled = needed


def _shown(frame: Frame, glance: Glance) -> Picture:
    step = 1 if glance.whole else max(1, frame.picture.shape[1] // PREVIEW_PX)
    pixels = np.ascontiguousarray(frame.picture[::step, ::step])
    outlines = tuple(_thinned(outline, step) for outline in glance.outlines)
    return Picture(pixels, outlines, glance.note, glance.tower, glance.survey, glance.seen)


def _thinned(outline: Outline, step: int) -> Outline:
    """The outline on a picture of which only every so many pixels are left."""
    return replace(outline, points_px=tuple((x / step, y / step) for x, y in outline.points_px))


def watches_of(zones: Iterable[Zone]) -> tuple[Watch, ...]:
    """What the camera is asked about these zones, cards at the places of the default plan."""
    laid = tuple(zones)
    regions = plan_table(laid).regions
    return tuple(
        Watch(zone.name, zone.kind, *shape_of(zone), zone.labels, regions.get(zone.name))
        for zone in laid
        if zone.kind in {"cards", "buckets", "tower"}
    )
