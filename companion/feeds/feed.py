"""What every feed offers to the composition root, and the values it hands to the screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from companion.rulebook.course import Course
from companion.rulebook.text import Said
from companion.session.inbox import Inbox
from companion.session.session import Session
from vision.readings import Seen

Level: TypeAlias = Literal["good", "warning", "missing"]


@dataclass(frozen=True, slots=True)
class Health:
    """How a part of the edges is: its name (a text key), how well, in words, and figures for who wants to know more."""

    part: str
    level: Level
    said: Said
    figures: tuple[Said, ...] = ()


@dataclass(frozen=True, slots=True)
class Outline:
    """Something recognised on the preview: its polygon in pixels, its label, how sure, and its zone, row and column."""

    points_px: tuple[tuple[float, float], ...]
    label: str
    confidence: float
    cell: tuple[str, int, int] | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """The newest preview: `pixels` (rows, columns, 3) uint8 BGR, what was recognised, and a remark if there is one.

    `tower` is what a side camera and physics say of a tower (`companion.feeds.tower_look.TowerLook`); `survey` what the
    picture tells of itself while somebody sets the camera up (`companion.feeds.survey.Survey`); `seen` every place that
    was looked at with all its likelihoods, for those who ask why.
    """

    pixels: npt.NDArray[np.uint8]
    outlines: tuple[Outline, ...] = ()
    note: Said | None = None
    tower: object | None = None
    survey: object | None = None
    seen: tuple[Seen, ...] = ()


class Feed(Protocol):
    """One edge of the companion. All methods are called on the main thread."""

    def attend(self, course: Course | None) -> None:
        """The game has changed (or ended: None); look at, listen to or show what matters now."""

    def pump(self, inbox: Inbox) -> None:
        """Hand over what has arrived since the last call, where no thread of the edge does so itself."""

    def touch(self, session: Session) -> None:
        """Tap the screen; only simulated people do."""

    def rehearse(self, texts: tuple[str, ...] | None) -> None:
        """Show these texts at the seats in place of the game's; None: the game's again."""

    def picture(self) -> Picture | None:
        """The newest preview, None where this edge has no picture or nothing new."""

    def health(self) -> tuple[Health, ...]:
        """How the edge is now."""

    def close(self) -> None:
        """Stop threads and let go of devices."""


class Quiet:
    """A feed that does nothing: the base of those that have only one of these jobs."""

    def attend(self, course: Course | None) -> None:
        """Nothing to attend to."""

    def pump(self, inbox: Inbox) -> None:
        """Nothing to hand over."""

    def touch(self, session: Session) -> None:
        """No finger."""

    def rehearse(self, texts: tuple[str, ...] | None) -> None:
        """No displays."""

    def picture(self) -> Picture | None:
        """No picture."""
        return None

    def health(self) -> tuple[Health, ...]:
        """Nothing to report."""
        return ()

    def close(self) -> None:
        """Nothing to let go of."""


class Missing(Quiet):
    """In place of an edge that could not be opened: says so, and the game goes on without it."""

    def __init__(self, part: str, said: Said) -> None:
        self._health = Health(part, "missing", said)

    def health(self) -> tuple[Health, ...]:
        """That it is missing, and why."""
        return (self._health,)
