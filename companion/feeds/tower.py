"""The tower feed: the tower as the side camera sees it, and what physics says of it. Advice; the table decides.

Reading and judging happen in the camera thread; the main thread only says which piece comes next.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from companion.exchange.piece_sets import SPLASH
from companion.exchange.tower_lines import measured_tower, noise_of
from companion.feeds.feed import Quiet
from companion.feeds.look import Glance, Reader
from companion.rulebook.course import Course
from companion.rulebook.text import say
from physics.catalogue import splash_set
from physics.collapse import collapse
from physics.dynamics import posed
from physics.errors import PhysicsError
from physics.judge import Statics, judge, statics_of
from physics.pieces import Piece
from vision.frames import Frame
from vision.readings import GAP, CellSeen, Seen, Watch
from vision.steady import Steady
from vision.towers import PieceSeen, TowerSeen, read_tower

Outline = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class TowerLook:
    """A tower with what physics says of it.

    `pieces` from the base up, outlines in mm; `p_topple` 0..1; `margin_mm` of the weakest contact, `culprit` that
    contact where it falls; `safe_mm` where the next piece may stand (centroid, mm); `fall` the outlines at the end of
    a fall, empty where it stands.
    """

    pieces: tuple[PieceSeen, ...]
    p_topple: float
    margin_mm: float
    culprit: int | None
    safe_mm: tuple[tuple[float, float], ...]
    fall: tuple[Outline, ...]


class TowerReader(Quiet):
    """A reader that also reads towers; everything else is left to the reader it was given."""

    def __init__(self, others: Reader) -> None:
        self._others = others
        self._steady = Steady()
        self._catalogue = splash_set()
        self._next: str | None = None

    def attend(self, course: Course | None) -> None:
        """Remember the piece that is between two hands, for the safe zone."""
        given = None if course is None else getattr(course.state, "given", None)
        self._next = None if given is None else str(given).split("/")[0]

    def look(self, frame: Frame, watches: tuple[Watch, ...]) -> Glance:
        """What the frame shows; of a tower also the verdict."""
        towers = tuple(watch for watch in watches if watch.kind == "tower")
        if not towers:
            return self._others.look(frame, watches)
        if not self._steady.feed(frame).still:
            return Glance(())
        seen = read_tower(frame.picture, SPLASH)
        if not seen.pieces:
            return Glance((), note=say("camera.no_tower"))
        rows = _rows(seen, towers[0])
        looks = (Seen(towers[0], rows, frame.at_s),)
        if not isfinite(seen.sigma_mm):
            return Glance(looks, note=say("camera.no_tower"))
        return Glance(looks, tower=self._judged(seen))

    def _judged(self, seen: TowerSeen) -> TowerLook | None:
        noise_mm = noise_of(seen)
        try:
            tower = measured_tower(seen)
            verdict = judge(tower, noise_mm=noise_mm, next_piece=self._next_piece())
            fall = () if verdict.stands else _fallen(statics_of(tower, noise_mm))
        except PhysicsError:
            return None  # what was seen cannot be a tower: a hand in the way, a piece in the air
        safe = verdict.safe_mm or ()
        return TowerLook(seen.pieces, verdict.p_topple, verdict.margin_mm, verdict.culprit, safe, fall)

    def _next_piece(self) -> Piece | None:
        if self._next is None:
            return None
        return self._catalogue.kind(self._next).views[0][1]


def _rows(seen: TowerSeen, watch: Watch) -> tuple[tuple[CellSeen, ...], ...]:
    """A row a piece from the base up, and empty ones above where the watch has room."""
    rows = [(CellSeen(((f"{part.shape}/{part.colour}", part.confidence),)),) for part in seen.pieces]
    return (*rows, *[(CellSeen(((GAP, 0.9),)),)] * max(watch.rows - len(rows), 0))


def _fallen(found: Statics) -> tuple[Outline, ...]:
    """The outlines of all pieces when the fall has come to rest."""
    fall = collapse(found)
    if fall is None:
        return ()
    last = fall.frames[-1].poses
    return tuple(
        posed(part.outline_mm, part.centroid_mm, pose) for part, pose in zip(found.tower.pieces, last, strict=True)
    )
