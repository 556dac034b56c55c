"""Believable evenings for pictures of the screens: kept games, a simulated camera, and a scene for every screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from companion.companion import Companion
from companion.feeds.feed import Health, Picture, Quiet
from companion.games import game_named
from companion.ports import HandClock
from companion.rulebook.domain import OneOf
from companion.rulebook.text import say
from companion.rulebook.zone import Zone
from companion.session.inbox import Inbox, Pressed
from companion.session.record import Header
from companion.settings import Settings
from companion.store.journal import open_journal
from companion.ui.form import seats_in
from companion.ui.shots import Photographer
from companion.ui.tower_look import TowerLook, TowerPiece
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
        """A camera that is well, displays that are not there."""
        return (
            Health("camera", "good", say("camera.waiting")),
            Health("displays", "missing", say("camera.no_reference")),
        )

    def press(self, seat: int, at_s: float) -> None:
        """A button at a seat."""
        self._posted.append(Pressed(seat, at_s))

    def lay(self, zones: tuple[Zone, ...], *, seed: int = 5) -> None:
        """Lay the table so, take a picture and look at every zone of cards."""
        cards = tuple(zone for zone in zones if zone.kind == "cards")
        table = SimulatedTable(seed)
        table.show(cards)
        self._picture = Picture(table.read().picture, (), say("camera.waiting"))
        self._posted += [_seen(zone) for zone in cards]


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
    whole = Companion(settings, journal, clock=clock, feeds=(stage,), keep_settings=lambda _: None)
    return Evening(whole, stage, clock)


def in_phase(phase: str, *, least: int = 0) -> Callable[[Any], bool]:
    """True at the first time after `least` entries that a game is in this phase."""
    return lambda course: course.seq >= least and course.game.phase(course.state) == phase


def photograph(folder: Path, data: Path, *, settings: Settings, size: tuple[int, int]) -> tuple[Path, ...]:
    """Write a picture of every screen into `folder`; games are kept in `data`, which should be empty."""
    night = evening(data, settings)
    night.look_back(GAMES * 2)
    studio = Studio(night, Photographer(night.companion, folder, size=size))
    studio.everything()
    return tuple(studio.files)


class Studio:
    """Arranges scenes and takes the pictures."""

    def __init__(self, night: Evening, photographer: Photographer, *, people: tuple[str, ...] = GROUP) -> None:
        self.people = people
        self.night = night
        self.camera = photographer
        self.app = photographer.app
        self.files: list[Path] = []

    def shoot(self, name: str) -> None:
        """Take a picture."""
        self.files.append(self.camera.shoot(name))

    def everything(self) -> None:
        """All scenes."""
        self.outside()
        self.allegra()
        self.knock()
        for game, phases in _PHASES.items():
            for phase, least in phases:
                self.phase(game, phase, least)
        self.sealed()
        self.ending()
        self.camera.close()

    def outside(self) -> None:
        """The pages without a game."""
        for name in ("archive", "statistics", "devices", "settings", "power"):
            self.app.go(name)
            self.shoot(name)
            self.app.back()
        self.night.begin("allegra", self.people, 3, until=in_phase("choosing", least=40))
        self.night.companion.leave()
        self.app.home()
        self.shoot("home")
        self.app.go("new_game", game="splash")
        self.shoot("new_game")
        self.camera.press("house")
        self.shoot("house")
        self.app.back()
        self.camera.press("new_name")
        self.shoot("name")
        self.app.home()

    def allegra(self) -> None:
        """A game that the camera follows, and the pages around it."""
        self.app.resume(self.night.companion.kept()[0].id)
        self.shoot("allegra_board")
        self._lay()
        for name in ("menu", "scores", "history", "adjust", "guide", "export", "calibrate"):
            self.app.go(name)
            self.shoot(name)
            self.app.back()
        self.app.go("scores")
        self.camera.press("seat", 1)
        self.shoot("scores_explained")
        self.app.back()
        self._edit()
        self._propose()
        self.app.home()

    def _lay(self) -> None:
        """The table as it should be, seen by the camera."""
        session = self.night.companion.session
        if session is not None:
            self.night.stage.lay(session.course.game.zones(session.course.state))
            self.app.pump()

    def _edit(self) -> None:
        session = self.night.companion.session
        if session is not None:
            self.app.go("edit", seq=session.course.trail[-3])
            self.shoot("edit")
            self.app.back()

    def _propose(self) -> None:
        """Lay what comes next and let the camera propose it."""
        session = self.night.companion.session
        if session is None:
            return
        course = session.course
        action = next(action for option in course.game.options(course.state) for action in option.actions())
        after = course.game.apply(course.state, action).state
        self.night.stage.lay(course.game.zones(after))
        self.app.pump()
        self.camera.frames(6)
        self.shoot("proposal")

    def knock(self) -> None:
        """Two seats knock."""
        self.night.begin("allegra", self.people, 5, until=in_phase("drawn", least=30))
        kept = self.night.companion.kept()[0].id
        self.app.resume(kept)
        self.shoot("allegra_drawn")
        now = self.night.clock.monotonic_s()
        for number, seat in enumerate(self._others()):
            self.night.stage.press(seat, now + 0.04 * number)
        self.night.clock.move(1.0)
        self.app.pump()
        self.camera.frames(4)
        self.shoot("knock")
        self.app.home()

    def _others(self) -> tuple[int, ...]:
        session = self.night.companion.session
        course = session.course if session else None
        press = course.game.press if course else None
        if course is None:
            return ()
        return seats_in(OneOf(tuple(o.by for o in course.game.options(course.state) if o.action is press)))[:2]

    def phase(self, game: str, phase: str, least: int) -> None:
        """The table of a game in one of its phases."""
        self.night.begin(game, self.people[: game_named(game).seats.stop - 1], 4, until=in_phase(phase, least=least))
        self.app.resume(self.night.companion.kept()[0].id)
        self.shoot(f"{game}_{phase}")
        if game == "splash" and phase == "placing":
            for name, tower in (("tower_unseen", None), ("tower", TOWER)):
                self.app.tower = tower
                self.app.go("tower")
                self.shoot(name)
                self.app.back()
        self.app.home()

    def sealed(self) -> None:
        """A bid: the cover, and the entry behind it."""
        self.night.begin("die_bombe", self.people, 6, until=in_phase("bidding", least=20))
        self.app.resume(self.night.companion.kept()[0].id)
        self.camera.press("value", 1)
        self.shoot("cover")
        self.camera.press("uncover")
        for digit in ("1", "7"):
            self.camera.press("digit", digit)
        self.shoot("bid")
        self.app.home()

    def ending(self) -> None:
        """The end of a game, and taking it away."""
        self.night.play("die_bombe", self.people, seed=11)
        self.app.resume(self.night.companion.kept()[0].id)
        self.shoot("result")
        self.app.go("export")
        self.shoot("export_result")
        self.app.home()


def _box(x: float, y: float, width: float, height: float, lean: float = 0.0) -> tuple[tuple[float, float], ...]:
    """An outline: middle of the lower edge, size, and how far the right side is higher than the left, mm."""
    left, right = x - width / 2, x + width / 2
    return ((left, y), (right, y + lean), (right - lean * height / width, y + lean + height), (left - lean, y + height))


TOWER: Final = TowerLook(
    pieces=(
        TowerPiece(_box(0, 0, 15, 15), "green"),
        TowerPiece(_box(1, 15, 20, 5), "yellow"),
        TowerPiece(_box(3.4, 20, 15, 15), "yellow"),
        TowerPiece(_box(6, 35, 25, 5), "red"),
        TowerPiece(_box(9.5, 40, 15, 15), "blue"),
    ),
    p_topple=0.42,
    margin_mm=1.8,
    culprit=1,
    safe_mm=((2.5, 10.5),),
    fall=(_box(24, 0, 15, 15), _box(40, 0, 25, 5), _box(60, 0, 15, 15)),
)
"""A tower that leans to the right."""

_PHASES: Final = {
    "alles_im_eimer": (("building", 0), ("leading", 12), ("defending", 14), ("losing", 14)),
    "buero_crazy": (("placing", 0), ("selecting", 8), ("roofing", 0)),
    "die_bombe": (("showing", 18), ("bidding", 18), ("taking", 18)),
    "splash": (("drafting", 0), ("giving", 8), ("placing", 9)),
    "allegra": (("dealing", 0), ("turning_up", 1), ("finishing", 0)),
}
"""The phases that are photographed, and after how many entries at the earliest."""
