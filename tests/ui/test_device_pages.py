"""Devices looked at and tried, and help asked for: by fingers and by keys."""

from __future__ import annotations

import stat
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.companion import Companion
from companion.feeds.feed import Health
from companion.rulebook.text import say
from companion.settings import Settings
from companion.trial import DISPLAY_STEPS
from companion.ui import outlet_page
from companion.ui.devices_page import DeviceRow
from companion.ui.gallery import Evening, evening, in_phase
from companion.ui.outlets import folders
from companion.ui.paper_page import PAPERS
from companion.ui.video_driver import video_driver
from tests.ui.touch import Screen

Show = Callable[..., Screen]


@pytest.fixture
def night(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    one = evening(tmp_path / "data", Settings(language="fr", sounds=False))
    yield one
    one.companion.close()


def rows(screen: Screen) -> dict[str, DeviceRow]:
    return {row.text: row for row in screen.app.page.walk() if isinstance(row, DeviceRow)}


def test_what_is_not_well_stands_first_and_says_what_helps(night: Evening, show: Show) -> None:
    screen = show(night.companion)
    screen.app.go("devices")
    screen.frames()
    first = next(iter(screen.app.page.lines))
    assert first[:2] == ("missing", "Afficheurs")
    assert "Vérifiez le câble" in first[2]
    assert "1280 × 960" in rows(screen)["Caméra"].told
    assert "8,3 ms" in rows(screen)["Caméra"].told


def test_the_page_follows_a_device_that_comes_back(night: Evening, show: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = show(night.companion)
    screen.app.go("devices")
    well = (Health("displays", "good", say("displays.ready", detail="x")),)
    monkeypatch.setattr(night.companion, "health", lambda: well)
    screen.app.page.look_again()
    screen.frames()
    assert rows(screen)["Afficheurs"].level == "good"


def test_the_driver_that_sdl_uses_is_told(night: Evening, show: Show, tmp_path: Path) -> None:
    show(night.companion)
    assert video_driver() == "offscreen"
    assert video_driver(tmp_path / "no maps") == "offscreen", "as it was asked for"


def test_a_press_lights_its_seat_up_with_its_time_and_enters_no_game(night: Evening, show: Show) -> None:
    night.begin("allegra", ("Anaïs", "Jörg"), 5, until=in_phase("drawn", least=12))
    screen = show(night.companion)
    before = night.companion.session.course.seq
    screen.app.go("trial")
    now = night.clock.monotonic_s()
    night.stage.press(1, now + 0.1)
    night.stage.press(0, now + 0.134)
    night.clock.move(1.0)
    screen.app.pump()
    screen.app.page.listen()
    lights = screen.app.page.lights
    assert [(light.text, light.lit, light.told) for light in lights[:3]] == [
        ("Anaïs", True, "+34 ms"),
        ("Jörg", True, "+0 ms"),
        ("Place 3", False, ""),
    ]
    assert [light.count for light in lights] == [1, 1, 0, 0, 0, 0]
    screen.frames()
    screen.tap("back")
    screen.app.pump()
    assert night.companion.session.course.seq == before


def test_the_display_test_shows_its_steps_on_the_screen_too_and_ends_by_itself(night: Evening, show: Show) -> None:
    screen = show(night.companion)
    screen.app.go("trial")
    screen.frames()
    page = screen.app.page
    page.try_displays()
    shown = []
    while page.step >= 0:
        shown.append(tuple(light.shown for light in page.lights))
        page.next_step()
    assert tuple(shown) == DISPLAY_STEPS
    assert {light.shown for light in page.lights} == {""}


def test_the_display_test_can_be_stopped(night: Evening, show: Show) -> None:
    screen = show(night.companion)
    screen.app.go("trial")
    screen.frames()
    screen.tap("displays")
    screen.tap("displays")
    assert screen.app.page.step == -1


def test_without_displays_there_is_nothing_to_test(whole: Companion, show: Show) -> None:
    screen = show(whole)
    screen.app.go("trial")
    screen.frames()
    assert not screen.has("displays")


def test_help_is_listed_first_and_then_written_where_it_was_wanted(
    night: Evening, show: Show, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outlet_page, "folders", lambda: (tmp_path / "stick", tmp_path / "home"))
    screen = show(night.companion)
    screen.app.go("support")
    screen.frames()
    assert not list(tmp_path.glob("*/companion-support*"))
    listed = [part.name for part in screen.app.page.parts]
    screen.tap("folder")
    screen.tap("write")
    (file,) = (tmp_path / "home").iterdir()
    assert str(file) in screen.app.page.ids.done.text
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with zipfile.ZipFile(file) as archive:
        assert archive.namelist() == listed
    assert not any("picture" in name for name in listed)


def test_a_picture_is_added_only_when_it_is_asked_for_and_can_be_taken_out(night: Evening, show: Show) -> None:
    night.begin("allegra", ("Anaïs", "Jörg"), 5, until=in_phase("choosing"))
    screen = show(night.companion)
    session = night.companion.session
    night.stage.lay(session.course.game.zones(session.course.state))
    screen.app.pump()
    screen.app.go("support")
    screen.frames()
    assert night.companion.calibrator.wanted == "picture", "as large as the camera gives it"
    screen.tap("picture")
    added = {part.name for part in screen.app.page.parts if part.kind == "picture"}
    assert added == {"picture/marked.png", "picture/picture.png", "picture/reasons.json"}
    saved = Path(screen.app.page._saved.name)
    assert saved.is_dir()
    screen.tap("picture")
    assert all(part.kind != "picture" for part in screen.app.page.parts)
    assert not saved.exists()
    screen.tap("picture")
    saved = Path(screen.app.page._saved.name)
    screen.tap("back")
    assert not saved.exists(), "no picture stays behind"
    assert night.companion.calibrator.wanted == ""


@pytest.mark.parametrize("page", [("support", ("write",)), ("paper", ("paper", "lens"))])
def test_a_folder_that_refuses_or_is_gone_is_told(
    page: tuple[str, tuple[str, ...]],
    night: Evening,
    show: Show,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name, press = page
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setattr(outlet_page, "folders", lambda: (tmp_path / "file" / "x",))
    screen = show(night.companion)
    screen.app.go(name)
    screen.frames()
    screen.tap(*press)
    assert "Impossible" in screen.app.notice.text


def test_sticks_come_before_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stick = tmp_path / "media" / "anna" / "STICK"
    stick.mkdir(parents=True)
    (tmp_path / "media" / "anna" / "no stick").mkdir()
    monkeypatch.setattr(Path, "is_mount", lambda self: self == stick)
    assert next(iter(folders((tmp_path / "media",)))) == stick
    assert Path.home() in folders((tmp_path / "media",))


@pytest.mark.parametrize("name", list(PAPERS))
def test_a_page_to_print_is_written_where_it_was_wanted(
    name: str, night: Evening, show: Show, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outlet_page, "folders", lambda: (tmp_path / "none", tmp_path / "stick"))
    screen = show(night.companion)
    screen.app.go("calibrate")
    screen.frames()
    screen.tap("paper")
    screen.tap("folder")
    screen.tap("paper", name)
    file = tmp_path / "stick" / f"{name}.pdf"
    assert file.read_bytes().startswith(b"%PDF")
    assert str(file) in screen.app.page.ids.done.text


def test_all_of_it_can_be_done_by_keyboard(night: Evening, show: Show) -> None:
    screen = show(night.companion)
    screen.app.go("devices")
    screen.frames()
    for name in ("trial", "displays"):
        while screen.focused is None or screen.focused.name != name:
            screen.key("tab")
        screen.key("enter")
    assert screen.app.page.step >= 0
    assert screen.touches == 0
