"""The companion as the screens and commands meet it: games kept, one game open, and its edges."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.exchange.keeping import NoSuchGame
from companion.exchange.people import People
from companion.exchange.play import Play, play_of
from companion.faults import recent_faults
from companion.feeds.calibrator import Calibrator
from companion.feeds.feed import Feed, Health, Picture
from companion.feeds.thinking import Thinking
from companion.ports import Clock
from companion.rulebook.errors import CompanionError
from companion.session.inbox import Inbox
from companion.session.proposals import AtOnce, Proposals, Thinker
from companion.session.record import Header
from companion.session.session import Session, Table, replayed
from companion.settings import Settings, chosen_language, data_folder
from companion.store.journal import Journal, Kept
from companion.texts import Texts
from companion.trial import Trial
from companion.web.desk import PhoneDesk

if TYPE_CHECKING:
    from companion.support import Part
    from hardware.findings import Finding


class Companion:
    """Opens, resumes and leaves games, and lets the edges and the session meet. Main thread only."""

    def __init__(
        self,
        settings: Settings,
        journal: Journal,
        *,
        clock: Clock,
        feeds: tuple[Feed, ...],
        keep_settings: Callable[[Settings, Settings], None],
    ) -> None:
        self.settings = settings
        self.session: Session | None = None
        self._journal = journal
        self._clock = clock
        self._feeds = feeds
        self._keep_settings = keep_settings
        self._thinker: Thinker = next((feed for feed in feeds if isinstance(feed, Thinking)), AtOnce())
        self._inbox = Inbox()
        self._attended = False
        self.desk = next((feed for feed in feeds if isinstance(feed, PhoneDesk)), None)
        self.calibrator = next((feed for feed in feeds if isinstance(feed, Calibrator)), None)
        self._trial: Trial | None = None

    def texts(self, game: str | None = None) -> Texts:
        """The sentences of the chosen language."""
        return Texts(chosen_language(self.settings.language), game)

    def kept(self) -> tuple[Kept, ...]:
        """All games, the newest first."""
        return self._journal.games()

    def unfinished(self) -> Kept | None:
        """The newest game if it can be read and played on."""
        try:
            newest = next(iter(self.kept()), None)
            if newest is None:
                return None
            course = replayed(Table(newest.id, newest.header, self._journal.entries(newest.id)))
        except CompanionError:
            return None
        return None if course.is_over else newest

    def people(self) -> tuple[str, ...]:
        """All names ever seated, the most recent first."""
        return tuple(dict.fromkeys(chain.from_iterable(kept.header.seats for kept in self.kept())))

    def last_group(self) -> tuple[str, ...]:
        """The names of the newest game, by seat."""
        newest = next(iter(self.kept()), None)
        return newest.header.seats if newest else ()

    def last_options(self, game: str) -> Mapping[str, Any]:
        """The options of the newest game of this kind, who began left out; empty where there is none."""
        newest = next((kept.header.options for kept in self.kept() if kept.header.game == game), {})
        return {name: value for name, value in newest.items() if name != "first"}

    def finished(self) -> People:
        """All finished games, counted by person and game. Raises StoreError."""
        results = self._journal.results
        results.catch_up()
        return People(results.columns())

    def open(self, header: Header) -> Session:
        """A new game. Raises BadLog, BadOptions or StoreError."""
        header.open()
        game_id = self._journal.open_game(header, at_utc=self._clock.utc())
        return self._begin(Table(game_id, header))

    def resume(self, game_id: str) -> Session:
        """A kept game, as it was left. Raises StoreError, or BrokenRecord where an entry no longer fits the rules."""
        header = next(kept.header for kept in self.kept() if kept.id == game_id)
        return self._begin(Table(game_id, header, self._journal.entries(game_id)))

    def play(self) -> Play:
        """The open game as it may leave: up to the last entry that everybody may see."""
        session = self.session
        if session is None:
            raise NoSuchGame("no_such_game", id="", found=0)
        kept = Kept(session.game_id, session.header, session.entries[0].at or "" if session.entries else "", 0)
        return play_of(kept, session.entries)

    def leave(self) -> None:
        """Back to no game; all of it is kept."""
        self.session = None
        self._inbox = Inbox()
        for feed in self._feeds:
            feed.attend(None)

    def machine(self) -> tuple[Finding, ...]:
        """How the machine is: version, warmth, disk, games kept."""
        from companion.machine import machine  # noqa: PLC0415 - start must be quick, and this is asked for rarely

        return machine(data_folder(), self._journal)

    def support(self, screen: Mapping[str, str], pictures: Iterable[Path] = ()) -> tuple[Part, ...]:
        """The parts of a support bundle; `screen` are facts of the screen, `pictures` files to add. Raises OSError."""
        from companion.checks import probe_all  # noqa: PLC0415 - as above
        from companion.support import Report, parts_of  # noqa: PLC0415 - as above

        unused = replace(
            self.settings, button_pins=(), knob_pins=(), up_down_ok_pins=()
        )  # ours are open: opening them again would only tell that
        findings = (*self.machine(), *probe_all(unused))
        faults = recent_faults(data_folder())
        return parts_of(Report(self.settings, findings, self.health(), faults, screen), self._journal, pictures)

    def begin_trial(self) -> Trial:
        """Try out buttons and displays: until `end_trial` presses reach no game."""
        self._trial = Trial(self._feeds, self._clock)
        return self._trial

    def end_trial(self) -> None:
        """Edges and game as before."""
        if self._trial is not None:
            self._trial.end()
        self._trial, self._attended = None, False

    def pump(self) -> bool:
        """Let edges and session meet; True where something changed."""
        if self._trial is not None:
            self._trial.pump()
            return False
        if self.session is None:
            return False
        if not self._attended:
            self._attended = True
            for feed in self._feeds:
                feed.attend(self.session.course)
        for feed in self._feeds:
            feed.pump(self._inbox)
        changed = self.session.pump()
        for feed in self._feeds:
            feed.touch(self.session)
        return changed or not self._attended

    def picture(self) -> Picture | None:
        """The newest preview of any edge."""
        return next((picture for feed in self._feeds if (picture := feed.picture()) is not None), None)

    def health(self) -> tuple[Health, ...]:
        """How the edges are."""
        return tuple(chain.from_iterable(feed.health() for feed in self._feeds))

    def change_settings(self, settings: Settings) -> None:
        """Use these settings from now on and keep them."""
        self._keep_settings(self.settings, settings)
        self.settings = settings
        if self.desk is not None:
            self.desk.speak(chosen_language(settings.language))
            self.desk.listen(settings.web_address, settings.web_port)
            self._attended = False
        if self.session is not None:
            self.session.trust(settings.confirm)

    def close(self) -> None:
        """Stop the edges and let go of the journal."""
        for feed in self._feeds:
            feed.close()
        self._journal.close()

    def _begin(self, table: Table) -> Session:
        self._inbox = Inbox()
        proposals = Proposals(self._thinker, confirm=self.settings.confirm)
        self.session = Session(table, keeper=self._journal, clock=self._clock, inbox=self._inbox, proposals=proposals)
        self.session.listen(self._changed)
        self._attended = False
        return self.session

    def _changed(self) -> None:
        self._attended = False
