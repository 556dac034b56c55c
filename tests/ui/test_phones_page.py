"""The page for phones: closed until somebody opens it, a code for all, and each seat's code behind its cover."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from time import monotonic

import pytest

from companion.companion import Companion
from companion.ports import HandClock
from companion.ui.phones_page import SeatCode, Spectators
from companion.web.desk import PhoneDesk
from companion.web.simulated import SimulatedPhone
from tests.ui.scenes import GROUP, Show, written
from tests.ui.touch import Screen, opened


@pytest.fixture
def desk(whole: Companion) -> Iterator[PhoneDesk]:
    """A desk that opens on any free port of this machine, whatever address is asked for."""

    class AtHome(PhoneDesk):
        def listen(self, address: str, port: int) -> None:
            del port
            super().listen("127.0.0.1" if address else "", 0)

    found = AtHome(HandClock(), "fr")
    whole.desk = found
    yield found
    found.close()


def on_page(whole: Companion, show: Show, desk: PhoneDesk) -> Screen:
    """The page, opened, beside a game for three."""
    session = opened(whole, "die_bombe", GROUP)
    screen = show(whole)
    screen.app.go("phones")
    screen.frames()
    screen.tap("change")
    desk.touch(session)
    screen.app.page.show(screen.app.view)
    screen.frames()
    return screen


def test_it_is_closed_until_somebody_opens_it_and_that_is_kept(whole: Companion, show: Show, desk: PhoneDesk) -> None:
    screen = show(whole)
    screen.app.go("phones")
    screen.frames()
    assert "Fermée" in written(screen)
    assert desk.origin == ""
    screen.tap("change")
    assert desk.origin.startswith("http://127.0.0.1:")
    assert whole.settings.web_address == "0.0.0.0"  # noqa: S104 - what the key says
    assert desk.origin in written(screen)
    screen.tap("change")
    assert (desk.origin, whole.settings.web_address) == ("", "")


def test_a_seats_code_is_covered_until_the_right_person_has_the_screen(
    whole: Companion, show: Show, desk: PhoneDesk
) -> None:
    screen = on_page(whole, show, desk)
    link = desk.link(1)
    assert link is not None
    screen.tap("seat", 1)
    assert link.code not in written(screen)
    assert "Passez l'écran à Jörg" in written(screen)
    screen.tap("uncover")
    assert link.code in written(screen)
    assert next(w for w in screen.app.page.walk() if isinstance(w, SeatCode)).link == link.link
    screen.tap("back")
    assert any(isinstance(w, Spectators) for w in screen.app.page.walk())


def test_a_seat_with_a_phone_is_marked_and_can_be_taken_back(whole: Companion, show: Show, desk: PhoneDesk) -> None:
    screen = on_page(whole, show, desk)
    link = desk.link(2)
    assert link is not None
    SimulatedPhone(desk.origin, monotonic).sit(link.code)
    screen.app.page.show(screen.app.view)
    screen.frames()
    assert screen.target("seat", 2).text == "Léo · téléphone"
    screen.tap("seat", 2)
    screen.tap("uncover")
    assert "Un téléphone tient ce siège : Léo" in written(screen)
    screen.tap("change")
    fresh = desk.link(2)
    assert fresh is not None
    assert fresh.code != link.code
    assert fresh.code in written(screen)


def test_a_page_that_cannot_be_opened_says_why(whole: Companion, show: Show) -> None:
    desk = PhoneDesk(HandClock(), "fr")
    whole.desk = desk
    screen = show(whole)
    whole.change_settings(replace(whole.settings, web_address="nulle part"))
    screen.app.go("phones")
    screen.frames()
    assert "n'est pas une adresse" in written(screen)
