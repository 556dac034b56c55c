"""Scenes of the page for phones: closed, open with a phone at one seat, and a seat's code behind its cover."""

from __future__ import annotations

from typing import Any

from companion.companion import Companion
from companion.feeds.feed import Health
from companion.rulebook.text import say
from companion.ui.gallery import in_phase
from companion.web.desk import PhoneDesk, SeatLink

_ORIGIN = "http://192.168.1.20:8765"


class StagedDesk(PhoneDesk):
    """A desk that looks open in a network, so that pictures are alike on every machine."""

    @property
    def origin(self) -> str:
        """An address as at home."""
        return _ORIGIN

    @property
    def is_local(self) -> bool:
        """As others reach it."""
        return False

    def link(self, seat: int) -> SeatLink | None:
        """A link for each seat but the second."""
        return None if seat == 1 else SeatLink(f"{_ORIGIN}/join/{seat:032}", f"ABCD-234{seat + 2}", f"{_ORIGIN}/join")

    def is_taken(self, seat: int) -> bool:
        """A phone sits at the second seat."""
        return seat == 1

    def health(self) -> tuple[Health, ...]:
        """It is well."""
        return (Health("web", "good", say("web.in_network", address=_ORIGIN)),)


def phone_scenes(studio: Any) -> None:
    """All states of the page."""
    night = studio.night
    night.begin("die_bombe", studio.people, 6, until=in_phase("bidding", least=20))
    studio.app.resume(night.companion.kept()[0])
    whole: Companion = night.companion
    studio.app.go("phones")
    studio.shoot("phones_closed")
    studio.app.back()
    whole.desk = StagedDesk(night.clock, "fr")
    studio.app.go("phones")
    studio.shoot("phones")
    studio.camera.press("seat", 0)
    studio.shoot("phones_cover")
    studio.camera.press("uncover")
    studio.shoot("phones_seat")
    studio.app.page.escape()
    whole.desk = None
    studio.app.home()
    _knocks(studio)


def _knocks(studio: Any) -> None:
    """Two phones knock, too close for time to tell."""
    night = studio.night
    night.begin("allegra", studio.people, 5, until=in_phase("drawn", least=30))
    studio.app.resume(night.companion.kept()[0])
    session = night.companion.session
    course = session.course
    seats = [option.by for option in course.game.options(course.state) if option.action is course.game.press]
    now_s = night.clock.monotonic_s()
    for number, seat in enumerate(seats[:2]):
        night.stage.press(seat, now_s + 0.007 * number, within_s=0.006)
    night.clock.move(1.0)
    studio.app.pump()
    studio.camera.frames(4)
    studio.shoot("knock_phones")
    studio.app.home()
