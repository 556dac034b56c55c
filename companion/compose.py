"""The composition root: the one place that chooses real or simulated parts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from vision.camera import open_camera

from companion.companion import Companion
from companion.feeds.evening import Evening
from companion.feeds.feed import Feed
from companion.feeds.look import LookFeed
from companion.feeds.people import LaidTable, Pace, People
from companion.feeds.table_reader import TableReader
from companion.ports import SystemClock
from companion.session.record import Header
from companion.settings import Settings, write_settings
from companion.store.instance import only_instance
from companion.store.journal import open_journal
from vision.simulated import SimulatedTable

CALM = Pace(pause_s=1.5, patience_s=8.0)
"""People who let others watch the screen."""
BRISK = Pace(pause_s=0.0, patience_s=8.0)
"""People who are in a hurry, in the terminal."""
NAMES = ("Anaïs", "Jörg", "Mia", "Léo", "Ida", "Tom")


@dataclass(frozen=True, slots=True)
class EveningPlan:
    """A simulated evening: which game, how many people, and the seed that decides it."""

    game: str
    seats: int
    seed: int
    is_brisk: bool = False

    @property
    def header(self) -> Header:
        """The game as it is opened."""
        return Header(self.game, NAMES[: self.seats])


@contextmanager
def companion(
    settings: Settings, folder: Path, *, camera: str = "", plan: EveningPlan | None = None
) -> Iterator[Companion]:
    """A companion that alone uses `folder`, with a real camera (a source, see `vision.camera`) or a simulated evening.

    All is closed at the end. Raises StoreError, or VisionError for a camera source that makes no sense.
    """
    with only_instance(folder):
        journal = open_journal(settings.database, folder)
        feeds = _simulated(plan) if plan else _real(camera)
        whole = Companion(settings, journal, clock=SystemClock(), feeds=feeds, keep_settings=write_settings)
        try:
            yield whole
        finally:
            whole.close()


def _real(camera: str) -> tuple[Feed, ...]:
    return (LookFeed(open_camera(camera), TableReader()),) if camera else ()


def _simulated(plan: EveningPlan) -> tuple[Feed, ...]:
    table = LaidTable(SimulatedTable(plan.seed))
    people = People(Evening(plan.seed), clock=SystemClock(), lay=table.lay, pace=BRISK if plan.is_brisk else CALM)
    return (LookFeed(table, TableReader()), people)
