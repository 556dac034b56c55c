"""Believable evenings for pictures of the screens: kept games and an edge on which anything can be arranged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from companion.companion import Companion
from companion.feeds.calibrator import Calibrator
from companion.feeds.feed import Health, Picture, Quiet
from companion.feeds.look import Glance
from companion.ports import HandClock
from companion.rulebook.text import say
from companion.rulebook.zone import Zone
from companion.session.inbox import Inbox, Pressed
from companion.session.record import Header
from companion.settings import Settings
from companion.store.journal import open_journal
from vision.by_hand import PointedAt
from vision.frames import Frame
from vision.lens import Lens
from vision.readings import CellSeen, Seen, Watch
from vision.simulated import SimulatedTable

GROUP: Final = ("Anaïs", "Jörg", "Léo", "Zoé")
FRIENDS: Final = ("Günter", "Mia")
GAMES: Final = ("allegra", "alles_im_eimer", "buero_crazy", "die_bombe", "splash")


class Stage(Quiet):
    """An edge on which anything can be arranged: a laid table with its picture, looks at it, presses."""

    def __init__(self) -> None:
        self._posted: list[Any] = []
        self._picture: Picture | None = None
        self._is_plugged_in = True

    def unplug(self) -> None:
        """Take the camera's cable out, until the table is laid again."""
        self._is_plugged_in = False

    def pump(self, inbox: Inbox) -> None:
        """Hand over what was arranged."""
        for item in self._posted:
            inbox.post(item)
        self._posted.clear()

    def picture(self) -> Picture | None:
        """The newest picture, once."""
        picture, self._picture = self._picture, None
        return picture

    def health(self) -> tuple[Health, ...]:
        """A camera and buttons that are well, displays that are not there."""
        size, rate = say("camera.size", width="1280", height="960"), say("camera.rate", fps=14.8)
        return (
            Health("camera", "good", say("camera.good"), (size, rate, say("camera.exposure", ms=8.3)))
            if self._is_plugged_in
            else Health("camera", "missing", say("camera.lost")),
            Health("buttons", "good", say("buttons.listening")),
            Health("displays", "missing", say("displays.searching", detail="/dev/ttyUSB0")),
        )

    def survey(self, frame: Frame, glance: Glance) -> None:
        """A picture with what it showed, as it is told while somebody sets the camera up too."""
        self._posted += glance.seen
        self._picture = Picture(frame.picture, glance.outlines, survey=glance.survey)

    def press(self, seat: int, at_s: float, *, within_s: float = 0.0) -> None:
        """A button at a seat, or a phone whose moment may be off by `within_s`."""
        self._posted.append(Pressed(seat, at_s, (), within_s))

    def lay(self, zones: tuple[Zone, ...], *, seed: int = 5) -> None:
        """Lay the table so, take a picture and look at every zone of cards."""
        self._is_plugged_in = True
        cards = tuple(zone for zone in zones if zone.kind == "cards")
        table = SimulatedTable(seed)
        table.show(cards)
        self._picture = Picture(table.read().picture, (), say("camera.waiting"))
        self._posted += [_seen(zone) for zone in cards]


class Nobody:
    """In place of a reader: what is seen is arranged."""

    def use(self, lens: Lens | None, pointed: PointedAt | None) -> None:
        """Nothing to hold on to."""

    def look(self, _frame: Frame, _watches: tuple[Watch, ...]) -> Glance:
        """Nothing."""
        return Glance(())


def _seen(zone: Zone) -> Seen:
    """A sure look at a zone."""
    watch = Watch(zone.name, zone.kind, len(zone.rows), max(map(len, zone.rows), default=0), zone.labels)
    rows = tuple(tuple(CellSeen(((label, 0.98),)) for label in row) for row in zone.rows)
    return Seen(watch, rows, 1.0)


@dataclass(slots=True)
class Evening:
    """A companion with its stage and its clock."""

    companion: Companion
    stage: Stage
    clock: HandClock

    def play(self, game: str, names: tuple[str, ...], seed: int) -> None:
        """Play a whole game and leave it."""
        self.begin(game, names, seed, until=lambda course: course.is_over)
        self.companion.leave()

    def look_back(self, games: tuple[str, ...]) -> None:
        """Let these games have been played on earlier evenings."""
        for number, game in enumerate(games):
            self.play(game, GROUP[: 3 + number % 2] if number % 3 else GROUP[:2] + FRIENDS, seed=number)
            self.clock.move(90_000.0)

    def begin(
        self, game: str, names: tuple[str, ...], seed: int, *, until: Callable[[Any], bool] = lambda _: False
    ) -> Any:
        """Open a game, play it until something holds, and return the truth behind it."""
        self.clock.move(60.0)
        session = self.companion.open(Header(game, names))
        course = session.course
        truth = course.game.truth(course.options, course.seats, Random(seed))
        while not until(session.course) and not session.course.is_over:
            self.clock.move(17.0)
            session.submit(truth.act(session.course.state), "touch")
        return truth


def evening(folder: Path, settings: Settings) -> Evening:
    """A companion whose games are kept in `folder`."""
    stage, clock = Stage(), HandClock(20_000_000.0)
    journal = open_journal("", folder)
    feeds = (stage, Calibrator(Nobody(), folder))
    whole = Companion(settings, journal, clock=clock, feeds=feeds, keep_settings=lambda *_: None)
    return Evening(whole, stage, clock)


def in_phase(phase: str, *, least: int = 0) -> Callable[[Any], bool]:
    """True at the first time after `least` entries that a game is in this phase."""
    return lambda course: course.seq >= least and course.game.phase(course.state) == phase
