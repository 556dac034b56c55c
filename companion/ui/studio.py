"""A scene for every screen, arranged on a believable evening, and the pictures of them all."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.games import game_named
from companion.rulebook.domain import OneOf
from companion.settings import Settings
from companion.ui.form import seats_in
from companion.ui.gallery import GAMES, GROUP, Evening, evening, in_phase
from companion.ui.shots import Photographer
from companion.ui.studio_camera import camera_scenes
from companion.ui.studio_decks import deck_scenes
from companion.ui.studio_devices import device_scenes
from companion.ui.studio_phones import phone_scenes
from companion.ui.studio_towers import fall_scenes, tower_scenes


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
        self.setting_up()
        for game, phases in _PHASES.items():
            for phase, least in phases:
                self.phase(game, phase, least)
        fall_scenes(self)
        self.sealed()
        phone_scenes(self)
        self.ending()
        self.camera.close()

    def outside(self) -> None:
        """The pages without a game."""
        for name in ("archive", "statistics", "settings", "sounds", "power"):
            self.app.go(name)
            self.shoot(name)
            self.app.back()
        device_scenes(self)
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
        self.app.resume(self.night.companion.kept()[0])
        self.shoot("allegra_board")
        self._lay()
        for name in ("menu", "scores", "board", "history", "adjust", "guide", "export"):
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

    def setting_up(self) -> None:
        """A camera being set up, a deck being shown."""
        camera_scenes(self)
        deck_scenes(self)

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
        kept = self.night.companion.kept()[0]
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
        self.app.resume(self.night.companion.kept()[0])
        self.shoot(f"{game}_{phase}")
        if game == "splash" and phase in {"giving", "placing"}:
            tower_scenes(self, phase)
        self.app.home()

    def sealed(self) -> None:
        """A bid: the cover, and the entry behind it."""
        self.night.begin("die_bombe", self.people, 6, until=in_phase("bidding", least=20))
        self.app.resume(self.night.companion.kept()[0])
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
        self.app.resume(self.night.companion.kept()[0])
        self.shoot("result")
        self.app.go("export")
        self.shoot("export_result")
        self.app.home()


_PHASES: Final = {
    "alles_im_eimer": (("building", 0), ("leading", 12), ("defending", 14), ("losing", 14)),
    "buero_crazy": (("placing", 0), ("selecting", 8), ("roofing", 0)),
    "die_bombe": (("showing", 18), ("bidding", 18), ("taking", 18)),
    "splash": (("drafting", 0), ("giving", 8), ("placing", 9)),
    "allegra": (("dealing", 0), ("turning_up", 1), ("finishing", 0)),
}
"""The phases that are photographed, and after how many entries at the earliest."""
