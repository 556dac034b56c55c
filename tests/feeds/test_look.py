"""The camera feed: looks reach the inbox, the newest picture the mailbox, a lost camera is a state and not an end."""

from __future__ import annotations

import threading
import weakref
from queue import SimpleQueue
from threading import Event

import numpy as np
import pytest

from companion.feeds import look
from companion.feeds.feed import Outline
from companion.feeds.look import Glance, LookFeed, watches_of
from companion.games import game_named
from companion.rulebook.text import say
from companion.session.inbox import Inbox
from tests.kit import PATIENCE_S, course, physical
from tests.session.test_explain import look as seen_as
from vision.errors import CameraLost, NotCalibrated
from vision.frames import Frame
from vision.readings import Watch


class Camera:
    """Gives what the test puts in, and raises what it puts in."""

    def __init__(self) -> None:
        self.frames: SimpleQueue[Frame | Exception] = SimpleQueue()
        self.closed = Event()
        self.waits: SimpleQueue[None] = SimpleQueue()

    def read(self) -> Frame:
        self.waits.put(None)
        frame = self.frames.get()
        if isinstance(frame, Exception):
            raise frame
        return frame

    def close(self) -> None:
        self.closed.set()


class Reader:
    """Answers with a look at the first zone that is watched and tells when it was asked."""

    def __init__(self) -> None:
        self.asked: SimpleQueue[tuple[Watch, ...]] = SimpleQueue()
        self.answer = Glance((), (), say("camera.waiting"))

    def look(self, frame: Frame, watches: tuple[Watch, ...]) -> Glance:
        self.asked.put(watches)
        return self.answer


def frame(level: int = 0) -> Frame:
    return Frame(np.full((4, 6, 3), level, np.uint8), 1.0)


