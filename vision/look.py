"""From a frame to readings: when the table is still, every watched zone is looked at in its expected places.

Keeps what it learned of one camera between frames: the layout of the corner cards, stillness, the networks. Where cards
are expected nowhere in particular, or no corner card is in view, they are looked for anywhere and put into rows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from vision.buckets import Pyramid, read_pyramids
from vision.by_hand import PointedAt
from vision.cards.learning import Learner
from vision.cards.looks import Looker
from vision.cards.reader import CardReader
from vision.cards.table import TableReader
from vision.drift import Drift, DriftWatch
from vision.errors import NotCalibrated
from vision.exposure import well_lit
from vision.frame_health import FrameWatch, Trouble
from vision.frames import Frame
from vision.lens import Lens
from vision.look_anywhere import cells_anywhere
from vision.look_cards import Place, faces_of, places_of, read_places
from vision.look_memory import CellMemory
from vision.look_pupil import Pupil
from vision.markers import Picture
from vision.readings import GAP, CellSeen, Lesson, Seen, Watch
from vision.registration import Registration, calibrate, register, shows_more
from vision.steady import Steady
from vision.vote import averaged

Rows = tuple[tuple[CellSeen, ...], ...]
_ENOUGH = 3
"""Looks at a table that does not change; more would tell nothing new."""

Quads = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Marked:
    """A place to show on the preview: its corners (px of the frame), the label read there, and its probability.

    `cell` is its zone, row and column.
    """

    quad: Quads
    label: str
    confidence: float
    cell: tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class Looked:
    """What a frame showed: readings (none while something moves or the frame is bad), places, and what is wrong.

    `moved` names corner cards that no longer lie where they lay; `hand` says that a hand is over the table; `drift`
    what has changed about the light since it was first measured.
    """

    seen: tuple[Seen, ...] = ()
    marked: tuple[Marked, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    moved: tuple[int, ...] = ()
    hand: bool = False
    referenced: bool = True
    drift: Drift | None = None


class TableLook:
    """Looks at one table with one camera; use it from one thread.

    Args: `still_s` how long nothing may have moved; `decks` the folder of taught decks, in which corrections are kept
    too.
    """

    def __init__(self, *, still_s: float = 0.3, decks: Path | None = None) -> None:
        self._steady = Steady(still_s=still_s)
        self._health = FrameWatch()
        self._reader = CardReader()
        self._finder = TableReader()
        self._memory = CellMemory()
        self._pupil = Pupil(Learner(Looker(self._reader.network), decks))
        self._light = DriftWatch()
        self._layout: Registration | None = None
        self._lens: Lens | None = None
        self._by_hand: PointedAt | None = None
        self._looks: list[Looked] = []
        self._looked_at: tuple[Watch, ...] = ()

    def look(self, frame: Frame, watches: tuple[Watch, ...]) -> Looked:
        """Return what a frame shows of the watches; nothing while something moves or a hand is there."""
        troubles = self._health.feed(frame)
        scene = self._steady.feed(frame)
        grave = [trouble for trouble in troubles if trouble is not Trouble.FROZEN]
        if grave or not scene.still or not watches:
            self._looks = []
            return Looked(troubles=troubles, hand=scene.hand_seen)
        if self._looked_at != watches:
            self._looks, self._looked_at = [], watches
        if len(self._looks) < _ENOUGH:
            self._looks.append(self._fresh(frame, watches))
        drift = self._light.feed(frame.picture, self._layout, frame.at_s) if self._layout else None
        return replace(self._looks[-1], seen=self._voted(frame.at_s), troubles=troubles, drift=drift)

    def _voted(self, at_s: float) -> tuple[Seen, ...]:
        """Return the looks since the table came to rest as one for each watch."""
        latest = self._looks[-1].seen
        found = [[s for look in self._looks for s in look.seen if s.watch == one.watch] for one in latest]
        return tuple(replace(averaged(many), at_s=at_s) for many in found)

    def _fresh(self, frame: Frame, watches: tuple[Watch, ...]) -> Looked:
        picture = well_lit(frame.picture)
        here = self._registered(picture)
        seen, marked = [], []
        for watch in watches:
            rows, places = self._read(picture, watch, here, aside=_from_the_side(watches, here))
            if rows:
                seen.append(Seen(watch, rows, frame.at_s))
                marked += places
        if here is None:
            seen += _pyramids(replace(frame, picture=picture), tuple(w for w in watches if w.kind == "buckets"))
        moved = here.moved if here else ()
        return Looked(tuple(seen), tuple(marked), (), moved, referenced=here is not None and here.anchored)

    def study(self, deck: str, lessons: tuple[Lesson, ...], withdrawn: tuple[Lesson, ...] = ()) -> bool:
        """Read the deck of this name, and take to heart what people have put right in this game, but not what they
        took back.

        Returns whether there was anything new. Raises: OSError where the deck cannot be kept; it is known all the same.
        UnknownDeck where its file was damaged, which was put aside.
        """
        changes = self._pupil.changes
        try:
            return self._pupil.study(deck, (lessons, withdrawn), self._memory)
        finally:
            if self._pupil.changes != changes:
                self._looked_at = ()

    def use(self, lens: Lens | None, by_hand: PointedAt | None) -> None:
        """From now on take the table to lie where a person pointed, while no corner card is in view; and this lens."""
        self._lens, self._by_hand = lens, by_hand
        self._looked_at = ()
        self.forget()

    def forget(self) -> None:
        """Solve the layout of the corner cards anew at the next look."""
        self._layout = None
        self._light.forget()
        self._memory.forget()

    def _registered(self, picture: Picture) -> Registration | None:
        """Return where the table lies; the layout is solved again when more cards come into view."""
        try:
            if self._layout is None or len(self._layout.seen) < 2 or shows_more(picture, self._layout):
                self._layout = calibrate(picture, lens=self._lens)
                return self._layout
            return register(picture, self._layout)
        except NotCalibrated:
            if self._layout is not None:
                return replace(self._layout, seen=())
            return None if self._by_hand is None else self._by_hand.registration(picture, self._lens)

    def _read(
        self, picture: Picture, watch: Watch, here: Registration | None, *, aside: bool
    ) -> tuple[Rows, list[Marked]]:
        if watch.kind != "cards" or aside:
            return (), []
        if here is None or watch.region is None or not here.anchored:
            cards = self._finder.read(picture, faces_of(watch))
            return cells_anywhere(cards, watch), []
        places = places_of(picture, watch, watch.region, here)
        cells = self._remembered(picture, places, watch)
        marked = [
            Marked(_points(place.quad), cell.label, cell.confidence, (watch.zone, *divmod(index, watch.columns)))
            for index, (place, cell) in enumerate(zip(places, cells, strict=True))
        ]
        return _in_rows(cells, watch.columns), marked

    def _remembered(self, picture: Picture, places: list[Place], watch: Watch) -> list[CellSeen]:
        """Return what lies on each place, read anew only where something changed."""
        keys = [((watch.zone, *divmod(index, watch.columns)), watch.labels) for index in range(len(places))]
        changed = [i for i, key in enumerate(keys) if self._memory.wants(key, picture, places[i].quad)]
        read = read_places(picture, [places[i] for i in changed], watch, self._reader, self._pupil.learner)
        for i, (cell, card) in zip(changed, read, strict=True):
            self._memory.add(keys[i], cell, card)
        return [self._memory.cell(key) for key in keys]


def _from_the_side(watches: tuple[Watch, ...], here: Registration | None) -> bool:
    """Whether the camera sees what stands: corner cards are only seen from above."""
    return here is None and any(watch.kind != "cards" for watch in watches)


def _pyramids(frame: Frame, watches: tuple[Watch, ...]) -> tuple[Seen, ...]:
    """Return the readings of pyramids, from left to right in the order of their watches; none unless all are seen."""
    if not watches:
        return ()
    found = read_pyramids(frame.picture, limit=len(watches))
    if len(found) < len(watches):
        return ()
    ordered = sorted(found, key=lambda pyramid: pyramid.boxes[0][0][0])
    return tuple(
        Seen(watch, _bucket_rows(pyramid), frame.at_s) for watch, pyramid in zip(watches, ordered, strict=True)
    )


def _bucket_rows(pyramid: Pyramid) -> Rows:
    return tuple(
        tuple(CellSeen(((colour or GAP, round(sure, 4)),)) for colour, sure in zip(colours, confidence, strict=True))
        for colours, confidence in zip(pyramid.rows, pyramid.confidence, strict=True)
    )


def _in_rows(cells: list[CellSeen], columns: int) -> Rows:
    return tuple(tuple(cells[i : i + columns]) for i in range(0, len(cells), columns))


def _points(quad: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Quads:
    return tuple((float(x), float(y)) for x, y in quad)
