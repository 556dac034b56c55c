"""Setting the camera up by fingers and by keys: the list, four corners, the lens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from kivy.tests.common import UnitTestTouch

from companion.feeds.bearings import read_bearings
from companion.settings import Settings
from companion.ui import calibrate_page
from companion.ui.corner_board import START
from companion.ui.corners_page import COARSE_PX
from companion.ui.gallery import Evening, evening
from companion.ui.studio_camera import HELD, LENS, see_for_a_while
from tests.ui.touch import Screen
from vision.simulated import SimulatedTable
from vision.simulated_lens import held_up

Show = Callable[..., Screen]
TABLE = SimulatedTable(5).read().picture


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Evening]:
    one = evening(tmp_path / "night", Settings(language="fr", sounds=False))
    yield one
    one.companion.close()


def seeing(screen: Screen, night: Evening, picture: np.ndarray) -> None:
    see_for_a_while(night, picture)
    screen.app.pump()
    screen.frames()


def test_the_list_ticks_itself_when_the_table_comes_into_view(
    night: Evening, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibrate_page, "STALE_S", 600.0)
    screen = show(night.companion)
    screen.app.go("calibrate")
    assert screen.app.page.found[0].level == "missing"
    seeing(screen, night, TABLE)
    assert {check.level for check in screen.app.page.found} == {"good", "open"}
    assert screen.app.page.ids.top.remark == "Tout est prêt."


def test_the_table_is_surveyed_only_while_the_page_is_in_front(night: Evening, show: Show) -> None:
    screen = show(night.companion)
    calibrator = night.companion.calibrator
    screen.app.go("calibrate")
    screen.frames()
    assert calibrator.wanted == "table"
    screen.tap("lens")
    assert calibrator.wanted == "lens"
    screen.tap("back")
    assert calibrator.wanted == "table"
    screen.tap("corners")
    assert calibrator.wanted == "picture", "whole, for the loupe"
    screen.tap("back")
    assert calibrator.wanted == "table"
    screen.tap("without")
    assert calibrator.wanted == ""


def test_a_finger_drags_a_corner_and_it_is_kept(night: Evening, show: Show, tmp_path: Path) -> None:
    screen = show(night.companion)
    screen.app.go("corners")
    seeing(screen, night, TABLE)
    board = screen.app.page.board
    handle = screen.target("corner", 2)
    x, y = handle.to_window(*handle.center)
    touch = UnitTestTouch(x, y)
    touch.touch_down()
    touch.touch_move(x + 30, y - 20)
    touch.touch_up()
    screen.frames()
    shown = board.preview.shown
    assert board.quad[2] == pytest.approx((0.8 + 30 / shown.width, 0.8 + 20 / shown.height))
    assert board.chosen == 2
    screen.tap("keep")
    kept = read_bearings(tmp_path / "night").pointed
    assert kept is not None
    assert (kept.quad, kept.size_mm) == (board.quad, (600.0, 400.0))


def test_without_a_finger_a_corner_is_pushed_by_keys(night: Evening, show: Show) -> None:
    screen = show(night.companion)
    screen.app.go("corners")
    seeing(screen, night, TABLE)
    board = screen.app.page.board
    screen.tap("turn")
    screen.tap("nudge", "right")
    screen.tap("fine")
    screen.tap("nudge", "up")
    assert board.chosen == 1
    assert board.quad[1] == pytest.approx((START[1][0] + COARSE_PX / 1280, START[1][1] - 1 / 960))
    screen.key("3")
    while screen.focused is None or screen.focused.name != "corner":
        screen.key("tab")
    screen.key("left")
    assert board.quad[2] == pytest.approx((START[2][0] - 1 / 1280, START[2][1]))
    assert screen.touches == 4


def test_corners_in_no_order_are_refused_and_nothing_is_kept(night: Evening, show: Show, tmp_path: Path) -> None:
    screen = show(night.companion)
    screen.app.go("corners")
    seeing(screen, night, TABLE)
    screen.app.page.board.quad = (START[0], START[2], START[1], START[3])
    screen.tap("keep")
    assert "rectangle" in screen.app.notice.text
    assert read_bearings(tmp_path / "night").pointed is None


def test_the_size_of_the_rectangle_is_stepped_and_kept_corners_come_back(night: Evening, show: Show) -> None:
    screen = show(night.companion)
    screen.app.go("corners")
    seeing(screen, night, TABLE)
    screen.tap("format")
    assert (screen.app.page.wide_mm, screen.app.page.deep_mm) == (900, 600)
    screen.tap("more", "wide")
    screen.tap("fewer", "deep")
    screen.tap("keep")
    screen.app.go("corners")
    screen.frames()
    assert (screen.app.page.wide_mm, screen.app.page.deep_mm) == (910, 590)
    screen.tap("forget")
    assert night.companion.calibrator.bearings.pointed is None


def test_the_lens_is_measured_with_a_page_held_up_and_kept(night: Evening, show: Show, tmp_path: Path) -> None:
    screen = show(night.companion)
    screen.app.go("lens")
    assert not screen.has("keep")
    for turn, shift in HELD:
        seeing(screen, night, held_up(LENS, turn, shift, size_px=(1280, 960)))
    assert screen.app.page.progress.found is not None
    screen.tap("keep")
    kept = read_bearings(tmp_path / "night").lens
    assert kept is not None
    assert kept.lens.focal_px == pytest.approx(LENS.focal_px, rel=0.01)
    screen.app.go("lens")
    screen.frames()
    screen.tap("forget")
    assert read_bearings(tmp_path / "night").lens is None


def test_a_disk_that_refuses_is_told(night: Evening, show: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = show(night.companion)
    screen.app.go("corners")
    seeing(screen, night, TABLE)

    def full(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(night.companion.calibrator, "point", full)
    screen.tap("keep")
    assert "no space left" in screen.app.notice.text


def test_without_a_picture_for_a_while_the_list_says_so(night: Evening, show: Show) -> None:
    screen = show(night.companion)
    screen.app.go("calibrate")
    seeing(screen, night, TABLE)
    screen.app.page._lose(0.0)
    assert screen.app.page.found[0].level == "missing"