@pytest.fixture
def feed(monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.setattr(look, "PAUSE_S", 0.0)
    monkeypatch.setattr(look, "RETRY_S", 0.0)
    camera, reader = Camera(), Reader()
    made = LookFeed(camera, reader)
    yield made, camera, reader
    camera.frames.put(frame())
    made.close()
    assert camera.closed.is_set()


def test_looks_are_handed_over_in_order_and_only_when_pumped(feed: tuple[LookFeed, Camera, Reader]) -> None:
    looking, camera, reader = feed
    now = course(game_named("allegra"), 2)
    looking.attend(now)
    zone = now.game.zones(now.state)[0]
    reader.answer = Glance((seen_as(zone),))
    camera.frames.put(frame())
    assert [watch.zone for watch in reader.asked.get(timeout=PATIENCE_S)] == ["grid0", "grid1", "discard", "shown"]
    camera.frames.put(frame())
    reader.asked.get(timeout=PATIENCE_S)
    inbox = Inbox()
    looking.pump(inbox)
    assert inbox.sort()["grid0"].labels == zone.rows


def test_what_was_seen_of_a_game_that_was_left_reaches_no_other(feed: tuple[LookFeed, Camera, Reader]) -> None:
    looking, camera, reader = feed
    now = course(game_named("allegra"), 2)
    reader.answer = Glance((seen_as(now.game.zones(now.state)[0]),))
    for _ in range(2):
        camera.frames.put(frame())
        reader.asked.get(timeout=PATIENCE_S)
    reader.answer = Glance(())
    camera.frames.put(frame())
    reader.asked.get(timeout=PATIENCE_S)  # by now the first two have been handed over
    looking.attend(None)
    inbox = Inbox()
    looking.pump(inbox)
    assert inbox.sort() == {}


def test_a_hand_over_the_table_reaches_the_session(feed: tuple[LookFeed, Camera, Reader]) -> None:
    looking, camera, reader = feed
    reader.answer = Glance((), hand=True)
    for _ in range(2):
        camera.frames.put(frame())
        reader.asked.get(timeout=PATIENCE_S)
    inbox = Inbox()
    looking.pump(inbox)
    assert inbox.sort() == {}
    assert inbox.take_hand()
    assert not inbox.take_hand()


def test_the_preview_is_the_newest_picture_once(feed: tuple[LookFeed, Camera, Reader]) -> None:
    looking, camera, reader = feed
    for level in (1, 2, 3, 4):
        camera.frames.put(frame(level))
    for _ in range(4):
        reader.asked.get(timeout=PATIENCE_S)
    camera.frames.put(frame(5))
    reader.asked.get(timeout=PATIENCE_S)
    picture = looking.picture()
    assert picture is not None
    assert picture.pixels[0, 0, 0] >= 4
    assert picture.note == say("camera.waiting")


@pytest.mark.parametrize(("whole", "step"), [(False, 2), (True, 1)])
def test_the_screen_gets_a_thinned_picture_with_its_outlines_unless_a_whole_one_is_wanted(
    feed: tuple[LookFeed, Camera, Reader], *, whole: bool, step: int
) -> None:
    looking, camera, reader = feed
    corners = ((20.0, 10.0), (1279.0, 10.0), (1279.0, 41.0))
    reader.answer = Glance((), (Outline(corners, "7", 0.9, ("grid0", 1, 2)),), whole=whole)
    pixels = np.random.default_rng(3).integers(0, 256, (42, 1280, 3), np.uint8)
    camera.waits.get(timeout=PATIENCE_S)
    camera.frames.put(Frame(pixels, 1.0))
    camera.waits.get(timeout=PATIENCE_S)  # the next picture is waited for: the first has been handed over
    picture = looking.picture()
    assert picture is not None
    assert (picture.pixels == pixels[::step, ::step]).all()
    assert picture.outlines[0].points_px == tuple((x / step, y / step) for x, y in corners)
    assert (picture.outlines[0].label, picture.outlines[0].cell) == ("7", ("grid0", 1, 2))
    assert [figure.key for figure in looking.health()[0].figures] == ["camera.size"]


def test_a_picture_that_nobody_shows_any_more_is_not_kept(feed: tuple[LookFeed, Camera, Reader]) -> None:
    looking, camera, _ = feed
    pixels = np.zeros((42, 1280, 3), np.uint8)
    kept = weakref.ref(pixels)
    camera.waits.get(timeout=PATIENCE_S)
    camera.frames.put(Frame(pixels, 1.0))
    del pixels
    camera.waits.get(timeout=PATIENCE_S)
    assert looking.picture() is not None
    assert kept() is None


@pytest.mark.parametrize("fault", [CameraLost("unplugged"), NotCalibrated("no card")])
def test_a_fault_is_told_as_health_and_the_feed_goes_on(
    feed: tuple[LookFeed, Camera, Reader], fault: Exception
) -> None:
    looking, camera, _ = feed
    for put, level in ((fault, "missing"), (fault, "missing"), (frame(), "good")):
        camera.waits.get(timeout=PATIENCE_S)
        camera.frames.put(put)
        camera.waits.get(timeout=PATIENCE_S)
        camera.waits.put(None)  # the next picture is being waited for: the last one has been dealt with
        assert [health.level for health in looking.health()] == [level]


def test_cards_are_looked_for_at_the_places_of_the_plan_and_figures_not_at_all() -> None:
    allegra = course(game_named("allegra"), 4)
    watches = watches_of(allegra.game.zones(allegra.state))
    assert all(watch.region is not None for watch in watches)
    assert {(watch.rows, watch.columns) for watch in watches} == {(3, 4), (1, 1)}
    *_, buero = physical(game_named("buero_crazy"), 4, 1)
    assert {watch.kind for watch in watches_of(buero.game.zones(buero.state))} <= {"cards", "buckets", "tower"}


def test_without_a_game_nothing_is_watched(feed: tuple[LookFeed, Camera, Reader]) -> None:
    looking, camera, reader = feed
    looking.attend(None)
    camera.frames.put(frame())
    assert reader.asked.get(timeout=PATIENCE_S) == ()


def test_a_camera_part_that_broke_down_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(look, "PAUSE_S", 0.0)
    monkeypatch.setattr(threading, "excepthook", lambda _: None)
    camera = Camera()
    looking = LookFeed(camera, Reader())
    camera.frames.put(ValueError("a fault of ours"))
    looking._thread.join(PATIENCE_S)
    assert [(health.level, health.said.key) for health in looking.health()] == [("missing", "camera.stopped")]


def test_the_camera_settles_once_each_time_the_light_has_changed(feed: tuple[LookFeed, Camera, Reader]) -> None:
    looking, camera, reader = feed
    settled: list[None] = []
    camera.settle = lambda: settled.append(None)
    for unsettled in (False, True, True, False, True):
        camera.waits.get(timeout=PATIENCE_S)
        reader.answer = Glance((), unsettled=unsettled)
        camera.frames.put(frame())
    camera.waits.get(timeout=PATIENCE_S)
    assert looking.health()[0].level == "good"
    assert len(settled) == 2
