"""The parts of a simulated evening: a drawn table, people who play at it, and twins of the devices."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from companion.exchange.piece_sets import SPLASH
from companion.feeds.bids import BidFeed
from companion.feeds.calibrator import Calibrator
from companion.feeds.evening import Evening
from companion.feeds.feed import Feed
from companion.feeds.look import LookFeed
from companion.feeds.people import LaidTable, Pace, People
from companion.feeds.table_reader import TableReader
from companion.feeds.teaching import Teaching
from companion.feeds.thinking import Thinking
from companion.feeds.tower import TowerReader
from companion.games import game_named
from companion.ports import SystemClock
from companion.web.desk import PhoneDesk
from companion.web.simulated import SimulatedPhones
from hardware.displays import SerialDisplays
from hardware.simulated import simulated_board
from vision.simulated import SimulatedTable
from vision.simulated_side import SimulatedSide

if TYPE_CHECKING:
    from companion.compose import EveningPlan

CALM = Pace(pause_s=1.5, patience_s=8.0)
"""People who let others watch the screen."""
BRISK = Pace(pause_s=0.0, patience_s=8.0)
"""People who are in a hurry, in the terminal."""


def simulated_feeds(plan: EveningPlan, folder: Path, rig: ExitStack, desk: PhoneDesk) -> tuple[Feed, ...]:
    """A drawn table, people who play (by phone where the page is open), and the display board or its twin."""
    table = drawn_table(plan)
    teaching = Teaching()
    tower = TowerReader(TableReader(teaching))
    reader = Calibrator(tower, folder)
    pace, phones = BRISK if plan.is_brisk else CALM, SimulatedPhones(desk, monotonic)
    people = People(Evening(plan.seed), clock=SystemClock(), table=table, pace=pace, phones=phones)
    _, open_port = rig.enter_context(simulated_board())
    displays = BidFeed(SerialDisplays(open_port))
    return (LookFeed(table, reader), tower, reader, teaching, people, displays, Thinking())


def drawn_table(plan: EveningPlan) -> LaidTable:
    """The table as the camera of this game sees it: from the side where something is built, else from above."""
    if game_named(plan.game).needs & {"tower", "buckets"}:
        return LaidTable(SimulatedSide(plan.seed, poses=SPLASH), frozenset({"buckets", "tower"}))
    return LaidTable(SimulatedTable(plan.seed), frozenset({"cards"}))
