"""Tables that many tests begin with, and what stands on the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.companion import Companion
from companion.games.allegra.model import Deal
from companion.rulebook.game import TABLE
from companion.ui.gallery import Evening, in_phase
from companion.ui.theme import Words
from tests.ui.touch import Screen, opened

GROUP = ("Anaïs", "Jörg", "Léo")

Show = Callable[..., Screen]


def written(screen: Screen) -> str:
    """All words on the screen."""
    return " ".join(w.text for w in screen.app.shell.walk() if isinstance(w, Words))


def dealt(whole: Companion, show: Show) -> Screen:
    """An Allegra table after its deal."""
    session = opened(whole, "allegra", GROUP)
    session.submit(Deal(TABLE, 5), "touch")
    return show(whole)


def proposed(night: Evening, screen: Screen) -> Any:
    """Lay what comes next, let the camera propose it, and return the action."""
    course = night.companion.session.course
    action = next(a for option in course.game.options(course.state) for a in option.actions())
    night.stage.lay(course.game.zones(course.game.apply(course.state, action).state))
    screen.app.pump()
    screen.frames()
    return action


def drawn(night: Evening) -> list[int]:
    """An Allegra table at which somebody has drawn a card; returns the seats that may knock for it."""
    night.begin("allegra", GROUP, 5, until=in_phase("drawn", least=12))
    course = night.companion.session.course
    return [option.by for option in course.game.options(course.state) if option.action is course.game.press]


def heard(night: Evening, screen: Screen) -> None:
    """Let a second pass, in which buttons that were pressed are heard."""
    night.clock.move(1.0)
    screen.app.pump()
    screen.frames()
