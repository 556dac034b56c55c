"""What the screens ask of the companion, their only door to the rest. `companion.companion.Companion` fits it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from companion.exchange.people import People
from companion.exchange.play import Play
from companion.feeds.calibrator import Calibrator
from companion.feeds.feed import Health, Picture
from companion.session.record import Header
from companion.session.session import Session
from companion.settings import Settings
from companion.texts import Texts
from companion.trial import Trial

if TYPE_CHECKING:
    from companion.support import Part


class Kept(Protocol):
    """A game in the journal."""

    @property
    def id(self) -> str:
        """Its name in the journal."""

    @property
    def header(self) -> Header:
        """Game, names and options."""

    @property
    def opened_at(self) -> str:
        """When it was opened, UTC, ISO 8601."""

    @property
    def length(self) -> int:
        """How many entries it has."""


class SeatLink(Protocol):
    """How a phone takes a seat, once."""

    @property
    def link(self) -> str:
        """The link in its code."""

    @property
    def code(self) -> str:
        """What is typed instead."""

    @property
    def join(self) -> str:
        """Where it is typed."""


class Desk(Protocol):
    """The page for phones."""

    @property
    def origin(self) -> str:
        """Where it is; empty while it is closed."""

    @property
    def is_local(self) -> bool:
        """True while only this machine reaches it."""

    def link(self, seat: int) -> SeatLink | None:
        """How the next phone takes a seat."""

    def is_taken(self, seat: int) -> bool:
        """True where a phone sits there."""

    def reissue(self, seat: int) -> None:
        """Take a seat back."""

    def health(self) -> Sequence[Health]:
        """How it is."""


class Host(Protocol):
    """The companion as the screens see it. Main thread only."""

    settings: Settings
    session: Session | None
    calibrator: Calibrator | None

    @property
    def desk(self) -> Desk | None:
        """The page for phones, None where there is none."""

    def texts(self, game: str | None = None) -> Texts:
        """The sentences of the chosen language."""

    def kept(self) -> Sequence[Kept]:
        """All games, the newest first."""

    def unfinished(self) -> Kept | None:
        """What *resume* offers."""

    def people(self) -> tuple[str, ...]:
        """Names remembered, the most recent first."""

    def last_group(self) -> tuple[str, ...]:
        """The names of the newest game, by seat."""

    def last_options(self, game: str) -> Mapping[str, Any]:
        """The rules of the house when this game was last played, who began left out; empty where it never was."""

    def finished(self) -> People:
        """All finished games, counted by person and game. Raises CompanionError."""

    def open(self, header: Header) -> Session:
        """A new game. Raises CompanionError."""

    def resume(self, game_id: str) -> Session:
        """A kept game. Raises CompanionError."""

    def play(self) -> Play:
        """The open game as it may leave."""

    def leave(self) -> None:
        """Back to no game."""

    def pump(self) -> bool:
        """Let edges and session meet; True where something changed."""

    def picture(self) -> Picture | None:
        """The newest preview, None where there is nothing new."""

    def health(self) -> Sequence[Health]:
        """How the edges are."""

    def machine(self) -> Sequence[Any]:
        """How the machine is: findings with `key`, `level`, `part` and `values`."""

    def support(self, screen: Mapping[str, str], pictures: Iterable[Path] = ()) -> tuple[Part, ...]:
        """The parts of a support bundle. Raises OSError."""

    def begin_trial(self) -> Trial:
        """Try out buttons and displays: until `end_trial` presses reach no game."""

    def end_trial(self) -> None:
        """Edges and game as before."""

    def change_settings(self, settings: Settings) -> None:
        """Use and keep these settings."""
