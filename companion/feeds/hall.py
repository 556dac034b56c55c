"""Joins a table to its hall: a thread that lets the mirror work, told when something was played."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from threading import Event, Thread

from companion.feeds.feed import Feed, Health, Missing, Quiet
from companion.ports import Clock
from companion.rulebook.text import Said, say
from companion.session.session import Session
from companion.settings import Settings
from companion.store.errors import StoreError
from companion.store.identity import table_identity
from companion.store.journal import Journal
from companion.store.mirror import Mirror, MirrorStatus

_GOODBYE_S = 2.0
"""How long the end of the program waits for the hall; what is missing then is caught up the next time."""


class HallFeed(Quiet):
    """Keeps `mirror` at work beside the game, which never waits for it."""

    def __init__(self, mirror: Mirror) -> None:
        self._mirror = mirror
        self._wake = Event()
        self._is_closing = False
        self._seen: tuple[str, int] = ("", 0)
        self._thread = Thread(target=self._run, name="hall", daemon=True)
        self._thread.start()

    def touch(self, session: Session) -> None:
        """Tell the mirror of entries that are new since the last call."""
        game_id, length = session.game_id, session.course.seq
        if (game_id, length) == self._seen:
            return
        before = self._seen[1] if self._seen[0] == game_id else length
        self._seen = (game_id, length)
        self._mirror.note(game_id, length - before)
        self._wake.set()

    def health(self) -> tuple[Health, ...]:
        """How far the hall has come."""
        if not self._thread.is_alive() and not self._is_closing:
            return (_missing(say("hall.stopped")),)
        return (told(self._mirror.status),)

    def close(self) -> None:
        """Hand over what can be handed over at once and stop; the connection is given back."""
        self._is_closing = True
        self._wake.set()
        self._thread.join(_GOODBYE_S)

    def _run(self) -> None:
        while True:
            self._wake.clear()
            is_last = self._is_closing
            wait_s = self._mirror.step()
            if wait_s > 0 and is_last:
                break
            if wait_s > 0:
                self._wake.wait(wait_s)
        self._mirror.close()


def hall_feeds(settings: Settings, folder: Path, journal: Journal, clock: Clock) -> tuple[Feed, ...]:
    """The feed that joins the table to its hall where the settings name one."""
    if not settings.hall_url:
        return ()
    try:
        identity = table_identity(folder, settings.table_name)
    except StoreError as error:
        return (Missing("hall", error.said),)
    return (HallFeed(Mirror(journal, settings.hall_url, identity=identity, clock=clock)),)


def told(status: MirrorStatus) -> Health:
    """What people should know of the hall."""
    match status.state:
        case "unreachable":
            return _missing(say("hall.unreachable", since=_clock_time(status.since), n=status.behind))
        case "refused":
            return _missing(say("hall.refused", why=status.why or say("hall.starting")))
        case _ if status.conflicts:
            return Health("hall", "warning", say("hall.conflicts", n=len(status.conflicts)))
        case "behind":
            return Health("hall", "good", say("hall.behind", n=status.behind))
        case "starting":
            return Health("hall", "good", say("hall.starting"))
    return Health("hall", "good", say("hall.caught_up"))


def _missing(said: Said) -> Health:
    return Health("hall", "missing", said)


def _clock_time(at_utc: str) -> str:
    """A moment as the clock on the wall shows it."""
    return f"{datetime.fromisoformat(at_utc).astimezone():%H:%M}"
