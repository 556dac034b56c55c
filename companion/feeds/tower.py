"""The tower feed: the tower as the side camera sees it, and what physics says of it. Advice; the table decides.

Reading and judging happen in the camera thread; the main thread only says which piece comes next.
"""

from __future__ import annotations

from dataclasses import replace
from math import isfinite

from companion.exchange.piece_sets import SPLASH
from companion.feeds.feed import Quiet
from companion.feeds.look import Glance, Guided
from companion.games.splash.giving import legal
from companion.games.splash.model import State
from companion.rulebook.course import Course
from companion.rulebook.text import Said, say
from vision.by_hand import PointedAt
from vision.frames import Frame
from vision.lens import Lens
from vision.readings import GAP, CellSeen, Seen, Watch
from vision.steady import Steady
from vision.towers import TowerSeen, read_stacks, read_tower

_ENOUGH = 2
"""Readings of a tower at rest; more would tell nothing new and cost a core."""
_LEAST_STACKS = 2
"""Fewer lie there after no fall."""


class TowerReader(Quiet):
    """A reader that also reads towers; everything else is left to the reader it was given."""

    def __init__(self, others: Guided) -> None:
        self._others = others
        self._lens: Lens | None = None
        self._steady = Steady()
        self._hand: tuple[str, ...] = ()
        self._is_given = False
        self._wanted = 0
        self._resting: tuple[tuple[object, Glance], ...] = ()

    def attend(self, course: Course | None) -> None:
        """Remember the piece that is between two hands, or those that may be given."""
        state = None if course is None else course.state
        if not isinstance(state, State):
            self._hand, self._is_given, self._wanted = (), False, 0
            return
        self._is_given = state.given is not None
        self._wanted = len(state.tower)
        self._hand = legal(state) if state.given is None else (state.given,)

    def use(self, lens: Lens | None, pointed: PointedAt | None) -> None:
        """From now on see through this lens; where the table lies is for the other reader."""
        self._lens = lens
        self._others.use(lens, pointed)

    def look(self, frame: Frame, watches: tuple[Watch, ...]) -> Glance:
        """What the frame shows; of a tower also the verdict."""
        towers = tuple(watch for watch in watches if watch.kind == "tower")
        if not towers:
            return self._others.look(frame, watches)
        scene = self._steady.feed(frame)
        if not scene.still:
            self._resting = ()
            return Glance((), hand=scene.hand_seen)
        asked = (towers[0], self._hand, self._is_given, self._lens)
        if len(self._resting) < _ENOUGH or self._resting[-1][0] != asked:
            self._resting = (*self._resting, (asked, self._read(frame, towers[0])))
        latest = self._resting[-1][1]
        return replace(latest, seen=tuple(replace(look, at_s=frame.at_s) for look in latest.seen))

    def _read(self, frame: Frame, watch: Watch) -> Glance:
        """What one picture of a tower at rest tells."""
        seen = read_tower(frame.picture, SPLASH, lens=self._lens)
        if not seen.pieces:
            return Glance((), note=say("camera.no_tower"))
        looks = (Seen(watch, _rows(seen, watch), frame.at_s),)
        if fallen := self._fallen(frame, seen):
            return Glance(looks, note=fallen)
        if not isfinite(seen.sigma_mm):
            return Glance(looks, note=say("camera.no_tower"))
        from companion.feeds.tower_look import judged  # noqa: PLC0415 - games without a tower need no physics

        return Glance(looks, tower=judged(seen, self._hand, is_given=self._is_given))

    def _fallen(self, frame: Frame, seen: TowerSeen) -> Said | None:
        """What remains of a tower that fell as a piece was placed; None where as many pieces stand as should.

        The pieces that people keep may lie before the card too: only a tower that lacks some has fallen.
        """
        if not self._is_given or len(seen.pieces) >= self._wanted:
            return None
        stacks = read_stacks(frame.picture, SPLASH, lens=self._lens)
        if len(stacks) < _LEAST_STACKS:
            return None
        return say("camera.fallen", n=len(stacks), high=len(stacks[0].pieces))


def _rows(seen: TowerSeen, watch: Watch) -> tuple[tuple[CellSeen, ...], ...]:
    """A row a piece from the base up, and empty ones above where the watch has room."""
    rows = [(CellSeen(((f"{part.shape}/{part.colour}", part.confidence),)),) for part in seen.pieces]
    return (*rows, *[(CellSeen(((GAP, 0.9),)),)] * max(watch.rows - len(rows), 0))
