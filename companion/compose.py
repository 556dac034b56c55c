"""The composition root: the one place that chooses real or simulated parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.camera_faults import why_not_seen
from companion.club.joining import club_feeds
from companion.companion import Companion
from companion.feeds.bids import BidFeed
from companion.feeds.calibrator import Calibrator
from companion.feeds.feed import Feed, Missing
from companion.feeds.hall import hall_feeds
from companion.feeds.knock import KnockFeed
from companion.feeds.look import LookFeed
from companion.feeds.seats import SeatFeed
from companion.feeds.table_reader import TableReader
from companion.feeds.teaching import Teaching
from companion.feeds.thinking import Thinking
from companion.feeds.tower import TowerReader
from companion.ports import SystemClock
from companion.rulebook.errors import CompanionError
from companion.rulebook.text import say
from companion.session.record import Header
from companion.settings import Settings, chosen_language, keep_change
from companion.store.instance import only_instance
from companion.store.journal import open_journal
from companion.web.desk import PhoneDesk
from hardware.controllers import ButtonWiring, EncoderWiring, SeatControllers
from hardware.displays import SerialDisplays
from hardware.errors import HardwareError
from hardware.keypads import SeatKeypads
from hardware.presses import KnockButtons, open_edges
from hardware.serial_ports import PortFinder
from vision.camera import open_camera
from vision.errors import VisionError
from vision.frames import Camera
from vision.threads import keep_to_one_thread

NAMES = ("Anaïs", "Jörg", "Mia", "Léo", "Ida", "Tom")


@dataclass(frozen=True, slots=True)
class EveningPlan:
    """A simulated evening: which game, how many people, and the seed that decides it."""

    game: str
    seats: int
    seed: int
    is_brisk: bool = False

    @property
    def header(self) -> Header:
        """The game as it is opened."""
        return Header(self.game, NAMES[: self.seats])


class NoCamera(CompanionError, OSError):
    """Error raised when the camera that was asked for is not there."""


@contextmanager
def companion(
    settings: Settings, folder: Path, *, camera: str = "", plan: EveningPlan | None = None
) -> Iterator[Companion]:
    """A companion that alone uses `folder`, with a real camera (a source, see `vision.camera`) or a simulated evening.

    Without `camera` the one of the settings is used if it is there. All is closed at the end. Raises StoreError or
    NoCamera.
    """
    keep_to_one_thread()
    with only_instance(folder), ExitStack() as rig:
        journal = open_journal(settings.own_database, folder)
        clock = SystemClock()
        desk = PhoneDesk(clock, chosen_language(settings.language))
        desk.listen(settings.web_address, settings.web_port)
        feeds = _simulated(plan, folder, rig, desk) if plan else _real(settings, folder, camera)
        halls = (*hall_feeds(settings, folder, journal, clock), *club_feeds(settings, folder, journal, clock))
        edges = (desk, *feeds, *halls)
        whole = Companion(settings, journal, clock=clock, feeds=edges, keep_settings=keep_change)
        try:
            yield whole
        finally:
            whole.close()


def _real(settings: Settings, folder: Path, camera: str) -> tuple[Feed, ...]:
    """The edges that are there; one that cannot be opened is told by its health."""
    feeds: list[Feed] = []
    teaching = Teaching()
    tower = TowerReader(TableReader(teaching, folder / "decks"))
    reader = Calibrator(tower, folder)
    if camera:
        feeds += [LookFeed(asked_camera(camera), reader), tower, reader, teaching, Thinking()]
    elif settings.camera:
        feeds += [_usual_camera(settings.camera, reader), tower, reader, teaching, Thinking()]
    if settings.button_pins:
        feeds.append(_buttons(settings.button_pins))
    if settings.knob_pins:
        feeds.append(_controllers([EncoderWiring(*pins) for pins in settings.knob_pins]))
    if settings.up_down_ok_pins:
        feeds.append(_controllers([ButtonWiring(*pins) for pins in settings.up_down_ok_pins]))
    if settings.keypads:
        feeds.append(_keypads(settings.keypads))
    if settings.serial_port:
        path = None if settings.serial_port == "auto" else settings.serial_port
        inputs = [feed for feed in feeds if isinstance(feed, SeatFeed)]
        feeds.append(BidFeed(SerialDisplays(PortFinder(path)), inputs))
    return tuple(feeds)


def asked_camera(source: str) -> Camera:
    """The camera that was asked for by name. Raises NoCamera where it is not there: it was wanted now."""
    try:
        tried = open_camera(source)
        tried.read()
        tried.close()
        return open_camera(source)
    except VisionError as error:
        raise NoCamera("camera.not_there", source=source, why=why_not_seen(error)) from error


def _usual_camera(source: str, reader: Calibrator) -> Feed:
    """The camera of the settings; without it the game goes on by hand."""
    try:
        return LookFeed(open_camera(source), reader)
    except VisionError:
        return Missing("camera", say("camera.lost"))


def _buttons(pins: tuple[int, ...]) -> Feed:
    try:
        return KnockFeed(KnockButtons(open_edges(pins), line_of_seat=dict(enumerate(pins))))
    except HardwareError as error:
        return Missing("buttons", say("buttons.lost", why=str(error)))


def _controllers(wiring: Sequence[EncoderWiring] | Sequence[ButtonWiring]) -> Feed:
    lines = [line for wired in wiring for line in wired.lines]
    try:
        return SeatFeed(SeatControllers(open_edges(lines), wiring=dict(enumerate(wiring))))
    except HardwareError as error:
        return Missing("controllers", say("buttons.lost", why=str(error)))


def _keypads(paths: tuple[str, ...]) -> Feed:
    try:
        return SeatFeed(SeatKeypads(dict(enumerate(paths))), part="keypads")
    except HardwareError as error:
        return Missing("keypads", say("buttons.lost", why=str(error)))


def _simulated(plan: EveningPlan, folder: Path, rig: ExitStack, desk: PhoneDesk) -> tuple[Feed, ...]:
    from companion.simulated import simulated_feeds  # noqa: PLC0415 - a real table needs no twin of anything

    return simulated_feeds(plan, folder, rig, desk)
